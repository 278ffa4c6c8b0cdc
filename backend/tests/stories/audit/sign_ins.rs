//! Sign-ins, and the devices that a person was not seen with before.

use super::{FIREFOX, HOME, IPHONE, count, events, newest, sign_in};
use crate::world::people::{PASSWORD, email};
use backend::identity::{change_password, end_others, id_token, reset_password, sign_in as with_password};
use chrono::TimeDelta;
use domain::{
    AuditKind, Device,
    identity::{PasswordForm, ResetForm, SignInForm},
};

story!(a_device_is_new_until_the_person_was_seen_with_it, |w| async move {
    let anna = w.person("anna").await;
    let signed_in = async |agent: &str| {
        w.later(TimeDelta::minutes(1));
        let cookie = sign_in(&w, "anna", agent).await;
        let event = newest(&w, &anna, AuditKind::SignedIn).await;
        assert_eq!(event.device, Some(Device::of(agent)));
        (cookie, event.is_new_device)
    };
    let (_, is_new) = signed_in(FIREFOX).await;
    assert!(!is_new, "the device of a registration");
    let (phone, is_new) = signed_in(IPHONE).await;
    assert!(is_new);
    assert!(!signed_in(IPHONE).await.1);

    // Sessions end, and their devices stay known.
    end_others(&w.backend, &anna, Some(&phone)).await.unwrap();
    assert!(!signed_in(FIREFOX).await.1);
    // A session that is older than the log makes its device known, too.
    w.backend.db.write("DELETE FROM audit_events").execute().await.unwrap();
    assert!(!signed_in(IPHONE).await.1);
    assert!(signed_in("curl/8.17.0").await.1);
    assert!(signed_in("").await.1, "a browser without a name is one, too");
    assert!(!signed_in("something unheard of").await.1);
});

story!(a_changed_password_is_no_sign_in_and_a_wrong_one_is_nothing, |w| async move {
    let anna = w.person("anna").await;
    let cookie = sign_in(&w, "anna", FIREFOX).await;
    let before = events(&w, &anna).await;
    let token = id_token(&w.backend, &cookie).await.unwrap().token;
    let form = |current: &str| PasswordForm { current_password: current.into(), new_password: "ganz neu, gut".into() };
    change_password(&w.backend, &anna, &token, &form("falsch"), FIREFOX, HOME).await.unwrap_err();
    for _ in 0..5 {
        let wrong = SignInForm { email: email("anna"), password: "falsch".into() };
        with_password(&w.backend, &backend::identity::Browser::default(), &wrong).await.unwrap_err();
    }
    assert_eq!(events(&w, &anna).await, before);
    change_password(&w.backend, &anna, &token, &form(PASSWORD), FIREFOX, HOME).await.unwrap().unwrap();
    assert_eq!(
        (count(&w, &anna, AuditKind::PasswordChanged).await, events(&w, &anna).await.len()),
        (1, before.len() + 1)
    );
});

story!(a_password_by_mail_signs_nobody_in, |w| async move {
    let anna = w.person("anna").await;
    w.backend.identity.mail_password_reset(&email("anna")).await.unwrap();
    let form = ResetForm { oob_code: w.mailed_code("anna").await, new_password: "ganz neu, gut".into() };
    reset_password(&w.backend, &form, HOME).await.unwrap();
    reset_password(&w.backend, &form, HOME).await.unwrap_err();
    let seen: Vec<_> = events(&w, &anna).await.into_iter().map(|event| event.kind).collect();
    assert_eq!(seen, [AuditKind::PasswordReset]);
});
