//! Coming back after a forgotten password; confirming and changing the address.

use super::refusal;
use crate::world::{
    World,
    people::{PASSWORD, email},
};
use backend::{
    Error, Settings, Viewer,
    friends::{Sought, search},
    identity::{
        ask_to_confirm, change_email, change_password, confirm_email, credentials, first_password, forgot_password,
        id_token, look_at_code, reset_password, send_verification, viewer_of_bearer, viewer_of_session,
    },
};
use chrono::TimeDelta;
use domain::identity::{EmailForm, ForgottenForm, PasswordForm, ResetForm, Tokens};

const HOME: &str = "192.0.2.1";

fn real_limits(settings: &mut Settings) {
    settings.throttle_factor = 1;
}

fn forgotten(name: &str) -> ForgottenForm {
    ForgottenForm { email: email(name) }
}

fn reset(oob_code: &str, password: &str) -> ResetForm {
    ResetForm { oob_code: oob_code.into(), new_password: password.into() }
}

fn new_password(current: &str, new: &str) -> PasswordForm {
    PasswordForm { current_password: current.into(), new_password: new.into() }
}

fn new_email(current: &str, name: &str) -> EmailForm {
    EmailForm { current_password: current.into(), email: email(name) }
}

async fn is_signed_out(w: &World, cookie: &str) -> bool {
    matches!(viewer_of_session(&w.backend, cookie).await.unwrap(), Viewer::Guest)
}

/// Somebody with an account, who is signed in here.
async fn anna(w: &World) -> (Tokens, Viewer, String) {
    let tokens = w.sign_up("anna").await;
    let viewer = w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    (tokens, viewer, cookie)
}

story!(a_forgotten_password_is_reset_by_mail, |w| async move {
    let (_, _, cookie) = anna(&w).await;
    w.later(TimeDelta::seconds(1));
    forgot_password(&w.backend, &forgotten("anna"), HOME).await.unwrap();
    let oob_code = w.mailed_code("anna").await;
    assert_eq!(look_at_code(&w.backend, &oob_code, HOME).await.unwrap().email, email("anna"));
    assert_eq!(refusal(reset_password(&w.backend, &reset(&oob_code, "kurz"), HOME).await), ("weak_password", 422));
    let long = "a".repeat(1025);
    assert_eq!(refusal(reset_password(&w.backend, &reset(&oob_code, &long), HOME).await), ("password_too_long", 422));
    assert!(!is_signed_out(&w, &cookie).await, "nothing has changed yet");

    reset_password(&w.backend, &reset(&oob_code, "ganz neu"), HOME).await.unwrap();
    assert!(is_signed_out(&w, &cookie).await);
    let again = w.backend.identity.sign_in(&email("anna"), "ganz neu").await.unwrap();
    w.session(&again).await;
    assert_eq!(refusal(reset_password(&w.backend, &reset(&oob_code, "ganz neu"), HOME).await), ("code_used", 410));

    forgot_password(&w.backend, &forgotten("anna"), HOME).await.unwrap();
    let late = w.mailed_code("anna").await;
    w.later(TimeDelta::minutes(10));
    assert_eq!(refusal(look_at_code(&w.backend, &late, HOME).await), ("code_expired", 410));
    assert_eq!(refusal(reset_password(&w.backend, &reset(&late, "noch neuer"), HOME).await), ("code_expired", 410));
});

story!(asking_for_an_unknown_address_is_answered_alike_and_sends_nothing, |w| async move {
    anna(&w).await;
    for name in ["anna", "niemand"] {
        forgot_password(&w.backend, &forgotten(name), HOME).await.unwrap();
    }
    assert!(w.mail("anna").await.is_some());
    assert_eq!(w.mail("niemand").await, None);
    let no_address = ForgottenForm { email: "anna".into() };
    assert_eq!(refusal(forgot_password(&w.backend, &no_address, HOME).await), ("invalid_email", 422));
});

story!(too_many_mails_are_refused_to_the_address_and_silently_to_the_account, real_limits, |w| async move {
    anna(&w).await;
    let mut codes = Vec::new();
    for n in 0..4 {
        forgot_password(&w.backend, &forgotten("anna"), &format!("198.51.100.{n}")).await.unwrap();
        codes.push(w.mailed_code("anna").await);
    }
    codes.dedup();
    assert_eq!(codes.len(), 3, "the fourth try of the hour sends nothing and says nothing");
    for n in 0..10 {
        forgot_password(&w.backend, &forgotten(&format!("nobody{n}")), HOME).await.unwrap();
    }
    let Err(Error::Refused(error)) = forgot_password(&w.backend, &forgotten("nobody"), HOME).await else { panic!() };
    assert_eq!((error.code(), error.retry_after), ("too_many_requests", Some(360)));
});

story!(too_many_requests_for_a_first_password_are_refused_openly, real_limits, |w| async move {
    let (tokens, viewer, _) = anna(&w).await;
    for _ in 0..3 {
        first_password(&w.backend, &viewer, &tokens.id_token, HOME).await.unwrap();
    }
    assert!(w.mailed_code("anna").await.len() > 40);
    let refused = first_password(&w.backend, &viewer, &tokens.id_token, HOME).await;
    let Err(Error::Refused(error)) = refused else { panic!() };
    assert_eq!((error.code(), error.retry_after), ("too_many_requests", Some(1200)));
    let guest = first_password(&w.backend, &Viewer::Guest, &tokens.id_token, HOME).await;
    assert_eq!(refusal(guest), ("unauthenticated", 401));
});

story!(wrong_codes_are_limited_and_right_ones_are_not, real_limits, |w| async move {
    anna(&w).await;
    forgot_password(&w.backend, &forgotten("anna"), HOME).await.unwrap();
    let oob_code = w.mailed_code("anna").await;
    for _ in 0..40 {
        look_at_code(&w.backend, &oob_code, HOME).await.unwrap();
    }
    for _ in 0..30 {
        assert_eq!(refusal(look_at_code(&w.backend, "geraten", HOME).await), ("code_used", 410));
    }
    assert_eq!(refusal(look_at_code(&w.backend, &oob_code, HOME).await), ("too_many_requests", 429));
});

story!(a_new_account_is_asked_to_confirm_its_address_within_a_day, |w| async move {
    let (tokens, viewer, _) = anna(&w).await;
    assert!(!viewer.account().unwrap().email_confirmed);
    ask_to_confirm(&w.backend, &tokens.id_token);
    let early = w.mailed_code("anna").await;
    send_verification(&w.backend, &viewer, &tokens.id_token, HOME).await.unwrap();
    let oob_code = w.mailed_code("anna").await;
    assert_eq!(refusal(confirm_email(&w.backend, &early, HOME).await), ("code_used", 410), "a newer one counts");
    w.later(TimeDelta::hours(24) - TimeDelta::seconds(1));
    confirm_email(&w.backend, &oob_code, HOME).await.unwrap();
    let again = w.backend.identity.sign_in(&email("anna"), PASSWORD).await.unwrap();
    assert!(w.viewer(&again.id_token).await.account().unwrap().email_confirmed);
    let before = w.mail("anna").await;
    ask_to_confirm(&w.backend, &again.id_token);
    assert_eq!(w.mail("anna").await, before, "there is nothing to confirm");

    let ben = w.sign_up("ben").await;
    ask_to_confirm(&w.backend, &ben.id_token);
    let late = w.mailed_code("ben").await;
    w.later(TimeDelta::hours(24));
    assert_eq!(refusal(confirm_email(&w.backend, &late, HOME).await), ("code_expired", 410));
});

story!(an_address_is_confirmed_once_and_the_settings_know_it, |w| async move {
    let (tokens, viewer, cookie) = anna(&w).await;
    let ben = w.person("ben").await;
    let found = async || search(&w.backend, &ben, &Sought::parse("anna@example.org")).await.unwrap().email_confirmed;
    let known = credentials(&w.backend, &viewer, &tokens.id_token).await.unwrap();
    assert_eq!((known.email.as_str(), known.is_verified, known.has_password), ("anna@example.org", false, true));
    assert_eq!(found().await, Some(false), "anybody could have written it there");
    send_verification(&w.backend, &viewer, &tokens.id_token, HOME).await.unwrap();
    let oob_code = w.mailed_code("anna").await;
    let done = confirm_email(&w.backend, &oob_code, HOME).await.unwrap();
    assert_eq!((done.email.as_str(), done.changed), ("anna@example.org", false));
    assert_eq!(found().await, Some(true), "who looks for it sees so at once");
    assert!(!is_signed_out(&w, &cookie).await);
    assert!(credentials(&w.backend, &viewer, &tokens.id_token).await.unwrap().is_verified);
    assert_eq!(refusal(confirm_email(&w.backend, &oob_code, HOME).await), ("code_used", 410));
    let again = send_verification(&w.backend, &viewer, &tokens.id_token, HOME).await;
    assert_eq!(refusal(again), ("already_confirmed", 409));
});

story!(a_new_address_counts_from_the_moment_its_mail_is_answered, |w| async move {
    let (tokens, viewer, cookie) = anna(&w).await;
    w.sign_up("ben").await;
    let change = async |form: EmailForm| change_email(&w.backend, &viewer, &tokens.id_token, &form, HOME).await;
    assert_eq!(refusal(change(new_email("geraten", "aenne")).await), ("wrong_password", 422));
    assert_eq!(refusal(change(new_email(PASSWORD, "ben")).await), ("email_taken", 422));
    assert_eq!(refusal(change(new_email(PASSWORD, "ANNA")).await), ("same_email", 409));
    let no_address = EmailForm { current_password: PASSWORD.into(), email: "aenne".into() };
    assert_eq!(refusal(change(no_address).await), ("invalid_email", 422));
    assert_eq!(w.mail("aenne").await, None);

    change(new_email(PASSWORD, "aenne")).await.unwrap();
    let oob_code = w.mailed_code("aenne").await;
    assert_eq!(w.viewer(&tokens.id_token).await.account().unwrap().user.email, email("anna"));
    assert!(!is_signed_out(&w, &cookie).await, "nothing has changed yet");
    let pending = async || credentials(&w.backend, &viewer, &tokens.id_token).await.unwrap().pending_email;
    assert_eq!(pending().await.map(|(address, _)| address), Some(email("aenne")));
    w.later(TimeDelta::seconds(1));
    let done = confirm_email(&w.backend, &oob_code, HOME).await.unwrap();
    assert_eq!((done.email.as_str(), done.changed), ("aenne@example.org", true));

    assert!(is_signed_out(&w, &cookie).await);
    let again = w.backend.identity.sign_in(&email("aenne"), PASSWORD).await.unwrap();
    assert_eq!(w.viewer(&again.id_token).await.account().unwrap().user.email, email("aenne"));
    assert!(w.mail("anna").await.unwrap().contains("Das warst du nicht?"));
    w.register("anna", &w.sign_up("anna").await).await;
});

story!(an_address_confirmed_elsewhere_is_taken_over_at_the_next_sign_in, |w| async move {
    let (tokens, _, cookie) = anna(&w).await;
    w.backend
        .db
        .write("UPDATE identity_accounts SET email = 'neu@example.org', email_folded = 'neu@example.org'")
        .execute()
        .await
        .unwrap();
    let shown = async |cookie: &str| {
        let viewer = viewer_of_session(&w.backend, cookie).await.unwrap();
        viewer.account().unwrap().user.email.clone()
    };
    w.later(TimeDelta::hours(1));
    id_token(&w.backend, &cookie).await.unwrap();
    assert_eq!(shown(&cookie).await, email("anna"), "nobody has confirmed it");
    w.backend.db.write("UPDATE identity_accounts SET email_verified = TRUE").execute().await.unwrap();
    w.later(TimeDelta::hours(1));
    id_token(&w.backend, &cookie).await.unwrap();
    assert_eq!(shown(&cookie).await, "neu@example.org");
    assert_eq!(tokens.local_id.len(), 28);
});

story!(a_new_password_keeps_this_device_and_ends_the_others, |w| async move {
    let (tokens, viewer, here) = anna(&w).await;
    let elsewhere = w.session(&w.sign_in("anna").await).await;
    w.later(TimeDelta::seconds(1));
    let change = async |form: PasswordForm| {
        change_password(&w.backend, &viewer, &tokens.id_token, &form, "a browser", "192.0.2.1").await
    };
    assert_eq!(refusal(change(new_password("geraten", "ganz neu")).await), ("wrong_password", 422));
    assert_eq!(refusal(change(new_password("", "ganz neu")).await), ("wrong_password", 422));
    assert_eq!(refusal(change(new_password(PASSWORD, "kurz")).await), ("weak_password", 422));
    assert!(!is_signed_out(&w, &elsewhere).await);

    let session = change(new_password(PASSWORD, "ganz neu")).await.unwrap().unwrap();
    assert!(!is_signed_out(&w, &session.cookie).await);
    let bearer = id_token(&w.backend, &session.cookie).await.unwrap().token;
    viewer_of_bearer(&w.backend, &bearer).await.unwrap().account().unwrap();
    for old in [&here, &elsewhere] {
        assert!(is_signed_out(&w, old).await);
    }
    assert_eq!(refusal(viewer_of_bearer(&w.backend, &tokens.id_token).await), ("unauthenticated", 401));
    w.backend.identity.sign_in(&email("anna"), PASSWORD).await.unwrap_err();
    w.backend.identity.sign_in(&email("anna"), "ganz neu").await.unwrap();
    assert!(w.mail("anna").await.unwrap().contains("Das warst du nicht?"));
});

story!(a_stolen_session_guesses_the_password_ten_times, real_limits, |w| async move {
    let (tokens, viewer, _) = anna(&w).await;
    let guess = async |password: &str| {
        change_password(&w.backend, &viewer, &tokens.id_token, &new_password(password, "gestohlen"), "", "192.0.2.1")
            .await
    };
    for _ in 0..10 {
        assert_eq!(refusal(guess("geraten").await), ("wrong_password", 422));
    }
    assert_eq!(refusal(guess(PASSWORD).await), ("too_many_requests", 429));
});

story!(nobody_changes_another_account_with_its_token, |w| async move {
    let (tokens, _, _) = anna(&w).await;
    let ben = w.person("ben").await;
    let form = new_password(PASSWORD, "gestohlen");
    let taken = change_password(&w.backend, &ben, &tokens.id_token, &form, "", "192.0.2.1").await;
    assert_eq!(refusal(taken), ("account_mismatch", 401));
    let guest = change_password(&w.backend, &Viewer::Guest, &tokens.id_token, &form, "", "192.0.2.1").await;
    assert_eq!(refusal(guest), ("unauthenticated", 401));
    w.sign_in("anna").await;
});

story!(an_account_without_a_password_can_get_one, |w| async move {
    let (tokens, viewer, _) = anna(&w).await;
    w.backend.db.write("UPDATE identity_accounts SET password_hash = NULL").execute().await.unwrap();
    assert!(!credentials(&w.backend, &viewer, &tokens.id_token).await.unwrap().has_password);
    let form = new_password("", "ganz neu");
    let refused = change_password(&w.backend, &viewer, &tokens.id_token, &form, "", "192.0.2.1").await;
    assert_eq!(refusal(refused), ("no_password", 409));
    forgot_password(&w.backend, &forgotten("anna"), HOME).await.unwrap();
    reset_password(&w.backend, &reset(&w.mailed_code("anna").await, "das erste"), HOME).await.unwrap();
    w.backend.identity.sign_in(&email("anna"), "das erste").await.unwrap();
});
