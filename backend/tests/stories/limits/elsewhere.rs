//! What ends on one server has ended on all of them, although each has shown it a moment before.

use crate::world::{
    diary::{code, photo, writing},
    people::email,
};
use backend::{
    Viewer, entries,
    identity::{end_session, viewer_of_bearer, viewer_of_session},
    media,
    sharing::{self, remove},
    subscription,
};
use chrono::TimeDelta;
use domain::{EntryForm, Plan, ShareOptions, Visibility, media::Rendition};

story!(a_session_that_ends_on_one_server_has_ended_on_the_other, |w| async move {
    let other = w.another_server().await;
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    assert!(matches!(viewer_of_session(&other, &cookie).await.unwrap(), Viewer::User(_)));
    viewer_of_bearer(&other, &tokens.id_token).await.unwrap().account().unwrap();
    end_session(&w.backend, &cookie).await.unwrap();
    assert!(matches!(viewer_of_session(&other, &cookie).await.unwrap(), Viewer::Guest));
    assert_eq!(code(viewer_of_bearer(&other, &tokens.id_token).await), "unauthenticated");
    other.db.close().await;
});

story!(a_link_that_ends_on_one_server_has_ended_on_the_other, |w| async move {
    let other = w.another_server().await;
    let anna = w.person("anna").await;
    let made = entries::create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg")]).await.unwrap();
    let options = ShareOptions { original_text: true, ..ShareOptions::default() };
    let token = sharing::create(&w.backend, &anna, made.id, options).await.unwrap();
    let seen = async || {
        let (guest, address, image) = (&Viewer::Guest, "192.0.2.1", made.images[0].id);
        [
            code(sharing::card(&other, guest, &token, address).await),
            code(sharing::open_media(&other, guest, &token, image, Rendition::Thumbnail, address).await),
        ]
    };
    assert_eq!(seen().await, ["ok"; 2]);
    remove(&w.backend, &anna, made.id, None).await.unwrap();
    assert_eq!(seen().await, ["link_not_found"; 2]);
    other.db.close().await;
});

story!(an_entry_that_is_withdrawn_on_one_server_is_withdrawn_on_the_other, |w| async move {
    let other = w.another_server().await;
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm { visibility: Some(Visibility::Public), ..writing("x") };
    let made = entries::create(&w.backend, &anna, form, vec![photo("rocket.jpg")]).await.unwrap();
    let seen = async || {
        [
            code(entries::open(&other, &ben, made.id).await),
            code(media::open(&other, &ben, made.images[0].id, Rendition::Thumbnail).await),
        ]
    };
    assert_eq!(seen().await, ["ok"; 2]);
    entries::set_visibility(&w.backend, &anna, made.id, Visibility::Private).await.unwrap();
    assert_eq!(seen().await, ["access_denied"; 2]);
    other.db.close().await;
});

story!(pro_that_ends_on_one_server_has_ended_on_the_other, |w| async move {
    let other = w.another_server().await;
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let today = w.clock.now().date_naive();
    let plan = async || viewer_of_session(&other, &cookie).await.unwrap().account().unwrap().plan;
    for (last, expected) in [(today, Plan::Pro), (today - TimeDelta::days(1), Plan::Free)] {
        subscription::grant(&w.backend, &email("anna"), last).await.unwrap();
        assert_eq!(plan().await, expected);
    }
    other.db.close().await;
});
