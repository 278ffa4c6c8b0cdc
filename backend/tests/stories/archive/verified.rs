//! The bag is judged: by our own program, and by rules that are written down here once more.

use super::exported::{Exported, exported};
use crate::world::{
    World,
    crowd::hex,
    diary::{photo, recording_of, writing},
};
use backend::{
    Viewer,
    archive::verify::{Checked, Refused, verify},
    entries,
    media::Uploads,
};
use domain::Language;
use ring::digest::{SHA256, digest};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Write},
};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

async fn diary(w: &World) -> (Viewer, Exported) {
    let anna = w.person("anna").await;
    let uploads = Uploads { images: vec![photo("rocket.jpg")], recording: Some(recording_of(1)) };
    entries::create(&w.backend, &anna, writing("Ein Tag"), uploads).await.unwrap();
    let archive = exported(w, &anna, Language::De, None).await;
    (anna, archive)
}

fn sha256(bytes: &[u8]) -> String {
    hex(digest(&SHA256, bytes).as_ref())
}

// RFC 8493, without our own code.
story_on_sqlite!(the_archive_is_a_bag, |w| async move {
    let (_, mut archive) = diary(&w).await;
    assert_eq!(archive.text("bagit.txt"), "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    let payload: Vec<_> = archive.names().into_iter().filter(|name| name.starts_with("data/")).collect();
    let (mut lines, mut bytes) = (BTreeSet::new(), 0);
    for name in &payload {
        let content = archive.read(name);
        lines.insert(format!("{}  {name}", sha256(&content)));
        bytes += content.len();
    }
    let manifest = archive.text("manifest-sha256.txt");
    assert_eq!(manifest.lines().map(str::to_owned).collect::<BTreeSet<_>>(), lines);
    let oxum = format!("Payload-Oxum: {bytes}.{}\n", payload.len());
    assert!(archive.text("bag-info.txt").contains(&oxum), "{oxum}");
});

/// The archive packed again, after `change` had its files.
fn repacked(archive: &mut Exported, change: impl FnOnce(&mut BTreeMap<String, Vec<u8>>)) -> Vec<u8> {
    let mut files: BTreeMap<_, _> =
        archive.names().into_iter().map(|name| (name.clone(), archive.read(&name))).collect();
    change(&mut files);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(format!("{}/{name}", archive.folder()), options).unwrap();
        zip.write_all(&content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn check(bytes: Vec<u8>) -> Result<Checked, Refused> {
    verify(Cursor::new(bytes))
}

story_on_sqlite!(a_changed_archive_is_found_out, |w| async move {
    let (_, mut archive) = diary(&w).await;
    let whole = Checked { days: 1, photos: 1, recordings: 1, ..Checked::default() };
    assert_eq!(check(archive.bytes.clone()).unwrap(), whole);
    assert_eq!(check(repacked(&mut archive, |_| {})).unwrap(), whole, "packed by another program");

    let names = archive.names();
    let file = |part: &str| names.iter().find(|name| name.contains(part)).unwrap().clone();
    let (photo, page) = (file("fotos/"), file("tage/"));
    let lost = check(repacked(&mut archive, |files| drop(files.remove(&photo)))).unwrap();
    assert_eq!((lost.photos, lost.lost), (0, 1));
    assert!(lost.problems.contains(&format!("{photo} is missing")), "{:?}", lost.problems);
    let changed = check(repacked(&mut archive, |files| files.get_mut(&page).unwrap().push(b'!'))).unwrap();
    assert!(changed.problems.contains(&format!("{page} was changed")), "{:?}", changed.problems);
    let added = check(repacked(&mut archive, |files| drop(files.insert("data/neu.txt".into(), vec![])))).unwrap();
    assert!(added.problems.contains(&"data/neu.txt is not in the manifest".to_owned()), "{:?}", added.problems);
    // Somebody changes the text, and the manifest with it: the day's own digest tells.
    let data = "data/eintraege.json";
    let forged = repacked(&mut archive, |files| {
        let before = sha256(&files[data]);
        let text = String::from_utf8(files[data].clone()).unwrap().replace("Ein Tag", "Kein Tag");
        let manifest = String::from_utf8(files["manifest-sha256.txt"].clone()).unwrap();
        let manifest = manifest.replace(&before, &sha256(text.as_bytes()));
        files.insert("manifest-sha256.txt".into(), manifest.into_bytes());
        files.insert(data.into(), text.into_bytes());
    });
    let forged = check(forged).unwrap().problems;
    assert!(
        forged.iter().any(|problem| problem.ends_with("the day is not what it was when it was exported")),
        "{forged:?}"
    );
    let newer = repacked(&mut archive, |files| {
        let text = String::from_utf8(files[data].clone()).unwrap().replace("\"version\":1", "\"version\":2");
        files.insert(data.into(), text.into_bytes());
    });
    assert!(matches!(check(newer), Err(Refused::Newer(2))));
});

#[test]
fn hostile_files_are_refused() {
    let zip = |names: &[&str], content: &[u8]| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
            zip.start_file(*name, options).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    assert!(matches!(check(b"no zip".to_vec()), Err(Refused::NotZip(_))));
    assert!(matches!(check(zip(&["a.txt"], b"x")), Err(Refused::NoBag)));
    for name in ["../bagit.txt", "/bagit.txt", "a/../../bagit.txt", "a\\bagit.txt"] {
        assert!(matches!(check(zip(&[name], b"x")), Err(Refused::Unsafe(_))), "{name}");
    }
    assert!(matches!(check(zip(&["a/bagit.txt"], &vec![0; 64 << 20])), Err(Refused::Bomb(_))));
    let mut link = ZipWriter::new(Cursor::new(Vec::new()));
    link.add_symlink("a/bagit.txt", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    assert!(matches!(check(link.finish().unwrap().into_inner()), Err(Refused::Unsafe(_))));
    let mut cut = zip(&["a/bagit.txt", "a/data/x"], b"x");
    cut.truncate(cut.len() - 30);
    assert!(matches!(check(cut), Err(Refused::NotZip(_))));
}
