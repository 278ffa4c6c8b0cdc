//! How often somebody may try.

use super::{
    refusal,
    wire::{code, ok},
};
use crate::world::{
    World,
    people::{PASSWORD, session_form},
};
use backend::{
    Error, Settings, Viewer,
    identity::{change_password, forgot_password, reset_password, start_session},
    invitation_codes::validate_invitation,
    throttle::ShownDevice,
};
use chrono::TimeDelta;
use domain::identity::{ForgottenForm, PasswordForm, ResetForm, Tokens};
use http::StatusCode;
use serde_json::json;

const HOME: &str = "192.0.2.1";
const ELSEWHERE: &str = "192.0.2.2";

fn real_limits(settings: &mut Settings) {
    settings.throttle_factor = 1;
}

async fn sign_in(w: &World, address: &str, name: &str, password: &str) -> (http::StatusCode, serde_json::Value) {
    let body = json!({ "email": format!("{name}@example.org"), "password": password });
    w.post_from(address, "/accounts:signInWithPassword", body).await
}

/// The token by which this sign-in's browser is known from now on.
async fn device(w: &World, tokens: &Tokens) -> String {
    let form = session_form(&tokens.refresh_token);
    start_session(&w.backend, &tokens.id_token, &form, "story").await.unwrap().device.unwrap()
}

/// One wrong password from an address, and so twenty for an account.
fn one_failure(settings: &mut Settings) {
    settings.throttle_factor = 1;
    settings.sign_in_failures = 1;
}

story!(guessing_a_password_stops_after_ten_tries_and_locks_nobody_else_out, real_limits, |w| async move {
    w.sign_up("anna").await;
    w.sign_up("ben").await;
    for _ in 0..20 {
        ok(sign_in(&w, HOME, "anna", PASSWORD).await);
    }
    for _ in 0..10 {
        assert_eq!(code(sign_in(&w, HOME, "anna", "falsch").await), "INVALID_PASSWORD");
    }
    for name in ["anna", "ben"] {
        assert_eq!(code(sign_in(&w, HOME, name, PASSWORD).await), "TOO_MANY_ATTEMPTS_TRY_LATER");
    }
    ok(sign_in(&w, ELSEWHERE, "anna", PASSWORD).await);
    w.later(TimeDelta::seconds(90));
    ok(sign_in(&w, HOME, "anna", PASSWORD).await);
});

story!(a_crowd_that_guesses_locks_out_neither_known_browsers_nor_the_settings, one_failure, |w| async move {
    let tokens = w.sign_up("anna").await;
    let viewer = w.register("anna", &tokens).await;
    w.person("ben").await;
    for n in 0..20 {
        assert_eq!(code(sign_in(&w, &format!("192.0.2.{n}"), "anna", "falsch").await), "INVALID_PASSWORD");
    }
    let body = |name: &str, password: &str| json!({ "email": format!("{name}@example.org"), "password": password });
    let known = |cookie: String, name: &str, password: &str| {
        w.post_shown("192.0.2.7", ShownDevice(cookie), "/accounts:signInWithPassword", body(name, password))
    };
    assert_eq!(code(sign_in(&w, "198.51.100.1", "anna", PASSWORD).await), "TOO_MANY_ATTEMPTS_TRY_LATER");
    let anna = device(&w, &tokens).await;
    for forged in ["", "x.y", &anna[1..], &device(&w, &w.sign_in("ben").await).await] {
        let answer = known(forged.into(), "anna", PASSWORD).await;
        assert_eq!(code(answer), "TOO_MANY_ATTEMPTS_TRY_LATER", "{forged}");
    }
    ok(known(anna.clone(), "anna", PASSWORD).await);
    assert_eq!(code(known(anna.clone(), "anna", "falsch").await), "INVALID_PASSWORD");
    assert_eq!(code(known(anna, "anna", PASSWORD).await), "TOO_MANY_ATTEMPTS_TRY_LATER");
    ok(known(device(&w, &tokens).await, "anna", PASSWORD).await);

    let change = async |current: &str, address: &str| {
        let form = PasswordForm { current_password: current.into(), new_password: "ganz neu".into() };
        change_password(&w.backend, &viewer, &tokens.id_token, &form, "", address).await
    };
    assert_eq!(refusal(change("falsch", HOME).await), ("wrong_password", 422));
    assert_eq!(refusal(change(PASSWORD, HOME).await), ("too_many_requests", 429));
    change(PASSWORD, ELSEWHERE).await.unwrap();
});

story!(a_new_password_by_mail_lets_its_owner_in_and_ends_what_browsers_were_known_by, one_failure, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let known = |cookie: &str, password: &str| {
        let body = json!({ "email": "anna@example.org", "password": password });
        w.post_shown(HOME, ShownDevice(cookie.into()), "/accounts:signInWithPassword", body)
    };
    let before = device(&w, &tokens).await;
    for _ in 0..20 {
        assert_eq!(code(known(&device(&w, &tokens).await, "falsch").await), "INVALID_PASSWORD");
    }
    assert_eq!(code(known(&before, PASSWORD).await), "TOO_MANY_ATTEMPTS_TRY_LATER");

    w.later(TimeDelta::seconds(1));
    forgot_password(&w.backend, &ForgottenForm { email: "anna@example.org".into() }, HOME).await.unwrap();
    let form = ResetForm { oob_code: w.mailed_code("anna").await, new_password: "ganz neu".into() };
    reset_password(&w.backend, &form, HOME).await.unwrap();
    let again = w.backend.identity.sign_in("anna@example.org", "ganz neu").await.unwrap();
    ok(known(&device(&w, &again).await, "ganz neu").await);
    ok(known(&before, "ganz neu").await);
    assert_eq!(code(known(&before, "falsch").await), "INVALID_PASSWORD");
    assert_eq!(code(sign_in(&w, HOME, "anna", "ganz neu").await), "TOO_MANY_ATTEMPTS_TRY_LATER", "as any browser");
});

story!(a_failure_of_ours_counts_as_no_wrong_password, one_failure, |w| async move {
    let tokens = w.sign_up("anna").await;
    let viewer = w.register("anna", &tokens).await;
    let hash = w.backend.db.read("SELECT password_hash FROM identity_accounts").fetch_one::<(String,)>();
    let (hash,) = hash.await.unwrap();
    let set = async |hash: &str| {
        let set = w.backend.db.write("UPDATE identity_accounts SET password_hash = $1").bind(hash.to_owned());
        set.execute().await.unwrap();
    };
    let change = async || {
        let form = PasswordForm { current_password: PASSWORD.into(), new_password: "ganz neu".into() };
        change_password(&w.backend, &viewer, &tokens.id_token, &form, "", HOME).await
    };
    set("no hash").await;
    for _ in 0..3 {
        assert_eq!(sign_in(&w, HOME, "anna", PASSWORD).await.0, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(matches!(change().await, Err(Error::Broken(_))));
    }
    set(&hash).await;
    ok(sign_in(&w, HOME, "anna", PASSWORD).await);
    change().await.unwrap();
});

story!(the_right_password_is_no_way_to_keep_the_server_busy, real_limits, |w| async move {
    w.sign_up("anna").await;
    for _ in 0..60 {
        ok(sign_in(&w, HOME, "anna", PASSWORD).await);
    }
    assert_eq!(code(sign_in(&w, HOME, "anna", PASSWORD).await), "TOO_MANY_ATTEMPTS_TRY_LATER");
    ok(sign_in(&w, ELSEWHERE, "anna", PASSWORD).await);
});

story!(guessing_side_by_side_is_no_way_round, real_limits, |w| async move {
    w.sign_up("anna").await;
    let guesses: Vec<_> = (0..40)
        .map(|_| {
            let w = w.clone();
            tokio::spawn(async move { code(sign_in(&w, HOME, "anna", "falsch").await) })
        })
        .collect();
    let mut looked_at = 0;
    for guess in guesses {
        looked_at += usize::from(guess.await.unwrap() == "INVALID_PASSWORD");
    }
    assert_eq!(looked_at, 10);
});

story!(one_address_makes_twenty_accounts_an_hour, real_limits, |w| async move {
    let sign_up = async |address: &str, n: usize| {
        let body = json!({ "email": format!("anna{n}@example.org"), "password": PASSWORD });
        w.post_from(address, "/accounts:signUp", body).await
    };
    for n in 0..20 {
        ok(sign_up(HOME, n).await);
    }
    let (status, body) = sign_up(HOME, 20).await;
    assert_eq!(code((status, body)), "TOO_MANY_ATTEMPTS_TRY_LATER");
    ok(sign_up(ELSEWHERE, 21).await);
    w.later(TimeDelta::minutes(3));
    ok(sign_up(HOME, 22).await);
});

story!(codes_are_checked_ten_times_a_minute, real_limits, |w| async move {
    let code = w.invitation().await;
    for _ in 0..10 {
        validate_invitation(&w.backend, &Viewer::Guest, "ABCD-EFGH-JK", HOME).await.unwrap_err();
    }
    let refused = validate_invitation(&w.backend, &Viewer::Guest, &code, HOME).await;
    let Err(Error::Refused(error)) = refused else { panic!("{refused:?}") };
    assert_eq!((error.code(), error.retry_after), ("too_many_requests", Some(6)));
    validate_invitation(&w.backend, &Viewer::Guest, &code, ELSEWHERE).await.unwrap();
    w.later(TimeDelta::seconds(6));
    validate_invitation(&w.backend, &Viewer::Guest, &code, HOME).await.unwrap();
});

story!(mails_are_three_an_hour_for_an_account_and_ten_from_an_address, real_limits, |w| async move {
    let ask = async |address: &str, name: &str| {
        let body = json!({ "requestType": "PASSWORD_RESET", "email": format!("{name}@example.org") });
        w.post_from(address, "/accounts:sendOobCode", body).await
    };
    w.sign_up("anna").await;
    for n in 0..3 {
        ok(ask(&format!("198.51.100.{n}"), "anna").await);
    }
    assert_eq!(code(ask("192.0.2.9", "anna").await), "TOO_MANY_ATTEMPTS_TRY_LATER");
    for n in 0..10 {
        assert_eq!(code(ask(HOME, &format!("nobody{n}")).await), "EMAIL_NOT_FOUND");
    }
    assert_eq!(code(ask(HOME, "nobody").await), "TOO_MANY_ATTEMPTS_TRY_LATER");
    w.later(TimeDelta::minutes(20));
    ok(ask(ELSEWHERE, "anna").await);
});

story!(guessing_codes_stops_after_thirty_tries, real_limits, |w| async move {
    let guess = async |code: &str| w.post_from(HOME, "/accounts:resetPassword", json!({ "oobCode": code })).await;
    w.sign_up("anna").await;
    let body = json!({ "requestType": "PASSWORD_RESET", "email": "anna@example.org" });
    ok(w.post_from(ELSEWHERE, "/accounts:sendOobCode", body).await);
    let oob_code = w.mailed_code("anna").await;
    for _ in 0..40 {
        ok(guess(&oob_code).await);
    }
    for _ in 0..30 {
        assert_eq!(code(guess(&"a".repeat(43)).await), "INVALID_OOB_CODE");
    }
    assert_eq!(code(guess(&oob_code).await), "TOO_MANY_ATTEMPTS_TRY_LATER");
});
