//! The settings' part, and what stands before a registration.

use super::{LOGIN, configured, outcome};
use crate::{
    identity::{refusal, wire::ok},
    world::issuer::google_person,
};
use backend::{
    Viewer,
    identity::{
        credentials,
        google::{self, Begin, Mode},
        id_token, viewer_of_session,
    },
};
use serde_json::json;

story!(the_settings_say_what_is_connected_and_take_it_away, configured, |w| async move {
    let anna = w.person("anna").await;
    let session = w.session(&w.sign_in("anna").await).await;
    let look = async || {
        let token = id_token(&w.backend, &session).await.unwrap().token;
        credentials(&w.backend, &anna, &token).await.unwrap()
    };
    let before = look().await;
    assert_eq!((before.has_password, before.google_email.as_deref()), (true, None));
    assert!(before.fresh_until > w.clock.now());

    let link = Begin { mode: Mode::Link, session: Some(&session), ..LOGIN };
    w.google(&link, &google_person("anna")).await;
    assert_eq!(look().await.google_email.as_deref(), Some("anna@example.org"));

    let token = id_token(&w.backend, &session).await.unwrap().token;
    google::disconnect(&w.backend, &anna, &token, Some(&session)).await.unwrap();
    assert_eq!(look().await.google_email, None);
    w.sign_in("anna").await;
    let ben = w.person("ben").await;
    assert_eq!(refusal(google::disconnect(&w.backend, &ben, &token, None).await), ("account_mismatch", 401));
});

story!(whoever_owns_the_address_is_told_of_the_way_in_and_its_end, configured, |w| async move {
    let anna = w.person("anna").await;
    let session = w.session(&w.sign_in("anna").await).await;
    let newest = async || w.mail("anna").await.unwrap_or_default();
    let link = Begin { mode: Mode::Link, session: Some(&session), ..LOGIN };
    w.google(&link, &google_person("anna")).await;
    let told = newest().await;
    assert!(told.contains("Google-Konto verbunden") && told.contains("/settings"), "{told}");

    let by_google = w.google(&LOGIN, &google_person("anna")).await.session.unwrap().cookie;
    let token = id_token(&w.backend, &session).await.unwrap().token;
    google::disconnect(&w.backend, &anna, &token, Some(&session)).await.unwrap();
    assert!(newest().await.contains("nicht mehr mit Google verbunden"));
    let is_open = async |cookie: &str| viewer_of_session(&w.backend, cookie).await.unwrap().account().is_ok();
    assert!(is_open(&session).await && !is_open(&by_google).await, "what Google opened is closed");
});

story!(an_account_that_is_connected_at_sign_in_is_told_too, configured, |w| async move {
    let made = w.register_with_google(&google_person("anna")).await.session.unwrap();
    assert_eq!(w.mail("anna").await, None, "who registers knows");
    let token = id_token(&w.backend, &made.cookie).await.unwrap().token;
    let changed = json!({ "idToken": token, "password": "ganz neu" });
    let token = ok(w.post("/accounts:update", changed).await)["idToken"].clone();
    ok(w.post("/accounts:update", json!({ "idToken": token, "deleteProvider": ["google.com"] })).await);
    w.google(&LOGIN, &google_person("anna")).await;
    assert!(w.mail("anna").await.unwrap().contains("Google-Konto verbunden"));
});

story!(the_only_way_in_is_not_taken_away, configured, |w| async move {
    let session = w.register_with_google(&google_person("anna")).await.session.unwrap();
    let viewer = viewer_of_session(&w.backend, &session.cookie).await.unwrap();
    let token = id_token(&w.backend, &session.cookie).await.unwrap().token;
    assert_eq!(refusal(google::disconnect(&w.backend, &viewer, &token, None).await), ("google_only", 409));
    assert_eq!(outcome(&w.google(&LOGIN, &google_person("anna")).await), "signed_in");
});

story!(the_call_before_a_registration_only_checks, |w| async move {
    let code = w.invitation().await;
    let anna = w.sign_up("anna").await;
    let identity = w.viewer(&anna.id_token).await;
    let clean = async |viewer: &Viewer, email: &str, code: &str| {
        google::clean_up(&w.backend, viewer, email, code, "192.0.2.1").await
    };
    clean(&identity, " ANNA@example.org", &code).await.unwrap();
    assert_eq!(refusal(clean(&identity, "ben@example.org", &code).await), ("google_forbidden", 403));
    assert_eq!(refusal(clean(&identity, "anna@example.org", "ABCD-EFGH-JK").await), ("invitation_unknown", 404));
    assert_eq!(refusal(clean(&Viewer::Guest, "anna@example.org", &code).await), ("unauthenticated", 401));
    let registered = w.register("anna", &anna).await;
    assert_eq!(refusal(clean(&registered, "anna@example.org", &code).await), ("already_registered", 409));
    assert!(w.viewer(&anna.id_token).await.account().is_ok(), "an account is never cleaned up");
});
