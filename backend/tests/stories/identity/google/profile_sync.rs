//! Name and picture from Google.

use super::{LOGIN, configured};
use crate::world::{World, issuer::google_person};
use backend::{
    Viewer,
    identity::{
        google::{Begin, Mode},
        viewer_of_session,
    },
    media,
    profile::{self, ProfileForm},
};
use domain::{User, media::Rendition};
use serde_json::Value;

impl World {
    fn with_picture(&self, person: &mut Value, query: &str) {
        person["picture"] = format!("{}/picture{query}", self.issuer().url()).into();
    }

    async fn google_user(&self, person: &Value) -> (User, Viewer) {
        let session = self.google(&LOGIN, person).await.session.unwrap();
        let viewer = viewer_of_session(&self.backend, &session.cookie).await.unwrap();
        (viewer.account().unwrap().user.clone(), viewer)
    }
}

story!(the_picture_is_copied_once_and_served_from_here, configured, |w| async move {
    let mut anna = google_person("anna");
    w.with_picture(&mut anna, "");
    let made = w.register_with_google(&anna).await.session.unwrap();
    let user = w.user_of(&made).await;
    let url = user.profile_image_url.unwrap();
    assert!(url.starts_with("/media/"), "{url}");
    let (user, viewer) = w.google_user(&anna).await;
    assert_eq!(user.profile_image_url.as_deref(), Some(url.as_str()));
    assert_eq!(w.issuer().pictures(), 1, "asked for once");
    let id = url.split('/').nth(2).unwrap().parse().unwrap();
    media::open(&w.backend, &viewer, id, Rendition::Optimized).await.unwrap();

    w.with_picture(&mut anna, "?v=2");
    let (user, _) = w.google_user(&anna).await;
    assert_ne!(user.profile_image_url.as_deref(), Some(url.as_str()), "it changed there");
});

story!(sign_ins_at_once_take_over_once, configured, |w| async move {
    let mut anna = google_person("anna");
    w.with_picture(&mut anna, "");
    w.register_with_google(&anna).await;
    w.with_picture(&mut anna, "?v=2");
    let tries: Vec<_> = (0..4)
        .map(|_| {
            let (w, anna) = (w.clone(), anna.clone());
            tokio::spawn(async move { w.google(&LOGIN, &anna).await.session.is_some() })
        })
        .collect();
    for one in tries {
        assert!(one.await.unwrap());
    }
    w.backend.background.settled().await;
    assert_eq!(w.issuer().pictures(), 2);
});

story!(a_picture_that_cannot_be_taken_keeps_nobody_out, configured, |w| async move {
    for (name, address) in [("a", "?as=redirect"), ("b", "?as=large"), ("c", "?as=text")] {
        let mut person = google_person(name);
        w.with_picture(&mut person, address);
        let made = w.register_with_google(&person).await.session.unwrap();
        assert_eq!(w.user_of(&made).await.profile_image_url, None, "{address}");
    }
    let asked = w.issuer().pictures();
    for (name, address) in [("d", "http://127.0.0.1:1/x.jpg"), ("e", "file:///etc/passwd"), ("f", "javascript:1")] {
        let mut person = google_person(name);
        person["picture"] = address.into();
        let made = w.register_with_google(&person).await.session.unwrap();
        assert_eq!(w.user_of(&made).await.profile_image_url, None, "{address}");
    }
    assert_eq!(w.issuer().pictures(), asked);
});

story!(a_name_changed_here_stays_until_it_changes_there, configured, |w| async move {
    let mut anna = google_person("anna");
    w.register_with_google(&anna).await;
    let (_, viewer) = w.google_user(&anna).await;
    let form = ProfileForm { first_name: Some("Änne".into()), last_name: Some("B.".into()), ..ProfileForm::default() };
    profile::update(&w.backend, &viewer, form).await.unwrap();
    assert_eq!(w.google_user(&anna).await.0.display_name, "Änne B.");

    anna["family_name"] = "Huber".into();
    w.google_user(&anna).await;
    assert_eq!(w.google_user(&anna).await.0.display_name, "Anna Huber");
});

story!(connecting_renames_nobody_but_fills_in_a_missing_picture, configured, |w| async move {
    w.person("anna").await;
    let session = w.session(&w.sign_in("anna").await).await;
    let mut google = google_person("anna");
    google["given_name"] = "Annamaria".into();
    w.with_picture(&mut google, "");
    w.google(&Begin { mode: Mode::Link, session: Some(&session), ..LOGIN }, &google).await;
    let viewer = viewer_of_session(&w.backend, &session).await.unwrap();
    let user = &viewer.account().unwrap().user;
    assert_eq!(user.first_name, "Anna");
    assert!(user.profile_image_url.as_deref().is_some_and(|url| url.starts_with("/media/")), "{user:?}");
});

story!(whoever_has_no_family_name_registers_too, configured, |w| async move {
    let mut sukarno = google_person("sukarno");
    for name in ["family_name", "name"] {
        sukarno.as_object_mut().unwrap().remove(name);
    }
    let made = w.register_with_google(&sukarno).await.session.unwrap();
    let user = w.user_of(&made).await;
    assert_eq!(
        (user.first_name.as_str(), user.last_name.as_str(), user.display_name.as_str()),
        ("Sukarno", "", "Sukarno")
    );
});
