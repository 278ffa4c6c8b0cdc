//! The sweep deletes everything past its time and keeps the rest.

use super::wire::{code, ok};
use crate::world::World;
use backend::identity::{end_session, id_token, sweep, viewer_of_session};
use chrono::TimeDelta;
use domain::identity::IdentityCode;

async fn count(w: &World, sql: &'static str) -> i64 {
    w.backend.db.read(sql).fetch_one::<(i64,)>().await.unwrap().0
}

async fn exists(w: &World, name: &str) -> bool {
    match w.backend.identity.sign_in(&format!("{name}@example.org"), "wrong password").await {
        Err(backend::providers::identity::CallError::Refused(IdentityCode::EmailNotFound)) => false,
        Err(backend::providers::identity::CallError::Refused(IdentityCode::InvalidPassword)) => true,
        other => panic!("{other:?}"),
    }
}

story!(an_identity_that_never_registered_goes_after_an_hour, |w| async move {
    w.person("anna").await;
    w.sign_up("ben").await;
    w.later(TimeDelta::minutes(59));
    sweep(&w.backend).await.unwrap();
    assert!(exists(&w, "ben").await);
    w.later(TimeDelta::minutes(2));
    sweep(&w.backend).await.unwrap();
    assert!(!exists(&w, "ben").await);
    assert!(exists(&w, "anna").await);
    w.sign_up("ben").await;
});

story!(refreshing_or_signing_in_keeps_no_address_from_its_owner, |w| async move {
    let mut refresh_token = w.sign_up("anna").await.refresh_token;
    w.later(TimeDelta::minutes(50));
    let fresh = ok(w.refresh(&refresh_token).await);
    fresh["refresh_token"].as_str().unwrap().clone_into(&mut refresh_token);
    w.sign_in("anna").await;
    w.later(TimeDelta::minutes(11));
    assert_eq!(code(w.refresh(&refresh_token).await), "USER_NOT_FOUND");
    sweep(&w.backend).await.unwrap();
    let tokens = w.sign_up("anna").await;
    let registered = w.register("anna", &tokens).await;
    w.later(TimeDelta::hours(2));
    sweep(&w.backend).await.unwrap();
    ok(w.refresh(&tokens.refresh_token).await);
    registered.account().unwrap();
});

story!(sessions_and_tokens_go_when_they_are_over, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let (kept, ended) = (w.session(&tokens).await, w.session(&w.sign_in("anna").await).await);
    end_session(&w.backend, &ended).await.unwrap();
    sweep(&w.backend).await.unwrap();
    assert_eq!(count(&w, "SELECT count(*) FROM ended_tokens").await, 1);
    w.later(TimeDelta::hours(1));
    id_token(&w.backend, &kept).await.unwrap();
    sweep(&w.backend).await.unwrap();
    assert_eq!(count(&w, "SELECT count(*) FROM ended_tokens").await, 0);

    w.later(TimeDelta::days(31));
    sweep(&w.backend).await.unwrap();
    assert_eq!(count(&w, "SELECT count(*) FROM sessions").await, 1);
    assert_eq!(count(&w, "SELECT count(*) FROM identity_refresh_tokens WHERE replaced_at IS NOT NULL").await, 0);
    assert_eq!(code(w.refresh(&tokens.refresh_token).await), "INVALID_REFRESH_TOKEN");
    viewer_of_session(&w.backend, &kept).await.unwrap().account().unwrap();
    id_token(&w.backend, &kept).await.unwrap();

    w.later(TimeDelta::days(61));
    sweep(&w.backend).await.unwrap();
    assert_eq!(count(&w, "SELECT count(*) FROM sessions").await, 0);
    w.later(TimeDelta::days(400));
    sweep(&w.backend).await.unwrap();
    assert_eq!(count(&w, "SELECT count(*) FROM identity_refresh_tokens").await, 0);
    w.sign_in("anna").await;
});
