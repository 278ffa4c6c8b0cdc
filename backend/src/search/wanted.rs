//! The words that are looked for: their stems, and what they find.

use super::words::{PART, Word, ends, middles, plain, words};
use domain::limits::SEARCH_WORDS;

/// Endings of inflected words, longest first, and the fewest letters that must stay.
const ENDINGS: [(&str, usize); 8] =
    [("ern", 4), ("em", 4), ("er", 4), ("en", 3), ("es", 3), ("e", 3), ("n", 4), ("s", 4)];

/// Letters behind which an 'n' is an ending: 'feiern' and 'handeln', not 'schon'.
const BEFORE_N: [char; 3] = ['e', 'l', 'r'];

/// A stem of at most this many letters begins too many other words: 'Käse', 'Kasse'.
const SHORT: usize = 3;

/// The common beginning of an inflected word and its other forms.
fn stem(word: &str) -> &str {
    // 'Freundinnen', 'Freundin'
    if let Some(singular) = word.strip_suffix("nen").filter(|singular| singular.len() > 4 && singular.ends_with("in")) {
        return singular;
    }
    let cut = |(ending, least): (&str, usize)| {
        let stem = word.strip_suffix(ending).filter(|stem| stem.chars().count() >= least)?;
        Some(stem).filter(|stem| ending != "n" || stem.ends_with(BEFORE_N))
    };
    ENDINGS.into_iter().find_map(cut).unwrap_or(word)
}

/// A stem alone and with each ending.
fn with_endings(stem: &str) -> Vec<String> {
    let plural = Some("nen").filter(|_| stem.ends_with("in"));
    let endings = [""].into_iter().chain(ENDINGS.map(|(ending, _)| ending)).chain(plural);
    endings.map(|ending| format!("{stem}{ending}")).collect()
}

/// A word that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Every word that is found contains this.
    pub stem: String,
    /// A found word begins with this, or has it inside with another word behind it. It has umlauts only if they were typed.
    begin: String,
    /// Or it is one of these: a short stem, alone and with each ending.
    forms: Vec<String>,
    /// Or it is long and ends with one of these: the stem alone and with each ending; of a short one, the word alone and with each ending, and the stem.
    ends: Vec<String>,
    has_umlaut: bool,
}

impl Wanted {
    fn of(word: Word) -> Self {
        let Word { letters, has_umlaut, .. } = word;
        let letters = if has_umlaut { letters } else { plain(&letters) };
        let stem = stem(&letters).to_owned();
        if stem == letters || stem.chars().count() > SHORT {
            let ends = if stem.chars().count() < PART { Vec::new() } else { with_endings(&stem) };
            return Self { begin: stem.clone(), stem, forms: Vec::new(), ends, has_umlaut };
        }
        let forms = with_endings(&stem).into_iter().filter(|form| !form.starts_with(&letters)).collect();
        // Too many long words end with a short stem: 'Essen' is not in 'Interesse'.
        let mut ends = with_endings(&letters);
        ends.extend((stem.chars().count() >= PART).then(|| stem.clone()));
        Self { stem, begin: letters, forms, ends, has_umlaut }
    }

    /// Whether no word is found by what stands inside it.
    pub fn is_found_at_beginnings_only(&self) -> bool {
        self.ends.is_empty() && self.middle().is_none()
    }

    /// The letters that find the word inside a long one, before another. `None` if it is too short.
    fn middle(&self) -> Option<&str> {
        Some(self.begin.as_str()).filter(|begin| begin.chars().count() >= PART)
    }

    /// Whether it finds a word with these letters.
    pub fn finds(&self, letters: &str) -> bool {
        if self.has_umlaut { self.is_in(letters) } else { self.is_in(&plain(letters)) }
    }

    fn is_in(&self, word: &str) -> bool {
        word.starts_with(&self.begin)
            || self.forms.iter().any(|form| form == word)
            || ends(word).any(|end| self.ends.iter().any(|form| form == end))
            || self.middle().is_some_and(|begin| middles(word).any(|middle| middle.starts_with(begin)))
    }
}

/// The words that are looked for, each once.
pub fn wanted(query: &str) -> Vec<Wanted> {
    let mut all: Vec<Wanted> = Vec::new();
    for word in words(query) {
        let wanted = Wanted::of(word);
        if all.len() < SEARCH_WORDS && !all.contains(&wanted) {
            all.push(wanted);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{stem, wanted, words};
    use proptest::prelude::{any, prop_assert, proptest};

    fn check(query: &str, found: &[&str], not_found: &[&str]) {
        for (texts, is_found) in [(found, true), (not_found, false)] {
            for text in texts {
                assert_eq!(wanted(query)[0].finds(&words(text)[0].letters), is_found, "{query}: {text}");
            }
        }
    }

    #[test]
    fn inflected_words_have_the_beginning_of_their_other_forms() {
        for (word, stem_of) in [
            ("hauser", "haus"),
            ("tage", "tag"),
            ("tagen", "tag"),
            ("kindern", "kind"),
            ("feiern", "feier"),
            ("freundinnen", "freundin"),
            ("garten", "gart"),
            ("haus", "haus"),
            ("schon", "schon"),
            ("ein", "ein"),
            ("amigos", "amigo"),
        ] {
            assert_eq!(stem(word), stem_of, "{word}");
        }
        assert_eq!(wanted("Haeuser, Haus und Hauses").len(), 2);
        assert_eq!(wanted("a b c d e f g h i j").len(), 8);
    }

    #[test]
    fn an_umlaut_that_was_typed_is_wanted_and_another_is_not() {
        for (query, found, not_found) in [
            ("schön", &["schön", "schoen", "SCHÖNE", "scho\u{308}n", "wunderschön"][..], &["schon", "schonen"][..]),
            ("scho\u{308}n", &["schön"], &["schon"]),
            ("schoen", &["schön", "schoen", "schon"], &["scheu"]),
            ("schon", &["schön", "schon"], &[]),
            ("haus", &["Häuser", "Haus", "Gartenhäuser"], &[]),
            ("Häuser", &["Häuser", "Häuschen", "Haeuser"], &["Haus", "Hauser"]),
            ("fuß", &["Fuß", "Füße", "fuss"], &[]),
            ("Füße", &["Füße", "Füsse"], &["Fuß"]),
            ("säen", &["säen", "saeen"], &["San"]),
        ] {
            check(query, found, not_found);
        }
    }

    #[test]
    fn a_short_stem_finds_its_forms_and_not_all_that_begins_with_it() {
        for (query, found, not_found) in [
            ("Käse", &["Käse", "Käsekuchen", "Kaese"][..], &["Kasse", "Käsig", "Kasper"][..]),
            ("Kaese", &["Käse"], &["Kasse"]),
            ("Tage", &["Tag", "Tage", "Tagen", "Tages", "Tagebuch", "Feiertag", "Feiertage"], &["Tagung"]),
            ("Tages", &["Tag", "Tage", "Tages"], &["Tagung"]),
            ("Rosen", &["Rose", "Rosen", "Rosengarten"], &["Rost"]),
            ("guten", &["gut", "gute", "guter", "gutem"], &["Gutschein"]),
            ("Tag", &["Tag", "Tagung"], &[]),
            ("Tagebü", &["Tagebücher"], &["Tagebuch"]),
        ] {
            check(query, found, not_found);
        }
    }

    #[test]
    fn a_compound_is_found_by_its_words_and_not_by_letters_inside_one() {
        for (query, found, not_found) in [
            (
                "Hund",
                &["Hund", "Hunde", "Schäferhund", "Hofhunden", "Blindenhundeschule"][..],
                &["zweihundert", "Schund"][..],
            ),
            (
                "Essen",
                &["Essen", "Mittagessen", "Abendessens", "Weihnachtsessen"],
                &["vergessen", "gesessen", "schließen", "nachgemessen", "Interesse"],
            ),
            ("Feiern", &["Feier", "Geburtstagsfeier", "Geburtstagsfeiern"], &["Feuerwehr"]),
            ("Tag", &["Tagebuch", "Geburtstag", "Geburtstage", "Geburtstagsfeier"], &["Montag", "vertagten"]),
            ("Geburtstag", &["Geburtstagsfeier", "Kindergeburtstage"], &["Geburt"]),
            ("Freundin", &["Freundinnen", "Brieffreundinnen"], &["Freund", "Brieffreund"]),
            ("Spiel", &["Spielplatz", "Fußballspiele", "Kinderspielplatz"], &["Beispiel"]),
            ("schon", &["schon", "schön"], &["Schokolade"]),
            ("Fahrt", &["Zugfahrt", "Zugfahrten"], &["Gefährte"]),
        ] {
            check(query, found, not_found);
        }
    }

    proptest! {
        #[test]
        fn a_word_is_found_by_itself(text in any::<String>()) {
            for word in words(&text) {
                prop_assert!(wanted(&text[word.range])[0].finds(&word.letters));
            }
        }
    }
}
