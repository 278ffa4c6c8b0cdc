//! What a person says about themselves.

mod picture;

use crate::{identity::refusal, world::World};
use backend::{
    Viewer,
    identity::viewer_of_session,
    profile::{ProfileForm, set_language, set_zone, update},
};
use domain::Language;

async fn anna(w: &World) -> (Viewer, String) {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    (anna, w.session(&tokens).await)
}

fn names(first: &str, last: &str) -> ProfileForm {
    ProfileForm { first_name: Some(first.into()), last_name: Some(last.into()), ..ProfileForm::default() }
}

story!(a_profile_changes_what_it_names_and_nothing_else, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let picture = "https://example.org/anna.jpg";
    let form = ProfileForm { profile_image_url: Some(picture.into()), ..ProfileForm::default() };
    update(&w.backend, &viewer, &form).await.unwrap();
    let viewer = viewer_of_session(&w.backend, &cookie).await.unwrap();
    let user = update(&w.backend, &viewer, &names(" Änne ", "")).await.unwrap();
    assert_eq!((user.display_name.as_str(), user.last_name.as_str()), ("Änne", ""));

    let viewer = viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert_eq!(viewer.account().unwrap().user, user);
    assert_eq!(user.profile_image_url.as_deref(), Some(picture));
    assert_eq!((user.username.as_str(), user.email.as_str()), ("anna.beispiel", "anna@example.org"));
    let form = ProfileForm { profile_image_url: Some(" ".into()), ..ProfileForm::default() };
    assert_eq!(update(&w.backend, &viewer, &form).await.unwrap().profile_image_url, None);
});

story!(a_profile_refuses_what_is_no_name_or_picture, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    for (form, code) in [
        (names(" ", "Berger"), "name_missing"),
        (names("Anna", &"a".repeat(81)), "name_too_long"),
        (names("Anna\0", ""), "invalid_character"),
    ] {
        assert_eq!(refusal(update(&w.backend, &viewer, &form).await), (code, 422));
    }
    for url in ["javascript:alert(1)", "http://example.org/a.jpg", "/etc/passwd", "https://a b", "data:image/png,"] {
        let form = ProfileForm { profile_image_url: Some(url.into()), ..ProfileForm::default() };
        assert_eq!(refusal(update(&w.backend, &viewer, &form).await).0, "invalid_form", "{url}");
    }
    let refused = update(&w.backend, &Viewer::Guest, &names("Anna", "")).await;
    assert_eq!(refusal(refused), ("unauthenticated", 401));
    let after = viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert_eq!(after.account().unwrap().user, viewer.account().unwrap().user);
});

story!(zone_and_language_follow_the_person, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    set_zone(&w.backend, &viewer, "America/New_York").await.unwrap();
    set_language(&w.backend, &viewer, Language::Es).await.unwrap();
    for zone in ["", "Mars/Olympus", "europe/berlin\0", "UTC+1"] {
        assert_eq!(refusal(set_zone(&w.backend, &viewer, zone).await), ("invalid_zone", 422), "{zone}");
    }
    let viewer = viewer_of_session(&w.backend, &cookie).await.unwrap();
    let account = viewer.account().unwrap();
    assert_eq!((account.zone.name(), account.language), ("America/New_York", Language::Es));
    assert_eq!(refusal(set_zone(&w.backend, &Viewer::Guest, "UTC").await), ("unauthenticated", 401));
});
