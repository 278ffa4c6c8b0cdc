//! Tokens that somebody made up, and people Google is not sure of.

use super::{LOGIN, callback, configured, outcome};
use crate::{
    identity::wire::{code, ok},
    world::{
        World,
        issuer::{LIES, Lie, google_person, hashed},
    },
};
use http::StatusCode;
use serde_json::{Value, json};

impl World {
    /// Calls the provider as any browser can.
    async fn sign_in_with_idp(&self, id_token: &str, nonce: &str) -> (StatusCode, Value) {
        let fields = [("providerId", "google.com"), ("id_token", id_token), ("nonce", nonce)];
        let body = serde_urlencoded::to_string(fields).unwrap();
        let form = json!({ "requestUri": "http://localhost", "postBody": body, "returnSecureToken": true });
        self.post("/accounts:signInWithIdp", form).await
    }
}

story!(every_forged_token_is_refused_wherever_it_comes_in, configured, |w| async move {
    let anna = google_person("anna");
    w.register_with_google(&anna).await;
    for lie in LIES {
        let begun = w.begin(&LOGIN).await.unwrap();
        let (state, token) = w.issuer().agree(&begun.location, &anna, lie);
        let finished = w.finish(callback(state, token, &begun)).await;
        assert_eq!(outcome(&finished), "google_failed", "{lie:?}");
        assert!(finished.session.is_none());
        let token = w.issuer().token(&anna, &hashed("raw"), lie);
        assert_eq!(code(w.sign_in_with_idp(&token, "raw").await), "INVALID_IDP_RESPONSE", "{lie:?}");
    }
    let token = w.issuer().token(&anna, &hashed("raw"), Lie::None);
    assert_eq!(code(w.sign_in_with_idp(&token, "other").await), "INVALID_IDP_RESPONSE");
    assert_eq!(code(w.sign_in_with_idp(&token, &hashed("raw")).await), "INVALID_IDP_RESPONSE");
    assert_eq!(code(w.sign_in_with_idp(&token, "").await), "MISSING_OR_INVALID_NONCE");
    assert_eq!(code(w.sign_in_with_idp("", "raw").await), "INVALID_IDP_RESPONSE");
    assert_eq!(code(w.sign_in_with_idp(&"a.".repeat(9000), "raw").await), "INVALID_IDP_RESPONSE");
    ok(w.sign_in_with_idp(&token, "raw").await);
});

story!(forgeries_do_not_make_us_ask_an_issuer_that_is_away_again_and_again, configured, |w| async move {
    w.register_with_google(&google_person("anna")).await;
    w.later(chrono::TimeDelta::minutes(2));
    w.issuer().set_away(true);
    let asked = w.issuer().asked();
    let forged = w.issuer().token(&google_person("anna"), &hashed("raw"), Lie::UnknownKey);
    for _ in 0..3 {
        assert_ne!(w.sign_in_with_idp(&forged, "raw").await.0, StatusCode::OK);
    }
    assert_eq!(w.issuer().asked(), asked + 1);
    let good = w.issuer().token(&google_person("anna"), &hashed("raw"), Lie::None);
    ok(w.sign_in_with_idp(&good, "raw").await);
});

story!(the_provider_answers_as_firebase_does, configured, |w| async move {
    let anna = google_person("anna");
    let token = w.issuer().token(&anna, &hashed("raw"), Lie::None);
    let made = ok(w.sign_in_with_idp(&token, "raw").await);
    assert_eq!(made["isNewUser"], true);
    assert_eq!((&made["email"], &made["emailVerified"]), (&json!("anna@example.org"), &json!(true)));
    assert_eq!(
        (&made["firstName"], &made["lastName"], &made["fullName"]),
        (&json!("Anna"), &json!("Berger"), &json!("Anna Berger"))
    );
    assert_eq!((&made["providerId"], &made["expiresIn"]), (&json!("google.com"), &json!("3600")));
    let raw: Value = serde_json::from_str(made["rawUserInfo"].as_str().unwrap()).unwrap();
    assert_eq!(raw["sub"], "g-anna");

    let claims = w.backend.identity.verify(made["idToken"].as_str().unwrap()).await.unwrap();
    assert_eq!(claims.firebase.sign_in_provider, "google.com");
    assert_eq!(claims.firebase.identities["google.com"], json!(["g-anna"]));
    assert_eq!(claims.firebase.identities["email"], json!(["anna@example.org"]));
    assert!(claims.email_verified);
    let fresh = ok(w.refresh(made["refreshToken"].as_str().unwrap()).await);
    let claims = w.backend.identity.verify(fresh["id_token"].as_str().unwrap()).await.unwrap();
    assert_eq!(claims.firebase.sign_in_provider, "google.com", "a refresh changes nothing about how it began");

    let found = ok(w.post("/accounts:lookup", json!({ "idToken": made["idToken"] })).await);
    let ways = &found["users"][0]["providerUserInfo"];
    assert_eq!(ways.as_array().unwrap().len(), 1, "{ways}");
    assert_eq!((&ways[0]["providerId"], &ways[0]["rawId"]), (&json!("google.com"), &json!("g-anna")));
    let again = ok(w.sign_in_with_idp(&token, "raw").await);
    assert_eq!((&again["isNewUser"], &again["localId"]), (&json!(false), &made["localId"]));
});

story!(other_tokens_are_refused_with_the_providers_codes, configured, |w| async move {
    for (form, expected) in [
        (json!({}), "MISSING_REQUEST_URI"),
        (json!({ "requestUri": "http://localhost" }), "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
        (
            json!({ "requestUri": "http://localhost", "postBody": "providerId=facebook.com&id_token=x&nonce=y" }),
            "OPERATION_NOT_ALLOWED",
        ),
        (
            json!({ "requestUri": "http://localhost", "postBody": "providerId=google.com&access_token=x" }),
            "INVALID_IDP_RESPONSE",
        ),
    ] {
        assert_eq!(code(w.post("/accounts:signInWithIdp", form.clone()).await), expected, "{form}");
    }
});

story!(without_google_the_provider_takes_no_token_of_it, |w| async move {
    assert_eq!(code(w.sign_in_with_idp("x", "y").await), "OPERATION_NOT_ALLOWED");
});

story!(an_address_that_google_has_not_confirmed_opens_and_makes_nothing, configured, |w| async move {
    w.person("anna").await;
    let mut anna = google_person("anna");
    anna["email_verified"] = false.into();
    assert_eq!(outcome(&w.google(&LOGIN, &anna).await), "google_confirm");
    let mut ben = google_person("ben");
    ben["email_verified"] = false.into();
    assert_eq!(outcome(&w.register_with_google(&ben).await), "google_email");
    w.sign_up("ben").await;
    let mut carla = google_person("carla");
    carla.as_object_mut().unwrap().remove("email");
    assert_eq!(outcome(&w.register_with_google(&carla).await), "google_failed");
});

fn hidden(settings: &mut backend::Settings) {
    configured(settings);
    settings.hide_accounts = true;
}

story!(an_unconfirmed_address_reveals_no_hidden_account, hidden, |w| async move {
    w.person("anna").await;
    for name in ["anna", "ben"] {
        let mut person = google_person(name);
        person["email_verified"] = false.into();
        assert_eq!(outcome(&w.google(&LOGIN, &person).await), "google_email", "{name}");
    }
});
