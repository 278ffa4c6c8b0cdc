//! An archive of ours moves to another account.

use super::taken;
use crate::{
    archive::exported::{Exported, exported},
    world::{
        World,
        diary::{photo, pro, recording_of, spoken, writing},
    },
};
use backend::{Viewer, entries, friends::invitations, media::Uploads, reflection, stats};
use domain::{EntryForm, Language, Mood, Origin, Visibility, imports::ExistingDays, reflection::AnswerForm};
use serde_json::Value;

/// Seven days in a row with everything that a day can have.
async fn write(w: &World, anna: &Viewer) {
    let rich = EntryForm {
        top_moment: Some("Der Anruf".into()),
        summary: Some("Ein Tag mit Regen".into()),
        emojis: Some("🪁🌧️".into()),
        mood: Some(Mood { custom_emoji: Some("🦔".into()), ..Mood::at(8) }),
        visibility: Some(Visibility::Public),
        image_alts: Some(vec!["Rakete".into(), "Kaffee".into(), String::new()]),
        main_image_index: Some(1),
        audio_transcript: Some("Gesprochen".into()),
        ..writing("Regen\n\n- und *Sturm*  \n")
    };
    let images = vec![photo("rocket.jpg"), photo("coffee_turned_gps.jpg"), photo("chelsea.png")];
    let uploads = Uploads { images, recording: Some(spoken("heute.webm")) };
    let entry = entries::create(&w.backend, anna, rich, uploads).await.unwrap();
    for (question_id, answer) in [("song", "Summertime"), ("gratitude", "Der Tee")] {
        let form = AnswerForm { question_id: question_id.into(), answer: answer.into(), previous: None };
        let known = domain::reflection::questions::text(question_id, Language::De).is_some();
        if known {
            reflection::answer(&w.backend, anna, entry.id, form, None, Language::De).await.unwrap();
        }
    }
    entries::set_favorite(&w.backend, anna, entry.id, true).await.unwrap();
    w.later(chrono::TimeDelta::days(1));
    let sound = Uploads { images: vec![], recording: Some(spoken("heute.m4a")) };
    w.day(anna, writing("Mit M4A"), sound).await;
    let sound = Uploads { images: vec![photo("retina.webp")], recording: Some(recording_of(3)) };
    w.day(anna, writing(""), sound).await;
    for text in ["Vier", "Fünf", "Sechs"] {
        w.day(anna, writing(text), vec![]).await;
    }
    entries::create(&w.backend, anna, writing("Sieben"), vec![]).await.unwrap();
}

fn digests(archive: &mut Exported) -> Vec<(Value, Value)> {
    let days = archive.json()["days"].as_array().unwrap().clone();
    days.into_iter().map(|day| (day["date"].clone(), day["digest"].clone())).collect()
}

on_s3!(an_archive_moves_to_another_account_and_each_day_has_the_same_digest);

story!(an_archive_moves_to_another_account_and_each_day_has_the_same_digest, |w| async move {
    let anna = pro(&w.person("anna").await);
    write(&w, &anna).await;
    let mut first = exported(&w, &anna, Language::De, None).await;
    let ben = w.person("ben").await;
    let codes = invitations::own_codes(&w.backend, &ben).await.unwrap().len();

    let import = taken(&w, &ben, &first.bytes, ExistingDays::Keep).await;
    let done = import.report.taken.clone().unwrap();
    assert_eq!((done.days, done.photos, done.recordings, done.kept.count), (7, 4, 3, 0));
    let receipt = done.receipt.unwrap();
    assert_eq!((receipt.same, receipt.differing.count, receipt.lost), (7, 0, Some(0)), "{receipt:?}");
    assert!(import.report.problems.is_empty(), "{:?}", import.report.problems);
    let mut second = exported(&w, &ben, Language::Fr, None).await;
    assert_eq!(digests(&mut first), digests(&mut second));

    // Who brings their own archive back has each day already.
    let own = taken(&w, &anna, &first.bytes, ExistingDays::Append).await.report;
    assert_eq!((own.again, own.existing.count), (7, 0));
    let done = own.taken.unwrap();
    assert_eq!((done.again, done.appended, done.shared.count, done.receipt.unwrap().lost), (7, 0, 0, Some(0)));
    assert!(w.import_files().is_empty(), "the file is gone");

    let entry = w.entry_of(&ben, "2026-11-20").await.unwrap();
    assert_eq!(entry.visibility, Visibility::Private);
    assert_eq!((entry.origin, entry.main_image_index, entry.images.len()), (Some(Origin::Tagesecho), 1, 3));
    let theirs = w.entry_of(&anna, "2026-11-20").await.unwrap();
    assert_eq!((entry.content, entry.created_at), (theirs.content, theirs.created_at));
    assert_eq!(second.json()["days"][0]["origin"], "tagesecho");

    // Seven days in a row bring neither a streak nor codes.
    assert_eq!(stats::streak(&w.backend, &ben).await.unwrap().current_streak, 0);
    assert_eq!(stats::streak(&w.backend, &anna).await.unwrap().current_streak, 7);
    assert_eq!(stats::figures(&w.backend, &ben).await.unwrap().total_entries, 7);
    w.later(chrono::TimeDelta::days(1));
    entries::create(&w.backend, &ben, writing("Selbst geschrieben"), vec![]).await.unwrap();
    assert_eq!(stats::streak(&w.backend, &ben).await.unwrap().current_streak, 1);
    assert_eq!(invitations::own_codes(&w.backend, &ben).await.unwrap().len(), codes);
});
