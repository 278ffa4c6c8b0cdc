//! Texts that stand in a page's code and not in the table of texts.

use super::sources::Source;
use proc_macro2::{TokenStream, TokenTree};

/// Attributes that people read or hear.
const READ: [&str; 4] = ["alt", "label", "placeholder", "title"];

pub fn broken(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    look(source.text.parse().unwrap_or_default(), false, &mut found);
    found.iter().map(|text| format!("{}: {text} belongs in domain/locales", source.path)).collect()
}

/// `in_view`: the tokens are those of `view!`, in which elements are no groups, but braces are.
fn look(tokens: TokenStream, in_view: bool, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let before = |steps: usize| at.checked_sub(steps).map(|at| tokens[at].to_string()).unwrap_or_default();
        match token {
            TokenTree::Group(group) => look(group.stream(), before(1) == "!" && before(2) == "view", found),
            TokenTree::Literal(text)
                if in_view
                    && says_something(&text.to_string())
                    && (before(1) != "=" || READ.contains(&before(2).as_str())) =>
            {
                found.push(text.to_string());
            }
            // A text without quotes: words one after the other behind a tag. An attribute has a sign behind it.
            TokenTree::Ident(_) if in_view && before(2) == ">" && is_word(&before(1)) => {
                found.push(format!("{} {token}", before(1)));
            }
            _ => {}
        }
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(char::is_alphabetic)
}

/// Two letters and a space; names and signs stay.
fn says_something(literal: &str) -> bool {
    let is_text = literal.starts_with(['"', 'r']) && literal.trim_matches('"').contains(' ');
    is_text && literal.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::{Source, broken};

    fn count(text: &str) -> usize {
        broken(&Source { path: "a.rs".into(), text: text.into() }).len()
    }

    #[test]
    fn a_text_in_a_page_is_found_and_what_nobody_reads_is_not() {
        assert_eq!(count(r#"fn f() { view! { <p>"Guten Tag"</p> } }"#), 1);
        assert_eq!(count(r#"view! { <p>{x.then(|| view! { <b>"Guten Tag"</b> })}</p> }"#), 1);
        assert_eq!(count(r#"view! { <img alt="Ein Bild" class="a b" /> <a aria-label="Zum Tag" /> }"#), 2);
        assert_eq!(count("view! { <p>Guten Tag</p> }"), 1);
        assert_eq!(count(r#"view! { <p class="a b">{t(Key::NavCreate)}" · "<Icon of=icon::X /></p> }"#), 0);
        assert_eq!(count(r#"fn f() { format!("Guten Tag") }"#), 0);
    }
}
