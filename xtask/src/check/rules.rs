//! House rules that no linter knows: file length, who may name which crate, circles of features, escaping, versions that must agree.

use super::{
    circles,
    sources::{Source, sources},
};
use crate::process::Result;

const LONGEST: usize = 400;
const SOURCES: [&str; 8] = ["rs", "ts", "tsx", "js", "mjs", "css", "sql", "sh"];

pub fn check() -> Result {
    let sources = sources(&SOURCES);
    let mut broken: Vec<String> = sources.iter().flat_map(broken_rules).collect();
    broken.extend(circles::broken(&sources));
    for (tag, component, why) in [
        ("<textarea", "fn TextArea", "Leptos 0.8 does not escape its content; use TextArea"),
        ("<Suspense", "fn Suspense", "it would stay empty, because a page loads before it draws (app/src/render.rs)"),
    ] {
        broken.extend(elements(&sources, tag, component, why));
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n").into()) }
}

fn broken_rules(source: &Source) -> Vec<String> {
    let Source { path, text } = source;
    let mut broken = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST && !text.starts_with("// Generated") {
        broken.push(format!("{path}: {lines} lines, at most {LONGEST}"));
    }
    let product = ["domain/src", "backend/src", "app/", "server/src"].iter().any(|folder| path.starts_with(folder));
    let names = |name: &str| text.lines().any(|l| !l.trim_start().starts_with("//") && l.contains(name));
    let errors = path == "backend/src/error.rs";
    let storage = ["backend/src/db/", "/store.rs", "/store/"].iter().any(|part| path.contains(part));
    if product && !storage && !errors && names("sqlx::") {
        broken.push(format!("{path}: only backend/src/db and a feature's store name sqlx"));
    }
    let provider = path.starts_with("backend/src/providers/");
    for outside in ["reqwest", "object_store"] {
        if product && !provider && !errors && names(&format!("{outside}::")) {
            broken.push(format!("{path}: only backend/src/providers names {outside}"));
        }
    }
    broken
}

/// The places in `app` that have an element, except the file with its component.
fn elements(sources: &[Source], tag: &str, component: &str, why: &str) -> Vec<String> {
    let pages = sources.iter().filter(|s| s.path.starts_with("app/") && !s.text.contains(component));
    let raw = pages.flat_map(|s| s.text.lines().enumerate().map(move |(at, line)| (&s.path, at + 1, line)));
    raw.filter(|(_, _, line)| !line.trim_start().starts_with("//") && opens(line, tag))
        .map(|(path, at, _)| format!("{path}:{at}: {tag}>: {why}"))
        .collect()
}

fn opens(line: &str, tag: &str) -> bool {
    line.match_indices(tag)
        .any(|(at, _)| !line[at + tag.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::{Source, broken_rules, elements};

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.into(), text: text.into() }
    }

    #[test]
    fn layers_are_kept_apart() {
        let sql = "fn f() { sqlx::query(\"\"); }";
        assert!(broken_rules(&source("backend/src/entries/store.rs", sql)).is_empty());
        assert_eq!(broken_rules(&source("backend/src/entries/mod.rs", sql)).len(), 1);
        assert_eq!(broken_rules(&source("server/src/api/entries.rs", "use reqwest::Client;")).len(), 1);
        assert!(broken_rules(&source("server/src/api/entries.rs", "// not reqwest::Client\n")).is_empty());
    }

    #[test]
    fn long_files_are_found_unless_generated() {
        let long = "x\n".repeat(401);
        assert_eq!(broken_rules(&source("style/base.css", &long)).len(), 1);
        assert!(
            broken_rules(&source("frontend-react/src/shared/domain.ts", &format!("// Generated\n{long}"))).is_empty()
        );
    }

    #[test]
    fn elements_are_found_outside_their_component() {
        let find = |path: &str, text: &str| elements(&[source(path, text)], "<textarea", "fn TextArea", "").len();
        assert_eq!(find("app/src/a.rs", "view! { <textarea name=\"x\"/> }"), 1);
        assert_eq!(find("app/src/a.rs", "view! { <textarea_row/> }"), 0);
        assert_eq!(find("app/src/area.rs", "pub fn TextArea() { view! { <textarea/> } }"), 0);
    }
}
