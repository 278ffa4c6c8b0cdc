use super::{LocalSummary, lexicon::Lexicon, summarise};
use domain::{Language, emoji, limits, text::length};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use serde::Deserialize;
use std::time::{Duration, Instant};

/// A realistic diary entry, with the phrases and emojis that its summary must contain.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Diary {
    about: String,
    text: String,
    top_moment: String,
    keeps: Vec<String>,
    emojis: Vec<String>,
}

fn diaries() -> Vec<Diary> {
    serde_json::from_str(include_str!("diaries.json")).unwrap()
}

#[test]
fn stars_and_signs_of_a_text_are_in_no_summary() {
    let made = summarise("Am Abend gab es **Suppe** mit *Jonas*.\n\n> Wir lachten lange.", "");
    assert!(made.summary.contains("Suppe mit Jonas") && !made.summary.contains(['*', '>']), "{}", made.summary);
}

#[test]
fn a_summary_keeps_what_mattered() {
    for Diary { about, text, top_moment, keeps, emojis } in diaries() {
        let LocalSummary { summary, emojis: found } = summarise(&text, &top_moment);
        assert!((60..=300).contains(&length(&summary)), "{about}: {summary}");
        for part in keeps {
            assert!(summary.contains(&part), "{about}: {summary}");
        }
        for sign in emojis {
            assert!(found.contains(&sign), "{about}: {found}");
        }
    }
}

#[test]
fn the_recordings_text_becomes_two_sentences_of_its_own() {
    let voice = &diaries()[0];
    let LocalSummary { summary, emojis } = summarise(&voice.text, "");
    assert_eq!(
        summary,
        "Mittags gab es Suppe mit Anna, danach ein langes Gespräch über den Umzug. Am Abend habe ich endlich das Regal \
         aufgebaut und war sehr stolz darauf."
    );
    assert_eq!(emojis, "🥣📦🔨");
}

#[test]
fn every_sentence_is_the_persons_own() {
    let own =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    for Diary { about, text, top_moment, .. } in diaries() {
        let summary = summarise(&text, &top_moment).summary;
        let lexicon = Lexicon::of(&text);
        let sentences = super::sentences::split(&summary, lexicon);
        assert!((1..=3).contains(&sentences.len()), "{about}: {summary}");
        for sentence in sentences {
            let without_hesitation = own(&text).replace("warähmschon", "warschon");
            assert!(without_hesitation.contains(&own(&sentence)), "{about}: {sentence}");
        }
    }
}

#[test]
fn a_short_text_stands_as_it_is_and_an_empty_one_gives_nothing() {
    assert_eq!(summarise("müde, nichts gemacht", "").summary, "Müde, nichts gemacht.");
    assert_eq!(summarise("Auto. Bus. Rad.", "").summary, "Auto. Bus. Rad.");
    assert_eq!(summarise("", ""), LocalSummary::default());
    assert_eq!(summarise(" \n\t… !", "Kuchen").summary, "");
    assert_eq!(summarise("🎂🎂🎉", "").emojis, "🎂🎉");
}

#[test]
fn many_short_sentences_become_three_at_most() {
    let texts = [
        "Auto. Bus. Rad. Zug.",
        "Arzt. Alles gut. Nur müde. Dann Suppe. Dann Schlaf.",
        "Buchmesse. Gewühl. Kaffee. Lesung. Heimfahrt. Bett. Ruhe. Glück.",
    ];
    for text in texts {
        let summary = summarise(text, "").summary;
        assert!((1..=3).contains(&super::sentences::split(&summary, Lexicon::of(text)).len()), "{summary}");
    }
}

#[test]
fn sentences_about_the_top_moment_count_more() {
    let text = "Am Vormittag habe ich im Büro die Ablage sortiert und zwei lange Besprechungen überstanden. Im Treppenhaus roch es \
                nach Anstrich, dort suchte die Nachbarin ihren Schlüssel. Am Nachmittag kam endlich der Brief mit der Zusage aus \
                Kiel. Abends haben wir auf dem Balkon gesessen und über Bücher und den Sommer geredet.";
    assert!(!summarise(text, "").summary.contains("Treppenhaus"));
    assert!(summarise(text, "die Nachbarin im Treppenhaus und ihr Schlüssel").summary.contains("Treppenhaus"));
}

#[test]
fn the_four_languages_are_told_apart_and_summed_up() {
    let texts = [
        (
            Language::En,
            "I woke up early and walked to the lake before anyone else was awake. The water was completely still. At work the big \
             presentation finally happened and my boss was happy with it. In the evening we celebrated with pizza at Tom's place. I \
             am tired but proud of the whole team.",
            "🏞️",
        ),
        (
            Language::Fr,
            "Ce matin, je me suis levée tôt pour aller au marché avec ma mère. Nous avons acheté des fraises et un gros bouquet de \
             fleurs. L'après-midi, il a plu et j'ai lu un roman au coin du feu. Le soir, Julie a enfin téléphoné et nous avons ri \
             pendant une heure. Je suis heureuse.",
            "🍓",
        ),
        (
            Language::Es,
            "Hoy me levanté temprano y fui a la playa con mi hermana. Nadamos un buen rato y después comimos paella en el puerto. Por \
             la tarde llegó la tormenta y nos quedamos en casa viendo una película. Por fin terminé el libro que me regaló mi abuela. \
             Me siento muy tranquila.",
            "🏖️",
        ),
    ];
    for (language, text, sign) in texts {
        assert_eq!(Lexicon::of(text).language, language);
        let LocalSummary { summary, emojis } = summarise(text, "");
        assert!((60..=300).contains(&length(&summary)) && length(&summary) < length(text), "{summary}");
        assert!(emojis.contains(sign), "{emojis} for {summary}");
    }
}

#[test]
fn the_longest_texts_take_no_time() {
    let long = [
        "a".repeat(13_000),
        "a. ".repeat(4_300),
        "Ich war heute im Garten und habe Tomaten gepflanzt. ".repeat(250),
        "(„“".repeat(4_000),
        "und ".repeat(3_250),
        "é\u{301}🏳️‍🌈 ".repeat(1_500),
        "\n- ".repeat(4_000),
    ];
    for text in long {
        let began = Instant::now();
        let LocalSummary { summary, emojis } = summarise(&text, &text);
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{:?} for {}",
            began.elapsed(),
            &text.chars().take(9).collect::<String>()
        );
        assert!(length(&summary) <= 300);
        assert!(emoji::count(&emojis) <= limits::DAY_EMOJIS);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whatever_is_written_the_answer_is_small_clean_and_the_same_again(text in any::<String>(), top in any::<String>()) {
        let once = summarise(&text, &top);
        prop_assert!(length(&once.summary) <= 300);
        prop_assert_eq!(emoji::day_emojis(&once.emojis).ok(), Some(once.emojis.clone()));
        prop_assert_eq!(summarise(&text, &top), once);
    }
}
