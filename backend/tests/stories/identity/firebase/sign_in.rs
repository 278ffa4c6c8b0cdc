//! Firebase as the password's keeper: everybody comes to it from our address, so the limits are ours.

use super::google::{Google, id_token, refused};
use crate::identity::{refusal, sign_in::invited};
use backend::{
    Settings,
    identity::{Browser, register, sign_in},
    providers::identity::Caller,
};
use domain::identity::SignInForm;
use serde_json::json;

const SIGN_UP: &str = "/v1/accounts:signUp";
const SIGN_IN: &str = "/v1/accounts:signInWithPassword";

fn browser(address: &str) -> Browser {
    Browser { caller: Caller { address: address.into(), device: None }, ..Browser::default() }
}

fn anna() -> SignInForm {
    SignInForm { email: "anna@example.org".into(), password: "geraten".into() }
}

fn strict(settings: &mut Settings) {
    settings.throttle_factor = 1;
}

story_on_sqlite!(wrong_passwords_are_counted_before_firebase_is_asked, strict, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    for _ in 0..10 {
        google.will_answer(SIGN_IN, 400, refused("INVALID_LOGIN_CREDENTIALS"));
        let wrong = sign_in(&backend, &browser("192.0.2.1"), &anna()).await;
        assert_eq!(refusal(wrong), ("invalid_login_credentials", 422));
    }
    assert_eq!(google.requests().len(), 10);
    assert_eq!(refusal(sign_in(&backend, &browser("192.0.2.1"), &anna()).await), ("too_many_requests", 429));
    assert_eq!(google.requests().len(), 0);
    google.will_answer(SIGN_IN, 400, refused("USER_DISABLED"));
    assert_eq!(refusal(sign_in(&backend, &browser("192.0.2.2"), &anna()).await), ("user_disabled", 403));
});

story_on_sqlite!(whoever_registers_at_firebase_sends_one_form, |w| async move {
    let google = Google::start().await;
    let backend = google.server(&w).await;
    let code = w.invitation().await;
    let made =
        json!({ "localId": "uid-anna", "idToken": id_token("a", "anna", w.clock.now()), "refreshToken": "first" });
    google.will_answer(SIGN_UP, 200, made);
    let session = register(&backend, &browser("192.0.2.1"), &invited("anna", &code)).await.unwrap().session;
    assert_eq!(session.user.display_name, "Anna Berger");
    for (message, expected) in
        [("SOMETHING_NEW", ("registration_failed", 502)), ("ADMIN_ONLY_OPERATION", ("admin_only", 403))]
    {
        google.will_answer(SIGN_UP, 400, refused(message));
        let refused = register(&backend, &browser("192.0.2.1"), &invited("ben", &w.invitation().await)).await;
        assert_eq!(refusal(refused), expected, "{message}");
    }
});
