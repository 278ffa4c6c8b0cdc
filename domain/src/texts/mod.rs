//! The table of texts, with a typed key for each. It is generated from `locales/*.json` at build time.

use crate::{Error, Language, Refusal};
use std::collections::BTreeMap;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A parameter of an error. In `user_not_found` it says that another person was not found, not the viewer. In `unauthenticated` it says
/// that the request is about people, so that no unsaved text can be lost.
pub const PERSON: &str = "person";

/// A parameter of `access_denied`. The viewer may see the entry, but only its author changes it.
pub const AUTHOR: &str = "author";

/// The number of seconds from which the text says minutes.
const IN_MINUTES: u64 = 120;

impl Language {
    /// The text of `key`, placeholders untouched.
    pub fn text(self, key: Key) -> &'static str {
        let table = match self {
            Self::De => &DE,
            Self::En => &EN,
            Self::Fr => &FR,
            Self::Es => &ES,
        };
        table[key as usize]
    }

    /// The text of `key` with each `{name}` replaced, and each `{n|one|many}` by the form for that number.
    pub fn fill(self, key: Key, params: &[(&str, &str)]) -> String {
        fill(self.text(key), params, |number| self.is_singular(number))
    }

    /// The text of `key` with a colon, before which French has a space.
    pub fn label(self, key: Key) -> String {
        format!("{}{}:", self.text(key), if self == Self::Fr { "\u{a0}" } else { "" })
    }

    /// French counts none like one.
    fn is_singular(self, number: &str) -> bool {
        number == "1" || (number == "0" && self == Self::Fr)
    }

    /// All texts below `prefix` (such as `editor`), by their full names: an island's props.
    pub fn texts_below(self, prefix: &str) -> BTreeMap<&'static str, &'static str> {
        let start = NAMES.partition_point(|name| *name < prefix);
        (start..NAMES.len())
            .take_while(|at| NAMES[*at].starts_with(prefix))
            .filter(|at| NAMES[*at].as_bytes().get(prefix.len()) == Some(&b'.'))
            .map(|at| (NAMES[at], self.text(Key::ALL[at])))
            .collect()
    }

    /// The text about `error` for a person.
    pub fn error_text(self, error: &Error) -> String {
        let seconds = error.params.iter().find(|(name, _)| *name == "seconds");
        let seconds = seconds.and_then(|(_, value)| value.parse::<u64>().ok());
        if error.refusal == Refusal::TooManyRequests
            && let Some(seconds) = seconds.filter(|seconds| *seconds >= IN_MINUTES)
        {
            let minutes = seconds.div_ceil(60).to_string();
            return self.fill(Key::ErrorsTooManyRequestsMinutes, &[("minutes", &minutes)]);
        }
        let is_one = error.params.iter().any(|(name, value)| *name == "n" && value == "1");
        let is_about_author = error.params.iter().any(|(name, _)| *name == AUTHOR);
        let is_between_people = error.params.iter().any(|(name, _)| *name == PERSON);
        let key = match error.refusal {
            Refusal::AccessDenied if is_about_author => Key::ErrorsAuthorOnly,
            Refusal::TooManyImages if is_one => Key::ErrorsTooManyImagesOne,
            Refusal::UserNotFound if is_between_people => Key::ErrorsPersonNotFound,
            Refusal::Unauthenticated if is_between_people => Key::ErrorsAuthenticationRequired,
            refusal => Key::by_name(&format!("errors.{}", refusal.code())).unwrap_or(Key::ErrorsInternal),
        };
        let params: Vec<_> = error.params.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.fill(key, &params)
    }
}

impl Key {
    /// The key's dotted name in the table.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    pub fn by_name(name: &str) -> Option<Self> {
        NAMES.binary_search(&name).ok().map(|at| Self::ALL[at])
    }
}

/// Replaces in one pass, so that a filled-in value is never read as a placeholder.
fn fill(text: &str, params: &[(&str, &str)], is_singular: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let place = after.split_once('}').and_then(|(place, behind)| {
            let mut forms = place.split('|');
            let name = forms.next()?;
            let (_, value) = params.iter().find(|(known, _)| *known == name)?;
            let (one, many) = (forms.next(), forms.next());
            let chosen = if is_singular(value) { one } else { many };
            Some((chosen.unwrap_or(value), behind))
        });
        if let Some((value, behind)) = place {
            out.push_str(value);
            rest = behind;
        } else {
            out.push('{');
            rest = after;
        }
    }
    out + rest
}

#[cfg(test)]
mod style;

#[cfg(test)]
mod tests {
    use super::Key;
    use crate::{Language, Refusal};

    #[test]
    fn every_refusal_has_a_text_in_every_language() {
        for refusal in Refusal::ALL {
            let name = format!("errors.{}", refusal.code());
            assert!(Key::by_name(&name).is_some(), "{name} is missing in the locales");
        }
    }

    #[test]
    fn a_filled_in_value_is_not_filled_again() {
        let params = [("name", "{link}"), ("link", "hier")];
        assert_eq!(super::fill("{name}: {link}, {other} {", &params, |_| false), "{link}: hier, {other} {");
    }

    #[test]
    fn a_number_chooses_the_form_of_its_word() {
        let words = |language: Language, n: &str| language.fill(Key::StatsInWords, &[("n", n)]);
        assert_eq!([words(Language::De, "1"), words(Language::De, "2")], ["1 Wort", "2 Wörter"]);
        assert_eq!([words(Language::De, "0"), words(Language::Fr, "0")], ["0 Wörter", "0 mot"]);
    }

    /// Limits that are above one, places in an order, and texts with one of their own for one.
    const NEVER_ONE: [&str; 30] = [
        "assistant_log.text",
        "declaration.receipt_kept",
        "editor.dropzone.first_text",
        "editor.dropzone.many_text",
        "editor.dropzone.move_earlier",
        "editor.dropzone.move_later",
        "editor.dropzone.said_main",
        "editor.dropzone.said_moved",
        "editor.recorder.limit",
        "editor.recorder.limit_pro",
        "editor.recorder.limit_text",
        "editor.text_counter",
        "entry.image",
        "errors.day_too_far_back",
        "errors.declaration_too_long",
        "errors.linkedin_too_long",
        "errors.recording_too_long",
        "errors.resend_too_often",
        "errors.search_too_long",
        "errors.their_friends_full",
        "errors.too_many_answers",
        "errors.too_many_blocks",
        "errors.too_many_friends",
        "errors.too_many_images",
        "errors.too_many_pending",
        "errors.too_many_requests_minutes",
        "friends.filter_some",
        "invitations.counter",
        "linkedin.count",
        "share.pin_spent",
    ];

    #[test]
    fn every_counted_word_has_a_form_for_one() {
        const COUNTS: [&str; 7] = ["n", "days", "left", "seconds", "minutes", "total", "max"];
        // Words that no number changes.
        const SAME: [&str; 21] = [
            "von", "of", "out", "de", "sur", "am", "a", "par", "al", "GB", "Go", "Zeichen", "Treffer", "fois", "mois",
            "earlier", "weitere", "more", "left", "aujourd", "frei",
        ];
        let mut wrong = Vec::new();
        for key in Key::ALL.into_iter().filter(|key| !NEVER_ONE.contains(&key.name())) {
            for language in Language::ALL {
                let mut parts = language.text(key).split('{');
                parts.next();
                for (name, rest) in parts.filter_map(|part| part.split_once('}')) {
                    let next: String = rest
                        .strip_prefix([' ', '\u{a0}'])
                        .unwrap_or_default()
                        .chars()
                        .take_while(|c| c.is_alphabetic())
                        .collect();
                    if COUNTS.contains(&name) && !next.is_empty() && !SAME.contains(&next.as_str()) {
                        wrong.push(format!("{} in {}: {name} {next}", key.name(), language.as_str()));
                    }
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn a_long_wait_is_told_in_minutes() {
        let said = |seconds: u64| {
            Language::De.error_text(&crate::Error::from(Refusal::TooManyRequests).with("seconds", seconds))
        };
        assert!(said(119).contains("in 119 Sekunden"));
        assert!(said(120).contains("in 2 Minuten"));
        assert!(said(841).contains("in 15 Minuten"));
    }

    #[test]
    fn one_picture_is_no_plural() {
        let said = |n: u32| Language::De.error_text(&crate::Error::from(Refusal::TooManyImages).with("n", n));
        assert!(said(1).contains("maximal 1 Bild hochladen"));
        assert!(said(3).contains("maximal 3 Bilder hochladen"));
    }

    #[test]
    fn placeholders_are_the_same_in_every_language() {
        let names = |text: &str| {
            let mut found: Vec<String> = text
                .split('{')
                .skip(1)
                .filter_map(|rest| rest.split_once('}'))
                .map(|(name, _)| name.split('|').next().unwrap_or_default().to_owned())
                .collect();
            found.sort();
            // How often a language says a number, and in how many forms, is its own affair.
            found.dedup();
            found
        };
        for key in Key::ALL {
            let expected = names(Language::De.text(key));
            for language in Language::ALL {
                assert_eq!(names(language.text(key)), expected, "{} in {}", key.name(), language.as_str());
            }
        }
    }

    #[test]
    fn a_subtree_holds_only_its_own_texts() {
        let texts = Language::De.texts_below("errors");
        assert!(texts.len() >= Refusal::ALL.len());
        assert!(texts.keys().all(|name| name.starts_with("errors.")));
        assert!(Language::De.texts_below("error").is_empty());
    }
}
