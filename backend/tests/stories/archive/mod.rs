//! The archive of everything and 'Jahr exportieren': the content of the file.

mod book;
pub mod exported;
mod tables;
mod verified;

use crate::world::{
    World,
    diary::{code, photo, pro, recording_of, writing},
};
use backend::{Viewer, archive::export, entries, reflection};
use chrono::{Datelike, TimeDelta};
use domain::{EntryForm, Feeling, Language, Mood, ShareOptions, reflection::AnswerForm};
use exported::exported;
use futures::TryStreamExt;

/// A day with everything that a day can have, and its date.
async fn full_day(w: &World, anna: &Viewer) -> domain::Entry {
    let form = EntryForm {
        summary: Some("Kurz gesagt".into()),
        mood: Some(Mood { feeling: Some(Feeling::Grateful), ..Mood::at(8) }),
        image_alts: Some(vec!["Eine <Rakete>".into()]),
        ..writing("Erste Zeile\n# keine Überschrift von uns <b>")
    };
    let entry = entries::create(&w.backend, anna, form, vec![photo("rocket.jpg")]).await.unwrap();
    let answer = AnswerForm { question_id: "song".into(), answer: "Die Antwort".into(), previous: None };
    reflection::answer(&w.backend, anna, entry.id, answer, None, Language::De).await.unwrap();
    backend::sharing::create(&w.backend, anna, entry.id, ShareOptions::default()).await.unwrap();
    entry
}

story!(a_year_is_exported_with_all_that_belongs_to_it_and_nothing_else, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let entry = full_day(&w, &anna).await;
    entries::create(&w.backend, &ben, writing("Bens Geheimnis"), vec![photo("rocket.jpg")]).await.unwrap();
    let (year, date) = (entry.date.year(), entry.date);

    let mut archive = exported(&w, &anna, Language::De, Some(year)).await;
    assert_eq!(archive.folder(), format!("tagesecho-{year}"));
    let (photo, page) = (format!("data/fotos/{date}-1.jpg"), format!("data/tage/{date}.md"));
    let expected = [
        "bag-info.txt",
        "bagit.txt",
        "data/LIESMICH.md",
        "data/eintraege.json",
        &photo,
        "data/index.html",
        &page,
        "manifest-sha256.txt",
    ];
    assert_eq!(archive.names(), expected);
    assert!(archive.text("data/LIESMICH.md").contains("1 Tag und 1 Foto aus Tagesecho."));
    let page = archive.text(&page);
    for part in [
        "Erste Zeile\n# keine Überschrift von uns",
        "## Zusammenfassung\n\nKurz gesagt",
        "8 von 10 · 🙏 Dankbar",
        "Die Antwort",
        &format!("![Eine <Rakete>](../fotos/{date}-1.jpg)"),
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let whole = archive.json();
    assert_eq!((whole["format"].as_str(), whole["version"].as_i64()), (Some("tagesecho"), Some(1)));
    assert_eq!((whole["year"].as_i64(), whole["language"].as_str()), (Some(year.into()), Some("de")));
    let day = &whole["days"][0];
    assert_eq!(day["text"], "Erste Zeile\n# keine Überschrift von uns <b>");
    assert_eq!((day["mood"]["level"].as_i64(), day["answers"][0]["questionId"].as_str()), (Some(8), Some("song")));
    assert!(day["updatedAt"].is_string() && whole["days"].as_array().unwrap().len() == 1);
    let json = whole.to_string();
    for private in
        ["shareToken", "shareOptions", "account", "Bens", &entry.id.to_string(), &entry.images[0].id.to_string()]
    {
        assert!(!json.contains(private), "{private}");
    }
    assert!(archive.read(&photo).starts_with(b"\xFF\xD8"));
    assert_eq!(code(export(&w.backend, &anna, Language::De, Some(year - 1)).await), "not_found");
    assert_eq!(code(export(&w.backend, &anna, Language::De, Some(0)).await), "not_found");
    for year in [None, Some(year)] {
        assert_eq!(code(export(&w.backend, &Viewer::Guest, Language::De, year).await), "unauthenticated");
    }
});

story_on_sqlite!(the_page_opens_without_a_network_and_shows_words_as_words, |w| async move {
    let anna = pro(&w.person("anna").await);
    let entry = full_day(&w, &anna).await;
    let mut archive = exported(&w, &anna, Language::Fr, None).await;
    let page = archive.text("data/index.html");
    for part in [
        "<html lang=\"fr\">",
        "keine Überschrift von uns &lt;b&gt;",
        "alt=\"Eine &lt;Rakete&gt;\"",
        &format!("src=\"fotos/{}-1.jpg\"", entry.date),
        "8 sur 10 · 🙏 ",
        "Kurz gesagt",
        "Die Antwort",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for outside in ["<script", "http:", "https:", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
});

story!(everything_has_all_years_and_the_same_digest_for_a_day_as_the_year, |w| async move {
    let anna = w.person("anna").await;
    for n in 0..70 {
        w.day(&anna, writing(&format!("Tag {n}")), vec![]).await;
    }
    let mut all = exported(&w, &anna, Language::De, None).await;
    let data = all.json();
    let days = data["days"].as_array().unwrap();
    let texts: Vec<_> = days.iter().map(|day| day["text"].as_str().unwrap().to_owned()).collect();
    assert_eq!(texts, (0..70).map(|n| format!("Tag {n}")).collect::<Vec<_>>(), "in order, none twice");
    assert_eq!(all.text("data/index.html").matches("<article").count(), 70);
    assert!(data.get("year").is_none() && data["account"]["profile"]["email"] == "anna@example.org");
    let year: i32 = days[69]["date"].as_str().unwrap()[..4].parse().unwrap();
    let in_english = exported(&w, &anna, Language::En, Some(year)).await.json();
    let last = in_english["days"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["digest"], days[69]["digest"]);
});

story!(an_account_without_a_day_has_an_archive_too, |w| async move {
    let anna = w.person("anna").await;
    let mut archive = exported(&w, &anna, Language::De, None).await;
    assert!(archive.text("data/LIESMICH.md").contains("0 Tage und 0 Fotos"));
    assert_eq!(archive.json()["days"].as_array().unwrap().len(), 0);
    let checked = backend::archive::verify::verify(std::io::Cursor::new(archive.bytes)).unwrap();
    assert_eq!(checked, backend::archive::verify::Checked::default());
});

story!(how_large_an_archive_will_be_is_known_before, |w| async move {
    let anna = w.person("anna").await;
    let uploads = backend::media::Uploads { images: vec![photo("rocket.jpg")], recording: Some(recording_of(2)) };
    w.day(&anna, writing("Ein Tag"), uploads).await;
    let extent = backend::archive::extent(&w.backend, &anna, None).await.unwrap();
    let archive = exported(&w, &anna, Language::De, None).await;
    assert_eq!((extent.days, extent.photos), (1, 1));
    assert!(extent.bytes > 0 && extent.bytes < 4 * i64::try_from(archive.bytes.len()).unwrap(), "{extent:?}");
});

story!(one_export_at_a_time_and_a_reader_who_goes_away_ends_it, |w| async move {
    let anna = w.person("anna").await;
    entries::create(&w.backend, &anna, writing("Ein Tag"), vec![photo("rocket.jpg")]).await.unwrap();
    let first = export(&w.backend, &anna, Language::De, None).await.unwrap();
    assert_eq!(code(export(&w.backend, &anna, Language::De, None).await), "too_many_requests");
    drop(first);
    for _ in 0..100 {
        if let Ok(next) = export(&w.backend, &anna, Language::De, None).await {
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
    let archive = export(&w.backend, &anna, Language::De, Some(entry.date.year())).await.unwrap();
    let mut content = std::pin::pin!(archive.content);
    assert!(content.try_next().await.unwrap().unwrap().starts_with(b"PK"));
    assert!(content.try_next().await.is_err(), "the texts cannot be read");
});

story!(a_file_that_is_gone_is_named_and_the_rest_is_whole, |w| async move {
    let anna = w.person("anna").await;
    let sound = backend::media::Uploads { images: vec![photo("rocket.jpg")], recording: Some(recording_of(2)) };
    let entry = entries::create(&w.backend, &anna, writing("Ein Tag"), sound).await.unwrap();
    for file in w.media_files().iter().filter(|file| file.contains("original")) {
        std::fs::remove_file(file).unwrap();
    }
    w.later(TimeDelta::hours(1));
    let mut archive = exported(&w, &anna, Language::De, None).await;
    let missing = archive.text("data/FEHLT.md");
    let photo = format!("fotos/{}-1.jpg", entry.date);
    assert!(missing.contains(&photo), "{missing}");
    assert!(!archive.text("manifest-sha256.txt").contains(&photo));
    assert!(!archive.read(&format!("data/ton/{}.webm", entry.date)).is_empty());
    let checked = backend::archive::verify::verify(std::io::Cursor::new(archive.bytes)).unwrap();
    assert_eq!((checked.lost, checked.recordings, checked.problems), (1, 1, vec![]), "it is a bag all the same");
});
