//! Circles between the features of a crate: its modules at the top depend on each other in one direction only.

use super::sources::Source;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The checked crates.
const CRATES: [&str; 4] = ["app", "backend", "domain", "server"];

/// The modules that each module names, and a file that names them.
type Edges = BTreeMap<String, BTreeMap<String, String>>;

/// A line for each circle.
pub fn broken(sources: &[Source]) -> Vec<String> {
    CRATES.iter().flat_map(|name| circles(name, &edges(&format!("{name}/src/"), sources))).collect()
}

/// The edges between the modules below `folder`, a crate's `src/`.
fn edges(folder: &str, sources: &[Source]) -> Edges {
    let files: Vec<(&str, Vec<String>)> = sources
        .iter()
        .filter_map(|source| Some((source.path.strip_prefix(folder)?.strip_suffix(".rs")?, &source.text)))
        .filter(|(path, _)| !path.ends_with("tests") && !path.contains("/tests/"))
        .map(|(path, text)| (path, without_tests(words(text))))
        .collect();
    let is_root = |path: &str| ["lib", "main"].contains(&path);
    let modules: BTreeSet<&str> = files.iter().filter(|(path, _)| !is_root(path)).map(|(path, _)| top(path)).collect();
    // The root's imports from a module count as that module's, because children may take them from the root.
    let roots = files.iter().filter(|(path, _)| is_root(path));
    let aliases: BTreeMap<String, String> = roots.flat_map(|(_, words)| imports(words)).collect();
    let mut edges = Edges::new();
    for (path, words) in files.iter().filter(|(path, _)| !is_root(path)) {
        for name in of_root(words, depth(path)) {
            let module = aliases.get(&name).filter(|_| !modules.contains(name.as_str())).unwrap_or(&name);
            if module != top(path) && modules.contains(module.as_str()) {
                let from = edges.entry(top(path).to_owned()).or_default();
                from.entry(module.clone()).or_insert_with(|| format!("{folder}{path}.rs"));
            }
        }
    }
    edges
}

/// The module at the top that a file belongs to.
fn top(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

/// The number of `super` that lead from a file to the root.
fn depth(path: &str) -> usize {
    path.trim_end_matches("/mod").split('/').count()
}

/// Names and punctuation of Rust code, without comments and quoted text.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    flatten(text.parse().unwrap_or_default(), &mut words);
    words
}

fn flatten(tokens: TokenStream, words: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
                };
                words.push(open.to_owned());
                flatten(group.stream(), words);
                words.push(close.to_owned());
            }
            TokenTree::Literal(_) => {}
            name => words.push(name.to_string()),
        }
    }
}

/// The words without the items of tests.
fn without_tests(words: Vec<String>) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if words[at..].iter().zip(MARK).filter(|(word, mark)| word == mark).count() < MARK.len() {
            kept.push(words[at].clone());
            at += 1;
            continue;
        }
        // The item ends with a semicolon, or with the brace that closes it.
        let mut open = 0_usize;
        for word in &words[at..] {
            at += 1;
            match word.as_str() {
                "{" => open += 1,
                "}" => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 && (word == ";" || word == "}") {
                break;
            }
        }
    }
    kept
}

/// The names right behind a path to the root.
fn of_root(words: &[String], depth: usize) -> Vec<String> {
    let mut names = Vec::new();
    for at in 0..words.len() {
        if words[at] == "crate" {
            names.extend(firsts(&words[at + 1..]));
        }
        let supers = steps(&words[at..]);
        if supers == depth && (at < 3 || words[at - 3] != "super") {
            names.extend(firsts(&words[at + 3 * supers - 2..]));
        }
    }
    names
}

/// The number of `super` at the beginning of a path.
fn steps(words: &[String]) -> usize {
    words.chunks(3).take_while(|step| step.iter().eq(["super", ":", ":"])).count()
}

/// The name behind `::`, or the first name of each path between braces.
fn firsts(words: &[String]) -> Vec<String> {
    let [first, second, rest @ ..] = words else { return Vec::new() };
    if first != ":" || second != ":" {
        return Vec::new();
    }
    if rest.first().is_none_or(|word| word != "{") {
        return rest.iter().take(1).cloned().collect();
    }
    let mut names = Vec::new();
    let (mut open, mut begins) = (0, false);
    for word in rest {
        match word.as_str() {
            "{" => open += 1,
            "}" => open -= 1,
            name if begins && open == 1 => names.push(name.to_owned()),
            _ => {}
        }
        if open == 0 {
            break;
        }
        begins = open == 1 && (word == "{" || word == ",");
    }
    names
}

/// The names that `use module::…` brings to the root, each with its module.
fn imports(words: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for at in (0..words.len()).filter(|at| words[*at] == "use") {
        let mut statement = words[at + 1..].iter().take_while(|word| *word != ";").peekable();
        let Some(module) = statement.next() else { continue };
        while let Some(name) = statement.next() {
            // A name before `::` is only a step of the path.
            if statement.peek().is_none_or(|next| *next != ":") {
                found.push((name.clone(), module.clone()));
            }
        }
    }
    found
}

/// The shortest circle through each module, each circle once.
fn circles(name: &str, edges: &Edges) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    for start in edges.keys() {
        let Some(circle) = shortest(start, edges) else { continue };
        if seen.insert(circle.iter().cloned().collect::<BTreeSet<_>>()) {
            let steps = circle.iter().zip(circle.iter().cycle().skip(1));
            let steps: Vec<String> = steps.map(|(from, to)| format!("{from} -> {to} ({})", edges[from][to])).collect();
            lines.push(format!("{name}: a circle of features: {}", steps.join(", ")));
        }
    }
    lines
}

/// The modules of the shortest way from `start` back to it.
fn shortest(start: &String, edges: &Edges) -> Option<Vec<String>> {
    let mut ways = VecDeque::from([vec![start.clone()]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for next in way.last().and_then(|last| edges.get(last)).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                ways.push_back(way.iter().chain([next]).cloned().collect());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Source, circles, edges};

    fn find(files: &[(&str, &str)]) -> Vec<String> {
        let source = |(path, text): &(&str, &str)| Source { path: format!("x/src/{path}"), text: (*text).to_owned() };
        circles("x", &edges("x/src/", &files.iter().map(source).collect::<Vec<_>>()))
    }

    #[test]
    fn a_circle_is_named_with_the_files_that_make_it() {
        let found = find(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a/mod.rs", "use crate::{Result, b::{self, Thing}};"),
            ("b/store.rs", "fn f() { crate::c::g() }"),
            ("c.rs", "use super::a;"),
        ]);
        let circle = "x: a circle of features: a -> b (x/src/a/mod.rs), b -> c (x/src/b/store.rs), c -> a (x/src/c.rs)";
        assert_eq!(found, [circle]);
        let two = find(&[("a.rs", "use crate::b;"), ("b.rs", "use crate::{c, a};"), ("c.rs", "use crate::b;")]);
        assert_eq!(two.len(), 2, "{two:?}");
    }

    #[test]
    fn imports_of_the_root_count_as_their_module() {
        let root = "mod a; mod b; pub use a::{one::One, Two}; use b::{inner::{Three}};";
        let found = find(&[("lib.rs", root), ("a/x/y.rs", "use crate::Three;"), ("b.rs", "fn f(_: crate::One) {}")]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(find(&[("lib.rs", root), ("a.rs", "use crate::Two;"), ("b.rs", "use crate::Two;")]).is_empty());
    }

    #[test]
    fn supers_are_followed_to_the_root_and_no_further() {
        let b = ("b.rs", "use crate::a;");
        assert_eq!(find(&[("a/x/y.rs", "use super::super::super::b::c;"), b]).len(), 1);
        assert_eq!(find(&[("a/x/mod.rs", "use super::super::{one, b};"), b]).len(), 1);
        assert!(find(&[("a/x/y.rs", "use super::super::b;"), b]).is_empty());
        assert!(find(&[("a/mod.rs", "use self::b; use other::b;"), b]).is_empty());
    }

    #[test]
    fn comments_texts_and_tests_count_nothing() {
        let b = ("b.rs", "use crate::a;");
        for text in [
            "// crate::b\n/* crate::b */ /// [`crate::b`]",
            r##"const A: &str = "\" crate::b"; const B: &str = r#"" crate::b"#; const C: char = '"'; const D: u8 = b'\'';"##,
            "fn f<'a>(_: &'a str) {}\n#[cfg(test)]\nmod tests { use crate::b; fn f() { g() } }",
            "#[cfg(test)]\nuse crate::b;",
        ] {
            assert!(find(&[("a/mod.rs", text), b]).is_empty(), "{text}");
            let found = find(&[("a/mod.rs", &format!("{text}\nuse crate::b;")), b]);
            assert_eq!(found.len(), 1, "{text}");
        }
        assert!(find(&[("a/tests.rs", "use crate::b;"), b]).is_empty());
    }
}
