//! Text to ruleset.
mod grammar;
#[cfg(test)]
mod t { use pest::Parser;
#[test] fn all() { let mut bad=0; for f in std::fs::read_dir("tests/sketches").unwrap() { let p=f.unwrap().path(); let t=std::fs::read_to_string(&p).unwrap(); let now=std::time::Instant::now(); if let Err(e)=super::grammar::Grammar::parse(super::grammar::Rule::file,&t) { println!("{p:?} {e}"); bad+=1;} println!("{p:?} {:?}", now.elapsed()); } assert!(bad==0); } }
