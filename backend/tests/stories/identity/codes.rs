//! Codes that the provider sends by mail: each opens one thing, once, for ten minutes.

use super::wire::{code, ok};
use crate::world::{
    World,
    mail::code_in,
    people::{PASSWORD, session_form},
};
use backend::{
    Viewer,
    identity::{start_session, viewer_of_session},
};
use chrono::TimeDelta;
use domain::identity::Tokens;
use http::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

type Answer = (StatusCode, Value);

async fn send_reset(w: &World, address: &str) -> Answer {
    w.post("/accounts:sendOobCode", json!({ "requestType": "PASSWORD_RESET", "email": address })).await
}

async fn reset(w: &World, oob_code: &str, password: &str) -> Answer {
    w.post("/accounts:resetPassword", json!({ "oobCode": oob_code, "newPassword": password })).await
}

async fn look(w: &World, oob_code: &str) -> Answer {
    w.post("/accounts:resetPassword", json!({ "oobCode": oob_code })).await
}

async fn confirm(w: &World, oob_code: &str) -> Answer {
    w.post("/accounts:update", json!({ "oobCode": oob_code })).await
}

async fn send_verification(w: &World, tokens: &Tokens) -> Answer {
    w.post("/accounts:sendOobCode", json!({ "requestType": "VERIFY_EMAIL", "idToken": tokens.id_token })).await
}

async fn send_change(w: &World, tokens: &Tokens, to: &str) -> Answer {
    let body = json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": tokens.id_token, "newEmail": to });
    w.post("/accounts:sendOobCode", body).await
}

async fn sign_in(w: &World, address: &str, password: &str) -> Answer {
    w.post("/accounts:signInWithPassword", json!({ "email": address, "password": password })).await
}

async fn is_verified(w: &World, id_token: &str) -> bool {
    ok(w.post("/accounts:lookup", json!({ "idToken": id_token })).await)["users"][0]["emailVerified"] == true
}

story!(a_forgotten_password_is_replaced_by_mail_and_ends_every_sign_in, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    w.later(TimeDelta::seconds(1));
    assert_eq!(ok(send_reset(&w, " Anna@Example.ORG ").await)["email"], "Anna@Example.ORG");
    let mail = w.mail("anna").await.unwrap();
    assert!(mail.contains("https://tagesecho.test/action?mode=resetPassword&oobCode="), "{mail}");
    let oob_code = code_in(&mail);
    assert_eq!(oob_code.len(), 43);

    for _ in 0..2 {
        let looked = ok(look(&w, &oob_code).await);
        assert_eq!((&looked["email"], &looked["requestType"]), (&json!("anna@example.org"), &json!("PASSWORD_RESET")));
    }
    assert_eq!(code(reset(&w, &oob_code, "kurz").await), "WEAK_PASSWORD");
    let done = ok(reset(&w, &oob_code, "ganz neu").await);
    assert_eq!((&done["email"], &done["requestType"]), (&json!("anna@example.org"), &json!("PASSWORD_RESET")));
    assert!(done.get("idToken").is_none(), "a mail alone signs nobody in");

    assert!(matches!(viewer_of_session(&w.backend, &cookie).await.unwrap(), Viewer::Guest));
    assert_eq!(code(w.refresh(&tokens.refresh_token).await), "INVALID_REFRESH_TOKEN");
    assert_eq!(code(sign_in(&w, "anna@example.org", PASSWORD).await), "INVALID_PASSWORD");
    let again = ok(sign_in(&w, "anna@example.org", "ganz neu").await);
    assert!(is_verified(&w, again["idToken"].as_str().unwrap()).await, "whoever got the mail has the address");
    for used in [look(&w, &oob_code).await, reset(&w, &oob_code, "noch einmal").await] {
        assert_eq!(code(used), "INVALID_OOB_CODE");
    }
    assert!(w.mail("anna").await.unwrap().contains("Das warst du nicht?"), "and they are told");
});

story!(a_code_is_good_for_ten_minutes, |w| async move {
    w.sign_up("anna").await;
    ok(send_reset(&w, "anna@example.org").await);
    let oob_code = w.mailed_code("anna").await;
    w.later(TimeDelta::seconds(599));
    ok(look(&w, &oob_code).await);
    w.later(TimeDelta::seconds(1));
    for late in [look(&w, &oob_code).await, reset(&w, &oob_code, "ganz neu").await, confirm(&w, &oob_code).await] {
        assert_eq!(code(late), "EXPIRED_OOB_CODE");
    }
    w.later(TimeDelta::days(1));
    backend::identity::sweep(&w.backend).await.unwrap();
    assert_eq!(code(look(&w, &oob_code).await), "INVALID_OOB_CODE");
});

story!(a_newer_code_ends_older_ones_of_its_kind, |w| async move {
    let tokens = w.sign_up("anna").await;
    ok(send_verification(&w, &tokens).await);
    let verify = w.mailed_code("anna").await;
    ok(send_reset(&w, "anna@example.org").await);
    let first = w.mailed_code("anna").await;
    ok(send_reset(&w, "anna@example.org").await);
    let second = w.mailed_code("anna").await;
    assert_eq!(code(reset(&w, &first, "ganz neu").await), "INVALID_OOB_CODE");
    ok(look(&w, &verify).await);
    ok(reset(&w, &second, "ganz neu").await);
    assert_eq!(code(confirm(&w, &verify).await), "INVALID_OOB_CODE", "a new password ends all that was on its way");
});

story!(a_code_used_many_times_at_once_succeeds_once, |w| async move {
    let tokens = w.sign_up("anna").await;
    let other = w.another_server().await;
    let server = |n: usize| if n.is_multiple_of(2) { w.backend.clone() } else { other.clone() };

    ok(send_verification(&w, &tokens).await);
    let verify = w.mailed_code("anna").await;
    let confirmed = (0..8).map(|n| {
        let (server, code) = (server(n), verify.clone());
        tokio::spawn(async move { server.identity.confirm_email(&code).await.is_ok() })
    });
    assert_eq!(winners(confirmed.collect()).await.len(), 1);

    ok(send_reset(&w, "anna@example.org").await);
    let oob_code = w.mailed_code("anna").await;
    let password = |n: usize| format!("neues Wort {n}");
    let reset = (0..8).map(|n| {
        let (server, code) = (server(n), oob_code.clone());
        tokio::spawn(async move { server.identity.reset_password(&code, &password(n)).await.is_ok() })
    });
    let [winner] = winners(reset.collect()).await[..] else { panic!("not one") };
    ok(sign_in(&w, "anna@example.org", &password(winner)).await);
    other.db.close().await;
});

async fn winners(tries: Vec<JoinHandle<bool>>) -> Vec<usize> {
    let mut won = Vec::new();
    for (n, one) in tries.into_iter().enumerate() {
        if one.await.unwrap() {
            won.push(n);
        }
    }
    won
}

story!(an_address_is_confirmed_by_mail, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    assert!(!is_verified(&w, &tokens.id_token).await);
    ok(send_verification(&w, &tokens).await);
    let mail = w.mail("anna").await.unwrap();
    assert!(mail.contains("/action?mode=verifyEmail&oobCode="), "{mail}");
    let oob_code = code_in(&mail);
    assert_eq!(code(reset(&w, &oob_code, "ganz neu").await), "INVALID_OOB_CODE", "for nothing else");
    let confirmed = ok(confirm(&w, &oob_code).await);
    assert_eq!((&confirmed["email"], &confirmed["emailVerified"]), (&json!("anna@example.org"), &json!(true)));
    assert!(confirmed.get("idToken").is_none());
    assert!(is_verified(&w, &tokens.id_token).await);
    assert!(matches!(viewer_of_session(&w.backend, &cookie).await.unwrap(), Viewer::User(_)), "it ends nothing");
    assert_eq!(code(confirm(&w, &oob_code).await), "INVALID_OOB_CODE");
});

story!(another_address_is_taken_over_when_its_mail_is_answered, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    ok(send_reset(&w, "anna@example.org").await);
    let reset_code = w.mailed_code("anna").await;
    assert_eq!(ok(send_change(&w, &tokens, "aenne@example.org").await)["email"], "anna@example.org");
    assert_eq!(w.mailed_code("anna").await, reset_code, "the old address gets no code");
    ok(sign_in(&w, "anna@example.org", PASSWORD).await);
    let oob_code = w.mailed_code("aenne").await;
    let looked = ok(look(&w, &oob_code).await);
    assert_eq!(
        (&looked["requestType"], &looked["email"], &looked["newEmail"]),
        (&json!("VERIFY_AND_CHANGE_EMAIL"), &json!("anna@example.org"), &json!("aenne@example.org"))
    );
    w.later(TimeDelta::seconds(1));
    assert_eq!(ok(confirm(&w, &oob_code).await)["email"], "aenne@example.org");

    assert_eq!(code(sign_in(&w, "anna@example.org", PASSWORD).await), "EMAIL_NOT_FOUND");
    let again = ok(sign_in(&w, "aenne@example.org", PASSWORD).await);
    assert!(is_verified(&w, again["idToken"].as_str().unwrap()).await);
    assert!(matches!(viewer_of_session(&w.backend, &cookie).await.unwrap(), Viewer::Guest));
    let form = session_form(&tokens.refresh_token);
    start_session(&w.backend, &tokens.id_token, &form, "").await.unwrap_err();
    assert_eq!(code(reset(&w, &reset_code, "ganz neu").await), "INVALID_OOB_CODE", "a mailbox that was given up");
    assert!(w.mail("anna").await.unwrap().contains("Das warst du nicht?"), "the old address is told");
});

story!(an_address_that_somebody_else_took_meanwhile_stays_theirs, |w| async move {
    let anna = w.sign_up("anna").await;
    w.sign_up("carla").await;
    assert_eq!(code(send_change(&w, &anna, "Carla@example.org").await), "EMAIL_EXISTS");
    ok(send_change(&w, &anna, "ben@example.org").await);
    let oob_code = w.mailed_code("ben").await;
    w.sign_up("ben").await;
    assert_eq!(code(confirm(&w, &oob_code).await), "EMAIL_EXISTS");
    w.sign_in("anna").await;
    w.sign_in("ben").await;
});

story!(changing_the_address_needs_a_recent_sign_in, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.later(TimeDelta::minutes(6));
    assert_eq!(code(send_change(&w, &tokens, "dieb@example.org").await), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    assert_eq!(w.mail_to("dieb@example.org").await, None);
    ok(send_verification(&w, &tokens).await);
});

story!(a_new_password_in_the_settings_ends_the_way_by_mail, |w| async move {
    let tokens = w.sign_up("anna").await;
    ok(send_reset(&w, "anna@example.org").await);
    let oob_code = w.mailed_code("anna").await;
    ok(w.post("/accounts:update", json!({ "idToken": tokens.id_token, "password": "ganz neu" })).await);
    assert_eq!(code(reset(&w, &oob_code, "noch neuer").await), "INVALID_OOB_CODE");
    assert!(w.mail("anna").await.unwrap().contains("Das warst du nicht?"));
});

story!(no_code_is_readable_in_the_database, |w| async move {
    w.sign_up("anna").await;
    ok(send_reset(&w, "anna@example.org").await);
    let oob_code = w.mailed_code("anna").await;
    let stored = w.backend.db.read("SELECT code_hash FROM identity_codes").fetch_all::<(Vec<u8>,)>().await.unwrap();
    assert_eq!(stored.len(), 1);
    assert!(!stored[0].0.windows(8).any(|part| part == &oob_code.as_bytes()[..8]));
});

story!(mails_are_in_the_language_of_their_reader, |w| async move {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    w.sign_up("ben").await;
    backend::profile::set_language(&w.backend, &anna, domain::Language::Fr).await.unwrap();
    for (name, words) in [("anna", "dix minutes"), ("ben", "zehn Minuten")] {
        ok(send_reset(&w, &format!("{name}@example.org")).await);
        let mail = w.mail(name).await.unwrap();
        assert!(mail.contains(words), "{mail}");
    }
});

story!(every_mistake_about_codes_has_its_code, |w| async move {
    let tokens = w.sign_up("anna").await;
    for (body, expected) in [
        (json!({}), "MISSING_REQ_TYPE"),
        (json!({ "requestType": "EMAIL_SIGNIN", "email": "anna@example.org" }), "OPERATION_NOT_ALLOWED"),
        (json!({ "requestType": "PASSWORD_RESET" }), "MISSING_EMAIL"),
        (json!({ "requestType": "PASSWORD_RESET", "email": "anna" }), "INVALID_EMAIL"),
        (json!({ "requestType": "PASSWORD_RESET", "email": "ben@example.org" }), "EMAIL_NOT_FOUND"),
        (json!({ "requestType": "VERIFY_EMAIL" }), "INVALID_ID_TOKEN"),
        (json!({ "requestType": "VERIFY_EMAIL", "idToken": "a.b.c" }), "INVALID_ID_TOKEN"),
        (json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "b@example.org" }), "INVALID_ID_TOKEN"),
        (json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": tokens.id_token }), "MISSING_NEW_EMAIL"),
        (
            json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": tokens.id_token, "newEmail": "b" }),
            "INVALID_EMAIL",
        ),
        (
            json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": tokens.id_token, "newEmail": "a\"@b@c.de" }),
            "INVALID_EMAIL",
        ),
    ] {
        assert_eq!(code(w.post("/accounts:sendOobCode", body.clone()).await), expected, "{body}");
    }
    assert_eq!(code(w.post("/accounts:resetPassword", json!({})).await), "MISSING_OOB_CODE");
    for nonsense in ["x", &"a".repeat(43), &"ä".repeat(43), &"a".repeat(20_000), "' OR 1=1"] {
        for answer in [look(&w, nonsense).await, reset(&w, nonsense, "ganz neu").await, confirm(&w, nonsense).await] {
            assert_eq!(code(answer), "INVALID_OOB_CODE", "{nonsense:.20}");
        }
    }
});
