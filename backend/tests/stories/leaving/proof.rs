//! Who may delete an account: by the current password, or a sign-in just before.

use super::ADDRESS;
use crate::world::{World, diary::code};
use backend::{Result, Settings, Viewer, leaving};
use chrono::{DateTime, TimeDelta, Utc};
use domain::identity::LeaveForm;

async fn leave(w: &World, viewer: &Viewer, id_token: &str, password: &str) -> Result<DateTime<Utc>> {
    let form = LeaveForm { password: password.into(), immediately: false };
    leaving::leave(&w.backend, viewer, id_token, &form, ADDRESS).await
}

fn real_limits(settings: &mut Settings) {
    settings.throttle_factor = 1;
}

story!(a_wrong_password_deletes_nothing_and_is_counted, real_limits, |w| async move {
    let anna = w.person("anna").await;
    let token = w.sign_in("anna").await.id_token;
    assert_eq!(code(leave(&w, &Viewer::Guest, &token, "").await), "unauthenticated");
    let ben = w.person("ben").await;
    assert_eq!(code(leave(&w, &ben, &token, "").await), "account_mismatch");
    for wrong in ["", "falsch"].into_iter().cycle().take(10) {
        assert_eq!(code(leave(&w, &anna, &token, wrong).await), "wrong_password");
    }
    assert_eq!(code(leave(&w, &anna, &token, crate::world::people::PASSWORD).await), "too_many_requests");
    assert_eq!(w.accounts("anna").await, 1);
    w.later(TimeDelta::minutes(16));
    w.leave("anna", false).await.unwrap();
});

story!(without_a_password_a_sign_in_just_before_is_the_proof, |w| async move {
    let anna = w.person("anna").await;
    let token = w.sign_in("anna").await.id_token;
    w.backend.db.write("UPDATE identity_accounts SET password_hash = NULL").execute().await.unwrap();
    w.later(TimeDelta::minutes(6));
    assert_eq!(code(leave(&w, &anna, &token, "").await), "google_recent");
    w.clock.advance(TimeDelta::minutes(-3));
    leave(&w, &anna, &token, "").await.unwrap();
});
