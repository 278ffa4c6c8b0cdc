use super::{TEXT, configured, form, saying, with_plan};
use crate::world::{
    ai::{NAME, SUMMARY, Trouble},
    diary::{code, writing},
};
use backend::{
    assistant::{self, SummaryForm},
    entries,
};
use chrono::TimeDelta;
use domain::{EntryForm, Plan};

story_on_sqlite!(the_service_sums_up_what_it_may_and_is_named, configured, |w| async move {
    let anna = w.allowing().await;
    let made = w.summarise(&anna).await.unwrap();
    assert_eq!((made.summary.as_str(), made.emojis.as_str(), made.summary_source.as_str()), (SUMMARY, "🛠️😊", NAME));
    let [asked] = w.ai().asked().try_into().unwrap();
    let body = asked.json();
    // Nested: llama.cpp ignores the flat form.
    assert!(body["response_format"]["json_schema"]["schema"].is_object(), "{body}");
    assert!(body["messages"][0]["content"].as_str().unwrap().contains("German"));
    assert!(!body.to_string().contains("anna"));
});

story_on_sqlite!(a_summary_without_a_service_or_consent_is_made_here, |w| async move {
    let anna = w.person("anna").await;
    let made = w.summarise(&anna).await.unwrap();
    assert_eq!(made.summary_source, "local");
    assert!(TEXT.contains(made.summary.split(". ").next().unwrap().trim_end_matches('.')), "{}", made.summary);
    assert!(assistant::calls(&w.backend, &anna).await.unwrap().is_empty(), "nothing left this server");
});

story_on_sqlite!(consent_is_asked_for_and_after_a_no_this_server_does_the_work, configured, |w| async move {
    let anna = w.person("anna").await;
    assert_eq!(code(w.summarise(&saying(&anna, None)).await), "consent_needed");
    assert_eq!(w.summarise(&saying(&anna, Some(false))).await.unwrap().summary_source, "local");
    assert!(w.ai().asked().is_empty());
});

story_on_sqlite!(whatever_the_service_does_there_is_a_summary, configured, |w| async move {
    let english = r#"{"summary": "Today was a good day and in the evening I finally built the shelf.", "emojis": ""}"#;
    for (trouble, requests, source) in [
        (Trouble::NoSchema, 2, NAME),
        (Trouble::NoForm, 3, NAME),
        (Trouble::Once(500), 2, NAME),
        (Trouble::Busy(0), 2, NAME),
        (Trouble::Says("Das war ein schöner Tag.".into()), 3, "local"),
        (Trouble::Says(english.into()), 1, "local"),
        (Trouble::Says(format!("{{\"summary\": \"{}\", \"emojis\": \"\"}}", "lang ".repeat(300))), 3, "local"),
        (Trouble::CutOff, 3, "local"),
        (Trouble::Bytes(b"<html>".to_vec()), 3, "local"),
        (Trouble::Bytes(vec![b' '; 600 * 1024]), 1, "local"),
        (Trouble::Busy(60), 1, "local"),
        (Trouble::Always(500), 2, "local"),
        (Trouble::Always(401), 1, "local"),
    ] {
        let anna = w.allowing_again().await;
        w.ai().is(trouble.clone());
        let made = w.summarise(&anna).await.unwrap();
        assert_eq!(made.summary_source, source, "{trouble:?}");
        assert!(!made.summary.is_empty());
        assert_eq!(w.ai().asked().len(), requests, "{trouble:?}");
    }
});

impl crate::world::World {
    /// Somebody new, and a service that has rested.
    async fn allowing_again(&self) -> backend::Viewer {
        self.later(TimeDelta::minutes(2));
        let name = format!("anna{}", self.clock.now().timestamp());
        saying(&with_plan(&self.person(&name).await, Plan::Pro), Some(true))
    }
}

story_on_sqlite!(nothing_to_sum_up_and_too_much_are_refused, |w| async move {
    let anna = w.person("anna").await;
    let ask = async |form: SummaryForm| code(assistant::summarise(&w.backend, &anna, form).await);
    assert_eq!(ask(form(" \n")).await, "nothing_to_summarise");
    assert_eq!(ask(form("…")).await, "nothing_to_summarise");
    assert_eq!(ask(form(&"a".repeat(3001))).await, "text_too_long");
    let spoken = |n: usize| SummaryForm { audio_transcript: "Wort ".repeat(n), ..SummaryForm::default() };
    assert_eq!(ask(spoken(2001)).await, "transcript_too_long");
    assert_eq!(ask(spoken(1500)).await, "ok");
});

story_on_sqlite!(an_entry_keeps_who_summed_it_up_until_the_summary_goes, configured, |w| async move {
    let anna = w.person("anna").await;
    let with = |summary: &str, source: Option<&str>| EntryForm {
        summary: Some(summary.into()),
        summary_source: source.map(Into::into),
        ..writing(TEXT)
    };
    let entry = entries::create(&w.backend, &anna, with("Kurz.", Some(NAME)), vec![]).await.unwrap();
    assert_eq!(entry.summary_source, NAME);
    let save = async |form: EntryForm| entries::update(&w.backend, &anna, entry.id, form, vec![]).await;
    // Programs that know nothing of it take no mark away, unless they write another summary.
    assert_eq!(save(with("Kurz.", None)).await.unwrap().summary_source, NAME);
    assert_eq!(save(with("Kurz, von Hand.", Some(NAME))).await.unwrap().summary_source, NAME);
    assert_eq!(save(with("Anders.", None)).await.unwrap().summary_source, "");
    assert_eq!(save(with(" ", Some("local"))).await.unwrap().summary_source, "");
    assert_eq!(code(save(with("Kurz.", Some(&"x".repeat(81)))).await), "invalid_form");
    let versions = entries::versions(&w.backend, &anna, entry.id, None, 50).await.unwrap().items;
    assert!(versions.iter().any(|v| v.texts.summary == "Kurz." && v.texts.summary_source == NAME));
});

story_on_sqlite!(only_who_made_a_summary_for_the_person_is_named_as_its_maker, |w| async move {
    let anna = w.person("anna").await;
    let ben = w.person("ben").await;
    let from = |summary: &str, source: &str| EntryForm {
        summary: Some(summary.into()),
        summary_source: Some(source.into()),
        ..writing(TEXT)
    };
    // The log of a service that was configured once.
    w.summarise(&anna).await.unwrap();
    let past = "UPDATE assistant_calls SET provider = 'Alte KI'";
    w.backend.db.write(past).execute().await.unwrap();

    let entry = entries::create(&w.backend, &anna, from("Kurz.", "Erfundene KI"), vec![]).await.unwrap();
    assert_eq!((entry.summary.as_str(), entry.summary_source.as_str()), ("Kurz.", ""), "the words stay");
    let save = async |form: EntryForm| {
        let saved = entries::update(&w.backend, &anna, entry.id, form, vec![]).await.unwrap();
        (saved.content.texts.summary, saved.content.texts.summary_source)
    };
    let is = |summary: &str, source: &str| (summary.to_owned(), source.to_owned());
    assert_eq!(save(from("Von hier.", "local")).await, is("Von hier.", "local"));
    assert_eq!(save(from("Neu.", "Alte KI")).await, is("Neu.", "Alte KI"));
    assert_eq!(save(from("Anders.", "Erfundene KI")).await, is("Anders.", ""));
    // The earlier text still knows a service that the log has forgotten.
    w.backend.db.write("DELETE FROM assistant_calls").execute().await.unwrap();
    assert_eq!(save(from("Neu.", "Alte KI")).await, is("Neu.", "Alte KI"));
    let bens = entries::create(&w.backend, &ben, from("Kurz.", "Alte KI"), vec![]).await.unwrap();
    assert_eq!(bens.summary_source, "", "it made none for Ben");
});

story_on_sqlite!(a_service_that_failed_made_nothing, |w| async move {
    let anna = w.person("anna").await;
    w.summarise(&anna).await.unwrap();
    let failed = "UPDATE assistant_calls SET provider = 'Alte KI', outcome = 'failed'";
    w.backend.db.write(failed).execute().await.unwrap();
    let form = EntryForm { summary: Some("Kurz.".into()), summary_source: Some("Alte KI".into()), ..writing(TEXT) };
    assert_eq!(entries::create(&w.backend, &anna, form, vec![]).await.unwrap().summary_source, "");
});
