//! The list of a person's sessions, which can be ended from another one.

use super::refusal;
use crate::world::{World, people::session_form};
use backend::{
    Viewer,
    identity::{
        end_named, end_others, end_session, id_token, sessions, start_session, viewer_of_bearer, viewer_of_session,
    },
};
use chrono::TimeDelta;

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                      Version/26.1 Mobile/15E148 Safari/604.1";

struct Device {
    cookie: String,
    refresh_token: String,
    id_token: String,
}

/// Signs in on another device.
async fn device(w: &World, name: &str, agent: &str) -> Device {
    let tokens = w.sign_in(name).await;
    let form = session_form(&tokens.refresh_token);
    let cookie = start_session(&w.backend, &tokens.id_token, &form, agent).await.unwrap().cookie;
    Device { cookie, refresh_token: tokens.refresh_token, id_token: tokens.id_token }
}

async fn is_open(w: &World, device: &Device) -> bool {
    matches!(viewer_of_session(&w.backend, &device.cookie).await.unwrap(), Viewer::User(_))
}

/// Nothing of it opens anything any more: cookie, ID token, refresh token.
async fn assert_over(w: &World, device: &Device) {
    assert!(!is_open(w, device).await);
    assert_eq!(refusal(viewer_of_bearer(&w.backend, &device.id_token).await), ("unauthenticated", 401));
    assert_eq!(refusal(id_token(&w.backend, &device.cookie).await), ("unauthenticated", 401));
    assert!(w.backend.identity.refresh(&device.refresh_token).await.is_err(), "the sign-in brings no new tokens");
}

async fn assert_open(w: &World, device: &Device) {
    assert!(is_open(w, device).await);
    viewer_of_bearer(&w.backend, &id_token(&w.backend, &device.cookie).await.unwrap().token).await.unwrap();
}

story!(a_person_sees_where_they_are_signed_in_and_nobody_elses, |w| async move {
    let anna = w.person("anna").await;
    w.person("ben").await;
    let phone = device(&w, "anna", IPHONE).await;
    w.later(TimeDelta::days(3));
    let here = device(&w, "anna", FIREFOX).await;
    let bens = device(&w, "ben", "curl/8").await;

    let list = sessions(&w.backend, &anna, Some(&phone.cookie)).await.unwrap();
    let shown: Vec<_> = list.iter().map(|s| (s.device.browser, s.device.system, s.current)).collect();
    assert_eq!(
        shown,
        [(Some("Safari"), Some("iPhone"), true), (Some("Firefox"), Some("Windows"), false)],
        "the one that asks first"
    );
    assert_eq!(list[1].last_used_at - list[0].last_used_at, TimeDelta::days(3));
    assert!(list.iter().all(|s| s.id.len() == 32 && s.last_used_at == s.created_at));
    let from_outside = sessions(&w.backend, &anna, None).await.unwrap();
    assert!(from_outside.len() == 2 && from_outside.iter().all(|s| !s.current));
    assert_eq!(refusal(sessions(&w.backend, &Viewer::Guest, Some(&here.cookie)).await), ("unauthenticated", 401));
    let printed = format!("{list:?}");
    assert!(!printed.contains(&phone.cookie) && !printed.contains(&bens.cookie));
});

story!(a_session_ended_from_elsewhere_is_over_at_once, |w| async move {
    let anna = w.person("anna").await;
    let ben = w.person("ben").await;
    let (phone, here) = (device(&w, "anna", IPHONE).await, device(&w, "anna", FIREFOX).await);
    let named = |list: Vec<backend::identity::Session>| list.into_iter().find(|s| !s.current).unwrap().id;
    let id = named(sessions(&w.backend, &anna, Some(&here.cookie)).await.unwrap());

    assert_eq!(refusal(end_named(&w.backend, &ben, &id).await), ("session_not_found", 404), "own ones only");
    assert_open(&w, &phone).await;
    for strange in ["", "x", &"0".repeat(32), &"ä".repeat(16), "../../x", &id[..31], &format!("{id}00")] {
        let refused = end_named(&w.backend, &anna, strange).await;
        assert_eq!(refusal(refused), ("session_not_found", 404), "{strange}");
    }
    end_named(&w.backend, &anna, &id).await.unwrap();
    assert_over(&w, &phone).await;
    assert_open(&w, &here).await;
    assert_eq!(refusal(end_named(&w.backend, &anna, &id).await), ("session_not_found", 404));

    let own = sessions(&w.backend, &anna, Some(&here.cookie)).await.unwrap().remove(0).id;
    end_named(&w.backend, &anna, &own).await.unwrap();
    assert_over(&w, &here).await;
});

story!(all_others_end_and_the_one_that_asks_goes_on, |w| async move {
    let anna = w.person("anna").await;
    w.person("ben").await;
    let (one, two) = (device(&w, "anna", IPHONE).await, device(&w, "anna", "").await);
    let (here, bens) = (device(&w, "anna", FIREFOX).await, device(&w, "ben", FIREFOX).await);
    end_others(&w.backend, &anna, Some(&here.cookie)).await.unwrap();
    for device in [&one, &two] {
        assert_over(&w, device).await;
    }
    for device in [&here, &bens] {
        assert_open(&w, device).await;
    }
    w.later(TimeDelta::hours(2));
    assert_open(&w, &here).await;
    assert_eq!(refusal(end_others(&w.backend, &Viewer::Guest, None).await), ("unauthenticated", 401));
});

story!(all_others_are_also_sign_ins_without_a_session, |w| async move {
    let anna = w.person("anna").await;
    w.person("ben").await;
    let bens = w.sign_in("ben").await;
    let older = w.sign_in("anna").await;
    w.later(TimeDelta::seconds(1));
    let here = device(&w, "anna", FIREFOX).await;
    w.later(TimeDelta::hours(2));
    let newer = w.sign_in("anna").await;
    let older_id_token = w.backend.identity.refresh(&older.refresh_token).await.unwrap().id_token;
    end_others(&w.backend, &anna, Some(&here.cookie)).await.unwrap();
    for stray in [&older, &newer] {
        assert!(w.backend.identity.refresh(&stray.refresh_token).await.is_err(), "no new tokens");
    }
    assert_eq!(refusal(viewer_of_bearer(&w.backend, &older_id_token).await), ("unauthenticated", 401));
    assert!(w.backend.identity.lookup(&older_id_token).await.is_err());
    w.backend.identity.refresh(&bens.refresh_token).await.unwrap();
    assert_open(&w, &here).await;
    w.later(TimeDelta::hours(2));
    assert_open(&w, &here).await;
});

story!(signing_out_ends_the_sign_in_at_the_provider, |w| async move {
    w.person("anna").await;
    let (here, elsewhere) = (device(&w, "anna", FIREFOX).await, device(&w, "anna", IPHONE).await);
    w.later(TimeDelta::hours(2));
    // The session has newer tokens than the browser ever saw.
    id_token(&w.backend, &here.cookie).await.unwrap();
    end_session(&w.backend, &here.cookie).await.unwrap();
    assert_over(&w, &here).await;
    assert_open(&w, &elsewhere).await;
});

story!(a_forgotten_session_leaves_no_sign_in_behind, |w| async move {
    w.person("anna").await;
    let forgotten = device(&w, "anna", IPHONE).await;
    w.later(TimeDelta::days(60) + TimeDelta::seconds(1));
    let used = device(&w, "anna", FIREFOX).await;
    backend::identity::sweep(&w.backend).await.unwrap();
    assert!(w.backend.identity.refresh(&forgotten.refresh_token).await.is_err());
    assert_open(&w, &used).await;
});

story!(a_session_ends_after_60_days_without_use_and_after_365_in_any_case, |w| async move {
    let anna = w.person("anna").await;
    let (unused, used) = (device(&w, "anna", IPHONE).await, device(&w, "anna", FIREFOX).await);
    let start = w.clock.now();
    w.later(TimeDelta::days(59));
    assert!(is_open(&w, &used).await);
    w.later(TimeDelta::days(1) - TimeDelta::milliseconds(1));
    assert_eq!(sessions(&w.backend, &anna, None).await.unwrap().len(), 2);
    w.later(TimeDelta::milliseconds(1));
    assert!(!is_open(&w, &unused).await, "60 days");
    assert_eq!(sessions(&w.backend, &anna, None).await.unwrap().len(), 1, "what is over is not listed");
    while w.clock.now() < start + TimeDelta::days(364) {
        assert!(is_open(&w, &used).await);
        w.later(TimeDelta::days(38));
    }
    w.later(start + TimeDelta::days(365) - TimeDelta::milliseconds(1) - w.clock.now());
    assert!(is_open(&w, &used).await);
    w.later(TimeDelta::milliseconds(1));
    assert!(!is_open(&w, &used).await, "365 days");
    assert!(sessions(&w.backend, &anna, None).await.unwrap().is_empty());
});
