//! Soft hyphens in words, where a line may break. Debian's Chromium has no dictionaries for `hyphens: auto`.

use domain::Language;
use hypher::{Lang, hyphenate_bounded};

/// Letters of a word at least, and before and behind a hyphen at least.
const WORD: usize = 6;
const BEFORE: usize = 3;
const BEHIND: usize = 3;

const SOFT_HYPHEN: char = '\u{ad}';

/// The text of `html` with soft hyphens, outside links and tags.
pub fn hyphenated(html: &str, language: Language) -> String {
    let language = match language {
        Language::De => Lang::German,
        Language::En => Lang::English,
        Language::Fr => Lang::French,
        Language::Es => Lang::Spanish,
    };
    let mut out = String::with_capacity(html.len() + html.len() / 4);
    let mut is_link = false;
    let mut rest = html;
    while !rest.is_empty() {
        let (text, from_tag) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        if is_link {
            out.push_str(text);
        } else {
            push_text(&mut out, text, language);
        }
        let (tag, behind) = from_tag.split_at(from_tag.find('>').map_or(from_tag.len(), |end| end + 1));
        is_link = (is_link || tag.starts_with("<a ")) && tag != "</a>";
        out.push_str(tag);
        rest = behind;
    }
    out
}

fn push_text(out: &mut String, text: &str, language: Lang) {
    for run in text.split_inclusive(char::is_whitespace) {
        if is_plain(run) {
            push_words(out, run, language);
        } else {
            out.push_str(run);
        }
    }
}

/// Whether these are words, and no address, number, name of code or entity.
fn is_plain(run: &str) -> bool {
    let core = run.trim_matches(|sign: char| !sign.is_alphanumeric());
    core.chars().all(|sign| sign.is_alphabetic() || "-‐‑–—'’*".contains(sign))
        && !core.split(|sign: char| !sign.is_alphabetic()).any(|word| word.chars().skip(1).any(char::is_uppercase))
}

fn push_words(out: &mut String, run: &str, language: Lang) {
    let mut rest = run;
    while !rest.is_empty() {
        let (between, from_word) = rest.split_at(rest.find(char::is_alphabetic).unwrap_or(rest.len()));
        out.push_str(between);
        let end = from_word.find(|sign: char| !sign.is_alphabetic()).unwrap_or(from_word.len());
        let (word, behind) = from_word.split_at(end);
        if word.chars().nth(WORD - 1).is_some() {
            for (at, syllable) in hyphenate_bounded(word, language, BEFORE, BEHIND).enumerate() {
                out.extend((at > 0).then_some(SOFT_HYPHEN));
                out.push_str(syllable);
            }
        } else {
            out.push_str(word);
        }
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::hyphenated;
    use domain::Language;
    use proptest::prelude::*;

    fn shown(html: &str, language: Language) -> String {
        hyphenated(html, language).replace('\u{ad}', "|")
    }

    #[test]
    fn long_words_are_split_in_each_language() {
        for (language, word, split) in [
            (Language::De, "Schifffahrtsgesellschaft", "Schiff|fahrts|ge|sell|schaft"),
            (Language::En, "wonderful", "won|der|ful"),
            (Language::Fr, "anniversaire", "anni|ver|saire"),
            (Language::Es, "maravilloso", "mara|vi|lloso"),
        ] {
            assert_eq!(shown(word, language), split);
        }
    }

    #[test]
    fn short_words_addresses_code_numbers_and_tags_stay_whole() {
        for whole in [
            "Regen",
            "https://example.org/wunderbares-erlebnis",
            "www.wunderbares-erlebnis.de",
            "anna.wunderbar@example.org",
            "wunderbar_erlebnis",
            "JavaScript",
            "UNESCO-WELTERBE",
            "Wunderbar2026",
            "<p class=\"wunderbarerweise\" dir=\"auto\">",
            "<a href=\"https://wunderbar.example\" rel=\"nofollow noopener\">Wunderbarerweise</a>",
            "&lt;wunderbar&gt;",
        ] {
            assert_eq!(shown(whole, Language::De), whole);
        }
        assert_eq!(
            shown("<p>„Wunderbar“, (Freund*innenschaft)</p>", Language::De),
            "<p>„Wun|der|bar“, (Freund*innen|schaft)</p>"
        );
    }

    proptest! {
        #[test]
        fn nothing_but_soft_hyphens_is_added(text in "(\\PC|wunderbar|<b>|<a |</a>|&amp;|\\s){0,60}") {
            let bare = |text: &str| text.replace('\u{ad}', "");
            for language in [Language::De, Language::En, Language::Fr, Language::Es] {
                prop_assert_eq!(bare(&hyphenated(&text, language)), bare(&text));
            }
        }
    }
}
