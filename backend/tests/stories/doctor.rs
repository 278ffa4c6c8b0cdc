//! The doctor finds what is missing, damaged and miscounted, and changes nothing.

use crate::{
    sealed::plant,
    world::{
        World,
        diary::{photo, pro, recording_of, writing},
    },
};
use backend::{
    doctor::{Findings, examine},
    entries,
    media::Uploads,
};
use chrono::TimeDelta;
use std::fs;

async fn examined(w: &World) -> Findings {
    let mut found = examine(&w.backend).await;
    found.named.sort();
    found
}

story!(the_doctor_names_each_fault, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let entry = plant(&w, &anna, &ben).await;
    w.later(TimeDelta::days(1));
    let uploads = Uploads { images: vec![photo("rocket.jpg")], recording: Some(recording_of(1)) };
    let second = entries::create(&w.backend, &anna, writing("Regen"), uploads).await.unwrap();
    let found = examined(&w).await;
    assert_eq!((found.people, found.entries, found.pictures, found.recordings), (2, 2, 2, 1));
    assert!(found.values > 8 && found.faults == 0 && found.left_over == 0, "{found:?}");

    let db = &w.backend.db;
    let media = w.data.path().join("media");
    let (one, two) = (entry.images[0].id, second.images[0].id);
    fs::remove_file(media.join(one.to_string()).join("optimized.jpg")).unwrap();
    // A folder in its place cannot be read.
    let broken = media.join(two.to_string()).join("thumbnail.jpg");
    fs::remove_file(&broken).unwrap();
    fs::create_dir(&broken).unwrap();
    let file = media.join(two.to_string()).join("original.jpg");
    let mut bytes = fs::read(&file).unwrap();
    bytes[200] ^= 1;
    fs::write(&file, bytes).unwrap();
    db.write("UPDATE entries SET words = signs, photos = 2 WHERE id = $1").bind(entry.id.0).execute().await.unwrap();
    db.write("UPDATE entry_months SET words = words + 1").execute().await.unwrap();
    db.write("UPDATE reports SET words = $1").bind(vec![7_u8; 40]).execute().await.unwrap();
    db.write("UPDATE linkedin_profiles SET words = $1").bind(vec![7_u8; 40]).execute().await.unwrap();
    let user = anna.user_id().unwrap();
    let before = (crate::world::rows(db).await.len(), w.media_files());
    let mut found = examined(&w).await;
    let unread = format!("the file {}-thumbnail ", two.0.simple());
    let broken = found.named.iter().position(|fault| fault.starts_with(&unread)).unwrap();
    found.named.remove(broken);
    found.faults -= 1;
    let mut expected = [
        format!("entries.photos of {} is not the number of its pictures", entry.id),
        format!("entries.words of {} does not open", entry.id),
        format!("entry_months of {user}, 2026-11: the counts are not those of the entries"),
        format!("linkedin_profiles.words of {user} does not open"),
        "reports.words: 1 values do not open with this secret".to_owned(),
        format!("the file {}-optimized is missing", one.0.simple()),
        format!("the file {}-original does not open", two.0.simple()),
    ];
    expected.sort();
    assert_eq!((found.named.as_slice(), found.faults), (expected.as_slice(), expected.len()));
    assert_eq!((crate::world::rows(db).await.len(), w.media_files()), before);

    // Somebody else's wrapped key, and a leftover.
    let key = "UPDATE users SET data_key = (SELECT data_key FROM users WHERE id <> $1) WHERE id = $1";
    db.write(key).bind(user.0).execute().await.unwrap();
    fs::create_dir(media.join(uuid::Uuid::new_v4().to_string())).unwrap();
    w.later(TimeDelta::days(365));
    let found = examined(&w).await;
    assert!(
        found.named.contains(&format!("sealed value: users.data_key of {user} does not open")),
        "{:?}",
        found.named
    );
    assert_eq!(found.left_over, 1);
});
