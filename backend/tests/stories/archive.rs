//! 'Jahr exportieren': the content of the file.

use crate::world::{
    World,
    diary::{code, photo, recording_of, writing},
};
use backend::{Viewer, archive::export_year, entries, reflection};
use chrono::Datelike;
use domain::{EntryForm, Language, Mood, ShareOptions, reflection::AnswerForm};
use futures::TryStreamExt;
use serde_json::Value;
use std::io::{Cursor, Read};
use zip::ZipArchive;

pub type Archive = ZipArchive<Cursor<Vec<u8>>>;

pub async fn export(w: &World, viewer: &Viewer, year: i32) -> Archive {
    let archive = export_year(&w.backend, viewer, Language::De, year).await.unwrap();
    assert_eq!(archive.name, format!("tagesecho-{year}.zip"));
    let bytes: Vec<bytes::Bytes> = std::pin::pin!(archive.content).try_collect().await.unwrap();
    ZipArchive::new(Cursor::new(bytes.concat())).unwrap()
}

fn read(archive: &mut Archive, name: &str) -> Vec<u8> {
    let mut content = Vec::new();
    archive.by_name(name).unwrap().read_to_end(&mut content).unwrap();
    content
}

pub fn words(archive: &mut Archive, name: &str) -> String {
    String::from_utf8(read(archive, name)).unwrap()
}

story!(a_year_is_exported_with_all_that_belongs_to_it_and_nothing_else, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm {
        summary: Some("Kurz gesagt".into()),
        mood: Some(Mood { level: 8, feeling: None, custom_emoji: None, is_set: true }),
        image_alts: Some(vec!["Eine Rakete".into()]),
        ..writing("Erste Zeile\n# keine Überschrift von uns")
    };
    let files = vec![photo("rocket.jpg")];
    let entry = entries::create(&w.backend, &anna, form, files).await.unwrap();
    let question = reflection::questions(&anna, Language::De).unwrap().remove(0);
    let answer = AnswerForm { question_id: question.id, answer: "Die Antwort".into(), previous: None };
    reflection::answer(&w.backend, &anna, entry.id, answer, None, Language::De).await.unwrap();
    backend::sharing::create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    entries::create(&w.backend, &ben, writing("Bens Geheimnis"), vec![photo("rocket.jpg")]).await.unwrap();
    let (year, date) = (entry.date.year(), entry.date);

    let mut archive = export(&w, &anna, year).await;
    let folder = format!("tagesecho-{year}");
    let mut names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    let expected = [
        "LIESMICH.md",
        "eintraege.json",
        "ereignisse.json",
        &format!("fotos/{date}-1.jpg"),
        &format!("tage/{date}.md"),
    ];
    assert_eq!(names, expected.map(|name| format!("{folder}/{name}")));
    let page = words(&mut archive, &format!("{folder}/tage/{date}.md"));
    for part in [
        "Erste Zeile\n# keine Überschrift von uns",
        "## Zusammenfassung\n\nKurz gesagt",
        "8 von 10",
        &question.question,
        "Die Antwort",
        &format!("![Eine Rakete](../fotos/{date}-1.jpg)"),
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let json = words(&mut archive, &format!("{folder}/eintraege.json"));
    let days: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(days[0]["text"], "Erste Zeile\n# keine Überschrift von uns");
    assert_eq!((days[0]["mood"]["level"].clone(), days.as_array().unwrap().len()), (8.into(), 1));
    for private in ["shareToken", "shareOptions", "version", "Bens", &entry.id.to_string()] {
        assert!(!json.contains(private), "{private}");
    }
    assert!(read(&mut archive, &format!("{folder}/fotos/{date}-1.jpg")).starts_with(b"\xFF\xD8"));
    let events: Value = serde_json::from_str(&words(&mut archive, &format!("{folder}/ereignisse.json"))).unwrap();
    let has = |kind: &str, field: &str, value: Value| {
        events.as_array().unwrap().iter().any(|event| event["kind"] == kind && event[field] == value)
    };
    assert!(has("exported", "number", year.into()) && has("exported", "text", "Jahr exportiert".into()), "{events}");
    assert!(has("link_made", "day", date.to_string().into()), "{events}");
    assert_eq!(events.as_array().unwrap().len(), 2);
    assert_eq!(code(export_year(&w.backend, &anna, Language::De, year - 1).await), "not_found");
    assert_eq!(code(export_year(&w.backend, &anna, Language::De, 0).await), "not_found");
    assert_eq!(code(export_year(&w.backend, &Viewer::Guest, Language::De, year).await), "unauthenticated");
});

story!(one_export_at_a_time_and_a_reader_who_goes_away_ends_it, |w| async move {
    let anna = w.person("anna").await;
    let entry = entries::create(&w.backend, &anna, writing("Ein Tag"), vec![photo("rocket.jpg")]).await.unwrap();
    let year = entry.date.year();
    let first = export_year(&w.backend, &anna, Language::De, year).await.unwrap();
    assert_eq!(code(export_year(&w.backend, &anna, Language::De, year).await), "too_many_requests");
    drop(first);
    for _ in 0..100 {
        if let Ok(next) = export_year(&w.backend, &anna, Language::De, year).await {
            return drop(next);
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the first one goes on");
});

story!(a_download_begins_before_its_texts_are_read_and_one_that_fails_does_not_look_whole, |w| async move {
    let anna = w.person("anna").await;
    let entry = entries::create(&w.backend, &anna, writing("Ein Tag"), Vec::new()).await.unwrap();
    let broken = "ALTER TABLE reflection_answers RENAME TO answers_elsewhere";
    w.backend.db.write(broken).execute().await.unwrap();
    let archive = export_year(&w.backend, &anna, Language::De, entry.date.year()).await.unwrap();
    let mut content = std::pin::pin!(archive.content);
    assert!(content.try_next().await.unwrap().unwrap().starts_with(b"PK"));
    assert!(content.try_next().await.is_err(), "the texts cannot be read");
});

story!(a_file_that_is_gone_is_named_and_the_rest_is_whole, |w| async move {
    let anna = w.person("anna").await;
    let files = vec![photo("rocket.jpg")];
    let sound = backend::media::Uploads { images: files, recording: Some(recording_of(2)) };
    let entry = entries::create(&w.backend, &anna, writing("Ein Tag"), sound).await.unwrap();
    for file in w.media_files().iter().filter(|file| file.contains("original")) {
        std::fs::remove_file(file).unwrap();
    }
    let mut archive = export(&w, &anna, entry.date.year()).await;
    let folder = format!("tagesecho-{}", entry.date.year());
    let missing = words(&mut archive, &format!("{folder}/FEHLT.md"));
    assert!(missing.contains(&format!("fotos/{}-1.jpg", entry.date)), "{missing}");
    assert!(!read(&mut archive, &format!("{folder}/ton/{}.webm", entry.date)).is_empty());
});
