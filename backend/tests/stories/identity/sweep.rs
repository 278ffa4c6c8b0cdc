//! What is past its time goes; what somebody still needs stays.

use super::wire::code;
use crate::world::{World, people::registration};
use backend::identity::{end_session, id_token, register, sweep, viewer_of_session};
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

story!(who_comes_back_to_register_is_not_swept_away_meanwhile, |w| async move {
    w.sign_up("anna").await;
    w.later(TimeDelta::hours(5));
    let tokens = w.sign_in("anna").await;
    w.later(TimeDelta::minutes(59));
    sweep(&w.backend).await.unwrap();
    let viewer = w.viewer(&tokens.id_token).await;
    register(&w.backend, &viewer, &registration("anna", &w.invitation().await)).await.unwrap();
    w.later(TimeDelta::hours(2));
    sweep(&w.backend).await.unwrap();
    w.sign_in("anna").await;
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
