//! Rows that do not open, beside those that do: signs, repeated saves, the bin, the file of a year.

use super::{set_words, words_of};
use crate::{
    archive::exported::exported,
    world::{
        World,
        diary::{code, pro, writing},
    },
};
use backend::{
    Viewer,
    entries::{self, Restoring, create, open, update},
    search, stats,
};
use chrono::{Datelike, TimeDelta};
use domain::{Entry, EntryForm, EntryId, Feeling, Language, Mood, SearchForm};

async fn bytes_of(w: &World, sql: &'static str, id: EntryId) -> Vec<u8> {
    w.backend.db.read(sql).bind(id.0).fetch_one::<(Vec<u8>,)>().await.unwrap().0
}

async fn set(w: &World, sql: &'static str, id: EntryId, bytes: Vec<u8>) {
    assert_eq!(w.backend.db.write(sql).bind(id.0).bind(bytes).execute().await.unwrap(), 1);
}

/// A byte changed, the end left out, nothing, and what another row has.
fn damages(sealed: &[u8], of_another: Vec<u8>) -> [Vec<u8>; 4] {
    let mut changed = sealed.to_vec();
    changed[20] ^= 1;
    [changed, sealed[..sealed.len() - 1].to_vec(), Vec::new(), of_another]
}

/// Days with a feeling and an emoji, the first one first.
async fn days(w: &World, who: &Viewer, texts: [&str; 2]) -> [Entry; 2] {
    let form = |text: &str| {
        let mood = Mood { feeling: Some(Feeling::Overwhelmed), ..Mood::at(4) };
        EntryForm { mood: Some(mood), emojis: Some("🪁".into()), ..writing(text) }
    };
    [w.day(who, form(texts[0]), vec![]).await, w.day(who, form(texts[1]), vec![]).await]
}

story!(signs_that_do_not_open_are_refused_and_the_day_stays, |w| async move {
    const READ: &str = "SELECT signs FROM entries WHERE id = $1";
    const WRITE: &str = "UPDATE entries SET signs = $2 WHERE id = $1";
    let anna = pro(&w.person("anna").await);
    let [one, two] = days(&w, &anna, ["Eins", "Zwei"]).await;
    let sealed = bytes_of(&w, READ, two.id).await;
    for signs in damages(&sealed, bytes_of(&w, READ, one.id).await) {
        set(&w, WRITE, two.id, signs).await;
        assert_eq!(code(open(&w.backend, &anna, two.id).await), "entry_unreadable");
        let form = EntryForm { version: two.version, ..writing("darüber") };
        assert_eq!(code(update(&w.backend, &anna, two.id, form, vec![]).await), "entry_unreadable");
        let listed = entries::list(&w.backend, &anna, None, 10).await.unwrap().items;
        assert_eq!(listed.iter().map(|entry| entry.id).collect::<Vec<_>>(), [one.id]);
        let month = stats::month(&w.backend, &anna, two.date).await.unwrap();
        let feelings: Vec<_> = month.days.iter().map(|day| (day.id, day.feeling)).collect();
        assert!(feelings.contains(&(one.id, Some(Feeling::Overwhelmed))) && feelings.contains(&(two.id, None)));
        let form = SearchForm { q: Some("🪁".into()), ..SearchForm::default() };
        let found = search::find(&w.backend, &anna, &form).await.unwrap().items;
        assert_eq!(found.iter().map(|hit| hit.id).collect::<Vec<_>>(), [one.id]);
    }
    set(&w, WRITE, two.id, sealed).await;
    assert_eq!(open(&w.backend, &anna, two.id).await.unwrap().content, two.content);
});

story!(a_repeated_save_whose_first_one_does_not_open_is_refused_and_done_once, |w| async move {
    let anna = w.person("anna").await;
    let save = |key: &str, text: &str| EntryForm { idempotency_key: Some(key.into()), ..writing(text) };
    let made = create(&w.backend, &anna, save("eins", "Vorher"), vec![]).await.unwrap();
    let second = || EntryForm { version: made.version, ..save("zwei", "Nachher") };
    let saved = update(&w.backend, &anna, made.id, second(), vec![]).await.unwrap();
    let again = update(&w.backend, &anna, made.id, second(), vec![]).await.unwrap();
    assert_eq!(again.version, saved.version, "the same answer");
    for (read, write) in [
        (
            "SELECT words FROM entry_saves WHERE entry_id = $1 AND idempotency_key = 'zwei'",
            "UPDATE entry_saves SET words = $2 WHERE entry_id = $1 AND idempotency_key = 'zwei'",
        ),
        (
            "SELECT digest FROM entry_saves WHERE entry_id = $1 AND idempotency_key = 'zwei'",
            "UPDATE entry_saves SET digest = $2 WHERE entry_id = $1 AND idempotency_key = 'zwei'",
        ),
    ] {
        let sealed = bytes_of(&w, read, made.id).await;
        let other = read.replace("zwei", "eins").leak();
        for bytes in damages(&sealed, bytes_of(&w, other, made.id).await) {
            set(&w, write, made.id, bytes).await;
            assert_eq!(code(update(&w.backend, &anna, made.id, second(), vec![]).await), "entry_unreadable");
            assert_eq!(open(&w.backend, &anna, made.id).await.unwrap().version, saved.version);
        }
        set(&w, write, made.id, sealed).await;
    }
    let again = update(&w.backend, &anna, made.id, second(), vec![]).await.unwrap();
    assert_eq!((again.version, again.text.as_str()), (saved.version, "Nachher"));
});

story!(the_bin_goes_on_without_an_entry_that_does_not_open_and_keeps_it, |w| async move {
    let anna = w.person("anna").await;
    let [one, two] = days(&w, &anna, ["Eins", "Zwei"]).await;
    for id in [one.id, two.id] {
        entries::delete(&w.backend, &anna, id).await.unwrap();
    }
    let sealed = words_of(&w, two.id).await;
    for words in damages(&sealed, words_of(&w, one.id).await) {
        set_words(&w, two.id, words).await;
        let binned = entries::bin(&w.backend, &anna, None, 10).await.unwrap().items;
        assert_eq!(binned.iter().map(|binned| binned.entry.id).collect::<Vec<_>>(), [one.id]);
        assert_eq!(code(entries::find_binned(&w.backend, &anna, two.id).await), "entry_unreadable");
        let restored = entries::restore(&w.backend, &anna, two.id, Restoring::default()).await;
        assert_eq!(code(restored), "entry_unreadable");
    }
    set_words(&w, two.id, sealed).await;
    let restored = entries::restore(&w.backend, &anna, two.id, Restoring::default()).await.unwrap();
    assert_eq!(restored.text, "Zwei", "nothing was lost");

    set_words(&w, one.id, vec![7; 60]).await;
    entries::empty_bin(&w.backend, &anna).await.unwrap();
    let (left,) = w.backend.db.read("SELECT COUNT(*) FROM entries").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!(left, 1, "what nobody can read can be deleted for good");
});

story!(the_file_of_a_year_goes_on_without_a_day_that_does_not_open_and_names_it, |w| async move {
    let anna = w.person("anna").await;
    let [one, two] = days(&w, &anna, ["Eins", "Zwei"]).await;
    let sealed = words_of(&w, two.id).await;
    let year = Some(two.date.year());
    for words in damages(&sealed, words_of(&w, one.id).await) {
        set_words(&w, two.id, words).await;
        let mut archive = exported(&w, &anna, Language::De, year).await;
        let days = archive.text("data/eintraege.json");
        assert!(days.contains("Eins") && !days.contains("Zwei") && !days.contains(&two.date.to_string()));
        let lost = archive.text("data/FEHLT.md");
        assert!(lost.contains(&format!("tage/{}.md", two.date)) && !lost.contains(&one.date.to_string()), "{lost}");
        w.later(TimeDelta::hours(1));
    }
    set_words(&w, two.id, sealed).await;
    let mut archive = exported(&w, &anna, Language::De, year).await;
    assert!(archive.text("data/eintraege.json").contains("Zwei"));
    assert!(!archive.names().contains(&"data/FEHLT.md".to_owned()));
});
