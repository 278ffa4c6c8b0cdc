//! Everything that ends at once, everywhere, when a password, an address or the whole identity changes.

use super::{
    refusal,
    wire::{code, ok},
};
use crate::world::{
    World,
    people::{PASSWORD, session_form},
};
use backend::{
    Error, Viewer,
    identity::{end_others, end_session, id_token, start_session, viewer_of_bearer, viewer_of_session},
};
use chrono::TimeDelta;
use serde_json::{Value, json};

async fn is_signed_out(w: &World, cookie: &str) -> bool {
    let viewer = viewer_of_session(&w.backend, cookie).await.unwrap();
    matches!(viewer, Viewer::Guest) && id_token(&w.backend, cookie).await.is_err()
}

story!(a_new_password_or_address_ends_sessions_and_tokens_at_once, |w| async move {
    for (name, change) in
        [("anna", json!({ "password": "ganz neu" })), ("ben", json!({ "email": "benjamin@example.org" }))]
    {
        let (here, elsewhere) = (w.sign_up(name).await, w.sign_in(name).await);
        w.register(name, &here).await;
        let (one, two) = (w.session(&here).await, w.session(&elsewhere).await);
        let other_person = w.person(&format!("{name}2")).await;
        assert!(matches!(other_person, Viewer::User(_)));
        w.later(TimeDelta::seconds(1));

        let mut body = change;
        body["idToken"] = here.id_token.clone().into();
        let changed = ok(w.post("/accounts:update", body).await);
        for cookie in [&one, &two] {
            assert!(is_signed_out(&w, cookie).await, "{name}");
        }
        for token in [&here.id_token, &elsewhere.id_token] {
            assert_eq!(refusal(viewer_of_bearer(&w.backend, token).await), ("unauthenticated", 401), "{name}");
        }
        let again = changed["idToken"].as_str().unwrap();
        viewer_of_bearer(&w.backend, again).await.unwrap().account().unwrap();
        let form = session_form(changed["refreshToken"].as_str().unwrap());
        let session = start_session(&w.backend, again, &form, "").await.unwrap();
        assert!(!is_signed_out(&w, &session.cookie).await, "{name}: whoever made the change goes on");
    }
});

story!(a_new_name_ends_nothing, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    w.later(TimeDelta::seconds(1));
    ok(w.post("/accounts:update", json!({ "idToken": tokens.id_token, "displayName": "Änne" })).await);
    assert!(!is_signed_out(&w, &cookie).await);
});

story!(a_token_of_a_session_is_over_within_the_second_of_the_change, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    ok(w.post("/accounts:update", json!({ "idToken": tokens.id_token, "password": "ganz neu" })).await);
    assert!(is_signed_out(&w, &cookie).await);
    assert_eq!(refusal(viewer_of_bearer(&w.backend, &tokens.id_token).await), ("unauthenticated", 401));
});

story!(an_identity_with_an_account_cannot_be_deleted, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let refused = w.post("/accounts:delete", json!({ "idToken": tokens.id_token })).await;
    assert_eq!(code(refused), "OPERATION_NOT_ALLOWED");
    assert!(!is_signed_out(&w, &cookie).await);
    w.sign_in("anna").await;
});

story!(a_refresh_token_from_before_opens_nothing_afterwards, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    w.later(TimeDelta::minutes(1));
    // The same state as after "end all", where the provider still refreshes.
    w.backend.db.write("UPDATE users SET valid_since = $1").bind(w.clock.now()).execute().await.unwrap();
    w.later(TimeDelta::minutes(1));
    let fresh = ok(w.refresh(&tokens.refresh_token).await);
    let fresh = fresh["id_token"].as_str().unwrap();
    assert_eq!(refusal(viewer_of_bearer(&w.backend, fresh).await), ("unauthenticated", 401));
    let form = session_form(&tokens.refresh_token);
    assert_eq!(refusal(start_session(&w.backend, fresh, &form, "").await), ("unauthenticated", 401));
});

story!(nobody_slips_in_while_the_password_is_being_changed, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let stolen = w.sign_in("anna").await;
    w.later(TimeDelta::seconds(2));
    let change = {
        let (w, token) = (w.clone(), tokens.id_token.clone());
        tokio::spawn(
            async move { w.post("/accounts:update", json!({ "idToken": token, "password": "ganz neu" })).await },
        )
    };
    let thieves: Vec<_> = (0..12)
        .map(|_| {
            let (w, stolen) = (w.clone(), stolen.clone());
            tokio::spawn(async move {
                let form = session_form(&stolen.refresh_token);
                let session = start_session(&w.backend, &stolen.id_token, &form, "").await.ok();
                let refreshed = w.refresh(&stolen.refresh_token).await.1;
                (session.map(|session| session.cookie), refreshed)
            })
        })
        .collect();
    ok(change.await.unwrap());
    for thief in thieves {
        let (cookie, refreshed) = thief.await.unwrap();
        if let Some(cookie) = cookie {
            assert!(is_signed_out(&w, &cookie).await);
        }
        if let Value::String(token) = &refreshed["id_token"] {
            assert_eq!(refusal(viewer_of_bearer(&w.backend, token).await), ("unauthenticated", 401));
        }
        if let Value::String(token) = &refreshed["refresh_token"] {
            let refused = code(w.refresh(token).await);
            assert!(["INVALID_REFRESH_TOKEN", "TOKEN_EXPIRED"].contains(&refused.as_str()), "{refused}");
        }
    }
});

story!(the_second_of_the_change_is_over_as_well, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let stolen = w.sign_in("anna").await;
    let changed = ok(w.post("/accounts:update", json!({ "idToken": tokens.id_token, "password": "ganz neu" })).await);
    assert_eq!(refusal(viewer_of_bearer(&w.backend, &stolen.id_token).await), ("unauthenticated", 401));
    let form = session_form(&stolen.refresh_token);
    assert_eq!(refusal(start_session(&w.backend, &stolen.id_token, &form, "").await), ("unauthenticated", 401));
    let again = changed["idToken"].as_str().unwrap();
    viewer_of_bearer(&w.backend, again).await.unwrap().account().unwrap();
    w.backend.identity.sign_in("anna@example.org", "ganz neu").await.unwrap();
});

story!(the_old_password_makes_no_sign_in_that_outlives_it, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let thieves: Vec<_> = (0..8)
        .map(|_| {
            let w = w.clone();
            tokio::spawn(async move { w.backend.identity.sign_in("anna@example.org", PASSWORD).await.ok() })
        })
        .collect();
    ok(w.post("/accounts:update", json!({ "idToken": tokens.id_token, "password": "ganz neu" })).await);
    for thief in thieves {
        let Some(stolen) = thief.await.unwrap() else { continue };
        assert_eq!(refusal(viewer_of_bearer(&w.backend, &stolen.id_token).await), ("unauthenticated", 401));
        let refused = code(w.refresh(&stolen.refresh_token).await);
        assert!(["INVALID_REFRESH_TOKEN", "TOKEN_EXPIRED"].contains(&refused.as_str()), "{refused}");
    }
});

story!(a_change_of_name_under_way_brings_no_old_password_back, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    w.later(TimeDelta::seconds(2));
    let rename = |n: u32| {
        let (w, token) = (w.clone(), tokens.id_token.clone());
        tokio::spawn(async move {
            w.post("/accounts:update", json!({ "idToken": token, "displayName": format!("Anna {n}") })).await
        })
    };
    let mut renames: Vec<_> = (0..12).map(rename).collect();
    let change = {
        let (w, token) = (w.clone(), tokens.id_token.clone());
        tokio::spawn(
            async move { w.post("/accounts:update", json!({ "idToken": token, "password": "ganz neu" })).await },
        )
    };
    renames.extend((12..24).map(rename));
    ok(change.await.unwrap());
    for rename in renames {
        let (status, body) = rename.await.unwrap();
        assert!(status.is_success() || code((status, body)) == "TOKEN_EXPIRED");
    }
    let old =
        w.post("/accounts:signInWithPassword", json!({ "email": "anna@example.org", "password": PASSWORD })).await;
    assert_eq!(code(old), "INVALID_PASSWORD");
    w.backend.identity.sign_in("anna@example.org", "ganz neu").await.unwrap();
});

story!(a_sign_in_ends_after_thirteen_months_however_often_it_was_refreshed, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let mut token = tokens.refresh_token;
    for _ in 0..13 {
        w.later(TimeDelta::days(30));
        let fresh = ok(w.refresh(&token).await);
        fresh["refresh_token"].as_str().unwrap().clone_into(&mut token);
    }
    w.later(TimeDelta::days(7));
    assert_eq!(code(w.refresh(&token).await), "TOKEN_EXPIRED");
});

story!(whoever_ends_sign_ins_at_once_waits_for_the_others_and_none_is_broken_off, |w| async move {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    for _ in 0..8 {
        let mut cookies = Vec::new();
        for _ in 0..4 {
            cookies.push(w.session(&w.sign_in("anna").await).await);
        }
        let mut ends: Vec<tokio::task::JoinHandle<Result<(), Error>>> = Vec::new();
        for cookie in cookies.clone() {
            let (one, two) = ((w.clone(), cookie.clone()), (w.clone(), anna.clone(), cookie));
            ends.push(tokio::spawn(async move { end_session(&one.0.backend, &one.1).await }));
            ends.push(tokio::spawn(async move { end_others(&two.0.backend, &two.1, Some(&two.2)).await }));
        }
        for end in ends {
            end.await.unwrap().unwrap();
        }
        for cookie in &cookies {
            assert!(is_signed_out(&w, cookie).await);
        }
        // Tokens of this second are over as well.
        w.later(TimeDelta::seconds(2));
    }
});
