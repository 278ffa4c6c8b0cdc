//! `check`: formatting, lints, types, generated files, house rules. Everything is looked at before the first failure ends it.

mod rules;
mod texts;

use crate::{
    process::{self, Result},
    setup::{self, WASM},
    steps::step,
    test::NATIVE,
};

pub fn check(args: &[String]) -> Result {
    let write = args.iter().any(|arg| arg == "--write");
    let ci = std::env::var_os("CI").is_some_and(|value| value == "true" || value == "1");
    let before = tree();
    let mut failures = Vec::new();
    let mut part = |name: &str, work: &mut dyn FnMut() -> Result| {
        if let Err(e) = step(name, work) {
            println!("{e}");
            failures.push(name.to_owned());
        }
    };
    part("house rules", &mut rules::check);
    part("texts", &mut texts::check);
    part("Cargo.lock", &mut || {
        process::output(process::cargo(&["tree", "--locked", "-p", "xtask", "--depth", "0"])).map(drop)
    });
    part("rustfmt", &mut || {
        process::done(process::cargo(if write { &["fmt", "--all"] } else { &["fmt", "--all", "--check"] }))
    });
    part("generated files", &mut || generated(write));
    part("frontend-react", &mut || npm_check("frontend-react", write));
    part("end2end", &mut || npm_check("end2end", write));
    part("clippy", &mut || {
        let mut clippy = process::cargo(&["clippy", "--all-targets"]);
        clippy.args(NATIVE).args(["--", "-D", "warnings"]);
        process::done(clippy)
    });
    part("clippy for the browser", &mut || {
        setup::wasm_target()?;
        let packages = ["-p", "domain", "-p", "app", "-p", "app-wasm"];
        let mut clippy = process::cargo(&["clippy", "--target", WASM]);
        clippy.args(packages).args(["--", "-D", "warnings"]);
        process::done(clippy)
    });
    if ci {
        part("clean tree", &mut || {
            let after = tree();
            if after == before { Ok(()) } else { Err(format!("generators changed the tree:\n{after}").into()) }
        });
    }
    if failures.is_empty() {
        println!("\nall checks passed");
        Ok(())
    } else {
        Err(format!("{} failed: {}", failures.len(), failures.join(", ")).into())
    }
}

/// Tests compare what is generated with what is checked in; told so, they write it.
fn generated(write: bool) -> Result {
    let mut cargo = process::cargo(&["test", "--quiet", "--test", "typescript", "--test", "settings"]);
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

/// What git sees as changed; nothing outside a repository.
fn tree() -> String {
    let mut git = process::program("git");
    git.args(["status", "--porcelain"]);
    process::output(git).unwrap_or_default()
}
