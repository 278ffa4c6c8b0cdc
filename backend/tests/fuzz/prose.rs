//! Texts of entries, as they are shown.

use crate::{
    engine::{Target, about, fuzz, outcome},
    target,
};
use backend::prose;
use html5gum::{Token, Tokenizer};
use std::collections::BTreeSet;

const WORDS: &[&str] = &[
    "*",
    "**",
    "***",
    "\n",
    "\n\n",
    "- ",
    "* ",
    "> ",
    ">",
    "1. ",
    "999. ",
    "  ",
    "\t",
    "http://",
    "HTTPS://",
    "://",
    "javascript:",
    "<script>",
    "\"",
    "'",
    "&lt;",
    "&#60;",
    "\\",
    "`",
    "[a](b)",
    "<!--",
    "\u{202e}",
    "\u{200b}",
    "„",
    "“",
    "…",
    "_",
    "~~",
    "ä",
    "日",
    "🌧️",
    "\r\n",
    "\0",
    "***a***",
    "**a*b**c*",
];

pub fn run() {
    fuzz(Target { words: WORDS, most: 4096, ..target("prose") }, |input| shown(&String::from_utf8_lossy(input)));
}

/// The tags are those of `prose::html` and close in order, addresses lead to the web, and every letter is still there.
fn shown(text: &str) -> u64 {
    let (mut open, mut kinds, mut letters) = (Vec::new(), BTreeSet::new(), String::new());
    for token in Tokenizer::new(&prose::html(text)) {
        match token.unwrap() {
            Token::StartTag(tag) => {
                let name = String::from_utf8(tag.name.to_vec()).unwrap();
                for (attribute, value) in &tag.attributes {
                    let value = String::from_utf8(value.value.to_vec()).unwrap();
                    match (name.as_str(), attribute.as_slice()) {
                        ("a", b"href") => {
                            let scheme = value.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
                            assert!(matches!(scheme.as_deref(), Some("http" | "https")), "{value}");
                        }
                        ("a", b"rel") => assert_eq!(value, "nofollow noopener"),
                        ("li", b"value") => assert!((1..1000).contains(&value.parse::<u32>().unwrap())),
                        (_, b"dir") => assert_eq!(value, "auto"),
                        (_, b"class") => assert!(["near", "far", "dash"].contains(&value.as_str()), "{value}"),
                        _ => panic!("{name} {attribute:?}"),
                    }
                }
                assert!(
                    ["p", "br", "strong", "em", "ul", "ol", "li", "blockquote", "a"].contains(&name.as_str()),
                    "{name}"
                );
                if name != "br" {
                    open.push(name.clone());
                }
                kinds.insert(name);
            }
            Token::EndTag(tag) => assert_eq!(open.pop().unwrap().as_bytes(), tag.name.as_slice()),
            Token::String(words) => letters.push_str(str::from_utf8(&words.value).unwrap()),
            // Signs that HTML does not want, such as a zero byte.
            Token::Error(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let only_letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    assert_eq!(only_letters(&letters), only_letters(text));
    assert_eq!(only_letters(&prose::plain(text)), only_letters(text));
    assert!(prose::excerpt(text, 100).chars().count() <= 100);
    outcome((kinds, about(text.lines().count()), about(letters.matches('*').count())))
}
