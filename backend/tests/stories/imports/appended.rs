//! A second half, and where there is none.

use super::taken;
use crate::{
    archive::exported::exported,
    world::diary::{photo, pro, spoken, writing},
};
use backend::{entries, media::Uploads, sharing};
use chrono::TimeDelta;
use domain::{
    EntryForm, Language, ShareOptions, Visibility,
    imports::{ExistingDays, ImportProblem},
};

story!(an_entry_with_readers_gets_no_second_half_and_one_with_a_recording_keeps_it, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), pro(&w.person("ben").await));
    let mut own = Vec::new();
    for visibility in [Visibility::Public, Visibility::Friends, Visibility::Private, Visibility::Private] {
        let mine = EntryForm { visibility: Some(visibility), ..writing("Meins") };
        let sound = (own.len() == 3).then(|| spoken("heute.m4a"));
        own.push(entries::create(&w.backend, &anna, mine, Uploads { images: vec![], recording: sound }).await.unwrap());
        let secret = EntryForm { emojis: Some("🪁".into()), ..writing("Geheim") };
        let files = Uploads { images: vec![photo("rocket.jpg")], recording: Some(spoken("heute.webm")) };
        let theirs = entries::create(&w.backend, &ben, secret, files).await.unwrap();
        entries::set_favorite(&w.backend, &ben, theirs.id, true).await.unwrap();
        w.later(TimeDelta::days(1));
    }
    let shown = ShareOptions { original_text: true, ..ShareOptions::default() };
    sharing::create(&w.backend, &anna, own[2].id, shown).await.unwrap();
    let file = exported(&w, &ben, Language::De, None).await.bytes;
    let before = w.media_files().len();

    let import = taken(&w, &anna, &file, ExistingDays::Append).await;
    let done = import.report.taken.unwrap();
    assert_eq!((done.days, done.appended, done.kept.count, done.shared.count), (0, 1, 0, 3));
    assert_eq!((done.photos, done.recordings), (1, 0));
    for entry in &own[..3] {
        let entry = entries::open(&w.backend, &anna, entry.id).await.unwrap();
        assert_eq!((entry.text.as_str(), entry.images.len(), entry.version), ("Meins", 0, Some(1)));
    }
    let entry = entries::open(&w.backend, &anna, own[3].id).await.unwrap();
    assert_eq!((entry.text.as_str(), entry.images.len()), ("Meins\n\n---\n\nGeheim\n\n🪁", 1));
    assert_eq!(entry.audio, own[3].audio);
    assert_eq!(w.media_files().len(), before + 3, "the photo, and no file that nobody names");
    let date = own[3].date.to_string();
    let told: Vec<_> = import.report.problems.iter().map(|one| (one.kind, one.count, one.names[0].as_str())).collect();
    assert_eq!(told, [(ImportProblem::SecondRecording, 1, &*date), (ImportProblem::Marks, 1, &*date)]);
    assert_eq!(done.receipt.unwrap().lost, Some(4), "none came as it was");
});
