//! A small file of each format, to be spoiled.

use crate::files::zip;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// The files of an export. The one without a content has the JSON beside it.
pub type Sample = (&'static str, Vec<(&'static str, Option<&'static [u8]>)>, Value);

pub fn samples_of_json() -> &'static [Sample] {
    static SAMPLES: LazyLock<Vec<Sample>> =
        LazyLock::new(|| vec![tagesecho(), day_one(), diarium(), daily_txt(), journiv()]);
    &SAMPLES
}

/// The bytes of an export of each format, with its name.
pub fn samples() -> &'static [(&'static str, Vec<u8>)] {
    static SAMPLES: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| {
        let mut samples = vec![
            (
                "2024-05-01.md",
                "---\ntags: [a]\n---\n# Mai\n![[a.jpg]] [b](c) *d*\n## 2024-05-02\nText".as_bytes().to_vec(),
            ),
            (
                "folder.zip",
                zip(&[("a/2024-05-01.md", b"![[b.jpg]] Text"), ("a/b.jpg", b"1"), ("a/c.txt", b"1. Mai 2024\nText")]),
            ),
        ];
        for (name, files, data) in samples_of_json() {
            let data = serde_json::to_vec(data).unwrap();
            let files: Vec<(&str, &[u8])> =
                files.iter().map(|(name, content)| (*name, content.unwrap_or(&data))).collect();
            samples.extend([(*name, zip(&files)), ("data.json", data)]);
        }
        samples
    });
    &SAMPLES
}

fn tagesecho() -> Sample {
    let day = json!({
        "date": "2026-11-27", "text": "Regen", "summary": "Nass", "summarySource": "local", "topMoment": "Drachen",
        "audioTranscript": "Heute", "emojis": "🪁", "mood": {"level": 8, "feeling": "happy", "customEmoji": "🦔"},
        "visibility": "public", "isFavorite": true, "isBackfilled": false, "isHiddenMemory": true,
        "createdAt": "2026-11-27T18:00:00Z", "updatedAt": "2026-11-28T18:00:00Z",
        "answers": [{"questionId": "open_question", "question": "Was?", "answer": "Ja"}],
        "photos": [{"file": "fotos/a.jpg", "alt": "Rakete", "isMain": false, "sha256":
            "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"}],
        "recording": {"file": "ton/a.webm", "milliseconds": 1000, "sha256": "x"},
        "versions": [{"replacedAt": "2026-11-27T18:00:00Z", "text": "x", "summary": "", "summarySource": "",
                      "topMoment": "", "audioTranscript": ""}],
        "digest": "x",
    });
    let data = json!({"format": "tagesecho", "version": 1, "exportedAt": "2026-11-27T18:00:00Z", "language": "de", "days": [day]});
    let files: Vec<(&str, Option<&[u8]>)> =
        vec![("t/bagit.txt", Some(b"")), ("t/data/eintraege.json", None), ("t/data/fotos/a.jpg", Some(b"1"))];
    ("tagesecho", files, data)
}

fn day_one() -> Sample {
    let rich = json!({"contents": [
        {"text": "a\n", "attributes": {"bold": true, "linkURL": "https://a.de", "line": {"header": 1, "listStyle": "numbered", "listIndex": 2}}},
        {"embeddedObjects": [{"type": "photo", "identifier": "P"}, {"type": "stateOfMind", "valence": 0.5}]},
    ]});
    let data = json!({"metadata": {"version": "1.0"}, "entries": [
        {"uuid": "A", "creationDate": "2024-05-01T10:00:00Z", "timeZone": "Europe/Berlin", "isAllDay": false, "starred": true,
         "tags": ["a b"], "text": "Text ![](dayone-moment://P)", "location": {"timeZoneName": "Asia/Tokyo"},
         "photos": [{"identifier": "P", "md5": "aa", "type": "jpeg", "orderInEntry": 0}],
         "audios": [{"identifier": "A", "md5": "bb"}], "videos": [{"identifier": "V", "md5": "cc", "type": "mov"}]},
        {"uuid": "B", "creationDate": "2024-05-01T11:00:00Z", "timeZone": "Europe/Berlin", "richText": rich.to_string()},
    ]});
    let files: Vec<(&str, Option<&[u8]>)> =
        vec![("Tagebuch.json", None), ("photos/aa.jpeg", Some(b"1")), ("audios/bb.m4a", Some(b"1"))];
    ("dayone", files, data)
}

fn diarium() -> Sample {
    let data = json!([{"date": "2024-05-01T10:00:00.5", "heading": "Titel", "html": "<p>a <b>b</b></p>", "rating": 4, "tags": ["a"],
                       "people": ["b"], "location": [1.0, 2.0], "tracker": ["a: b"]}]);
    let files: Vec<(&str, Option<&[u8]>)> = vec![("Diarium.json", None), ("media/20240501100000/a.jpg", Some(b"1"))];
    ("diarium", files, data)
}

fn daily_txt() -> Sample {
    let data = json!({"days": [{"day": 1, "text": "Text", "date_written": "x", "files": [{"filename": "a.jpg"}], "tags": [1],
                                "isBookmarked": true}]});
    let files: Vec<(&str, Option<&[u8]>)> = vec![
        ("2024/05.json", None),
        ("tags.json", Some(br#"{"tags":[{"id":1,"name":"a"}]}"#)),
        ("files/a.jpg", Some(b"1")),
    ];
    ("dailytxt", files, data)
}

fn journiv() -> Sample {
    let delta = json!({"ops": [{"insert": "a", "attributes": {"bold": true}}, {"insert": "\n", "attributes": {"list": "ordered", "indent": 1}}]});
    let data = json!({"export_version": "1.5", "mood_definitions": [{"name": "great", "score": 5}],
        "journals": [{"entries": [{"title": "a", "content": "b", "entry_date": "2024-05-01", "mood_log": {"mood_name": "great"}}]}],
        "moments": [{"external_id": "m", "logged_at_utc": "2024-05-01T10:00:00Z", "logged_timezone": "Asia/Tokyo", "note": "n",
            "primary_mood_name": "great", "tags": ["a"], "entry": {"title": "t", "content_delta": delta},
            "media": [{"filename": "a.jpg", "file_path": "m/1_a.jpg", "alt_text": "x"}]}]});
    ("journiv", vec![("data.json", None), ("media/m/1_a.jpg", Some(b"1".as_slice()))], data)
}
