//! Tells cargo that the rule files are part of the program: a new one is built in without further ado.

fn main() {
    println!("cargo::rerun-if-changed=rulesets");
}
