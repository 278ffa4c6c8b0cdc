//! A year as an EPUB: what is in the file, and that its own lists are complete.

use crate::world::{
    World,
    diary::{code, photo, pro, writing},
};
use backend::{
    Settings, Viewer,
    archive::book::{self, export},
    entries,
};
use chrono::{Datelike, TimeDelta};
use domain::{EntryForm, Language, Mood};
use futures::TryStreamExt;
use roxmltree::{Document, ParsingOptions};
use std::{
    collections::BTreeSet,
    io::{Cursor, Read},
};
use zip::{CompressionMethod, ZipArchive};

fn strict(settings: &mut Settings) {
    settings.throttle_factor = 1;
}

async fn book(w: &World, viewer: &Viewer, year: i32) -> ZipArchive<Cursor<Vec<u8>>> {
    let book = export(&w.backend, viewer, Language::Fr, year).await.unwrap();
    assert_eq!(book.name, format!("tagesecho-{year}.epub"));
    let bytes: Vec<bytes::Bytes> = std::pin::pin!(book.content).try_collect().await.unwrap();
    ZipArchive::new(Cursor::new(bytes.concat())).unwrap()
}

fn read(zip: &mut ZipArchive<Cursor<Vec<u8>>>, name: &str) -> Vec<u8> {
    let mut content = Vec::new();
    zip.by_name(name).unwrap().read_to_end(&mut content).unwrap();
    content
}

/// Checks that the file is well-formed, and returns it.
fn xml(zip: &mut ZipArchive<Cursor<Vec<u8>>>, name: &str) -> String {
    let text = String::from_utf8(read(zip, name)).unwrap();
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    assert!(Document::parse_with_options(&text, options).is_ok(), "{name}: {text}");
    text
}

story!(an_e_book_lists_all_its_files_and_holds_the_own_days_only, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let form = EntryForm {
        mood: Some(Mood::at(8)),
        image_alts: Some(vec!["Eine \"<Rakete>".into()]),
        ..writing("Erster Tag & <b>\u{1}\n\nhttps://example.org/a?b&c")
    };
    let first = entries::create(&w.backend, &anna, form, vec![photo("rocket.jpg")]).await.unwrap();
    entries::create(&w.backend, &ben, writing("Bens Geheimnis"), vec![photo("rocket.jpg")]).await.unwrap();
    w.clock.advance(TimeDelta::days(1));
    entries::create(&w.backend, &anna, writing("Zweiter Tag"), Vec::new()).await.unwrap();
    let (year, month, date) = (first.date.year(), first.date.month(), first.date);

    let mut zip = book(&w, &anna, year).await;
    assert!(zip.comment().is_empty(), "readers take a comment for a lock");
    {
        let kind = zip.by_index(0).unwrap();
        assert_eq!(
            (kind.name().unwrap().into_owned().as_str(), kind.compression()),
            ("mimetype", CompressionMethod::Stored)
        );
    }
    let names: BTreeSet<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    for name in names.iter().filter(|name| name.ends_with("xml") || name.ends_with("xhtml") || name.ends_with("opf")) {
        let text = xml(&mut zip, name);
        assert!(!text.contains("Geheimnis") && !text.contains("/media/") && !text.contains('\u{ad}'), "{name}");
    }
    let package = xml(&mut zip, "EPUB/package.opf");
    let document = Document::parse(&package).unwrap();
    let items = document.descendants().filter(|node| node.has_tag_name(("http://www.idpf.org/2007/opf", "item")));
    let mut listed: BTreeSet<String> = items.map(|item| format!("EPUB/{}", item.attribute("href").unwrap())).collect();
    listed.extend(["mimetype", "META-INF/container.xml", "EPUB/package.opf"].map(str::to_owned));
    assert_eq!(listed, names);
    for part in
        ["<dc:title>Mon année", "<dc:language>fr</dc:language>", "properties=\"cover-image\"", "dcterms:modified"]
    {
        assert!(package.contains(part), "{part}: {package}");
    }
    let page = xml(&mut zip, &format!("EPUB/month-{month:02}.xhtml"));
    for part in [
        "xml:lang=\"fr\"",
        "Erster Tag &amp; &lt;b&gt;</p>",
        ">https://example.org/a?b&amp;c</p>",
        &format!("src=\"photos/p{date}-1.jpg\" alt=\"Eine &quot;&lt;Rakete&gt;\""),
        "Zweiter Tag",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(read(&mut zip, &format!("EPUB/photos/p{date}-1.jpg")).starts_with(b"\xFF\xD8"));

    // A reader replaces an older edition by what has the same identifier.
    let identifier = |package: &str| package.split("urn:uuid:").nth(1).unwrap()[..36].to_owned();
    let again = xml(&mut book(&w, &anna, year).await, "EPUB/package.opf");
    let bens = xml(&mut book(&w, &ben, year).await, "EPUB/package.opf");
    assert_eq!(identifier(&package), identifier(&again));
    assert_ne!(identifier(&package), identifier(&bens));
    assert_eq!(code(export(&w.backend, &anna, Language::De, year - 1).await), "not_found");
    assert_eq!(code(export(&w.backend, &Viewer::Guest, Language::De, year).await), "unauthenticated");
});

story!(a_book_is_read_at_a_pace_of_people, strict, |w| async move {
    let anna = w.person("anna").await;
    let year = entries::create(&w.backend, &anna, writing("Regen"), vec![]).await.unwrap().date.year();
    for _ in 0..20 {
        book::open(&w.backend, &anna, Language::De, year).await.unwrap();
    }
    assert_eq!(code(book::open(&w.backend, &anna, Language::De, year).await), "too_many_requests");
    w.later(TimeDelta::minutes(1));
    book::open(&w.backend, &anna, Language::De, year).await.unwrap();
});
