//! Labs on boards small enough to be played in a moment.

use super::*;
use crate::library::Library;
use crate::match_play::Rounds;
use crate::open::{Opened, open_from};
use crate::ruleset::{Settings, SettledOption};
use crate::search::{Level, Skill};

const LEVEL: Level = Level::Child;

fn options() -> Vec<SettledOption> {
    open_from("bison", &Library, &Settings::defaults()).expect("it is built in").settled.options
}

fn rounds(settings: &[(String, String)]) -> Result<Rounds, String> {
    let opened = open_from("bison", &Library, &settings.iter().cloned().collect());
    opened.as_ref().map(Opened::rounds).map_err(|e| e.diagnostics[0].message.clone())
}

/// Bison on five rows with two dogs.
fn ask(vary: &[&str]) -> Asked {
    let set = [("rows", "5"), ("dog-count", "2")].map(|(o, v)| (o.to_owned(), v.to_owned())).to_vec();
    let texts: Vec<String> = vary.iter().map(|v| (*v).to_owned()).collect();
    let vary = Varied::read_all(&texts, &options(), &set).expect("options of Bison");
    Asked {
        set,
        vary,
        matches: false,
        level: LEVEL,
        skill: Skill::default(),
        seed: 7,
        games: 12,
        opening_plies: None,
        cap: 200,
        shard: None,
    }
}

fn plan(asked: Asked) -> Plan {
    Plan::new(asked, &mut |settings| rounds(settings)).expect("a lab")
}

/// The lines of all games, in order.
fn lines(plan: &Plan, threads: usize) -> Vec<String> {
    let mut lines = Vec::new();
    run(plan, &|_, _| true, threads, &mut |record| {
        lines.push(record_line(&record));
        true
    })
    .expect("no script fails");
    lines.sort();
    lines
}

fn collected(plan: &Plan) -> Collected {
    let mut all = Collected::new(&plan.header);
    for line in lines(plan, 2) {
        all.add(&read_record(&line, &plan.header).expect("it was written here")).expect("each once");
    }
    all
}

fn wrong<T: std::fmt::Debug>(found: Result<T, LabError>) -> String {
    found.expect_err("it cannot be").to_string()
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let plan = plan(ask(&["columns=3,5"]));
    let one = lines(&plan, 1);
    assert_eq!(one.len(), 24);
    assert_eq!(one, lines(&plan, 3));
    assert_eq!(one, lines(&plan, 250));
}

#[test]
fn a_cell_has_the_same_games_in_every_grid() {
    let of = |vary: &[&str]| collected(&plan(ask(vary))).report();
    let (alone, among) = (of(&["columns=5"]), of(&["columns=3,5"]));
    assert_eq!(alone.cells[0].lengths, among.cells[1].lengths);
    let other = collected(&plan(Asked { seed: 8, ..ask(&["columns=5"]) })).report();
    assert_ne!(alone.cells[0].lengths, other.cells[0].lengths);
}

#[test]
fn counts_add_up() {
    let report = collected(&plan(ask(&["columns=3,5", "duty=*"]))).report();
    assert_eq!((report.cells.len(), report.played, report.planned), (4, 48, 48));
    assert!(report.is_complete());
    for cell in &report.cells {
        let count = |share: Option<Share>| share.expect("of 12 games").count;
        let won: u64 = cell.wins.iter().map(|w| count(w.share)).sum();
        assert_eq!(won + count(cell.drawn) + count(cell.unsettled) + count(cell.cut), cell.games);
        assert_eq!(cell.lengths.iter().map(|(_, n)| n).sum::<u64>(), cell.games);
        assert_eq!(cell.endings.iter().map(|e| e.share.count).sum::<u64>(), cell.games - count(cell.cut));
        assert_eq!(cell.first_mover.expect("some were won").of, won);
        assert!(cell.different <= cell.games);
        // The herd begins by the rules, so what it won is what the first to move won.
        assert_eq!(cell.first_mover.expect("some were won").count, count(cell.wins[0].share));
    }
    // The default of `columns`, 11, is not among them, so the first cell is what the others are compared with.
    assert_eq!((report.base_cell, report.cells[0].against_base.len(), report.cells[1].against_base.len()), (0, 0, 2));
}

/// Who begins is an option. With the defenders first what the first mover won is what the defenders won.
#[test]
fn the_first_mover_is_whoever_moved_first() {
    let report = collected(&plan(ask(&["columns=5", "first-turn=herd,defenders"]))).report();
    for (cell, side) in report.cells.iter().zip([0, 1]) {
        let won = cell.wins[side].share.expect("of 12 games").count;
        assert_eq!(cell.first_mover.expect("some were won").count, won);
    }
}

#[test]
fn matches_add_up() {
    let asked = Asked { matches: true, ..ask(&["columns=5", "tie=*"]) };
    let plan = plan(asked);
    assert_eq!(plan.header.cells.len(), 6);
    let report = collected(&plan).report();
    for (cell, tie) in report.cells.iter().zip(["tied", "play-on", "play-out", "fewest", "margin", "handicap"]) {
        let of = cell.whole.as_ref().expect("matches");
        let count = |share: Option<Share>| share.expect("of 12 matches").count;
        let won = count(of.won());
        assert_eq!((of.matches, won + count(of.drawn) + count(of.tied)), (12, 12), "{tie}");
        let (level, decided) = (count(of.level), of.decided.map_or(0, |s| s.count));
        // Whoever did not win in the first rounds was level, and is so still, or won later.
        assert_eq!(won - decided, 12 - level, "{tie}");
        let rounds = of.rounds.expect("rounds were played");
        let scripts: Vec<&str> = of.by_scripts.iter().map(|(s, _)| s.as_str()).collect();
        match tie {
            // Nobody says who wins.
            "tied" => assert_eq!((decided, rounds.shortest, rounds.longest, cell.games), (0, 2, 2, 24)),
            // Until somebody has won as each side, in six rounds at most; no script.
            "play-on" => assert!(scripts.is_empty() && rounds.longest <= 6 && of.by_added_rounds == decided),
            "play-out" => assert!(rounds.longest <= 6),
            "fewest" => assert!(scripts.iter().all(|s| *s == "fewest_moves") && rounds.longest == 2),
            "margin" => assert!(scripts.iter().all(|s| *s == "margin") && rounds.longest == 2),
            // A series of six; it ends when nobody can catch up.
            _ => assert!(rounds.longest <= 6 && of.by_added_rounds == 0 && scripts.is_empty()),
        }
    }
}

#[test]
fn shards_make_the_whole() {
    let whole = ask(&["columns=3,5"]);
    let all = lines(&plan(whole.clone()), 2);
    let mut joined = Vec::new();
    for number in 1..=5 {
        let shard = Some(Shard { number, of: 5 });
        joined.extend(lines(&plan(Asked { shard, ..whole.clone() }), 1));
    }
    joined.sort();
    assert_eq!(all, joined);
}

#[test]
fn what_the_rules_refuse_is_left_out() {
    // Between an even number of columns there is no centre for the chief.
    let plan = plan(ask(&["columns=3..5"]));
    let refused = &plan.header.refused;
    assert_eq!(plan.header.cells.iter().map(|c| c.values[0].as_str()).collect::<Vec<_>>(), ["3", "5"]);
    assert_eq!((refused.len(), refused[0].values[0].as_str()), (1, "4"));
    assert_eq!(refused[0].why, "4 columns have no centre");
    let none = Plan::new(ask(&["columns=4,6"]), &mut |settings| rounds(settings));
    assert_eq!(wrong(none.map(|p| p.header)), "the rules refuse all of this: 4 columns have no centre");
}

#[test]
fn what_may_be_varied() {
    let read = |text: &str| Varied::read(text, &options()).map(|v| v.values.join(" ")).map_err(|e| e.to_string());
    assert_eq!(read("dog-count=3, 4,5").as_deref(), Ok("3 4 5"));
    assert_eq!(read("dog-count=2..4,6").as_deref(), Ok("2 3 4 6"));
    assert_eq!(read("tie=*").as_deref(), Ok("tied play-on play-out fewest margin handicap"));
    let why = |text: &str| read(text).expect_err("it cannot be");
    insta::assert_snapshot!(
        ["dog-count", "dogs=3", "dog-count=7", "dog-count=*", "dog-count=5..3", "dog-count=3,3", "dog-count=", "tie=fewst"]
            .map(why)
            .join("\n"),
        @r"
    `--vary dog-count` names no values; write values, as `--vary dog-count=4,0`
    there is no option `dogs`; `houserules show` lists the options of the rules
    `7` is no value of `dog-count`, which is a number from 0 to 6; write numbers, as `--vary dog-count=0,4`, or a range, as `--vary dog-count=0..6`
    `*` is no value of `dog-count`, which is a number from 0 to 6; write numbers, as `--vary dog-count=0,4`, or a range, as `--vary dog-count=0..6`
    `5..3` is no value of `dog-count`, which is a number from 0 to 6; write numbers, as `--vary dog-count=0,4`, or a range, as `--vary dog-count=0..6`
    `--vary dog-count` has the value `3` twice
    `--vary dog-count` names no values; write values, as `--vary dog-count=4,0`
    `fewst` is no value of `tie` (did you mean `fewest`?); its values: `tied`, `play-on`, `play-out`, `fewest`, `margin`, `handicap`; `*` stands for all of them
    "
    );
    let all = |texts: &[&str], set: &[(&str, &str)]| {
        let texts: Vec<String> = texts.iter().map(|t| (*t).to_owned()).collect();
        let set: Vec<(String, String)> = set.iter().map(|(o, v)| ((*o).to_owned(), (*v).to_owned())).collect();
        wrong(Varied::read_all(&texts, &options(), &set))
    };
    insta::assert_snapshot!(all(&["duty=free", "duty=must"], &[]), @"`duty` is varied twice; put its values into one `--vary duty=VALUE,VALUE`");
    insta::assert_snapshot!(all(&["duty=free"], &[("duty", "must")]), @"`duty` is set to one value and varied; leave out one of the two");
}

/// At each limit and one beyond.
#[test]
fn everything_is_bounded() {
    let varied = |n: usize| Varied {
        option: "seats".into(),
        default: "0".into(),
        values: (0..n).map(|v| v.to_string()).collect(),
    };
    assert_eq!(cells_of(&[varied(MAX_CELLS)]).map(|c| c.len()), Ok(MAX_CELLS));
    assert_eq!(cells_of(&[varied(10), varied(100)]).map(|c| c.len()), Ok(MAX_CELLS));
    assert!(wrong(cells_of(&[varied(MAX_CELLS + 1)])).contains("more than 1000 cells"));
    assert!(wrong(cells_of(&[varied(11), varied(100)])).contains("more than 1000 cells"));
    // A product that no number holds.
    assert!(cells_of(&vec![varied(1000); 30]).is_err());
    assert_eq!(cells_of(&[]), Ok(vec![vec![]]));

    let planned = |asked: Asked| Plan::new(asked, &mut |settings| rounds(settings)).map(|p| p.header.all());
    let five = ask(&["columns=5"]);
    let games = |games| Asked { games, opening_plies: Some(2), ..five.clone() };
    assert_eq!(planned(games(MAX_GAMES)), Ok(u64::from(MAX_GAMES)));
    assert_eq!(wrong(planned(games(MAX_GAMES + 1))), "`--games` is a number from 1 to 100000");
    assert_eq!(wrong(planned(games(0))), "`--games` is a number from 1 to 100000");
    assert!(planned(Asked { cap: MAX_CAP, ..five.clone() }).is_ok());
    assert_eq!(wrong(planned(Asked { cap: MAX_CAP + 1, ..five.clone() })), "`--cap` is a number from 1 to 100000");
    assert!(planned(Asked { opening_plies: Some(MAX_OPENING), ..five.clone() }).is_ok());
    let long = Asked { opening_plies: Some(MAX_OPENING + 1), ..five.clone() };
    assert_eq!(wrong(planned(long)), "`--opening-plies` is a number from 0 to 100");
    // 11 values of 100,000 games, the even ones left out: what is refused counts before it is known to be.
    let many = Asked { games: MAX_GAMES, opening_plies: Some(2), ..ask(&["columns=3..13"]) };
    insta::assert_snapshot!(wrong(planned(many)), @"11 cells of 100000 games are 1100000 games, and a lab has at most 1000000; ask for fewer games (`--games`) or cells");

    assert_eq!("3/64".parse(), Ok(Shard { number: 3, of: 64 }));
    assert_eq!("100000/100000".parse(), Ok(Shard { number: MAX_SHARDS, of: MAX_SHARDS }));
    for none in ["0/4", "5/4", "1/0", "1/100001", "1", "a/b", "-1/4", ""] {
        assert!(none.parse::<Shard>().is_err(), "{none}");
    }
}

#[test]
fn a_game_is_cut_and_says_so() {
    let report = collected(&plan(Asked { cap: 5, opening_plies: Some(4), ..ask(&["columns=5"]) })).report();
    let cell = &report.cells[0];
    // On five rows no buffalo arrives within three moves of its own.
    assert_eq!(cell.cut.map(|s| s.count), Some(12));
    assert_eq!((cell.length.map(|l| (l.shortest, l.longest)), cell.endings.len()), (Some((5, 5)), 0));
    // An opening is no longer than the game.
    let short = collected(&plan(Asked { cap: 3, opening_plies: Some(50), ..ask(&["columns=5"]) })).report();
    assert_eq!(short.cells[0].length.map(|l| l.longest), Some(3));
}

/// However long it is, an opening does not end a game.
#[test]
fn openings_leave_the_game_to_the_players() {
    let report = collected(&plan(Asked { opening_plies: Some(100), ..ask(&["columns=3"]) })).report();
    assert_eq!(report.cells[0].endings.iter().map(|e| e.share.count).sum::<u64>(), 12);
}

#[test]
fn lines_are_read_as_they_were_written() {
    let plan = plan(Asked { matches: true, ..ask(&["columns=5", "tie=play-out"]) });
    let header = read_header(header_line(&plan.header).trim_end());
    assert_eq!(header.as_ref(), Ok(&plan.header));
    let line = lines(&plan, 1).remove(0);
    let record = read_record(&line, &plan.header).expect("it was written here");
    assert_eq!(record_line(&record), line);
    // The same again says nothing new; another result of the same game is a mistake.
    let mut all = Collected::new(&plan.header);
    assert_eq!(all.add(&record), Ok(Taken::New));
    assert_eq!(all.add(&record), Ok(Taken::Known));
    assert_eq!(all.count(), 1);
    let mut other = record.clone();
    other.rounds[0].plies += 1;
    assert!(wrong(all.add(&other)).contains("came to something else before"));
    // What does not belong to this lab.
    let changed = |from: &str, to: &str| wrong(read_record(&line.replacen(from, to, 1), &plan.header));
    assert_eq!(changed("\"cell\":0", "\"cell\":1"), "a game that the lab does not have");
    assert_eq!(changed("\"game\":", "\"game\":9"), "a game that the lab does not have");
    assert_eq!(changed("\"first\":\"herd\"", "\"first\":\"cows\""), "a game of sides that the lab does not have");
    assert_eq!(changed("\"match\":", "\"natch\":").split(':').next(), Some("no game of a lab"));
    assert!(read_record("{}", &plan.header).is_err());
    assert!(wrong(read_header("{}")).contains("no log of a lab"));
    assert!(wrong(read_header("x")).contains("no log of a lab"));
    assert!(wrong(read_header("{\"lab\":99}")).contains("format 99"));
}

#[test]
fn a_lab_that_is_stopped_stops() {
    let plan = plan(ask(&["columns=5"]));
    let mut count = 0;
    run(&plan, &|_, _| true, 3, &mut |_| {
        count += 1;
        count < 4
    })
    .expect("no script fails");
    assert_eq!(count, 4);
}

/// Every element is closed where it was opened.
fn is_well_formed(text: &str) -> Result<(), String> {
    let (mut open, mut rest) = (Vec::<&str>::new(), text);
    while let Some(at) = rest.find('<') {
        let tag = &rest[at + 1..];
        let end = tag.find('>').ok_or("a tag without an end")?;
        let (tag, after) = (&tag[..end], &tag[end + 1..]);
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or_default();
        match tag {
            _ if tag.starts_with('!') || tag.ends_with('/') => {}
            _ if tag.starts_with('/') && open.pop() != Some(name) => return Err(format!("</{name}> closes nothing")),
            _ if tag.starts_with('/') => {}
            _ if tag.matches('"').count() % 2 == 1 => return Err(format!("<{tag}> has a mark left open")),
            _ => open.push(name),
        }
        rest = after;
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} is left open")) }
}

#[test]
fn pages_and_images_are_well_formed_and_need_nothing_else() {
    for asked in [ask(&["columns=3,5"]), Asked { matches: true, games: 3, ..ask(&["columns=5", "tie=*"]) }] {
        let mut report = collected(&plan(asked)).report();
        // What a rule file says stands there as text.
        let mark = "<script>alert(\"1\")</script> & 'so' \u{7}";
        report.cells[0].endings[0].ending.reason = mark.to_owned();
        for text in [page(&report), image(&report)] {
            assert_eq!(is_well_formed(&text), Ok(()));
            assert!(text.contains("&lt;script&gt;") && !text.contains("<script") && !text.contains('\u{7}'));
            let addresses = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!["http", "src=", "url(", "@import", "<link"].iter().any(|s| addresses.contains(s)));
            assert!(text.contains("prefers-color-scheme: dark"));
        }
        let rows = csv(&report);
        assert_eq!(rows.lines().count(), report.cells.len() + 1);
    }
}

#[test]
fn a_lab_without_games_can_be_shown() {
    let plan = plan(Asked { matches: true, ..ask(&["columns=5", "tie=*"]) });
    let report = Collected::new(&plan.header).report();
    assert!(!report.is_complete());
    assert_eq!(is_well_formed(&page(&report)), Ok(()));
    assert_eq!(tables(&report)[0].rows.len(), 6);
    assert_eq!(csv(&report).lines().count(), 7);
}
