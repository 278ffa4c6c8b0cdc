//! Signing in and registering, each in one step.

use super::refusal;
use crate::world::{
    World,
    people::{PASSWORD, email},
};
use backend::{
    Settings, Viewer,
    identity::{Browser, register, sign_in, viewer_of_session},
    providers::identity::Caller,
};
use domain::identity::{InvitedForm, SignInForm};

fn browser(address: &str) -> Browser {
    let caller = Caller { address: address.into(), device: None };
    Browser { caller, zone: Some("Pacific/Auckland".into()), ..Browser::default() }
}

fn real_limits(settings: &mut Settings) {
    settings.throttle_factor = 1;
}

fn credentials(name: &str) -> SignInForm {
    SignInForm { email: email(name), password: PASSWORD.into() }
}

pub fn invited(name: &str, code: &str) -> InvitedForm {
    InvitedForm {
        first_name: " Anna ".into(),
        last_name: "Berger".into(),
        credentials: credentials(name),
        invitation_code: code.into(),
        email_token: String::new(),
    }
}

async fn has_identity(w: &World, name: &str) -> bool {
    w.backend.identity.sign_in(&email(name), PASSWORD).await.is_ok()
}

story!(whoever_registers_is_signed_in_with_name_and_zone, |w| async move {
    let code = w.invitation().await;
    let done = register(&w.backend, &browser("192.0.2.1"), &invited("anna", &code)).await.unwrap();
    assert!(done.is_new);
    let session = done.session;
    assert_eq!((session.user.display_name.as_str(), session.user.email), ("Anna Berger", email("anna")));
    let viewer = viewer_of_session(&w.backend, &session.cookie).await.unwrap();
    assert_eq!(viewer.account().unwrap().zone.name(), "Pacific/Auckland");
    let tokens = w.sign_in("anna").await;
    let profile = w.backend.identity.lookup(&tokens.id_token).await.unwrap();
    assert_eq!(profile.display_name.as_deref(), Some("Anna Berger"));
});

story!(one_form_that_is_sent_several_times_at_once_makes_one_account, |w| async move {
    let code = w.invitation().await;
    let tries: Vec<_> = (0..4)
        .map(|_| {
            let (w, form) = (w.clone(), invited("anna", &code));
            tokio::spawn(async move { register(&w.backend, &browser("192.0.2.1"), &form).await })
        })
        .collect();
    let mut entered = 0;
    for one in tries {
        // A request between two steps of another one is refused, and succeeds when it is sent once more.
        entered += usize::from(one.await.unwrap().is_ok());
    }
    assert!(entered >= 1);
    register(&w.backend, &browser("192.0.2.1"), &invited("anna", &code)).await.unwrap();
    let (people,) = w.backend.db.read("SELECT COUNT(*) FROM users").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!(people, 1);
});

story!(a_used_code_signs_its_person_in_and_a_throttle_is_not_called_a_used_code, real_limits, |w| async move {
    let code = w.invitation().await;
    let here = browser("192.0.2.1");
    register(&w.backend, &here, &invited("anna", &code)).await.unwrap();
    let again = register(&w.backend, &here, &invited("anna", &code)).await.unwrap();
    assert!(!again.is_new && again.session.user.email == email("anna"), "she only signed in");
    let mut guessed = invited("anna", &code);
    guessed.credentials.password = "geraten 7".into();
    assert_eq!(refusal(register(&w.backend, &here, &guessed).await), ("invitation_used", 410));
    assert_eq!(refusal(register(&w.backend, &here, &invited("ben", &code)).await), ("invitation_used", 410));
    let wrong = SignInForm { password: "geraten 7".into(), ..credentials("anna") };
    while refusal(sign_in(&w.backend, &here, &wrong).await).1 != 429 {}
    assert_eq!(refusal(register(&w.backend, &here, &invited("anna", &code)).await), ("too_many_attempts", 429));
});

story!(the_slower_of_two_people_with_one_code_leaves_no_identity, |w| async move {
    let code = w.invitation().await;
    let tries: Vec<_> = ["anna", "ben"]
        .map(|name| {
            let (w, form) = (w.clone(), invited(name, &code));
            tokio::spawn(async move { (name, register(&w.backend, &browser("192.0.2.1"), &form).await) })
        })
        .into();
    for one in tries {
        let (name, entered) = one.await.unwrap();
        let is_in = entered.is_ok();
        if !is_in {
            assert_eq!(refusal(entered), ("invitation_used", 410));
        }
        assert_eq!(has_identity(&w, name).await, is_in, "{name}");
    }
});

story!(somebody_elses_password_makes_nobody_of_an_address, |w| async move {
    w.sign_up("anna").await;
    let code = w.invitation().await;
    let mut form = invited("anna", &code);
    form.credentials.password = "geraten 7".into();
    assert_eq!(refusal(register(&w.backend, &browser("192.0.2.1"), &form).await), ("email_taken", 422));
    assert!(has_identity(&w, "anna").await, "what was there before stays");
    register(&w.backend, &browser("192.0.2.1"), &invited("anna", &code)).await.unwrap();
    // The right password of an account does not make a second one.
    let again = register(&w.backend, &browser("192.0.2.1"), &invited("anna", &w.invitation().await)).await;
    assert_eq!(refusal(again), ("email_taken", 422));
});

story!(an_earlier_session_ends_only_for_a_sign_in_that_succeeds, |w| async move {
    w.person("anna").await;
    let tokens = w.sign_in("anna").await;
    let earlier = w.session(&tokens).await;
    let is_over = async || matches!(viewer_of_session(&w.backend, &earlier).await.unwrap(), Viewer::Guest);
    let here = Browser { session: Some(earlier.clone()), ..browser("192.0.2.1") };
    w.sign_up("half").await;
    let wrong = SignInForm { password: "geraten".into(), ..credentials("anna") };
    assert_eq!(refusal(sign_in(&w.backend, &here, &wrong).await), ("invalid_password", 422));
    assert_eq!(refusal(sign_in(&w.backend, &here, &credentials("half")).await), ("user_not_found", 404));
    assert!(!is_over().await);
    sign_in(&w.backend, &here, &credentials("anna")).await.unwrap();
    assert!(is_over().await);
});
