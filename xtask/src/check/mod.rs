//! `check`: formatting, lints, types, generated files, house rules. All of them run, also after a failure.

mod circles;
mod lock;
mod rules;
mod sources;
mod texts;
mod translations;
mod view_texts;

use crate::{
    process::{self, Result},
    setup::{self, WASM},
    steps::step,
    test::NATIVE,
};

/// A name and its check. With `true` the check repairs what it can.
type Part = (&'static str, fn(bool) -> Result);

/// The quick ones come first.
const PARTS: [Part; 9] = [
    ("rules", |_| rules::check()),
    ("texts", |_| texts::check()),
    ("lock", |_| lock::check()),
    ("fmt", fmt),
    ("frontend-react", |write| npm_check("frontend-react", write)),
    ("end2end", |write| npm_check("end2end", write)),
    ("generated", generated),
    ("clippy", |_| clippy()),
    ("clippy-browser", |_| clippy_browser()),
];

pub fn check(args: &[String]) -> Result {
    let write = args.iter().any(|arg| arg == "--write");
    let wanted: Vec<&str> = args.iter().map(String::as_str).filter(|arg| *arg != "--write").collect();
    if let Some(unknown) = wanted.iter().find(|name| !PARTS.iter().any(|(part, _)| part == *name)) {
        return Err(format!("there is no part '{unknown}', only {}", PARTS.map(|(name, _)| name).join(", ")).into());
    }
    let ci = std::env::var_os("CI").is_some_and(|value| value == "true" || value == "1");
    let before = tree();
    let mut failures = Vec::new();
    for (name, part) in PARTS.iter().filter(|(name, _)| wanted.is_empty() || wanted.contains(name)) {
        if let Err(e) = step(name, || part(write)) {
            println!("{e}");
            failures.push(*name);
        }
    }
    if ci && tree() != before {
        println!("generators changed the tree:\n{}", tree());
        failures.push("clean tree");
    }
    if failures.is_empty() {
        println!("\nall checks passed");
        Ok(())
    } else {
        Err(format!("{} failed: {}", failures.len(), failures.join(", ")).into())
    }
}

fn fmt(write: bool) -> Result {
    process::done(process::cargo(if write { &["fmt", "--all"] } else { &["fmt", "--all", "--check"] }))
}

fn clippy() -> Result {
    let mut clippy = process::cargo(&["clippy", "--all-targets"]);
    clippy.args(NATIVE).args(["-p", "wasm-glue", "--", "-D", "warnings"]);
    process::done(clippy)
}

fn clippy_browser() -> Result {
    setup::wasm_target()?;
    let mut clippy = process::cargo(&["clippy", "--target", WASM]);
    clippy.args(["-p", "domain", "-p", "app", "-p", "app-wasm", "--", "-D", "warnings"]);
    process::done(clippy)
}

/// Tests compare generated files with the checked-in ones. With `write` they write them.
fn generated(write: bool) -> Result {
    let mut cargo = process::cargo(&["test", "--test", "typescript", "--test", "settings", "--test", "openapi"]);
    cargo.args(NATIVE);
    if write {
        cargo.env("TAGESECHO_WRITE", "1");
    }
    process::done(cargo)
}

fn npm_check(folder: &str, write: bool) -> Result {
    setup::packages(folder)?;
    if write {
        process::done(process::npm(folder, &["run", "--if-present", "fix"]))?;
    }
    process::done(process::npm(folder, &["run", "--if-present", "check"]))
}

/// The changes that git sees. Outside a repository there are none.
fn tree() -> String {
    let mut git = process::program("git");
    git.args(["status", "--porcelain"]);
    process::output(git).unwrap_or_default()
}
