//! New passwords and addresses at Firebase: what ends here, and who is told.

use super::google::{Google, id_token, refused};
use crate::{
    identity::refusal,
    world::{
        World,
        people::{email, registration, session_form},
    },
};
use backend::{Backend, Viewer, audit, identity, invitation_codes};
use chrono::TimeDelta;
use domain::{
    AuditKind,
    identity::{ForgottenForm, PasswordForm, ResetForm},
};
use serde_json::json;

const HOME: &str = "192.0.2.1";
const RESET: &str = "/v1/accounts:resetPassword";
const UPDATE: &str = "/v1/accounts:update";
const SIGN_IN: &str = "/v1/accounts:signInWithPassword";

struct Anna {
    google: Google,
    backend: Backend,
    viewer: Viewer,
    token: String,
    cookie: String,
}

impl Anna {
    /// Registered, signed in here a minute ago.
    async fn new(w: &World) -> Self {
        let google = Google::start().await;
        let backend = google.server(w).await;
        let token = id_token("a", "anna", w.clock.now());
        let code = invitation_codes::invite(&backend, 1).await.unwrap().remove(0);
        let newcomer = identity::viewer_of_bearer(&backend, &token).await.unwrap();
        identity::create_account(&backend, &newcomer, &registration("anna", &code)).await.unwrap();
        let viewer = identity::viewer_of_bearer(&backend, &token).await.unwrap();
        let cookie = identity::start_session(&backend, &token, &session_form("kept"), "").await.unwrap().cookie;
        w.later(TimeDelta::minutes(1));
        Self { google, backend, viewer, token, cookie }
    }

    async fn is_signed_out(&self, cookie: &str) -> bool {
        matches!(identity::viewer_of_session(&self.backend, cookie).await.unwrap(), Viewer::Guest)
    }

    /// How often the audit log has this.
    async fn recorded(&self, kind: AuditKind) -> usize {
        let events = audit::events(&self.backend, &self.viewer, None, 100).await.unwrap().items;
        events.iter().filter(|recorded| recorded.event.kind == kind).count()
    }

    async fn was_told(&self) -> bool {
        let mail = self.backend.mail.newest(&email("anna")).await.unwrap();
        mail.is_some_and(|mail| mail.contains("Das warst du nicht?"))
    }
}

story_on_sqlite!(a_new_password_keeps_this_device_even_if_googles_clock_is_behind, |w| async move {
    let anna = Anna::new(&w).await;
    let fresh = id_token("a", "anna", w.clock.now() - TimeDelta::seconds(5));
    let tokens = json!({ "localId": "uid-anna", "idToken": fresh, "refreshToken": "fresh" });
    let account = json!({
        "localId": "uid-anna", "email": email("anna"), "providerUserInfo": [{ "providerId": "password" }],
    });
    let lookup = || anna.google.will_answer("/v1/accounts:lookup", 200, json!({ "users": [account] }));
    let form = PasswordForm { current_password: "alt und lang".into(), new_password: "ganz neu".into() };
    let change =
        async || identity::change_password(&anna.backend, &anna.viewer, &anna.token, &form, "", "192.0.2.1").await;

    lookup();
    anna.google.will_answer(SIGN_IN, 400, refused("INVALID_LOGIN_CREDENTIALS"));
    assert_eq!(refusal(change().await), ("wrong_password", 422));
    assert_eq!(anna.recorded(AuditKind::PasswordChanged).await, 0);
    assert!(!anna.is_signed_out(&anna.cookie).await);

    lookup();
    anna.google.will_answer(SIGN_IN, 200, tokens.clone());
    anna.google.will_answer(UPDATE, 200, tokens.clone());
    anna.google.will_answer(SIGN_IN, 200, tokens);
    let session = change().await.unwrap().unwrap();
    assert!(anna.is_signed_out(&anna.cookie).await);
    assert!(!anna.is_signed_out(&session.cookie).await);
    assert_eq!(refusal(identity::viewer_of_bearer(&anna.backend, &anna.token).await), ("unauthenticated", 401));
    assert!(anna.was_told().await);
    assert_eq!((anna.recorded(AuditKind::PasswordChanged).await, anna.recorded(AuditKind::SignedIn).await), (1, 1));
});

story_on_sqlite!(a_password_set_by_mail_is_over_for_every_session_here, |w| async move {
    let anna = Anna::new(&w).await;
    let form = ResetForm { oob_code: "googles-own-code".into(), new_password: "ganz neu".into() };
    anna.google.will_answer(RESET, 400, refused("EXPIRED_OOB_CODE"));
    assert_eq!(refusal(identity::reset_password(&anna.backend, &form, HOME).await), ("code_expired", 410));
    assert!(!anna.is_signed_out(&anna.cookie).await);
    anna.google.will_answer(RESET, 200, json!({ "email": email("anna"), "requestType": "PASSWORD_RESET" }));
    identity::reset_password(&anna.backend, &form, HOME).await.unwrap();
    assert!(anna.is_signed_out(&anna.cookie).await);
    assert!(anna.was_told().await);
    assert_eq!(anna.recorded(AuditKind::PasswordReset).await, 1);
});

story_on_sqlite!(a_password_set_by_mail_ends_the_sessions_of_whom_firebase_knows_by_another_address, |w| async move {
    let anna = Anna::new(&w).await;
    let form = ResetForm { oob_code: "googles-own-code".into(), new_password: "ganz neu".into() };
    let fresh = json!({ "localId": "uid-anna", "idToken": "fresh", "refreshToken": "fresh" });
    anna.google.will_answer(RESET, 200, json!({ "email": email("aenne"), "requestType": "PASSWORD_RESET" }));
    anna.google.will_answer(SIGN_IN, 200, fresh);
    identity::reset_password(&anna.backend, &form, HOME).await.unwrap();
    assert!(anna.is_signed_out(&anna.cookie).await);
});

story_on_sqlite!(an_address_changed_at_firebase_is_followed_here, |w| async move {
    let anna = Anna::new(&w).await;
    anna.google.will_answer(UPDATE, 200, json!({ "localId": "uid-anna", "email": email("aenne") }));
    let done = identity::confirm_email(&anna.backend, "googles-own-code", HOME).await.unwrap();
    assert_eq!((done.email, done.changed), (email("aenne"), true));
    assert!(anna.is_signed_out(&anna.cookie).await);
    assert!(anna.was_told().await, "at the old address");
    assert_eq!(anna.recorded(AuditKind::EmailChanged).await, 1);
    let later = id_token("a", "anna", w.clock.now());
    let viewer = identity::viewer_of_bearer(&anna.backend, &later).await.unwrap();
    assert_eq!(viewer.account().unwrap().user.email, email("aenne"));
});

story_on_sqlite!(firebase_sends_its_own_mail_and_an_unknown_address_is_answered_alike, |w| async move {
    let anna = Anna::new(&w).await;
    anna.google.requests();
    for name in ["anna", "niemand"] {
        anna.google.will_answer("/v1/accounts:sendOobCode", 400, refused("EMAIL_NOT_FOUND"));
        let form = ForgottenForm { email: email(name) };
        identity::forgot_password(&anna.backend, &form, HOME).await.unwrap();
    }
    anna.backend.background.settled().await;
    assert_eq!(anna.google.requests().len(), 2);
    assert_eq!(anna.backend.mail.newest(&email("anna")).await.unwrap(), None, "none of ours");
});
