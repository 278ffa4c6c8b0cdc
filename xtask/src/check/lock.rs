//! What `cargo deny` asks of the lock file, without the network and within milliseconds: refused crates, and where crates come from.
//! Licences and duplicates are left to `cargo xtask audit`.

use crate::process::{self, Result, root};
use std::fs;

/// The end of every source's address: the public registry.
const REGISTRY: &str = "/crates.io-index";

pub fn check() -> Result {
    process::output(process::cargo(&["tree", "--locked", "-p", "xtask", "--depth", "0"]))?;
    let [lock, rules] = ["Cargo.lock", "deny.toml"].map(|name| fs::read_to_string(root().join(name)));
    let broken = broken(&lock?, &rules?);
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n").into()) }
}

/// A line for each crate of the lock file that deny.toml refuses.
fn broken(lock: &str, rules: &str) -> Vec<String> {
    let refused: Vec<&str> = rules.lines().filter_map(|line| quoted(line, "{ crate = ")).collect();
    let mut found = Vec::new();
    for package in lock.split("[[package]]") {
        let field = |name: &str| package.lines().find_map(|line| quoted(line, name));
        let Some(name) = field("name = ") else { continue };
        if refused.contains(&name) {
            found.push(format!("Cargo.lock has {name}, which deny.toml refuses"));
        }
        if let Some(source) = field("source = ").filter(|source| !source.ends_with(REGISTRY)) {
            found.push(format!("{name} comes from {source}"));
        }
    }
    found
}

/// The quoted text behind `key` at the beginning of a line.
fn quoted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.trim_start().strip_prefix(key)?.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn a_refused_crate_and_a_foreign_source_are_found() {
        let rules = "deny = [\n    { crate = \"aws-lc-sys\", reason = \"one provider\" },\n]";
        let package = |name: &str, source: &str| format!("[[package]]\nname = \"{name}\"\nsource = \"{source}\"\n");
        let [registry, elsewhere] = ["registry+https://example.org/crates.io-index", "git+https://example.org/x"];
        let lock = package("a", registry) + &package("aws-lc-sys", registry) + &package("b", elsewhere);
        assert_eq!(
            broken(&lock, rules),
            ["Cargo.lock has aws-lc-sys, which deny.toml refuses", "b comes from git+https://example.org/x"]
        );
        assert!(broken("[[package]]\nname = \"our-own\"\n", rules).is_empty());
    }
}
