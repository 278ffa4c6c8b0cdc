//! Searching one's own entries: words in every form, filters, and who finds what.

use crate::world::{
    World,
    diary::{code, photo, pro, recording_of, writing},
};
use backend::{Viewer, entries, media::Uploads, reflection, search, sharing};
use chrono::TimeDelta;
use domain::{
    Entry, EntryForm, EntryPart, Feeling, Language, Mood, SearchForm, SearchHit, ShareOptions, reflection::AnswerForm,
};

impl World {
    /// Writes an entry and lets a day pass.
    pub async fn day(&self, viewer: &Viewer, form: EntryForm, files: impl Into<Uploads>) -> Entry {
        let entry = entries::create(&self.backend, viewer, form, files).await.unwrap();
        self.later(TimeDelta::days(1));
        entry
    }

    async fn found(&self, viewer: &Viewer, form: &SearchForm) -> Vec<SearchHit> {
        search::find(&self.backend, viewer, form).await.unwrap().items
    }

    /// The excerpts of the hits, with the found words in brackets.
    async fn marked(&self, viewer: &Viewer, words: &str) -> Vec<String> {
        let found = self.found(viewer, &query("q", words)).await;
        let marked = |hit: SearchHit| {
            let pieces = hit.snippet.into_iter();
            pieces.map(|piece| if piece.is_hit { format!("[{}]", piece.text) } else { piece.text }).collect()
        };
        found.into_iter().map(marked).collect()
    }
}

fn query(name: &str, value: &str) -> SearchForm {
    SearchForm::of(|field| (field == name).then(|| value.to_owned()))
}

story!(words_are_found_in_every_form_newest_first, |w| async move {
    let anna = w.person("anna").await;
    w.day(&anna, writing("Müller wohnt in der Großen Straße."), vec![]).await;
    w.day(&anna, writing("Die Geburtstagsfeier in den Häusern der Freundinnen."), vec![]).await;
    w.day(&anna, writing("Großmutter kam; l'été à Genève. Привет!"), vec![]).await;
    for (words, hits) in [
        ("mueller", &["[Müller] wohnt in der Großen Straße."][..]),
        ("Häuser", &["Die Geburtstagsfeier in den [Häusern] der Freundinnen."]),
        ("Häusern feiern", &["Die [Geburtstagsfeier] in den [Häusern] der Freundinnen."]),
        ("Gröss", &[]),
        ("MÜLLER strasse", &["[Müller] wohnt in der Großen [Straße]."]),
        ("feier", &["Die [Geburtstagsfeier] in den Häusern der Freundinnen."]),
        ("tag", &["Die [Geburtstagsfeier] in den Häusern der Freundinnen."]),
        ("Haus", &["Die Geburtstagsfeier in den [Häusern] der Freundinnen."]),
        ("Freundin", &["Die Geburtstagsfeier in den Häusern der [Freundinnen]."]),
        ("gross", &["[Großmutter] kam; l'été à Genève. Привет!", "Müller wohnt in der [Großen] Straße."]),
        ("ete geneve", &["Großmutter kam; l'[été] à [Genève]. Привет!"]),
        ("прив", &["Großmutter kam; l'été à Genève. [Привет]!"]),
        ("Müller Großmutter", &[]),
        ("nirgends", &[]),
        ("\"* OR a:b' | !", &[]),
        ("'\\", &[]),
        ("", &[]),
    ] {
        assert_eq!(w.marked(&anna, words).await, hits, "{words}");
    }
    assert_eq!(w.marked(&anna, "g").await.len(), 3, "a word begins with one letter");
});

story!(a_typed_umlaut_is_wanted_and_short_words_keep_their_ending, |w| async move {
    let anna = w.person("anna").await;
    for text in ["Schon wieder Montag.", "Ein schöner Tag.", "An der Kasse.", "Käse und Brot.", "Tagung bis abends."]
    {
        w.day(&anna, writing(text), vec![]).await;
    }
    for (words, hits) in [
        ("schön", &["Ein [schöner] Tag."][..]),
        ("scho\u{308}n", &["Ein [schöner] Tag."]),
        ("schoen", &["Ein [schöner] Tag.", "[Schon] wieder Montag."]),
        ("schon", &["Ein [schöner] Tag.", "[Schon] wieder Montag."]),
        ("Käse", &["[Käse] und Brot."]),
        ("Kaese", &["[Käse] und Brot."]),
        ("Käsebrot", &[]),
        ("Tage", &["Ein schöner [Tag]."]),
        ("Tag schöne", &["Ein [schöner] [Tag]."]),
        // Searches while the person is still typing.
        ("kä", &["[Käse] und Brot."]),
        ("ka", &["[Käse] und Brot.", "An der [Kasse]."]),
        ("Ta", &["[Tagung] bis abends.", "Ein schöner [Tag]."]),
    ] {
        assert_eq!(w.marked(&anna, words).await, hits, "{words}");
    }
});

story!(every_part_of_an_entry_is_searched_and_named, |w| async move {
    let anna = w.person("anna").await;
    let form = EntryForm {
        summary: Some("Kurzum Regen".into()),
        top_moment: Some("Der Umweg".into()),
        audio_transcript: Some("Gesprochen im Wald".into()),
        ..writing("Ein Text")
    };
    let entry = entries::create(&w.backend, &anna, form, vec![]).await.unwrap();
    let answer = AnswerForm { question_id: "colour".into(), answer: "Ein tiefes Blau".into(), ..AnswerForm::default() };
    let answer = reflection::answer(&w.backend, &anna, entry.id, answer, None, Language::De).await.unwrap();
    for (words, part) in [
        ("text", EntryPart::Text),
        ("regen", EntryPart::Summary),
        ("umweg", EntryPart::TopMoment),
        ("wald", EntryPart::Transcript),
        ("blau", EntryPart::Answer),
        ("blau text", EntryPart::Text),
    ] {
        let found = w.found(&anna, &query("q", words)).await;
        assert_eq!(
            found.iter().map(|hit| (hit.id, hit.found_in)).collect::<Vec<_>>(),
            [(entry.id, Some(part))],
            "{words}"
        );
    }
    reflection::remove(&w.backend, &anna, answer.id, None, None, Language::De).await.unwrap();
    assert_eq!(w.marked(&anna, "blau").await, [""; 0]);
    let form = EntryForm { text: Some("Ein Gedicht".into()), ..EntryForm::default() };
    entries::update(&w.backend, &anna, entry.id, form, vec![]).await.unwrap();
    assert_eq!(w.marked(&anna, "text").await, [""; 0]);
    assert_eq!(w.marked(&anna, "gedicht").await, ["Ein [Gedicht]"]);
});

story!(nobody_finds_what_is_in_the_bin_gone_or_somebody_elses, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm { visibility: Some(domain::Visibility::Public), ..writing("Ein Regentag") };
    let entry = w.day(&anna, form, vec![]).await;
    assert_eq!(w.marked(&ben, "regentag").await, [""; 0]);
    assert_eq!(w.found(&ben, &query("year", "2026")).await, []);
    entries::delete(&w.backend, &anna, entry.id).await.unwrap();
    assert_eq!(w.marked(&anna, "regentag").await, [""; 0]);
    w.later(TimeDelta::days(40));
    entries::sweep(&w.backend).await.unwrap();
    let rows: (i64,) = w.backend.db.read("SELECT COUNT(*) FROM entry_search").fetch_one().await.unwrap();
    assert_eq!(rows.0, 0);
    assert_eq!(code(search::find(&w.backend, &Viewer::Guest, &query("q", "regen")).await), "unauthenticated");
});

story!(filters_work_alone_and_with_words, |w| async move {
    let anna = pro(&w.person("anna").await);
    let mood = |level, feeling| Some(Mood { feeling, ..Mood::at(level) });
    let plain = w.day(&anna, writing("Ein Tag"), vec![]).await;
    let with_photo = w.day(&anna, writing("Ein Tag"), vec![photo("rocket.jpg")]).await;
    let recorded = Uploads { recording: Some(recording_of(2)), ..Uploads::default() };
    let with_voice = w.day(&anna, writing("Ein Tag"), recorded).await;
    let happy = EntryForm { mood: mood(8, Some(Feeling::Happy)), ..writing("Ein Tag") };
    let happy = w.day(&anna, happy, vec![]).await;
    let low = w.day(&anna, EntryForm { mood: mood(2, None), ..writing("Ein Tag") }, vec![]).await;
    entries::set_favorite(&w.backend, &anna, plain.id, true).await.unwrap();
    let options = ShareOptions { original_text: true, ..ShareOptions::default() };
    sharing::create(&w.backend, &anna, low.id, options).await.unwrap();
    w.later(TimeDelta::days(60));
    let next_year = w.day(&anna, writing("Ein Tag"), vec![]).await;
    for (name, value, ids) in [
        ("year", "2027", vec![next_year.id]),
        ("year", "2025", vec![]),
        ("photo", "true", vec![with_photo.id]),
        ("voice", "true", vec![with_voice.id]),
        ("favorite", "true", vec![plain.id]),
        ("shared", "true", vec![low.id]),
        ("feeling", "happy", vec![happy.id]),
        ("mood", "7-10", vec![happy.id]),
        ("mood", "2", vec![low.id]),
        ("mood", "5", vec![]),
        ("mood", "1-10", vec![low.id, happy.id]),
    ] {
        let found: Vec<_> = w.found(&anna, &query(name, value)).await.into_iter().map(|hit| hit.id).collect();
        assert_eq!(found, ids, "{name}={value}");
        let both = SearchForm { q: Some("tage".into()), ..query(name, value) };
        let found: Vec<_> = w.found(&anna, &both).await.into_iter().map(|hit| hit.id).collect();
        assert_eq!(found, ids, "{name}={value} and words");
    }
    assert_eq!(search::years(&w.backend, &anna).await.unwrap(), [2027, 2026]);
});

story!(a_page_names_the_day_before_which_the_next_one_begins, |w| async move {
    let anna = w.person("anna").await;
    for day in 0..23 {
        w.day(&anna, writing(&format!("Regen Nummer {day}")), vec![]).await;
    }
    let first = search::find(&w.backend, &anna, &query("q", "regen")).await.unwrap();
    assert_eq!((first.items.len(), first.items[0].date > first.items[19].date), (20, true));
    let next = SearchForm { before: first.next, ..query("q", "regen") };
    let second = search::find(&w.backend, &anna, &next).await.unwrap();
    assert_eq!((second.items.len(), second.next), (3, None));
    assert!(second.items[0].date < first.items[19].date);
});

story!(emojis_of_the_day_and_of_the_mood_are_found_with_and_without_words, |w| async move {
    let anna = pro(&w.person("anna").await);
    let ben = w.person("ben").await;
    let with = |text: &str, emojis: &str| EntryForm { emojis: Some(emojis.into()), ..writing(text) };
    let own = Mood { custom_emoji: Some("🦔".into()), ..Mood::default() };
    w.day(&ben, with("Bens Regen", "🌧️"), vec![]).await;
    w.day(&anna, with("Regen im Wald", "🌧️☕👍🏽"), vec![]).await;
    w.day(&anna, with("Kaffee", "☕❤️"), vec![]).await;
    w.day(&anna, EntryForm { mood: Some(own), ..writing("Ein Igel") }, vec![]).await;
    for (words, hits) in [
        ("🌧️", &["Regen im Wald"][..]),
        // An emoji without its selector, as a keyboard may send it.
        ("\u{1f327}", &["Regen im Wald"]),
        ("☕", &["Kaffee", "Regen im Wald"]),
        ("☕ 🌧️", &["Regen im Wald"]),
        ("☕ wald", &["Regen im [Wald]"]),
        ("👍", &["Regen im Wald"]),
        ("🦔", &["Ein Igel"]),
        ("☕🦔", &[]),
        ("%", &[]),
        ("_", &[]),
    ] {
        assert_eq!(w.marked(&anna, words).await, hits, "{words}");
    }
    assert_eq!(w.found(&anna, &query("q", "❤")).await[0].emojis, "☕❤️");
});

story!(an_excerpt_reads_as_the_entry_does, |w| async move {
    let anna = w.person("anna").await;
    w.day(&anna, writing("Ein **sehr** schöner Tag.\n\n* *Kaffee*\n* Regen\n\n> Gut gesagt"), vec![]).await;
    let [shown] = w.marked(&anna, "regen").await.try_into().unwrap();
    assert_eq!(
        shown.split_whitespace().collect::<Vec<_>>().join(" "),
        "Ein sehr schöner Tag. • Kaffee • [Regen] Gut gesagt"
    );
    let [shown] = w.marked(&anna, "sehr").await.try_into().unwrap();
    assert!(shown.starts_with("Ein [sehr] schöner"), "{shown}");
});
