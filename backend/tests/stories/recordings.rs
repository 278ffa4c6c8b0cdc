//! Recordings: which are accepted, what is stored, who hears them, and when they are deleted.

use crate::world::{
    World,
    diary::{code, photo, pro, recording_of, spoken, writing},
};
use backend::{
    Settings, Viewer,
    entries::{self, create, open, update},
    media::{Upload, Uploads, open_audio, sweep},
    sharing,
};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, Language, ShareOptions, Visibility};
use futures::TryStreamExt;

fn with(recording: Upload) -> Uploads {
    Uploads { images: Vec::new(), recording: Some(recording) }
}

async fn say(w: &World, owner: &Viewer, form: EntryForm, recording: Upload) -> Entry {
    create(&w.backend, owner, form, with(recording)).await.unwrap()
}

/// The code of what becomes of an entry with this recording and nothing else.
async fn said(w: &World, owner: &Viewer, bytes: Vec<u8>) -> &'static str {
    let recording = Upload { name: "x.webm".into(), bytes: bytes.into() };
    code(create(&w.backend, owner, writing(""), with(recording)).await)
}

on_s3!(
    a_recording_alone_makes_an_entry_and_is_played_as_it_was_said,
    a_recording_stays_until_it_is_removed_or_replaced,
    the_only_thing_of_an_entry_is_not_removed,
    a_refusal_leaves_nothing_behind,
    a_recording_follows_its_entry,
    a_link_releases_recording_and_transcript_together_or_not_at_all,
    a_recording_is_swept_with_its_entry_and_not_before
);

story_on_sqlite!(a_recording_alone_makes_an_entry_and_is_played_as_it_was_said, |w| async move {
    let anna = w.person("anna").await;
    let entry = say(&w, &anna, writing(""), spoken("heute.webm")).await;
    let audio = entry.audio.clone().unwrap();
    assert_eq!((audio.content_type.as_str(), audio.seconds), ("audio/webm", 18));
    assert!(audio.url.starts_with(&format!("/api/entries/{}/audio?v=", entry.id)));
    assert_eq!(open(&w.backend, &anna, entry.id).await.unwrap(), entry);
    let file = open_audio(&w.backend, &anna, entry.id).await.unwrap();
    let parts: Vec<_> = file.read(&w.backend, 0..file.size).await.unwrap().try_collect().await.unwrap();
    let bytes = parts.concat();
    assert_eq!((file.content_type, bytes.len() as u64), ("audio/webm", file.size));
    assert!(!bytes.windows(4).any(|window| window == b"Lavf"), "tags are gone");
    assert_eq!(w.media_files().len(), 1);
});

story_on_sqlite!(a_transcript_alone_makes_an_entry_and_its_earlier_words_are_kept, |w| async move {
    let anna = w.person("anna").await;
    let form = |words: &str| EntryForm { audio_transcript: Some(words.into()), ..writing("") };
    let entry = create(&w.backend, &anna, form(" Heute\r\nwar "), vec![]).await.unwrap();
    assert_eq!((entry.content.audio_transcript.as_str(), entry.audio), ("Heute\nwar", None));
    update(&w.backend, &anna, entry.id, form("Gestern"), vec![]).await.unwrap();
    let versions = entries::versions(&w.backend, &anna, entry.id, None, 50).await.unwrap().items;
    assert_eq!(versions.iter().map(|v| v.texts.audio_transcript.as_str()).collect::<Vec<_>>(), ["Heute\nwar"]);
    assert_eq!(code(update(&w.backend, &anna, entry.id, form(" \n"), vec![]).await), "empty_entry");
    assert_eq!(
        code(update(&w.backend, &anna, entry.id, form(&"ä".repeat(10_001)), vec![]).await),
        "transcript_too_long"
    );
});

story_on_sqlite!(an_update_that_says_nothing_of_the_transcript_leaves_it, |w| async move {
    let anna = w.person("anna").await;
    let form = EntryForm { audio_transcript: Some("Heute war".into()), ..writing("x") };
    let entry = say(&w, &anna, form, spoken("heute.webm")).await;
    let kept = update(&w.backend, &anna, entry.id, writing("y"), vec![]).await.unwrap();
    assert_eq!((kept.audio_transcript.as_str(), &kept.audio), ("Heute war", &entry.audio));
    let alone = EntryForm { remove_audio: true, ..writing("") };
    let alone = update(&w.backend, &anna, entry.id, alone, vec![]).await.unwrap();
    assert_eq!((alone.content.audio_transcript.as_str(), alone.audio), ("Heute war", None), "a transcript is enough");
    let none = EntryForm { audio_transcript: Some(String::new()), ..writing("y") };
    assert_eq!(update(&w.backend, &anna, entry.id, none, vec![]).await.unwrap().audio_transcript, "");
});

story_on_sqlite!(a_recording_stays_until_it_is_removed_or_replaced, |w| async move {
    let anna = w.person("anna").await;
    let first = say(&w, &anna, writing("x"), spoken("heute.webm")).await;
    let kept = update(&w.backend, &anna, first.id, writing("y"), vec![]).await.unwrap();
    assert_eq!(kept.audio, first.audio);
    let replaced = update(&w.backend, &anna, first.id, writing("y"), with(spoken("heute.m4a"))).await.unwrap();
    assert_eq!(replaced.audio.clone().unwrap().content_type, "audio/mp4");
    assert_ne!(replaced.audio.map(|audio| audio.url), first.audio.map(|audio| audio.url));
    assert!(w.media_files().iter().all(|file| file.ends_with("recording.m4a")), "{:?}", w.media_files());
    let removed = EntryForm { remove_audio: true, ..writing("y") };
    assert_eq!(update(&w.backend, &anna, first.id, removed, vec![]).await.unwrap().audio, None);
    assert_eq!(code(open_audio(&w.backend, &anna, first.id).await), "media_not_found");
    assert!(w.media_files().is_empty());
});

story_on_sqlite!(the_only_thing_of_an_entry_is_not_removed, |w| async move {
    let anna = w.person("anna").await;
    let entry = say(&w, &anna, writing(""), spoken("heute.webm")).await;
    let removed = EntryForm { remove_audio: true, ..writing("") };
    assert_eq!(code(update(&w.backend, &anna, entry.id, removed.clone(), vec![]).await), "empty_entry");
    // Another one in its place is none the less.
    let other = update(&w.backend, &anna, entry.id, removed, with(spoken("heute.m4a"))).await.unwrap();
    assert!(other.audio.is_some());
});

story_on_sqlite!(a_refusal_leaves_nothing_behind, |w| async move {
    let anna = w.person("anna").await;
    let whole = spoken("heute.webm").bytes.to_vec();
    assert_eq!(said(&w, &anna, b"<!doctype html><script>alert(1)</script>".to_vec()).await, "not_audio");
    assert_eq!(said(&w, &anna, photo("rocket.jpg").bytes.to_vec()).await, "not_audio");
    assert_eq!(said(&w, &anna, Vec::new()).await, "not_audio");
    assert_eq!(said(&w, &anna, whole[..whole.len() - 1].to_vec()).await, "audio_damaged");
    assert_eq!(said(&w, &anna, vec![0x1A; 16 * 1024 * 1024 + 1]).await, "audio_too_large");
    let both =
        Uploads { images: vec![photo("rocket.jpg")], recording: Some(Upload { name: "x".into(), bytes: "x".into() }) };
    assert_eq!(code(create(&w.backend, &anna, writing("x"), both).await), "not_audio");
    let broken_photo = Upload { name: "x".into(), bytes: "x".into() };
    let both = Uploads { images: vec![broken_photo], recording: Some(spoken("heute.webm")) };
    assert_eq!(code(create(&w.backend, &anna, writing("x"), both).await), "not_an_image");
    assert_eq!(entries::today(&w.backend, &anna).await.unwrap(), None);
    assert!(w.media_files().is_empty());
    let entry = say(&w, &anna, writing("x"), spoken("heute.webm")).await;
    let stale = EntryForm { version: Some(9), ..writing("y") };
    assert_eq!(code(update(&w.backend, &anna, entry.id, stale, with(spoken("heute.m4a"))).await), "stale");
    assert_eq!(code(create(&w.backend, &anna, writing("y"), with(spoken("heute.m4a"))).await), "entry_exists");
    assert_eq!(w.media_files().len(), 1);
});

story_on_sqlite!(a_recording_is_as_long_as_the_plan_says_and_two_seconds, |w| async move {
    let anna = w.person("anna").await;
    let too_long = async |viewer: &Viewer, seconds| {
        let uploads = with(recording_of(seconds));
        let error = create(&w.backend, viewer, writing(""), uploads).await.unwrap_err().refusal();
        (error.code(), error.params)
    };
    assert_eq!(too_long(&anna, 63).await, ("recording_too_long", vec![("n", "60".to_owned())]));
    assert_eq!(too_long(&pro(&anna), 183).await, ("recording_too_long", vec![("n", "180".to_owned())]));
    let entry = say(&w, &anna, writing(""), recording_of(62)).await;
    assert_eq!(entry.audio.unwrap().seconds, 62);
    let long = update(&w.backend, &pro(&anna), entry.id, writing(""), with(recording_of(182))).await.unwrap();
    // Recordings of a former Pro account stay.
    let kept = update(&w.backend, &anna, entry.id, writing("x"), vec![]).await.unwrap();
    assert_eq!((kept.audio.clone(), kept.audio.unwrap().seconds), (long.audio, 182));
});

fn short(settings: &mut Settings) {
    settings.recording_seconds = Some([3, 6]);
}

story_on_sqlite!(tests_may_shorten_what_a_plan_allows, short, |w| async move {
    let anna = w.person("anna").await;
    assert_eq!(code(create(&w.backend, &anna, writing(""), with(recording_of(6))).await), "recording_too_long");
    assert_eq!(code(create(&w.backend, &pro(&anna), writing(""), with(recording_of(6))).await), "ok");
});

story_on_sqlite!(a_recording_follows_its_entry, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let public =
        EntryForm { visibility: Some(Visibility::Public), audio_transcript: Some("Hallo".into()), ..writing("x") };
    let entry = say(&w, &anna, public, spoken("heute.webm")).await;
    let seen = open(&w.backend, &ben, entry.id).await.unwrap();
    assert_eq!((seen.audio, seen.content.audio_transcript.as_str()), (entry.audio, "Hallo"));
    assert!(open_audio(&w.backend, &ben, entry.id).await.is_ok());
    assert_eq!(code(open_audio(&w.backend, &Viewer::Guest, entry.id).await), "unauthenticated");
    entries::set_visibility(&w.backend, &anna, entry.id, Visibility::Private).await.unwrap();
    assert_eq!(code(open_audio(&w.backend, &ben, entry.id).await), "access_denied");
    entries::delete(&w.backend, &anna, entry.id).await.unwrap();
    assert_eq!(code(open_audio(&w.backend, &anna, entry.id).await), "entry_not_found");
});

story_on_sqlite!(a_link_releases_recording_and_transcript_together_or_not_at_all, |w| async move {
    let anna = w.person("anna").await;
    let form = EntryForm { audio_transcript: Some("canarytranscript".into()), ..writing("x") };
    let entry = say(&w, &anna, form, spoken("heute.webm")).await;
    let all_but = ShareOptions { original_text: true, ..ShareOptions::default() };
    let token = sharing::create(&w.backend, &anna, entry.id, all_but).await.unwrap();
    let seen = sharing::open(&w.backend, &Viewer::Guest, &token, "192.0.2.1", Language::De).await.unwrap().entry;
    assert!(!serde_json::to_string(&seen).unwrap().contains("canary") && seen.audio.is_none());
    let ask = async || sharing::open_audio(&w.backend, &Viewer::Guest, &token, "192.0.2.1").await;
    assert_eq!(code(ask().await), "media_not_found");
    let released = ShareOptions { audio: true, ..ShareOptions::default() };
    sharing::update_options(&w.backend, &anna, entry.id, released).await.unwrap();
    let seen = sharing::open(&w.backend, &Viewer::Guest, &token, "192.0.2.1", Language::De).await.unwrap().entry;
    assert_eq!(seen.audio_transcript.as_deref(), Some("canarytranscript"));
    assert!(seen.audio.unwrap().url.starts_with(&format!("/shared/{token}/audio?v=")));
    assert!(ask().await.is_ok());
    sharing::remove(&w.backend, &anna, entry.id, None).await.unwrap();
    assert_eq!(code(ask().await), "link_not_found");
});

story_on_sqlite!(a_recording_is_swept_with_its_entry_and_not_before, |w| async move {
    let anna = w.person("anna").await;
    let entry = say(&w, &anna, writing(""), spoken("heute.webm")).await;
    // The files have the machine's time, which differs from the story's clock.
    w.later(TimeDelta::days(36_500));
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files().len(), 1);
    entries::delete(&w.backend, &anna, entry.id).await.unwrap();
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files().len(), 1, "the bin keeps it");
    w.later(TimeDelta::days(31));
    entries::sweep(&w.backend).await.unwrap();
    sweep(&w.backend).await.unwrap();
    assert!(w.media_files().is_empty());
});
