//! The profile of a person.

mod choices;
mod picture;

use crate::{
    identity::refusal,
    world::{World, diary::photo},
};
use backend::{
    Viewer,
    identity::viewer_of_session,
    profile::{AddressForm, Picture, ProfileForm, set_picture, update, update_by_address},
};

async fn anna(w: &World) -> (Viewer, String) {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    (anna, w.session(&tokens).await)
}

fn names(first: &str, last: &str) -> ProfileForm {
    ProfileForm { first_name: Some(first.into()), last_name: Some(last.into()), ..ProfileForm::default() }
}

fn called(username: &str) -> ProfileForm {
    ProfileForm { username: Some(username.into()), ..ProfileForm::default() }
}

fn address(url: &str) -> AddressForm {
    AddressForm { profile_image_url: Some(url.into()), ..AddressForm::default() }
}

story!(a_profile_changes_what_it_names_and_nothing_else, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let picture = set_picture(&w.backend, viewer.user_id().unwrap(), photo("rocket.jpg")).await.unwrap();
    let user = update(&w.backend, &viewer, names(" Änne ", "")).await.unwrap();
    assert_eq!((user.display_name.as_str(), user.last_name.as_str()), ("Änne", ""));
    let user = update(&w.backend, &viewer, called(" Anna_B-9 ")).await.unwrap();
    assert_eq!((user.display_name.as_str(), user.username.as_str()), ("Änne", "anna_b-9"));
    assert_eq!(user.profile_image_url, Some(picture));
    assert_eq!(user.email, "anna@example.org");

    let seen = viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert_eq!(seen.account().unwrap().user, user);
    let last = ProfileForm { last_name: Some("Berger".into()), ..ProfileForm::default() };
    assert_eq!(update(&w.backend, &viewer, last).await.unwrap().display_name, "Änne Berger");
});

story!(a_profile_refuses_invalid_names, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    for (form, expected) in [
        (names(" ", "Berger"), ("first_name_missing", 422)),
        (names("Anna", &"a".repeat(81)), ("name_too_long", 422)),
        (names("Anna\0", ""), ("invalid_character", 422)),
        (called(""), ("username_invalid", 422)),
        (called("ab"), ("username_invalid", 422)),
        (called("anna berger"), ("username_invalid", 422)),
        (called("ännchen"), ("username_invalid", 422)),
    ] {
        assert_eq!(refusal(update(&w.backend, &viewer, form).await), expected);
    }
    let refused = update(&w.backend, &Viewer::Guest, names("Anna", "")).await;
    assert_eq!(refusal(refused), ("unauthenticated", 401));
    let after = viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert_eq!(after.account().unwrap().user, viewer.account().unwrap().user);
});

story!(a_username_is_one_persons_whatever_its_case, |w| async move {
    let (anna, _) = anna(&w).await;
    let ben = w.person("ben").await;
    update(&w.backend, &anna, called("tagebuch")).await.unwrap();
    assert_eq!(refusal(update(&w.backend, &ben, called("TageBuch")).await), ("username_taken", 409));
    assert_eq!(update(&w.backend, &anna, called("tagebuch")).await.unwrap().username, "tagebuch");
    update(&w.backend, &anna, called("anderes")).await.unwrap();
    assert_eq!(update(&w.backend, &ben, called("tagebuch")).await.unwrap().username, "tagebuch");

    let (one, other) = tokio::join!(
        update(&w.backend, &anna, called("beide.wollen.ihn")),
        update(&w.backend, &ben, called("beide.wollen.ihn"))
    );
    assert!(one.is_ok() != other.is_ok(), "one of two gets it");
    let lost = if one.is_ok() { other } else { one };
    assert_eq!(refusal(lost), ("username_taken", 409));
});

story!(names_and_picture_change_together_or_not_at_all, |w| async move {
    let (anna, _) = anna(&w).await;
    let ben = w.person("ben").await;
    let form = ProfileForm { picture: Picture::New(photo("rocket.jpg")), ..names("Änne", "Berger") };
    let user = update(&w.backend, &anna, form).await.unwrap();
    assert!(user.first_name == "Änne" && user.profile_image_url.is_some());
    let files = w.media_files();
    assert_eq!(files.len(), 3);

    let taken = ben.account().unwrap().user.username.clone();
    let form = ProfileForm { picture: Picture::New(photo("chelsea.png")), ..called(&taken) };
    assert_eq!(refusal(update(&w.backend, &anna, form).await), ("username_taken", 409));
    assert_eq!(w.media_files(), files, "a refused form leaves no file");

    let form = ProfileForm { picture: Picture::Remove, ..names("Anna", "") };
    let user = update(&w.backend, &anna, form).await.unwrap();
    assert_eq!((user.first_name.as_str(), user.profile_image_url), ("Anna", None));
    assert!(w.media_files().is_empty());
});

story!(by_its_address_a_picture_stays_or_goes_and_no_other_is_taken, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let id = viewer.user_id().unwrap();
    let own = set_picture(&w.backend, id, photo("rocket.jpg")).await.unwrap();
    let bens = set_picture(&w.backend, w.person("ben").await.user_id().unwrap(), photo("rocket.jpg")).await.unwrap();
    let viewer = viewer_of_session(&w.backend, &cookie).await.unwrap();
    for url in [own.clone(), format!("https://tagesecho.test{own}"), format!(" {own} ")] {
        let user = update_by_address(&w.backend, &viewer, address(&url)).await.unwrap();
        assert_eq!(user.profile_image_url.as_ref(), Some(&own));
    }
    for url in [
        &bens,
        "https://lh3.googleusercontent.com/a/photo",
        "https://tagesecho.test.evil.example/media/x",
        "//evil.example/a.png",
        "javascript:alert(1)",
        "data:image/png;base64,AA",
        "/media/../../etc/passwd",
    ] {
        let form = AddressForm { first_name: Some("Änne".into()), ..address(url) };
        let refused = update_by_address(&w.backend, &viewer, form).await;
        assert_eq!(refusal(refused), ("foreign_picture", 422), "{url}");
    }
    let after = viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert_eq!(after.account().unwrap().user.first_name, "Anna");
    assert_eq!(update_by_address(&w.backend, &viewer, address(" ")).await.unwrap().profile_image_url, None);
    assert_eq!(w.media_files().len(), 3, "Ben's are there");
});
