//! The digest of a day: the same wherever the day is exported from, as long as its content is.

use super::Day;
use crate::{Error, Result};
use ring::digest::{SHA256, digest};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// SHA-256 of the day's content in canonical JSON. Ids, names of files, times and who may see the day are not part of it.
pub fn of_day(day: &Day) -> Result<String> {
    let texts = &day.texts;
    let answers = day.answers.iter().map(|one| json!({"questionId": one.question_id, "answer": one.answer}));
    let photos = day.photos.iter().map(|one| {
        let mut photo = json!({"alt": one.alt, "isMain": one.is_main});
        if let Some(sha256) = &one.sha256 {
            photo["sha256"] = sha256.as_str().into();
        }
        photo
    });
    let mut content = json!({
        "date": day.date,
        "text": texts.text,
        "summary": texts.summary,
        "summarySource": texts.summary_source,
        "topMoment": texts.top_moment,
        "audioTranscript": texts.audio_transcript,
        "emojis": day.emojis,
        "isFavorite": day.is_favorite,
        "answers": answers.collect::<Vec<_>>(),
        "photos": photos.collect::<Vec<_>>(),
    });
    let broken = |e| Error::broken("digest of a day", e);
    if let Some(mood) = &day.mood {
        content["mood"] = serde_json::to_value(mood).map_err(broken)?;
    }
    if let Some(recording) = &day.recording {
        content["recording"] = recording.sha256.as_ref().map_or_else(|| json!({}), |sum| json!({"sha256": sum}));
    }
    let mut canonical = String::new();
    push(&mut canonical, &content).map_err(broken)?;
    Ok(hex(digest(&SHA256, canonical.as_bytes()).as_ref()))
}

/// Keys in order, nothing between the signs, as RFC 8785 has it.
fn push(json: &mut String, value: &Value) -> serde_json::Result<()> {
    match value {
        Value::Object(fields) => push_object(json, fields),
        Value::Array(items) => {
            json.push('[');
            for (at, item) in items.iter().enumerate() {
                json.push_str(if at > 0 { "," } else { "" });
                push(json, item)?;
            }
            json.push(']');
            Ok(())
        }
        plain => {
            json.push_str(&serde_json::to_string(plain)?);
            Ok(())
        }
    }
}

fn push_object(json: &mut String, fields: &Map<String, Value>) -> serde_json::Result<()> {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    json.push('{');
    for (at, (name, value)) in fields.into_iter().enumerate() {
        json.push_str(if at > 0 { "," } else { "" });
        json.push_str(&serde_json::to_string(name)?);
        json.push(':');
        push(json, value)?;
    }
    json.push('}');
    Ok(())
}

pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // `write!` to a `String` cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::{super::Day, hex, of_day, push};
    use ring::digest::{SHA256, digest};
    use serde_json::{Value, json};

    fn day() -> Value {
        json!({
            "date": "2026-11-27", "text": "Regen\n\"und\" Sturm", "summary": "", "summarySource": "", "topMoment": "",
            "audioTranscript": "", "emojis": "🪁", "mood": {"level": 8, "feeling": "happy"}, "visibility": "private",
            "isFavorite": false, "isBackfilled": false, "isHiddenMemory": false,
            "createdAt": "2026-11-27T18:00:00Z", "updatedAt": "2026-11-27T18:00:00Z",
            "answers": [{"questionId": "song", "question": "Welches Lied?", "answer": "Summertime"}],
            "photos": [{"file": "fotos/a.jpg", "alt": "Rakete", "isMain": true, "sha256": "ab"}], "digest": "",
        })
    }

    fn digest_of(day: &Value) -> String {
        of_day(&serde_json::from_value::<Day>(day.clone()).unwrap()).unwrap()
    }

    /// Other programs compute it too: it must never change for the same content.
    #[test]
    fn the_digest_is_that_of_the_canonical_json() {
        let canonical = concat!(
            r#"{"answers":[{"answer":"Summertime","questionId":"song"}],"audioTranscript":"","date":"2026-11-27","#,
            r#""emojis":"🪁","isFavorite":false,"mood":{"feeling":"happy","level":8},"#,
            r#""photos":[{"alt":"Rakete","isMain":true,"sha256":"ab"}],"summary":"","summarySource":"","#,
            r#""text":"Regen\n\"und\" Sturm","topMoment":""}"#,
        );
        assert_eq!(digest_of(&day()), hex(digest(&SHA256, canonical.as_bytes()).as_ref()));
    }

    #[test]
    fn the_digest_is_about_what_the_person_wrote_and_not_about_where_it_lies() {
        for (field, value) in [
            ("visibility", json!("public")),
            ("isBackfilled", json!(true)),
            ("createdAt", json!("2020-01-01T00:00:00Z")),
            ("updatedAt", json!("2020-01-01T00:00:00Z")),
            ("photos", json!([{"file": "fotos/b.jpg", "alt": "Rakete", "isMain": true, "sha256": "ab"}])),
            ("answers", json!([{"questionId": "song", "question": "Which song?", "answer": "Summertime"}])),
        ] {
            let mut other = day();
            other[field] = value;
            assert_eq!(digest_of(&day()), digest_of(&other), "{field}");
        }
        for (field, value) in [
            ("text", json!("Sonne")),
            ("date", json!("2026-11-26")),
            ("isFavorite", json!(true)),
            ("mood", json!({"level": 7, "feeling": "happy"})),
            ("photos", json!([{"file": "fotos/a.jpg", "alt": "Rakete", "isMain": true, "sha256": "cd"}])),
            ("recording", json!({"file": "ton/a.webm", "milliseconds": 1, "sha256": "ab"})),
            ("answers", json!([])),
        ] {
            let mut other = day();
            other[field] = value;
            assert_ne!(digest_of(&day()), digest_of(&other), "{field}");
        }
    }

    #[test]
    fn canonical_json_has_its_keys_in_order_and_escapes_only_what_must_be() {
        let mut json = String::new();
        push(&mut json, &json!({"b": ["ä\u{1}/<", null, true], "a": {"d": 1, "c": {}}})).unwrap();
        assert_eq!(json, r#"{"a":{"c":{},"d":1},"b":["ä\u0001/<",null,true]}"#);
    }
}
