//! The embedded provider speaks the Identity Toolkit's contract.

use super::wire::{code, ok};
use crate::world::people::PASSWORD;
use argon2::password_hash::PasswordHasher;
use chrono::TimeDelta;
use http::StatusCode;
use serde_json::json;

story_on_sqlite!(a_browser_signs_up_signs_in_and_looks_itself_up, |w| async move {
    let body = json!({ "email": " Anna@Example.org ", "password": "geheim 7", "returnSecureToken": true });
    let made = ok(w.post("/accounts:signUp", body).await);
    assert_eq!(made["email"], "Anna@Example.org");
    assert_eq!(made["expiresIn"], "3600");

    let body = json!({ "email": "anna@example.ORG", "password": "geheim 7", "returnSecureToken": true });
    let signed_in = ok(w.post("/accounts:signInWithPassword", body).await);
    assert_eq!(signed_in["localId"], made["localId"]);
    assert_eq!(signed_in["registered"], true);

    let body = json!({ "idToken": signed_in["idToken"], "displayName": "Anna Berger" });
    assert_eq!(ok(w.post("/accounts:update", body).await)["displayName"], "Anna Berger");
    let found = ok(w.post("/accounts:lookup", json!({ "idToken": made["idToken"] })).await);
    let user = &found["users"][0];
    assert_eq!(user["displayName"], "Anna Berger");
    assert_eq!(user["emailVerified"], false);
    assert_eq!(user["createdAt"], w.clock.now().timestamp_millis().to_string());

    let body = json!({ "idToken": signed_in["idToken"], "deleteAttribute": ["DISPLAY_NAME"] });
    assert!(ok(w.post("/accounts:update", body).await)["displayName"].is_null());

    let fresh = ok(w.refresh(made["refreshToken"].as_str().unwrap()).await);
    assert_eq!(fresh["user_id"], made["localId"]);
    assert_eq!((&fresh["token_type"], &fresh["expires_in"]), (&json!("Bearer"), &json!("3600")));
    assert_eq!((&fresh["project_id"], &fresh["access_token"]), (&json!("tagesecho"), &fresh["id_token"]));

    ok(w.post("/accounts:delete", json!({ "idToken": fresh["id_token"] })).await);
    assert_eq!(code(w.post("/accounts:lookup", json!({ "idToken": made["idToken"] })).await), "USER_NOT_FOUND");
    assert_eq!(code(w.refresh(fresh["refresh_token"].as_str().unwrap()).await), "INVALID_REFRESH_TOKEN");
});

story_on_sqlite!(a_password_hashed_with_older_parameters_is_hashed_anew_at_the_sign_in, |w| async move {
    let older = argon2::Params::new(8, 1, 1, None).unwrap();
    let older = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, older);
    let older = older.hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    w.sign_up("anna").await;
    let set = w.backend.db.write("UPDATE identity_accounts SET password_hash = $1");
    set.bind(older.clone()).execute().await.unwrap();
    w.sign_in("anna").await;
    let stored = w.backend.db.read("SELECT password_hash FROM identity_accounts").fetch_one::<(String,)>();
    assert!(stored.await.unwrap().0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    w.sign_in("anna").await;
});

story_on_sqlite!(every_mistake_has_its_code, |w| async move {
    w.sign_up("anna").await;
    for (path, email, password, expected) in [
        ("/accounts:signUp", "ANNA@example.org", "geheim 7", "EMAIL_EXISTS"),
        ("/accounts:signUp", "ben@example.org", "fünf!", "WEAK_PASSWORD"),
        ("/accounts:signUp", "ben@example.org", "PassWord1", "WEAK_PASSWORD"),
        ("/accounts:signUp", "ben@example.org", "👨‍👩‍👧", "WEAK_PASSWORD"),
        ("/accounts:signUp", "ben@example.org", "", "MISSING_PASSWORD"),
        ("/accounts:signUp", "ben", "geheim 7", "INVALID_EMAIL"),
        ("/accounts:signUp", "ben\0@example.org", "geheim 7", "INVALID_EMAIL"),
        ("/accounts:signUp", " ", "geheim 7", "MISSING_EMAIL"),
        ("/accounts:signInWithPassword", "anna@example.org", "falsch", "INVALID_PASSWORD"),
        ("/accounts:signInWithPassword", "ben@example.org", PASSWORD, "EMAIL_NOT_FOUND"),
        ("/accounts:signInWithPassword", "nobody", PASSWORD, "INVALID_EMAIL"),
    ] {
        let answer = w.post(path, json!({ "email": email, "password": password, "returnSecureToken": true })).await;
        assert_eq!(code(answer), expected, "{path} {email} {password}");
    }
    let long = "a".repeat(1025);
    let answer = w.post("/accounts:signUp", json!({ "email": "ben@example.org", "password": long })).await;
    assert_eq!(code(answer), "PASSWORD_DOES_NOT_MEET_REQUIREMENTS");
    let answer = w.post("/accounts:signInWithPassword", json!({ "email": "anna@example.org", "password": long })).await;
    assert_eq!(code(answer), "INVALID_PASSWORD");
    assert_eq!(code(w.post("/accounts:lookup", json!({})).await), "MISSING_ID_TOKEN");
    assert_eq!(code(w.post("/accounts:lookup", json!({ "idToken": "a.b.c" })).await), "INVALID_ID_TOKEN");
    assert_eq!(code(w.refresh("nonsense").await), "INVALID_REFRESH_TOKEN");
    assert_eq!(code(w.refresh("").await), "MISSING_REFRESH_TOKEN");
    assert_eq!(code(w.post("/accounts:nothing", json!({})).await), "NOT_FOUND");
});

story_on_sqlite!(nonsense_is_refused_in_the_providers_own_terms, |w| async move {
    let tokens = w.sign_up("anna").await;
    for path in ["signUp", "signInWithPassword", "lookup", "update", "delete"] {
        for body in ["", "null", "[]", "{", "\"text\"", r#"{"email":1}"#, r#"{"idToken":{}}"#, "\u{feff}{}", "{}"] {
            let answer = w.post_raw("192.0.2.1", &format!("/accounts:{path}"), "text/plain", body).await;
            assert_eq!(answer.0, StatusCode::BAD_REQUEST, "{path} {body}");
            code(answer);
        }
        let answer = w.post_raw("192.0.2.1", &format!("/accounts:{path}"), "application/json", vec![0xff; 99]).await;
        code(answer);
        let answer =
            w.post_raw("192.0.2.1", &format!("/accounts:{path}"), "application/json", vec![b' '; 99_999]).await;
        assert_eq!(answer.0, StatusCode::PAYLOAD_TOO_LARGE);
        code(answer);
    }
    for name in ["Anna\0", "a\nb", &"a".repeat(200)] {
        let answer = w.post("/accounts:update", json!({ "idToken": tokens.id_token, "displayName": name })).await;
        assert_eq!(code(answer), "INVALID_DISPLAY_NAME");
    }
    let answer = w.post_raw("192.0.2.1", "/token", "application/json", "{}").await;
    assert_eq!(code(answer), "MISSING_GRANT_TYPE");
});

story_on_sqlite!(two_tabs_signing_up_at_once_make_one_account, |w| async move {
    let tries: Vec<_> = (0..8)
        .map(|_| {
            let w = w.clone();
            tokio::spawn(async move { w.backend.identity.sign_up("anna@example.org", PASSWORD).await.is_ok() })
        })
        .collect();
    let mut made = 0;
    for one in tries {
        made += usize::from(one.await.unwrap());
    }
    assert_eq!(made, 1);
});

story_on_sqlite!(a_new_password_ends_every_other_sign_in, |w| async move {
    let here = w.sign_up("anna").await;
    let elsewhere = w.sign_in("anna").await;
    w.later(TimeDelta::seconds(2));
    let body = json!({ "idToken": here.id_token, "password": "ganz neu" });
    let changed = ok(w.post("/accounts:update", body).await);

    assert_eq!(code(w.refresh(&elsewhere.refresh_token).await), "INVALID_REFRESH_TOKEN");
    assert_eq!(code(w.post("/accounts:lookup", json!({ "idToken": elsewhere.id_token })).await), "TOKEN_EXPIRED");
    ok(w.post("/accounts:lookup", json!({ "idToken": changed["idToken"] })).await);
    ok(w.refresh(changed["refreshToken"].as_str().unwrap()).await);
    let sign_in = |password| json!({ "email": "anna@example.org", "password": password });
    assert_eq!(code(w.post("/accounts:signInWithPassword", sign_in(PASSWORD)).await), "INVALID_PASSWORD");
    ok(w.post("/accounts:signInWithPassword", sign_in("ganz neu")).await);
});

story_on_sqlite!(a_stolen_token_neither_deletes_nor_locks_out, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.later(TimeDelta::minutes(6));
    let fresh = ok(w.refresh(&tokens.refresh_token).await);
    for (path, body) in [
        ("/accounts:delete", json!({ "idToken": fresh["id_token"] })),
        ("/accounts:update", json!({ "idToken": fresh["id_token"], "password": "gestohlen" })),
        ("/accounts:update", json!({ "idToken": fresh["id_token"], "email": "dieb@example.org" })),
    ] {
        assert_eq!(code(w.post(path, body).await), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    }
    w.sign_in("anna").await;
});

story_on_sqlite!(nobody_takes_over_an_address_that_is_taken, |w| async move {
    w.sign_up("anna").await;
    let ben = w.sign_up("ben").await;
    let body = json!({ "idToken": ben.id_token, "email": "Anna@example.org" });
    assert_eq!(code(w.post("/accounts:update", body).await), "EMAIL_EXISTS");
    let body = json!({ "idToken": ben.id_token, "email": "benjamin@example.org" });
    assert_eq!(ok(w.post("/accounts:update", body).await)["email"], "benjamin@example.org");
    w.sign_in("benjamin").await;
});
