//! Our own archive.

use crate::files::{only, open, open_zip, told, zip};
use backend::{
    archive::format::{self, digest},
    imports::source::{Format, ProblemKind, Refused},
};
use domain::Feeling;
use serde_json::{Value, json};

const PHOTO: &[u8] = b"a photo";

fn sha256(bytes: &[u8]) -> String {
    digest::hex(ring::digest::digest(&ring::digest::SHA256, bytes).as_ref())
}

fn day(date: &str) -> Value {
    let mut day = json!({
        "date": date, "text": "Regen und **Sturm**", "summary": "Nass", "summarySource": "local", "topMoment": "Drachen",
        "audioTranscript": "Heute", "emojis": "🪁", "mood": {"level": 8, "feeling": "happy", "customEmoji": "🦔"},
        "visibility": "public", "isFavorite": true, "isBackfilled": false, "isHiddenMemory": true,
        "createdAt": "2026-11-27T18:00:00Z", "updatedAt": "2026-11-28T18:00:00Z",
        "answers": [{"questionId": "open_question", "question": "Was?", "answer": "Ja"}],
        "photos": [
            {"file": "fotos/a.jpg", "alt": "Rakete", "isMain": false, "sha256": sha256(PHOTO)},
            {"file": "fotos/b.jpg", "alt": "", "isMain": true, "sha256": sha256(b"b")},
        ],
        "recording": {"file": "ton/a.webm", "milliseconds": 1000, "sha256": sha256(b"sound")},
        "versions": [{"replacedAt": "2026-11-27T18:00:00Z", "text": "x", "summary": "", "summarySource": "",
                      "topMoment": "", "audioTranscript": ""}],
        "digest": "",
    });
    seal(&mut day);
    day
}

fn seal(day: &mut Value) {
    day["digest"] = digest::of_day(&serde_json::from_value::<format::Day>(day.clone()).unwrap()).unwrap().into();
}

fn archive(days: &[Value]) -> Value {
    json!({
        "format": "tagesecho", "version": 1, "exportedAt": "2026-11-27T18:00:00Z", "language": "de",
        "account": {"profile": {"days": [1]}}, "days": days, "bin": [day("2020-01-01")],
    })
}

fn bag(archive: &Value) -> Vec<u8> {
    let data = serde_json::to_vec(archive).unwrap();
    zip(&[
        ("tagesecho/bagit.txt", b"BagIt-Version: 1.0\n"),
        ("tagesecho/data/eintraege.json", &data),
        ("tagesecho/data/tage/2026-11-27.md", b"# not this"),
        ("tagesecho/data/fotos/a.jpg", PHOTO),
        ("tagesecho/data/fotos/b.jpg", b"b"),
        ("tagesecho/data/ton/a.webm", b"sound"),
    ])
}

#[test]
fn everything_that_the_digest_covers_comes_back() {
    let exported = day("2026-11-27");
    let mut source = open(bag(&archive(std::slice::from_ref(&exported))), "x").unwrap();
    assert_eq!((source.format, told(&source.problems)), (Format::Tagesecho, vec![]));
    let part = only(&source.days).clone();
    assert_eq!(source.days[0].date.to_string(), "2026-11-27");
    let texts = &part.texts;
    assert_eq!((texts.text.as_str(), texts.summary.as_str()), ("Regen und **Sturm**", "Nass"));
    assert_eq!((texts.summary_source.as_str(), texts.top_moment.as_str()), ("local", "Drachen"));
    assert_eq!((texts.audio_transcript.as_str(), part.emojis.as_str()), ("Heute", "🪁"));
    assert_eq!((part.mood.chosen_level(), part.mood.feeling), (Some(8), Some(Feeling::Happy)));
    assert_eq!(part.mood.custom_emoji.as_deref(), Some("🦔"));
    assert!(part.is_favorite && part.is_hidden_memory);
    assert_eq!(part.answers, [("open_question".to_owned(), "Ja".to_owned())]);
    let photos: Vec<_> = part.photos.iter().map(|one| (one.alt.as_str(), one.is_main)).collect();
    assert_eq!(photos, [("Rakete", false), ("", true)]);
    assert_eq!(source.read(&part.photos[0].file).unwrap(), PHOTO);
    assert_eq!(source.read(&part.recordings[0]).unwrap(), b"sound");
    assert_eq!(part.created_at.unwrap().to_rfc3339(), "2026-11-27T18:00:00+00:00");
    assert_eq!(part.digest.as_deref(), exported["digest"].as_str());
    let again = open(bag(&archive(&[exported])), "y").unwrap();
    assert_eq!(only(&again.days).key, part.key, "running it twice finds the same entry");
}

#[test]
fn a_file_that_is_missing_or_another_one_is_a_problem() {
    let mut changed = day("2026-11-27");
    changed["photos"][0]["sha256"] = "ab".into();
    changed["photos"][1]["file"] = "../../fotos/c.jpg".into();
    changed["recording"].as_object_mut().unwrap().remove("sha256");
    let source = open(bag(&archive(&[changed])), "x").unwrap();
    let missing = |file: &str| (ProblemKind::MissingFile, format!("2026-11-27: {file}"));
    let problems: Vec<_> = source.problems.iter().map(|one| (one.kind, one.name.clone())).collect();
    assert_eq!(problems, [missing("fotos/a.jpg"), missing("../../fotos/c.jpg"), missing("ton/a.webm")]);
    let part = only(&source.days);
    assert!(part.photos.is_empty() && part.recordings.is_empty() && part.digest.is_none());
}

#[test]
fn a_wrong_day_spoils_no_other() {
    let mut days = vec![day("2026-11-26"), day("2026-11-27")];
    for (field, value) in [
        ("date", json!("2026-02-30")),
        ("text", json!(1)),
        ("mood", json!({"level": 300})),
        ("photos", json!({})),
        ("answers", json!([1])),
        ("createdAt", json!("yesterday")),
    ] {
        let mut wrong = day("2026-11-25");
        wrong[field] = value;
        days.insert(1, wrong);
    }
    let mut early = day("2026-11-25");
    early["date"] = "1066-10-14".into();
    days.extend([json!(null), json!([[]]), json!("day"), early]);
    let source = open(bag(&archive(&days)), "x").unwrap();
    assert_eq!(source.days.len(), 2);
    assert_eq!(source.problems.len(), 10, "{:?}", source.problems);
}

#[test]
fn a_changed_day_has_no_digest_and_an_unknown_question_becomes_text() {
    let mut changed = day("2026-11-27");
    changed["answers"] = json!([{"questionId": "of a later version", "question": "Wer?", "answer": "Alle"}]);
    let source = open(bag(&archive(&[changed])), "x").unwrap();
    let part = only(&source.days);
    assert_eq!(part.texts.text, "Regen und **Sturm**\n\n**Wer?**\nAlle");
    assert!(part.digest.is_none() && part.answers.is_empty());
}

#[test]
fn other_versions_and_formats_are_refused() {
    for (field, value, refused) in [
        ("version", json!(2), Refused::Newer),
        ("version", json!("1"), Refused::Unknown),
        ("format", json!("tagebuch"), Refused::Unknown),
    ] {
        let mut archive = archive(&[day("2026-11-27")]);
        archive[field] = value;
        assert_eq!(open(bag(&archive), "x").unwrap_err(), refused, "{field}");
    }
}

#[test]
fn ten_years_with_earlier_versions_are_read() {
    let first = chrono::NaiveDate::from_ymd_opt(2016, 1, 1).unwrap();
    let version = json!({"replacedAt": "2026-11-27T18:00:00Z", "text": "ä".repeat(3000), "summary": "",
                         "summarySource": "", "topMoment": "", "audioTranscript": ""});
    let days: Vec<_> = first
        .iter_days()
        .take(3650)
        .map(|date| {
            let mut day = day(&date.to_string());
            day["text"] = "ö".repeat(3000).into();
            day["photos"] = json!([]);
            day.as_object_mut().unwrap().remove("recording");
            day["versions"] = json!([version, version]);
            seal(&mut day);
            day
        })
        .collect();
    let source =
        open_zip(&[("bagit.txt", b""), ("data/eintraege.json", &serde_json::to_vec(&archive(&days)).unwrap())]);
    assert_eq!((source.days.len(), source.problems.len()), (3650, 0));
    assert!(source.days.iter().all(|day| day.parts[0].digest.is_some()));
}
