//! `fuzz`: the parsers with changed inputs, longer than in `test` and with others each time.

use crate::{
    process::{self, Result, root},
    steps::step,
    test::NATIVE,
};
use std::{
    fs,
    hash::{BuildHasher as _, RandomState},
    path::{Path, PathBuf},
};

/// Seconds of all targets together.
const SECONDS: u64 = 600;
/// A target is a folder of inputs, and a test of the same name beside it.
const CORPORA: [&str; 2] = ["backend/tests/fuzz/corpus", "server/tests/fuzz/corpus"];

pub fn fuzz(args: &[String]) -> Result {
    let all = targets()?;
    let Chosen { only, seconds } = chosen(args)?;
    let targets: Vec<_> = all.iter().filter(|target| only.as_ref().is_none_or(|only| target.ends_with(only))).collect();
    if targets.is_empty() {
        let names: Vec<_> =
            all.iter().filter_map(|target| target.file_name()).map(|name| name.to_string_lossy()).collect();
        return Err(format!("there is no such target, only {}", names.join(", ")).into());
    }
    let seconds = seconds.unwrap_or(SECONDS / targets.len() as u64).max(1);
    step("build", || process::done(tests(&["--no-run"])))?;
    let mut told = Vec::new();
    let mut failed = 0;
    for target in targets {
        failed += usize::from(!run(target, seconds, &mut told)?);
    }
    println!();
    for line in told {
        println!("{line}");
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of the targets failed").into()) }
}

/// The command of the targets' tests, compiled as all tests are.
fn tests(args: &[&str]) -> std::process::Command {
    let mut cargo = process::cargo(&["test", "--quiet", "--no-fail-fast"]);
    cargo.args(NATIVE).args(["--test", "fuzz"]).args(args);
    cargo
}

/// Runs one target in a process of its own, since it may die. False: it failed.
fn run(target: &Path, seconds: u64, told: &mut Vec<String>) -> Result<bool> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let seed = RandomState::new().hash_one(seconds);
    let mut tests = tests(&["--", "--exact", &name, "--nocapture"]);
    tests.env("FUZZ_SECONDS", seconds.to_string()).env("FUZZ_SEED", seed.to_string());
    let succeeded = step(&format!("{name} (FUZZ_SEED={seed})"), || {
        process::watched(tests, |line| told.extend(line.strip_prefix("fuzz ").map(str::to_owned)))
    })?;
    let last = root().join("target/tmp").join(format!("fuzz-{name}"));
    if !succeeded && let Ok(input) = fs::read(&last) {
        let file = target.join(format!("died-{seed:016x}"));
        fs::write(&file, input)?;
        fs::remove_file(last)?;
        told.push(format!("{name}: died or hung with {}", file.display()));
    }
    Ok(succeeded)
}

fn targets() -> Result<Vec<PathBuf>> {
    let mut targets = Vec::new();
    for corpus in CORPORA {
        for target in fs::read_dir(root().join(corpus))? {
            targets.extend(Some(target?.path()).filter(|path| path.is_dir()));
        }
    }
    targets.sort();
    Ok(targets)
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    only: Option<String>,
    seconds: Option<u64>,
}

fn chosen(args: &[String]) -> Result<Chosen> {
    let mut chosen = Chosen { only: None, seconds: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--seconds" {
            let seconds = args.next().and_then(|seconds| seconds.parse().ok()).filter(|seconds| *seconds > 0);
            chosen.seconds = Some(seconds.ok_or("--seconds needs a number")?);
        } else if chosen.only.is_some() || arg.starts_with('-') {
            return Err(format!("'{arg}' is not understood: fuzz [target] [--seconds n]").into());
        } else {
            chosen.only = Some(arg.clone());
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::{Chosen, chosen, targets};

    #[test]
    fn a_target_and_its_time_are_chosen() {
        let found = |args: &[&str]| chosen(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>()).ok();
        assert_eq!(found(&[]), Some(Chosen { only: None, seconds: None }));
        let both = Some(Chosen { only: Some("mp4".into()), seconds: Some(9) });
        assert_eq!([found(&["mp4", "--seconds", "9"]), found(&["--seconds", "9", "mp4"])], [both.clone(), both]);
        for wrong in [&["--seconds"][..], &["--seconds", "0"], &["--second", "9"], &["mp4", "webm"]] {
            assert_eq!(found(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn each_corpus_is_a_target() {
        let targets = targets().unwrap();
        for name in ["import", "mp4", "multipart", "prose", "search", "webm"] {
            assert!(targets.iter().any(|target| target.ends_with(name)), "{name}");
        }
    }
}
