//! Sessions: from sign-in to sign-out.

use super::{refusal, wire::ok};
use crate::world::{World, people::session_form};
use backend::{
    Backend, Viewer,
    identity::{end_session, id_token, start_session, viewer_of_bearer, viewer_of_session},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Language, identity::SessionForm};

async fn is_open(backend: &Backend, cookie: &str) -> bool {
    matches!(viewer_of_session(backend, cookie).await.unwrap(), Viewer::User(_))
}

async fn count(w: &World, sql: &'static str) -> i64 {
    w.backend.db.read(sql).fetch_one::<(i64,)>().await.unwrap().0
}

story!(the_session_beyond_a_hundred_ends_the_one_that_was_not_used_for_longest, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let mut cookies = Vec::new();
    for _ in 0..100 {
        cookies.push(w.session(&tokens).await);
        w.later(TimeDelta::seconds(1));
    }
    assert!(is_open(&w.backend, &cookies[0]).await);
    cookies.push(w.session(&w.sign_in("anna").await).await);
    for (n, cookie) in cookies.iter().enumerate() {
        assert_eq!(is_open(&w.backend, cookie).await, n > 0, "{n}");
    }
    id_token(&w.backend, &cookies[1]).await.unwrap();
});

story!(a_session_is_its_person_until_it_is_ended, |w| async move {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    let (here, elsewhere) = (w.session(&tokens).await, w.session(&w.sign_in("anna").await).await);
    let viewer = viewer_of_session(&w.backend, &here).await.unwrap();
    assert_eq!(viewer.account().unwrap().user, anna.account().unwrap().user);
    let bearer = id_token(&w.backend, &here).await.unwrap();
    assert_eq!(bearer.token, tokens.id_token);

    end_session(&w.backend, &here).await.unwrap();
    end_session(&w.backend, &here).await.unwrap();
    assert!(!is_open(&w.backend, &here).await);
    assert_eq!(refusal(id_token(&w.backend, &here).await), ("unauthenticated", 401));
    assert_eq!(refusal(viewer_of_bearer(&w.backend, &bearer.token).await), ("unauthenticated", 401));
    let again = start_session(&w.backend, &bearer.token, &session_form("any"), "").await;
    assert_eq!(refusal(again), ("unauthenticated", 401));
    assert!(is_open(&w.backend, &elsewhere).await, "other devices stay signed in");
    viewer_of_bearer(&w.backend, &id_token(&w.backend, &elsewhere).await.unwrap().token).await.unwrap();
});

story!(an_ended_token_with_a_rewritten_signature_is_still_ended, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let (signed, signature) = tokens.id_token.rsplit_once('.').unwrap();
    let mut signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    negate(&mut signature[32..]);
    let rewritten = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature));
    viewer_of_bearer(&w.backend, &rewritten).await.unwrap();

    end_session(&w.backend, &cookie).await.unwrap();
    assert_eq!(refusal(viewer_of_bearer(&w.backend, &rewritten).await), ("unauthenticated", 401));
});

/// The other `s` of an ECDSA signature: the order of P-256 minus it.
fn negate(s: &mut [u8]) {
    const ORDER: [u8; 32] = [
        0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad,
        0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ];
    let mut borrow = false;
    for (digit, order) in s.iter_mut().zip(ORDER).rev() {
        let (difference, one) = order.overflowing_sub(*digit);
        let (difference, two) = difference.overflowing_sub(u8::from(borrow));
        (*digit, borrow) = (difference, one || two);
    }
}

story!(strange_cookies_are_guests, |w| async move {
    w.person("anna").await;
    for cookie in ["", "x", &"a".repeat(43), &"ä".repeat(43), &"a".repeat(1_000_000), "' OR '1'='1", "\0"] {
        assert!(!is_open(&w.backend, cookie).await);
        assert_eq!(refusal(id_token(&w.backend, cookie).await), ("unauthenticated", 401));
        end_session(&w.backend, cookie).await.unwrap();
    }
});

story!(a_session_needs_a_recent_sign_in_and_an_account, |w| async move {
    let tokens = w.sign_up("anna").await;
    let form = session_form(&tokens.refresh_token);
    let early = start_session(&w.backend, &tokens.id_token, &form, "").await;
    assert_eq!(refusal(early), ("user_not_found", 404));
    w.register("anna", &tokens).await;
    for token in ["", &"a".repeat(5000)] {
        let refused = start_session(&w.backend, &tokens.id_token, &session_form(token), "").await;
        assert_eq!(refusal(refused), ("invalid_form", 400));
    }
    w.later(TimeDelta::minutes(5));
    start_session(&w.backend, &tokens.id_token, &form, "\0 a browser\n").await.unwrap();
    w.later(TimeDelta::seconds(1));
    let late = start_session(&w.backend, &tokens.id_token, &form, "").await;
    assert_eq!(refusal(late), ("unauthenticated", 401));
    let fresh = ok(w.refresh(&tokens.refresh_token).await);
    let late = start_session(&w.backend, fresh["id_token"].as_str().unwrap(), &form, "").await;
    assert_eq!(refusal(late), ("unauthenticated", 401));
});

story!(zone_and_language_come_with_the_session_if_they_exist, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let start = async |zone: &str, language: &str| {
        let form = SessionForm {
            refresh_token: tokens.refresh_token.clone(),
            zone: Some(zone.into()),
            language: Some(language.into()),
        };
        let cookie = start_session(&w.backend, &tokens.id_token, &form, "").await.unwrap().cookie;
        let viewer = viewer_of_session(&w.backend, &cookie).await.unwrap();
        let account = viewer.account().unwrap().clone();
        (account.zone.name(), account.language)
    };
    assert_eq!(start("Pacific/Auckland", "fr").await, ("Pacific/Auckland", Language::Fr));
    assert_eq!(start("Mars/Olympus", "klingon").await, ("Pacific/Auckland", Language::Fr));
    assert_eq!(start("Pacific/Auckland", "es").await, ("Pacific/Auckland", Language::Es));
});

story!(another_zone_reopens_no_day_in_the_first_minutes_either, |w| async move {
    // 00:30 of the 21st in Berlin.
    w.later("2026-11-20T23:30:00Z".parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    let tokens = w.sign_up("ben").await;
    w.register("ben", &tokens).await;
    let today = async |zone: &str| {
        let form = SessionForm { refresh_token: tokens.refresh_token.clone(), zone: Some(zone.into()), language: None };
        let cookie = start_session(&w.backend, &tokens.id_token, &form, "").await.unwrap().cookie;
        let viewer = viewer_of_session(&w.backend, &cookie).await.unwrap();
        viewer.account().unwrap().today(&w.clock).to_string()
    };
    assert_eq!(today("America/New_York").await, "2026-11-20", "nothing was today before the first sign-in");
    assert_eq!(today("Europe/Berlin").await, "2026-11-21");
    w.later(TimeDelta::minutes(2));
    assert_eq!(today("America/New_York").await, "2026-11-21");
});

story!(a_session_in_use_lasts_a_year_and_an_unused_one_two_months, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let (used, unused) = (w.session(&tokens).await, w.session(&tokens).await);
    w.later(TimeDelta::days(59));
    assert!(is_open(&w.backend, &used).await);
    w.later(TimeDelta::days(1));
    assert!(is_open(&w.backend, &used).await);
    assert!(!is_open(&w.backend, &unused).await);
    for _ in 0..10 {
        w.later(TimeDelta::days(30));
        assert!(is_open(&w.backend, &used).await);
    }
    id_token(&w.backend, &used).await.unwrap();
    w.later(TimeDelta::days(5));
    assert!(!is_open(&w.backend, &used).await, "a year is over");
    assert_eq!(refusal(id_token(&w.backend, &used).await), ("unauthenticated", 401));
});

story!(the_id_token_is_reused_until_five_minutes_before_its_end, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    w.later(TimeDelta::minutes(55));
    assert_eq!(id_token(&w.backend, &cookie).await.unwrap().token, tokens.id_token);
    w.later(TimeDelta::seconds(1));
    let fresh = id_token(&w.backend, &cookie).await.unwrap();
    assert_ne!(fresh.token, tokens.id_token);
    assert_eq!(fresh.expires_at, w.clock.now() + TimeDelta::hours(1));
    viewer_of_bearer(&w.backend, &fresh.token).await.unwrap().account().unwrap();
    assert_eq!(id_token(&w.backend, &cookie).await.unwrap().token, fresh.token);
    for _ in 0..5 {
        w.later(TimeDelta::days(7));
        id_token(&w.backend, &cookie).await.unwrap();
    }
});

story!(many_requests_at_once_refresh_once, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    w.later(TimeDelta::hours(2));
    let requests: Vec<_> = (0..20)
        .map(|_| {
            let (w, cookie) = (w.clone(), cookie.clone());
            tokio::spawn(async move { id_token(&w.backend, &cookie).await.unwrap().token })
        })
        .collect();
    let mut given = Vec::new();
    for request in requests {
        given.push(request.await.unwrap());
    }
    given.dedup();
    assert_eq!(given.len(), 1);
    assert_eq!(count(&w, "SELECT count(*) FROM identity_refresh_tokens").await, 2);
});

story!(two_servers_refreshing_one_session_do_not_end_it, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let other = w.another_server().await;
    for _ in 0..5 {
        w.later(TimeDelta::hours(1));
        let (one, two) = tokio::join!(id_token(&w.backend, &cookie), id_token(&other, &cookie));
        for token in [one.unwrap().token, two.unwrap().token] {
            viewer_of_bearer(&w.backend, &token).await.unwrap().account().unwrap();
        }
    }
    other.db.close().await;
});

story!(a_replayed_refresh_token_signs_the_session_out, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    w.later(TimeDelta::hours(1));
    id_token(&w.backend, &cookie).await.unwrap();
    w.later(TimeDelta::seconds(61));
    w.refresh(&tokens.refresh_token).await;
    assert!(is_open(&w.backend, &cookie).await);
    w.later(TimeDelta::hours(1));
    assert_eq!(refusal(id_token(&w.backend, &cookie).await), ("unauthenticated", 401));
    assert!(!is_open(&w.backend, &cookie).await);
});

story!(a_session_never_stands_for_the_owner_of_another_refresh_token, |w| async move {
    let (anna, ben) = (w.sign_up("anna").await, w.sign_up("ben").await);
    w.register("anna", &anna).await;
    w.register("ben", &ben).await;
    let form = session_form(&ben.refresh_token);
    let cookie = start_session(&w.backend, &anna.id_token, &form, "").await.unwrap().cookie;
    assert_eq!(id_token(&w.backend, &cookie).await.unwrap().token, anna.id_token);
    w.later(TimeDelta::hours(1));
    assert_eq!(refusal(id_token(&w.backend, &cookie).await), ("unauthenticated", 401));
    assert!(!is_open(&w.backend, &cookie).await);
});

story!(two_sessions_of_one_sign_in_do_not_end_each_other, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let (first, second) = (w.session(&tokens).await, w.session(&tokens).await);
    end_session(&w.backend, &first).await.unwrap();
    let fresh = id_token(&w.backend, &second).await.unwrap();
    viewer_of_bearer(&w.backend, &fresh.token).await.unwrap().account().unwrap();
});

story!(no_secret_of_a_session_is_readable_in_the_database, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let (id, refresh, bearer) = w
        .backend
        .db
        .read("SELECT id_hash, refresh_token, id_token FROM sessions")
        .fetch_one::<(Vec<u8>, Vec<u8>, Vec<u8>)>()
        .await
        .unwrap();
    for (stored, secret) in [(id, &cookie), (refresh, &tokens.refresh_token), (bearer, &tokens.id_token)] {
        assert!(!stored.windows(16).any(|part| part == &secret.as_bytes()[..16]));
    }
    let sent = start_session(&w.backend, &tokens.id_token, &session_form(&tokens.refresh_token), "").await.unwrap();
    let printed = format!("{sent:?} {:?} {tokens:?}", id_token(&w.backend, &cookie).await.unwrap());
    assert!(!printed.contains(&sent.cookie) && !printed.contains(&tokens.id_token), "{printed}");
});
