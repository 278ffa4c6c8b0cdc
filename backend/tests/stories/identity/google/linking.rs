//! One person with a password and a Google account: connected by them, never by an address alone.

use super::{LOGIN, callback, configured, outcome, with_session};
use crate::{
    identity::{
        refusal,
        wire::{code, ok},
    },
    world::{
        World,
        issuer::{Lie, google_person, hashed},
        people::email,
    },
};
use backend::identity::google::{Begin, Mode};
use chrono::TimeDelta;
use serde_json::json;

fn link(session: &str) -> Begin<'_> {
    Begin { mode: Mode::Link, session: Some(session), ..LOGIN }
}

impl World {
    async fn fresh_session(&self, name: &str) -> String {
        self.session(&self.sign_in(name).await).await
    }
}

story!(somebody_connects_and_then_has_two_ways_in, configured, |w| async move {
    let anna = w.person("anna").await;
    let session = w.fresh_session("anna").await;
    // Another address at Google than here: that is for the person to decide.
    let mut google = google_person("anna");
    google["email"] = "anna.privat@example.com".into();
    let linked = w.google(&link(&session), &google).await;
    assert_eq!((outcome(&linked), linked.result.user_id), ("linked", anna.user_id()));
    assert!(linked.session.is_none(), "the session stays the one it is");
    assert_eq!(w.google(&LOGIN, &google).await.result.user_id, anna.user_id());
    let tokens = w.sign_in("anna").await;
    let found = ok(w.post("/accounts:lookup", json!({ "idToken": tokens.id_token })).await);
    assert_eq!(found["users"][0]["providerUserInfo"].as_array().unwrap().len(), 2);
    assert_eq!(found["users"][0]["email"], "anna@example.org");
    let claims = w.backend.identity.verify(&tokens.id_token).await.unwrap();
    assert_eq!(claims.firebase.sign_in_provider, "password");
    assert_eq!(claims.firebase.identities["google.com"], json!(["g-anna"]));
});

story!(the_mail_to_a_new_password_says_that_google_is_disconnected, configured, |w| async move {
    w.register_with_google(&google_person("anna")).await;
    w.person("ben").await;
    for (name, says_so) in [("anna", true), ("ben", false)] {
        w.backend.identity.mail_password_reset(&email(name)).await.unwrap();
        let mail = w.mail(name).await.unwrap();
        assert_eq!(mail.contains("Google wird dabei von deinem Konto getrennt"), says_so, "{mail}");
    }
});

story!(an_address_alone_connects_nothing, configured, |w| async move {
    // Anna, who registered first with this address, has never confirmed it.
    let anna = w.person("anna").await;
    let finished = w.google(&LOGIN, &google_person("anna")).await;
    assert_eq!((outcome(&finished), finished.session.is_none()), ("google_confirm", true));
    assert!(finished.result.message.contains("Einstellungen"), "{}", finished.result.message);
    let code = w.invitation().await;
    let register = Begin { mode: Mode::Register, code: &code, ..LOGIN };
    assert_eq!(outcome(&w.google(&register, &google_person("anna")).await), "google_confirm");

    let session = w.fresh_session("anna").await;
    assert_eq!(outcome(&w.google(&link(&session), &google_person("anna")).await), "linked");
    assert_eq!(w.google(&LOGIN, &google_person("anna")).await.result.user_id, anna.user_id());
    // Both sides have confirmed the address now.
    let found = ok(w.post("/accounts:lookup", json!({ "idToken": w.sign_in("anna").await.id_token })).await);
    assert_eq!(found["users"][0]["emailVerified"], true);
});

story!(an_address_that_changed_hands_at_google_opens_nothing, configured, |w| async move {
    w.register_with_google(&google_person("anna")).await;
    let mut heir = google_person("anna");
    heir["sub"] = "g-heir".into();
    let finished = w.google(&LOGIN, &heir).await;
    assert_eq!((outcome(&finished), finished.session.is_none()), ("google_confirm_password", true));
    assert!(finished.result.message.contains("noch kein Passwort"), "{}", finished.result.message);
});

story!(an_address_that_both_sides_have_confirmed_connects, configured, |w| async move {
    let anna = w.register_with_google(&google_person("anna")).await;
    let session = anna.session.unwrap();
    let token = backend::identity::id_token(&w.backend, &session.cookie).await.unwrap().token;
    let disconnect =
        |token: &str| w.post("/accounts:update", json!({ "idToken": token, "deleteProvider": ["google.com"] }));
    assert_eq!(code(disconnect(&token).await), "OPERATION_NOT_ALLOWED", "it is the only way in");
    let changed = ok(w.post("/accounts:update", json!({ "idToken": token, "password": "ganz neu" })).await);
    ok(disconnect(changed["idToken"].as_str().unwrap()).await);
    let mut second = google_person("anna");
    second["sub"] = "g-second".into();
    assert_eq!(w.google(&LOGIN, &second).await.result.user_id, anna.result.user_id);
});

story!(connecting_needs_somebody_who_has_just_signed_in, configured, |w| async move {
    w.person("anna").await;
    assert_eq!(refusal(w.begin(&Begin { mode: Mode::Link, ..LOGIN }).await), ("unauthenticated", 401));
    let session = w.fresh_session("anna").await;
    w.later(TimeDelta::minutes(6));
    assert_eq!(refusal(w.begin(&link(&session)).await), ("google_recent", 403));
    let session = w.fresh_session("anna").await;
    w.begin(&link(&session)).await.unwrap();

    // A stolen token that is still good connects no stranger's account either.
    let tokens = w.sign_in("anna").await;
    w.later(TimeDelta::minutes(16));
    let fresh = ok(w.refresh(&tokens.refresh_token).await);
    let nonce = "raw";
    let google = w.issuer().token(&google_person("dieb"), &hashed(nonce), Lie::None);
    let body = json!({
        "requestUri": "http://localhost",
        "postBody": format!("providerId=google.com&id_token={google}&nonce={nonce}"),
        "idToken": fresh["id_token"],
    });
    let answer = w.post("/accounts:signInWithIdp", body).await;
    assert_eq!(code(answer), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
});

story!(a_google_account_belongs_to_one_person, configured, |w| async move {
    w.register_with_google(&google_person("ben")).await;
    w.person("anna").await;
    let session = w.fresh_session("anna").await;
    let refused = w.google(&link(&session), &google_person("ben")).await;
    assert_eq!((outcome(&refused), refused.session.is_none()), ("google_linked", true));
    // And one person has one Google account.
    w.google(&link(&session), &google_person("anna")).await;
    let mut second = google_person("anna");
    second["sub"] = "g-second".into();
    assert_eq!(outcome(&w.google(&link(&session), &second).await), "google_linked");
    assert_eq!(outcome(&w.google(&LOGIN, &google_person("anna")).await), "signed_in");
});

story!(signing_out_or_another_person_connects_nothing, configured, |w| async move {
    w.person("anna").await;
    w.person("ben").await;
    let (anna, ben) = (w.fresh_session("anna").await, w.fresh_session("ben").await);
    for session in [None, Some(ben)] {
        let begun = w.begin(&link(&anna)).await.unwrap();
        let (state, code) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
        let expected = if session.is_some() { "google_other" } else { "unauthenticated" };
        let finished = w.finish(with_session(session.as_deref(), callback(state, code, &begun))).await;
        assert_eq!(outcome(&finished), expected);
    }
    assert_eq!(outcome(&w.google(&LOGIN, &google_person("anna")).await), "google_confirm");
});
