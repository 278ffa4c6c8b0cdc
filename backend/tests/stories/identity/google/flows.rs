//! The sign-in with Google, from the button and back, and everything that can come between.

use super::{LOGIN, callback, configured, outcome};
use crate::{
    identity::refusal,
    world::issuer::{Lie, google_person, query},
};
use backend::{
    Viewer,
    identity::{
        google::{self, Begin, Callback, Mode},
        sweep, viewer_of_session,
    },
    invitation_codes::validate_invitation,
};
use chrono::TimeDelta;

story!(google_is_asked_for_little_and_tied_to_this_sign_in, configured, |w| async move {
    let begun = w.begin(&LOGIN).await.unwrap();
    assert!(begun.location.starts_with(&format!("{}/authorize?", w.issuer().url())), "{}", begun.location);
    let asked = query(&begun.location);
    assert_eq!(asked["scope"], "openid email profile");
    assert_eq!(asked["prompt"], "select_account");
    assert_eq!(asked["redirect_uri"], "https://tagesecho.test/api/auth/google/callback");
    assert!(asked["nonce"].len() == 64 && asked["nonce"].bytes().all(|b| b.is_ascii_hexdigit()), "{asked:?}");
    assert!(asked["state"].len() > 80 && asked["code_challenge"].len() == 43, "{asked:?}");
    assert!(!begun.location.contains(&begun.cookie), "the browser's part stays in its cookie");

    let embedded = w.begin(&Begin { embedded: true, ..LOGIN }).await.unwrap();
    assert_eq!(query(&embedded.location)["prompt"], "select_account consent");
    assert_ne!(query(&embedded.location)["state"], asked["state"]);
});

story!(an_invited_person_registers_and_signs_in_again, configured, |w| async move {
    let anna = google_person("anna");
    let made = w.register_with_google(&anna).await;
    assert_eq!(outcome(&made), "registered");
    let user = w.user_of(made.session.as_ref().unwrap()).await;
    assert_eq!((user.email.as_str(), user.display_name.as_str()), ("anna@example.org", "Anna Berger"));
    assert_eq!(made.result.user_id, Some(user.id));

    let again = w.google(&LOGIN, &anna).await;
    assert_eq!((outcome(&again), again.result.user_id), ("signed_in", Some(user.id)));
    // A register button that was pressed by mistake signs in and keeps the code.
    let code = w.invitation().await;
    let mistaken = w.google(&Begin { mode: Mode::Register, code: &code, ..LOGIN }, &anna).await;
    assert_eq!((outcome(&mistaken), mistaken.result.user_id), ("signed_in", Some(user.id)));
    validate_invitation(&w.backend, &Viewer::Guest, &code, "192.0.2.1").await.unwrap();

    // The address changed hands at Google: the account stays with the person.
    let mut moved = anna.clone();
    moved["email"] = "anna.neu@example.org".into();
    assert_eq!(w.google(&LOGIN, &moved).await.result.user_id, Some(user.id));
});

story!(a_new_session_ends_the_one_before, configured, |w| async move {
    let first = w.register_with_google(&google_person("anna")).await.session.unwrap();
    let second = w.google(&Begin { session: Some(&first.cookie), ..LOGIN }, &google_person("anna")).await;
    assert_eq!(outcome(&second), "signed_in");
    assert!(matches!(viewer_of_session(&w.backend, &first.cookie).await.unwrap(), Viewer::Guest));
    assert!(matches!(viewer_of_session(&w.backend, &second.session.unwrap().cookie).await.unwrap(), Viewer::User(_)));
});

story!(somebody_unknown_is_told_and_leaves_nothing_behind, configured, |w| async move {
    let finished = w.google(&LOGIN, &google_person("anna")).await;
    assert_eq!(outcome(&finished), "user_not_found");
    assert_eq!(finished.result.message, "Konto nicht gefunden. Bitte registrieren Sie sich zuerst.");
    assert!(finished.session.is_none());
    // The address is free: nothing of the identity is left.
    w.sign_up("anna").await;
});

story!(a_registration_without_a_good_code_makes_nothing, configured, |w| async move {
    let register = |code| Begin { mode: Mode::Register, code, ..LOGIN };
    assert_eq!(refusal(w.begin(&register("")).await), ("invitation_missing", 400));
    assert_eq!(refusal(w.begin(&register("ABCD-EFGH-JK")).await), ("invitation_unknown", 404));
    let used = w.invitation().await;
    w.google(&register(&used), &google_person("ben")).await;
    assert_eq!(refusal(w.begin(&register(&used)).await), ("invitation_used", 410));

    // Good at the start, used by somebody else before Google answered.
    let code = w.invitation().await;
    let begun = w.begin(&register(&code)).await.unwrap();
    w.google(&register(&code), &google_person("carla")).await;
    let (state, token) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    let late = w.finish(callback(state, token, &begun)).await;
    assert_eq!(outcome(&late), "invitation_used");
    w.sign_up("anna").await;

    // A sign-in in the same window asks for the code afterwards, and only if one is needed.
    let same_window = Begin { popup: false, ..register("") };
    assert_eq!(outcome(&w.google(&same_window, &google_person("dora")).await), "needs_registration");
    w.sign_up("dora").await;
    assert_eq!(outcome(&w.google(&same_window, &google_person("carla")).await), "signed_in");
});

story!(only_the_browser_that_began_can_finish_and_only_once, configured, |w| async move {
    let anna = google_person("anna");
    w.register_with_google(&anna).await;
    let begun = w.begin(&LOGIN).await.unwrap();
    let (state, code) = w.issuer().agree(&begun.location, &anna, Lie::None);
    let good = callback(state.clone(), code, &begun);

    let stolen = w.finish(Callback { cookie: None, ..good.clone() }).await;
    assert_eq!((outcome(&stolen), stolen.session.is_none()), ("google_cookie", true));
    let other = w.begin(&LOGIN).await.unwrap();
    let stolen = w.finish(Callback { cookie: Some(other.cookie), ..good.clone() }).await;
    assert_eq!((outcome(&stolen), stolen.session.is_none()), ("google_cookie", true));

    assert_eq!(outcome(&w.finish(good.clone()).await), "signed_in", "the thief used nothing up");
    let replayed = w.finish(good.clone()).await;
    assert_eq!((outcome(&replayed), replayed.session.is_none()), ("google_used", true));

    for state in ["", "x", "a.b", &format!("{}.{}", "A".repeat(43), "B".repeat(43)), &"ü".repeat(99)] {
        let forged = w.finish(Callback { state: state.into(), ..good.clone() }).await;
        assert_eq!(outcome(&forged), "google_state", "{state}");
    }
});

story!(a_state_whose_secret_part_is_guessed_opens_nothing, configured, |w| async move {
    let id = "N".repeat(43);
    let begun = w.begin(&Begin { id: &id, ..LOGIN }).await.unwrap();
    let (_, code) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    let forged = w.finish(callback(format!("{id}.{}", "X".repeat(43)), code, &begun)).await;
    assert_eq!((outcome(&forged), forged.session.is_none()), ("google_state", true));
    // Two pages cannot have one name.
    assert_eq!(refusal(w.begin(&Begin { id: &id, ..LOGIN }).await), ("google_used", 409));
    assert_eq!(refusal(w.begin(&Begin { id: "<script>", ..LOGIN }).await), ("invalid_form", 400));
});

story!(a_sign_in_waits_ten_minutes, configured, |w| async move {
    let begun = w.begin(&LOGIN).await.unwrap();
    let (state, code) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    w.later(TimeDelta::minutes(10));
    assert_eq!(outcome(&w.finish(callback(state, code, &begun)).await), "google_state");
    sweep(&w.backend).await.unwrap();
});

story!(two_tabs_of_one_browser_do_not_disturb_each_other, configured, |w| async move {
    let anna = google_person("anna");
    w.register_with_google(&anna).await;
    let one = w.begin(&LOGIN).await.unwrap();
    let two = w.begin(&Begin { cookie: Some(&one.cookie), ..LOGIN }).await.unwrap();
    assert_eq!(one.cookie, two.cookie);
    for begun in [two, one] {
        let (state, code) = w.issuer().agree(&begun.location, &anna, Lie::None);
        assert_eq!(outcome(&w.finish(callback(state, code, &begun)).await), "signed_in");
    }
});

story!(one_of_several_answers_at_once_counts, configured, |w| async move {
    let code = w.invitation().await;
    let begun = w.begin(&Begin { mode: Mode::Register, code: &code, ..LOGIN }).await.unwrap();
    let (state, token) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    let tries: Vec<_> = (0..4)
        .map(|_| {
            let (w, callback) = (w.clone(), callback(state.clone(), token.clone(), &begun));
            tokio::spawn(async move { w.finish(callback).await.result.outcome })
        })
        .collect();
    let mut all = Vec::new();
    for one in tries {
        all.push(one.await.unwrap());
    }
    all.sort();
    assert_eq!(all, ["google_used", "google_used", "google_used", "registered"]);
});

story!(the_page_that_waits_can_ask_for_the_outcome, configured, |w| async move {
    let id = "P".repeat(43);
    let begun = w.begin(&Begin { id: &id, ..LOGIN }).await.unwrap();
    let ask = async |cookie: Option<&str>| google::result(&w.backend, &id, cookie, None).await.map(|found| found.0);
    assert_eq!(ask(Some(&begun.cookie)).await.unwrap().outcome, "pending");
    assert_eq!(refusal(ask(None).await), ("google_cookie", 400));
    assert_eq!(refusal(ask(Some(&"C".repeat(43))).await), ("google_state", 400));
    let (state, code) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    w.finish(callback(state, code, &begun)).await;
    assert_eq!(ask(Some(&begun.cookie)).await.unwrap().outcome, "user_not_found");
});

story!(an_answer_that_was_lost_brings_its_session_another_way, configured, |w| async move {
    let earlier = w.register_with_google(&google_person("anna")).await.session.unwrap().cookie;
    let id = "L".repeat(43);
    let begun = w.begin(&Begin { id: &id, ..LOGIN }).await.unwrap();
    let (state, code) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    let told = w.finish(callback(state, code, &begun)).await;
    let session = told.session.unwrap().cookie;
    let ask = async |cookie: &str, session: Option<&str>| google::result(&w.backend, &id, Some(cookie), session).await;
    let is_open = async |cookie: &str| matches!(viewer_of_session(&w.backend, cookie).await.unwrap(), Viewer::User(_));

    assert_eq!(refusal(ask(&"C".repeat(43), Some(&earlier)).await.map(drop)), ("google_state", 400));
    assert!(is_open(&earlier).await);
    let (told, kept) = ask(&begun.cookie, Some(&earlier)).await.unwrap();
    assert_eq!((told.outcome.as_str(), kept.unwrap().cookie), ("signed_in", session.clone()));
    assert!(is_open(&session).await && !is_open(&earlier).await);
    let (told, kept) = ask(&begun.cookie, None).await.unwrap();
    assert!(told.is_success() && kept.is_none(), "handed out once");
});

story!(each_error_of_google_has_its_own_outcome, configured, |w| async move {
    for (error, expected) in [
        ("access_denied", "google_cancelled"),
        ("server_error", "google_unavailable"),
        ("temporarily_unavailable", "google_unavailable"),
        ("unauthorized_client", "google_denied"),
        ("interaction_required", "google_refused"),
        ("<script>", "google_refused"),
    ] {
        let begun = w.begin(&LOGIN).await.unwrap();
        let (state, _) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
        let ended = Callback { error: error.into(), ..callback(state, String::new(), &begun) };
        assert_eq!(outcome(&w.finish(ended).await), expected, "{error}");
    }
    let begun = w.begin(&LOGIN).await.unwrap();
    let (state, code) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    let mixed_up = Callback { issuer: "https://evil.example".into(), ..callback(state, code, &begun) };
    assert_eq!(outcome(&w.finish(mixed_up).await), "google_state");
    let begun = w.begin(&LOGIN).await.unwrap();
    let (state, _) = w.issuer().agree(&begun.location, &google_person("anna"), Lie::None);
    assert_eq!(outcome(&w.finish(callback(state, "guessed".into(), &begun)).await), "google_failed");
});

story!(an_issuer_that_is_away_keeps_nobody_from_starting_later, configured, |w| async move {
    w.issuer().set_away(true);
    assert_eq!(refusal(w.begin(&LOGIN).await), ("google_unavailable", 503));
    w.issuer().set_away(false);
    w.later(TimeDelta::seconds(5));
    w.begin(&LOGIN).await.unwrap();
    // The issuer's answer of an hour ago is still used for a while.
    w.later(TimeDelta::hours(2));
    w.issuer().set_away(true);
    w.begin(&LOGIN).await.unwrap();
    w.later(TimeDelta::days(1));
    assert_eq!(refusal(w.begin(&LOGIN).await), ("google_unavailable", 503));
});

fn wrong_secret(settings: &mut backend::Settings) {
    configured(settings);
    settings.google.as_mut().unwrap().client_secret = "another".into();
}

story!(a_client_that_google_does_not_know_is_told_so, wrong_secret, |w| async move {
    assert_eq!(outcome(&w.google(&LOGIN, &google_person("anna")).await), "google_denied");
});

story!(without_configuration_nothing_pretends, |w| async move {
    assert_eq!(refusal(w.begin(&LOGIN).await), ("google_not_configured", 503));
});

fn one_try_at_a_time(settings: &mut backend::Settings) {
    configured(settings);
    settings.throttle_factor = 1;
}

story!(an_address_that_starts_all_the_time_has_to_wait, one_try_at_a_time, |w| async move {
    for _ in 0..30 {
        w.begin(&LOGIN).await.unwrap();
    }
    let refused = w.begin(&LOGIN).await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.retry_after), ("too_many_requests", Some(20)));
    w.begin(&Begin { address: "192.0.2.2", ..LOGIN }).await.unwrap();
});

story!(a_page_that_waits_for_somebody_takes_nobody_else, configured, |w| async move {
    let anna = w.register_with_google(&google_person("anna")).await.result.user_id;
    w.register_with_google(&google_person("ben")).await;
    let again = Begin { user: anna, ..LOGIN };
    let other = w.google(&again, &google_person("ben")).await;
    assert_eq!((outcome(&other), other.session.is_none()), ("google_other", true));
    let stranger = w.google(&again, &google_person("carla")).await;
    assert_eq!((outcome(&stranger), stranger.session.is_none()), ("google_other", true));
    w.sign_up("carla").await;
    assert_eq!(outcome(&w.google(&again, &google_person("anna")).await), "signed_in");
});
