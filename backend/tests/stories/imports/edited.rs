//! Imported texts that are longer than others.

use super::{bag, change, day, taken};
use crate::{
    archive::exported::exported,
    world::diary::{code, pro},
};
use backend::{
    entries::{self, DayConflict, Restoring},
    search,
};
use domain::{Language, SearchForm, imports::ExistingDays};

story!(a_long_text_stays_whole_and_becomes_shorter_until_it_fits, |w| async move {
    let anna = pro(&w.person("anna").await);
    let text = format!("{} Stachelbeere", "Regen ".repeat(1500));
    taken(&w, &anna, &bag(&[day("2020-04-18", &text)]), ExistingDays::Keep).await;
    let entry = w.entry_of(&anna, "2020-04-18").await.unwrap();
    assert_eq!(entry.text, text);
    let form = SearchForm::of(|field| (field == "q").then(|| "Stachelbeere".to_owned()));
    assert_eq!(search::find(&w.backend, &anna, &form).await.unwrap().items.len(), 1);
    let mut archive = exported(&w, &anna, Language::De, None).await;
    assert!(archive.text("data/tage/2020-04-18.md").contains("Stachelbeere"));

    assert_eq!(code(change(&w, &anna, entry.id, &format!("{text}!")).await), "text_too_long");
    assert_eq!(code(change(&w, &anna, entry.id, &"ä".repeat(8000)).await), "ok");
    assert_eq!(code(change(&w, &anna, entry.id, &"ä".repeat(8001)).await), "text_too_long");
    assert_eq!(code(change(&w, &anna, entry.id, &"ä".repeat(2000)).await), "ok");
    assert_eq!(code(change(&w, &anna, entry.id, &"ä".repeat(3001)).await), "text_too_long");
    assert_eq!(code(change(&w, &anna, entry.id, &"ä".repeat(3000)).await), "ok");
    let first = entries::version(&w.backend, &anna, entry.id, 1).await.unwrap();
    assert_eq!(first.texts.text, text, "no word is lost");
    let current = w.entry_of(&anna, "2020-04-18").await.unwrap().version.unwrap();
    let back = entries::put_back(&w.backend, &anna, entry.id, 1, current).await.unwrap();
    assert_eq!(back.text, text, "it is put back as long as it was");
    assert_eq!(code(entries::put_back(&w.backend, &anna, entry.id, 1, current).await), "stale");

    // The same from the bin.
    entries::delete(&w.backend, &anna, entry.id).await.unwrap();
    taken(&w, &anna, &bag(&[day("2020-04-18", "Kurz")]), ExistingDays::Keep).await;
    let onto = Restoring { onto: Some(DayConflict::Append), ..Restoring::default() };
    let both = entries::restore(&w.backend, &anna, entry.id, onto).await.unwrap();
    assert_eq!(both.text, format!("Kurz\n\n{text}"));
});
