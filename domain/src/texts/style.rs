//! Rules of style that a machine can check: signs, spaces and words that a language does without.

use super::Key;
use crate::Language;

/// The specification gives these German texts letter by letter.
const GIVEN: [&str; 21] = [
    "editor.toast.empty_text",
    "entry.denied_text",
    "errors.access_denied",
    "errors.credentials_missing",
    "errors.email_not_found",
    "errors.email_taken",
    "errors.empty_entry",
    "errors.google_denied",
    "errors.google_disabled",
    "errors.google_domain",
    "errors.google_forbidden",
    "errors.invalid_email",
    "errors.invitation_missing",
    "errors.linkedin_incomplete",
    "errors.needs_registration",
    "errors.user_not_found",
    "google.popup_blocked",
    "sign_in.account_created",
    "sign_in.invitation_missing",
    "sign_in.login_button",
    "sign_in.register_button",
];

/// Each text of `language` that is free to be worded.
fn worded(language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
    let keys = Key::ALL.into_iter().filter(move |key| language != Language::De || !GIVEN.contains(&key.name()));
    keys.map(move |key| (key.name(), language.text(key)))
}

/// A post for LinkedIn may address its readers politely.
fn is_for_a_post(name: &str) -> bool {
    name.ends_with("_sie") || name == "linkedin.address.sie"
}

#[test]
fn no_text_has_signs_or_words_that_its_language_does_without() {
    const TABLE: [(Language, &[&str]); 4] = [
        (
            Language::De,
            &["Account", "Email", " Mail ", " Mails ", "\"", "dieser Server", "diesen Server", "diesem Server"],
        ),
        (Language::En, &["e-mail", "E-mail", "this server", "sign in", "signed in", "'", "\"", " …"]),
        // A narrow no-break space stands before ; ! and ?, a wide one before a colon and inside the quotation marks.
        (
            Language::Fr,
            &[
                " :",
                " ;",
                " !",
                " ?",
                " »",
                "« ",
                "\u{202f}:",
                "\u{a0};",
                "\u{a0}!",
                "\u{a0}?",
                "'",
                "\"",
                "...",
                " …",
                "ce serveur",
                "emoji ",
                "emojis",
            ],
        ),
        (Language::Es, &["'", "\"", "“", "...", " …", "este servidor", "émoji"]),
    ];
    for (language, words) in TABLE {
        for (name, text) in worded(language) {
            for word in words {
                assert!(!without_places(text).contains(word), "{name} in {}: '{word}'", language.as_str());
            }
        }
    }
}

/// `text` without its `{place}`s; of `{n|one|many}` the forms stay.
fn without_places(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| match part.split_once('}') {
        Some((place, behind)) => whole + place.split_once('|').map_or("", |(_, forms)| forms) + behind,
        None => whole + part,
    })
}

#[test]
fn french_signs_have_their_space() {
    for (name, text) in worded(Language::Fr) {
        let signs: Vec<char> = text.chars().collect();
        for (at, sign) in signs.iter().enumerate() {
            let (before, after) = (at.checked_sub(1).and_then(|at| signs.get(at)), signs.get(at + 1));
            let is_right = match sign {
                ';' | '!' | '?' => before == Some(&'\u{202f}'),
                // Not the colon of an address or a time.
                ':' => before == Some(&'\u{a0}') || after.is_some_and(|after| !after.is_whitespace()),
                '«' => after == Some(&'\u{a0}'),
                '»' => before == Some(&'\u{a0}'),
                _ => true,
            };
            assert!(is_right, "{name} in French: '{sign}'");
        }
    }
}

#[test]
fn spanish_questions_and_exclamations_are_opened() {
    for (name, text) in worded(Language::Es) {
        for (open, close) in [('¿', '?'), ('¡', '!')] {
            let count = |sign: char| text.matches(sign).count();
            assert_eq!(count(open), count(close), "{name} in Spanish: '{open}'");
        }
    }
}

/// 'Sie' and 'Ihr' inside a sentence address politely; at its start they may be 'she', 'they' or 'you both'.
#[test]
fn german_says_du() {
    const POLITE: [&str; 7] = ["Sie", "Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer", "Ihnen"];
    for (name, text) in worded(Language::De).filter(|(name, _)| !is_for_a_post(name)) {
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let polite = words.windows(2).find(|pair| {
                !pair[0].ends_with(['.', ':', '?', '!', '“'])
                    && POLITE.contains(&pair[1].trim_matches(['.', ',', '?', '!']))
            });
            assert_eq!(polite, None, "{name} in German");
        }
    }
}

/// French and Spanish say tu and tú even where the specification says 'Sie'.
#[test]
fn french_and_spanish_never_address_politely() {
    const POLITE: [&str; 13] = [
        "vous",
        "votre",
        "vos",
        "veuillez",
        "usted",
        "ustedes",
        "compruebe",
        "introduzca",
        "inténtelo",
        "su cuenta",
        "su contraseña",
        "su correo",
        "su suscripción",
    ];
    for language in [Language::Fr, Language::Es] {
        for (name, text) in worded(language).filter(|(name, _)| !is_for_a_post(name)) {
            let text = text.to_lowercase();
            let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let whole = format!(" {} ", words.join(" "));
            let polite = POLITE.iter().find(|polite| whole.contains(&format!(" {polite} ")));
            assert_eq!(polite, None, "{name} in {}", language.as_str());
            // 'Vérifiez', but not 'chez'.
            let imperative = words
                .iter()
                .find(|word| language == Language::Fr && word.ends_with("ez") && !["chez", "assez"].contains(*word));
            assert_eq!(imperative, None, "{name} in French");
        }
    }
}
