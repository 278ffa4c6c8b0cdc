//! A person's picture: small, square, their own, and for registered people only.

use super::anna;
use crate::world::{
    World,
    diary::{code, photo, writing},
};
use backend::{
    Viewer, entries,
    identity::viewer_of_session,
    media::{self, Upload},
    profile::set_picture,
};
use chrono::TimeDelta;
use domain::{ImageId, UserId, limits, media::Rendition};
use futures::{TryStreamExt, future::join_all};
use uuid::Uuid;

fn image_id(url: &str) -> ImageId {
    url.split('/').nth(2).unwrap().parse().unwrap()
}

async fn seen(w: &World, cookie: &str) -> Option<String> {
    let viewer = viewer_of_session(&w.backend, cookie).await.unwrap();
    viewer.account().unwrap().user.profile_image_url.clone()
}

story!(a_picture_becomes_an_own_square_one_and_replaces_the_one_before, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let id = viewer.user_id().unwrap();
    let first = set_picture(&w.backend, id, photo("coffee_turned_gps.jpg")).await.unwrap();
    assert_eq!(seen(&w, &cookie).await.as_ref(), Some(&first));
    let files = w.media_files();
    assert_eq!(files.len(), 3);
    for (rendition, edge) in Rendition::ALL.into_iter().zip(limits::PORTRAIT_EDGES) {
        let file = media::open(&w.backend, &viewer, image_id(&first), rendition).await.unwrap();
        let parts: Vec<_> = file.read(&w.backend, 0..file.size).await.unwrap().try_collect().await.unwrap();
        let bytes = parts.concat();
        assert!(!bytes.windows(4).any(|part| part == b"Exif"), "{rendition:?}");
        let pixels = image::load_from_memory(&bytes).unwrap();
        assert!(pixels.width() == pixels.height() && pixels.width() <= edge, "{rendition:?}");
    }

    let second = set_picture(&w.backend, id, photo("chelsea.png")).await.unwrap();
    assert_ne!(first, second);
    assert_eq!(seen(&w, &cookie).await.as_ref(), Some(&second));
    assert!(w.media_files().iter().all(|file| !files.contains(file)) && w.media_files().len() == 3);
    let gone = media::open(&w.backend, &viewer, image_id(&first), Rendition::Optimized).await;
    assert_eq!(code(gone), "media_not_found");
});

story!(an_invalid_picture_leaves_the_one_before, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let id = viewer.user_id().unwrap();
    let url = set_picture(&w.backend, id, photo("rocket.jpg")).await.unwrap();
    let upload = |name: &str, bytes: Vec<u8>| Upload { name: name.into(), bytes: bytes.into() };
    let mut cut = photo("rocket.jpg").bytes.to_vec();
    cut.truncate(cut.len() / 2);
    for (upload, expected) in [
        (upload("a.jpg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec()), "image_format"),
        (upload("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()), "image_format"),
        (upload("a.jpg", b"Hallo".to_vec()), "not_an_image"),
        (upload("a.jpg", cut), "image_damaged"),
        (upload("a.jpg", vec![0; limits::PORTRAIT_BYTES + 1]), "portrait_too_large"),
    ] {
        assert_eq!(code(set_picture(&w.backend, id, upload).await), expected);
    }
    assert_eq!(seen(&w, &cookie).await, Some(url));
    let nobody = UserId(Uuid::new_v4());
    assert_eq!(code(set_picture(&w.backend, nobody, photo("rocket.jpg")).await), "user_not_found");
    assert_eq!(w.media_files().len(), 3, "refused pictures leave no file");
});

story!(one_of_several_pictures_set_at_once_stays, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let id = viewer.user_id().unwrap();
    let urls = join_all((0..3).map(|_| set_picture(&w.backend, id, photo("rocket.jpg")))).await;
    let urls: Vec<_> = urls.into_iter().map(Result::unwrap).collect();
    let stays = seen(&w, &cookie).await.unwrap();
    assert!(urls.contains(&stays));
    let files = w.media_files();
    assert!(files.len() == 3 && files.iter().all(|file| file.contains(&image_id(&stays).to_string())));
});

story!(registered_people_see_a_profile_picture_and_guests_do_not, |w| async move {
    let (viewer, _) = anna(&w).await;
    let id = image_id(&set_picture(&w.backend, viewer.user_id().unwrap(), photo("rocket.jpg")).await.unwrap());
    let ben = w.person("ben").await;
    let half = w.sign_up("carla").await;
    let half = w.viewer(&half.id_token).await;
    for rendition in Rendition::ALL {
        assert_eq!(code(media::open(&w.backend, &ben, id, rendition).await), "ok");
        assert_eq!(code(media::open(&w.backend, &Viewer::Guest, id, rendition).await), "unauthenticated");
        assert_eq!(code(media::open(&w.backend, &half, id, rendition).await), "user_not_found");
    }
    let entry = entries::create(&w.backend, &viewer, writing("Ein Tag"), Vec::new()).await.unwrap();
    let shown = domain::ShareOptions { original_text: true, ..domain::ShareOptions::default() };
    let token = backend::sharing::create(&w.backend, &viewer, entry.id, shown).await.unwrap();
    let shared =
        backend::sharing::open_media(&w.backend, &Viewer::Guest, &token, id, Rendition::Optimized, "::1").await;
    assert!(matches!(code(shared), "media_not_found" | "link_not_found"));
});

story!(the_sweep_keeps_profile_pictures, |w| async move {
    let (viewer, _) = anna(&w).await;
    set_picture(&w.backend, viewer.user_id().unwrap(), photo("rocket.jpg")).await.unwrap();
    w.later(TimeDelta::days(400));
    media::sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files().len(), 3);
    w.backend.db.write("DELETE FROM users").execute().await.unwrap();
    media::sweep(&w.backend).await.unwrap();
    assert!(w.media_files().is_empty(), "an account that is gone leaves no picture");
});
