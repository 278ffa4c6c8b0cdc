//! `test`: every runner to its end, then one line with the sum.

use crate::{
    browser,
    build::{self, Profile},
    e2e,
    process::{self, Result},
    setup,
    steps::{human, step},
};
use std::{
    env,
    num::NonZero,
    panic,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// How many tests of a crate run at once. More than there are cores, since they wait for PostgreSQL and the disk half of their time.
const THREADS: &str = "RUST_TEST_THREADS";
const PARTS: [&str; 3] = ["rust", "typescript", "e2e"];
/// One selection for every native command, so that they share what is compiled.
pub const NATIVE: [&str; 12] =
    ["-p", "domain", "-p", "backend", "-p", "app", "-p", "server", "-p", "xtask", "--features", "domain/typescript"];

/// The result of one test runner.
#[derive(Debug, Default)]
pub struct Runner {
    name: &'static str,
    passed: u64,
    failed: u64,
    skipped: u64,
    /// Passed at the second attempt. A defect, but the run goes on.
    flaky: u64,
    time: Duration,
    /// The first lines that each failed Rust test wrote.
    failures: Vec<String>,
    /// Their names.
    failed_tests: Vec<String>,
    /// Rust test programs without a result. One that crashed never has one.
    running: usize,
    /// Lines that may still come of the last of them.
    more: usize,
}

/// So many failed Rust tests are tried once more; where there are more, something is broken.
const MOST_FLAKY: usize = 3;

/// Lines of a failure that stand once more at the end.
const TOLD: usize = 8;

pub fn test(parts: &[String]) -> Result {
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
        return Err(format!("there is no part '{unknown}', only {}", PARTS.join(", ")).into());
    }
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|p| p == part);
    let mut runners = Vec::new();
    // The tests of the stories are one crate, whose compiler leaves a core idle for minutes.
    thread::scope(|scope| {
        let beside = scope.spawn(|| {
            let typescript = wanted("typescript").then(|| attempt("TypeScript", typescript));
            if wanted("rust")
                && wanted("e2e")
                && let Err(e) = setup::for_build().and_then(|()| build::site(Profile::Test))
            {
                println!("the site: {e}");
            }
            typescript
        });
        if wanted("rust") {
            runners.push(attempt("Rust", rust));
        }
        runners.extend(beside.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
    });
    if wanted("e2e") {
        runners.push(attempt("end to end", || e2e::playwright(&[])));
    }
    total(&runners)
}

fn rust() -> Result<Runner> {
    let (postgres, _, _) = (browser::postgres()?, browser::strace()?, browser::haproxy()?);
    browser::prometheus()?;
    let tests = |names: &[String]| {
        let mut cargo = process::cargo(&["test", "--no-fail-fast"]);
        cargo.args(NATIVE).env("PG_BIN", &postgres).args(["--", "--exact"]).args(names);
        if env::var_os(THREADS).is_none() {
            let cores = thread::available_parallelism().map_or(2, NonZero::get);
            cargo.env(THREADS, (cores * 2).to_string());
        }
        cargo
    };
    let mut all = Runner::run("Rust", tests(&[]))?;
    if all.may_be_flaky() {
        let again = Runner::run("Rust, once more", tests(&all.failed_tests))?;
        all.correct(&again);
    }
    Ok(all)
}

fn typescript() -> Result<Runner> {
    setup::packages("frontend-react")?;
    Runner::run("TypeScript", process::npm("frontend-react", &["test"]))
}

/// A runner that could not even start is one failure.
fn attempt(name: &'static str, run: impl FnOnce() -> Result<Runner>) -> Runner {
    run().unwrap_or_else(|e| {
        println!("{name}: {e}");
        Runner { name, failed: 1, ..Runner::default() }
    })
}

/// The closing lines; an error if anything failed.
pub fn total(runners: &[Runner]) -> Result {
    println!();
    for runner in runners {
        println!("{}", runner.line());
    }
    for failure in runners.iter().flat_map(|runner| &runner.failures) {
        println!("{failure}");
    }
    let (passed, failed) = runners.iter().fold((0, 0), |(p, f), r| (p + r.passed, f + r.failed));
    println!("{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err("tests failed".into()) }
}

impl Runner {
    pub fn run(name: &'static str, command: Command) -> Result<Self> {
        let start = Instant::now();
        let mut runner = Self { name, ..Self::default() };
        step(&format!("tests: {name}"), || {
            let succeeded = process::watched(command, |line| runner.read(line))?;
            if !succeeded && runner.failed == 0 {
                println!("{name}: ended with an error of its own");
                runner.failed = 1;
            }
            if succeeded && runner.passed == 0 {
                println!("{name}: no test ran");
                runner.failed = 1;
            }
            Ok(())
        })?;
        runner.time = start.elapsed();
        println!("{}", runner.line());
        Ok(runner)
    }

    fn may_be_flaky(&self) -> bool {
        let failed = self.failed_tests.len();
        (1..=MOST_FLAKY).contains(&failed) && self.failed == failed as u64 && self.running == 0
    }

    /// The tests that passed the second time are flaky.
    fn correct(&mut self, again: &Self) {
        if again.passed + again.failed == self.failed && again.running == 0 {
            self.passed += again.passed;
            self.flaky += again.passed;
            self.failed = again.failed;
        }
    }

    fn line(&self) -> String {
        let Self { name, passed, failed, skipped, flaky, time, .. } = self;
        let flaky = if *flaky > 0 { format!(", {flaky} of them flaky") } else { String::new() };
        format!("{name}: {passed} passed{flaky}, {failed} failed, {skipped} skipped in {}", human(*time))
    }

    /// Adds up the summaries of `cargo test`, vitest and Playwright.
    fn read(&mut self, line: &str) {
        let line = uncoloured(line);
        let line = line.trim();
        if line.starts_with("---- ") && line.ends_with(" stdout ----") {
            self.more = TOLD;
        } else if line == "failures:" {
            self.more = 0;
        }
        if self.more > 0 && !line.is_empty() {
            self.more -= 1;
            self.failures.push(line.to_owned());
        }
        if let Some(name) = line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED")) {
            self.failed_tests.push(name.to_owned());
        }
        if line.starts_with("running ") && (line.ends_with(" tests") || line.ends_with(" test")) {
            self.running += 1;
        }
        if let Some(counts) = line.strip_prefix("test result: ") {
            self.running = self.running.saturating_sub(1);
            self.add(counts.split(['.', ';']));
        } else if let Some(counts) = line.strip_prefix("Tests ") {
            self.add(counts.split(['|', '(']));
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            self.add(std::iter::once(line.split('(').next().unwrap_or_default()));
        }
    }

    fn add<'a>(&mut self, counts: impl Iterator<Item = &'a str>) {
        for count in counts {
            let Some((number, what)) = count.trim().split_once(' ') else { continue };
            let Ok(number) = number.parse::<u64>() else { continue };
            match what.trim() {
                "passed" => self.passed += number,
                "flaky" => {
                    self.passed += number;
                    self.flaky += number;
                }
                "failed" | "did not run" | "interrupted" | "error was not a part of any test" => self.failed += number,
                "ignored" | "skipped" | "todo" => self.skipped += number,
                _ => {}
            }
        }
    }
}

/// The line without the escape sequences that colour a terminal.
fn uncoloured(line: &str) -> String {
    let mut parts = line.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::Runner;

    #[test]
    fn failures_are_told_once_more() {
        let mut runner = Runner::default();
        let lines = [
            "test a ... ok",
            "failures:",
            "",
            "---- a::b stdout ----",
            "",
            "thread 'a::b' (7) panicked at a.rs:1:2:",
            "no answer",
            "",
            "failures:",
            "    a::b",
        ];
        for line in lines {
            runner.read(line);
        }
        assert_eq!(runner.failures, ["---- a::b stdout ----", "thread 'a::b' (7) panicked at a.rs:1:2:", "no answer"]);
    }

    #[test]
    fn a_test_that_passes_the_second_time_is_flaky() {
        let [mut all, mut again] = [Runner::default(), Runner::default()];
        let result = "test result: FAILED. 7 passed; 2 failed; 0 ignored";
        for line in ["running 9 tests", "test a::b ... FAILED", "test a::c ... FAILED"] {
            all.read(line);
        }
        assert!(!all.may_be_flaky(), "the program crashed");
        all.read(result);
        assert!(all.may_be_flaky());
        assert_eq!(all.failed_tests, ["a::b", "a::c"]);
        all.correct(&again);
        assert_eq!((all.passed, all.failed, all.flaky), (7, 2, 0), "a run that tried neither of them says nothing");
        again.read("test result: FAILED. 1 passed; 1 failed; 0 ignored");
        all.correct(&again);
        assert_eq!((all.passed, all.failed, all.flaky), (8, 1, 1));
    }

    fn counted(lines: &[&str]) -> (u64, u64, u64) {
        let mut runner = Runner::default();
        for line in lines {
            runner.read(line);
        }
        (runner.passed, runner.failed, runner.skipped)
    }

    #[test]
    fn the_summaries_of_all_three_runners_are_understood() {
        let cargo = [
            "running 3 tests",
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
        ];
        assert_eq!(counted(&cargo), (15, 2, 1));
        let vitest = [" Test Files  1 failed | 4 passed (5)", "      Tests  1 failed | 11 passed | 2 skipped (14)"];
        assert_eq!(counted(&vitest), (11, 1, 2));
        let coloured = "\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m208 passed\x1b[39m\x1b[22m\x1b[90m (208)\x1b[39m";
        assert_eq!(counted(&[coloured]), (208, 0, 0));
        let playwright = ["  1 failed", "  1 flaky", "  3 skipped", "  2 did not run", "  40 passed (1.2m)"];
        assert_eq!(counted(&playwright), (41, 3, 3));
    }
}
