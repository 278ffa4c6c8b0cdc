//! A summary, and the words that it was made of.

use crate::world::{World, diary::writing};
use backend::{
    Viewer,
    assistant::{SummaryForm, summarise},
    entries::{create, open, update},
    sharing::{self, Visitor},
};
use domain::{EntryForm, EntryId, Language, ShareOptions, Visibility};

fn summed_up(text: &str, summary: &str) -> EntryForm {
    EntryForm { summary: Some(summary.into()), visibility: Some(Visibility::Friends), ..writing(text) }
}

async fn is_outdated(w: &World, anna: &Viewer, id: EntryId, form: EntryForm) -> bool {
    let saved = update(&w.backend, anna, id, form, vec![]).await.unwrap().summary_is_outdated;
    assert_eq!(open(&w.backend, anna, id).await.unwrap().summary_is_outdated, saved);
    saved
}

story!(a_summary_of_words_that_were_changed_since_says_so_to_everybody_who_reads_it, |w| async move {
    let [anna, ben] = [w.person("anna").await, w.person("ben").await];
    w.make_friends(&anna, &ben).await;
    let made = create(&w.backend, &anna, summed_up("Am Morgen Regen.", "Regen"), vec![]).await.unwrap();
    let is_outdated = async |form| is_outdated(&w, &anna, made.id, form).await;
    assert!(!made.summary_is_outdated);
    assert!(!is_outdated(summed_up(" Am  Morgen\nRegen. ", "Regen")).await, "white space says nothing");
    assert!(is_outdated(summed_up("Am Abend Sonne.", "Regen")).await);
    assert!(open(&w.backend, &ben, made.id).await.unwrap().summary_is_outdated);
    let by_link = async |options: ShareOptions| {
        let token = sharing::create(&w.backend, &anna, made.id, options).await.unwrap();
        let visitor = Visitor::from("192.0.2.1");
        let opened = sharing::open(&w.backend, &Viewer::Guest, &token, visitor, Language::De).await.unwrap();
        opened.entry.summary_is_outdated
    };
    assert_eq!(by_link(ShareOptions::default()).await, Some(true));
    assert_eq!(by_link(ShareOptions { summary: false, original_text: true, ..ShareOptions::default() }).await, None);

    assert!(!is_outdated(summed_up("Am Morgen Regen.", "Regen")).await, "the words are back");
    let spoken =
        EntryForm { audio_transcript: Some("Und ein Gewitter.".into()), ..summed_up("Am Morgen Regen.", "Regen") };
    assert!(is_outdated(spoken).await, "what was said counts as well");
    assert!(!is_outdated(summed_up("Am Abend Sonne.", "Sonne")).await, "another summary is of these words");
    assert!(!is_outdated(summed_up("Ganz anders.", "")).await, "none is never outdated");
});

story!(a_summary_that_would_be_made_of_the_new_words_too_is_not_outdated, |w| async move {
    let anna = w.person("anna").await;
    let text = "Am Morgen habe ich im Park am Fluss die ersten Krähen des Winters gehört und bin lange stehen geblieben. \
                Mittags gab es in der Kantine Linsensuppe mit Essig, und alle redeten über das Wetter der letzten Tage. \
                Im Büro blieb die Heizung kalt, also haben wir mit Schal und Mütze vor den Bildschirmen gesessen. \
                Am Abend habe ich endlich das Regal aufgebaut und war sehr stolz darauf, denn es steht ganz gerade. \
                Danach habe ich mit meiner Schwester telefoniert, die von ihrer neuen Wohnung in Lissabon erzählte.";
    let form = SummaryForm { text: text.into(), ..SummaryForm::default() };
    let summary = summarise(&w.backend, &anna, form).await.unwrap();
    let form = |text: &str| EntryForm {
        summary_source: Some(summary.summary_source.clone()),
        ..summed_up(text, &summary.summary)
    };
    let made = create(&w.backend, &anna, form(text), vec![]).await.unwrap();
    let left_out = text.split(". ").find(|sentence| !summary.summary.contains(sentence)).unwrap();
    let louder = text.replace(left_out, &format!("{left_out}!"));
    assert!(!is_outdated(&w, &anna, made.id, form(&louder)).await);
    assert!(is_outdated(&w, &anna, made.id, form("Ein Tag am Meer.")).await);
});
