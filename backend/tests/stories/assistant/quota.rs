use super::{configured, saying, voice, with_plan};
use crate::world::{ai::Trouble, diary::code};
use backend::{Backend, assistant, profile};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Help, Plan};
use futures::future::join_all;
use serde_json::Value;
use std::time::Duration;

story!(fifty_at_once_take_exactly_what_the_day_has, configured, |w| async move {
    let anna = saying(&w.person("anna").await, Some(true));
    let pro = with_plan(&saying(&w.person("ben").await, Some(false)), Plan::Pro);
    for (viewer, most) in [(&anna, 1), (&pro, 5)] {
        let all = (0..50).map(|_| {
            let (w, viewer) = (w.clone(), viewer.clone());
            tokio::spawn(async move { code(w.summarise(&viewer).await) })
        });
        let codes: Vec<_> = join_all(all).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(codes.iter().filter(|code| **code == "ok").count(), most, "{codes:?}");
        assert_eq!(codes.iter().filter(|code| **code == "quota_used").count(), 50 - most, "{codes:?}");
    }
    w.ai().asked();
    // One process lets one request at a time through. Between several processes only the database decides.
    let mut servers = Vec::new();
    for _ in 0..10 {
        servers.push(Backend::open(w.backend.settings.clone(), w.backend.clock.clone()).await.unwrap());
    }
    let all = (0..50).map(|call| {
        let (server, viewer) = (servers[call % servers.len()].clone(), anna.clone());
        tokio::spawn(async move { code(assistant::transcribe(&server, &viewer, voice()).await) })
    });
    let codes: Vec<_> = join_all(all).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(codes.iter().filter(|code| **code == "ok").count(), 1, "{codes:?}");
    assert!(codes.iter().filter(|code| **code == "quota_used").count() >= servers.len() - 1, "{codes:?}");
    assert!(codes.iter().all(|code| ["ok", "quota_used", "transcription_running"].contains(code)), "{codes:?}");
    assert_eq!(w.ai().asked().len(), 1, "nobody else's sound left this server");
});

story!(a_used_up_day_says_when_the_next_begins_and_what_pro_has, |w| async move {
    let anna = w.person("anna").await;
    let left =
        async || backend::assistant::uses_left(&w.backend, anna.account().unwrap(), Help::Summary).await.unwrap();
    assert_eq!(left().await, 1);
    w.summarise(&anna).await.unwrap();
    assert_eq!(left().await, 0);
    let refused = w.summarise(&anna).await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.status()), ("quota_used", 429));
    // It is 11:00 in Berlin.
    assert_eq!(refused.retry_after, Some(13 * 3600));
    assert_eq!(refused.params, [("date", "21.11.2026".to_owned()), ("time", "00:00".to_owned())]);
    let detail: Value = serde_json::from_str(refused.detail.as_deref().unwrap()).unwrap();
    assert_eq!((&detail["pro"], &detail["resetAt"]), (&5.into(), &"2026-11-20T23:00:00Z".into()));
    w.later(TimeDelta::hours(13));
    assert_eq!(left().await, 1);
    w.summarise(&anna).await.unwrap();
});

story!(neither_another_zone_nor_another_day_end_refills_the_day, |w| async move {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    w.summarise(&anna).await.unwrap();
    profile::set_zone(&w.backend, &anna, "America/Los_Angeles").await.unwrap();
    let west = w.viewer(&tokens.id_token).await;
    assert_eq!(code(w.summarise(&west).await), "quota_used");
    profile::set_day_end(&w.backend, &west, 300).await.unwrap();
    assert_eq!(code(w.summarise(&w.viewer(&tokens.id_token).await).await), "quota_used");
});

story!(a_traveller_to_the_east_gets_a_new_quota_after_twenty_hours_and_a_day_end, |w| async move {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    w.summarise(&anna).await.unwrap();
    // It is 11:00 in Berlin, and the 21st on Kiritimati since an hour.
    profile::set_zone(&w.backend, &anna, "Pacific/Kiritimati").await.unwrap();
    let east = w.viewer(&tokens.id_token).await;
    assert_eq!(east.account().unwrap().today(&w.clock).to_string(), "2026-11-21");
    let servers = [w.another_server().await, w.backend.clone()];
    let all = (0..20).map(|call| {
        let (server, viewer) = (servers[call % 2].clone(), east.clone());
        tokio::spawn(async move { code(assistant::summarise(&server, &viewer, super::form(super::TEXT)).await) })
    });
    let codes: Vec<_> = join_all(all).await.into_iter().map(Result::unwrap).collect();
    assert!(codes.iter().all(|code| *code == "quota_used"), "{codes:?}");
    let refused = w.summarise(&east).await.unwrap_err().refusal();
    assert_eq!(refused.params, [("date", "22.11.2026".to_owned()), ("time", "00:00".to_owned())]);
    // Moving between zones does not end the wait earlier: the day in Berlin would have ended at 23:00.
    for zone in ["Europe/Berlin", "Pacific/Kiritimati"] {
        profile::set_zone(&w.backend, &w.viewer(&tokens.id_token).await, zone).await.unwrap();
        assert_eq!(code(w.summarise(&w.viewer(&tokens.id_token).await).await), "quota_used", "{zone}");
    }
    w.later("2026-11-21T10:00:00Z".parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    w.summarise(&east).await.unwrap();
    assert_eq!(code(w.summarise(&east).await), "quota_used");
});

story!(the_quota_is_renewed_at_midnight_however_late_it_was_used, |w| async move {
    let anna = w.person("anna").await;
    w.later("2026-11-20T22:59:00Z".parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    w.summarise(&anna).await.unwrap();
    w.later(TimeDelta::minutes(2));
    w.summarise(&anna).await.unwrap();
});

story!(a_failed_use_is_given_back, configured, |w| async move {
    let anna = saying(&w.person("anna").await, Some(true));
    for _ in 0..2 {
        w.ai().is(Trouble::Always(400));
        assert_eq!(code(w.transcribe(&anna).await), "transcription_failed");
    }
    w.ai().is(Trouble::Says("  ".into()));
    assert_eq!(code(w.transcribe(&anna).await), "no_speech");
    w.ai().is(Trouble::None);
    w.transcribe(&anna).await.unwrap();
    assert_eq!(code(w.transcribe(&anna).await), "quota_used");
});

story!(a_cancelled_request_uses_no_quota, configured, |w| async move {
    let anna = saying(&w.person("anna").await, Some(true));
    w.ai().is(Trouble::Hangs);
    let waits = tokio::time::timeout(Duration::from_millis(400), w.transcribe(&anna)).await;
    assert!(waits.is_err(), "the request ended before the answer");
    w.backend.background.settled().await;
    w.later(TimeDelta::seconds(1));
    w.ai().is(Trouble::None);
    w.transcribe(&anna).await.unwrap();
    let outcomes: Vec<_> =
        assistant::calls(&w.backend, &anna).await.unwrap().iter().map(|c| c.outcome.as_str()).collect();
    assert_eq!(outcomes, ["done", "failed"]);
});

story!(a_use_taken_by_a_dead_process_comes_back, configured, |w| async move {
    let anna = saying(&w.person("anna").await, Some(true));
    w.ai().is(Trouble::Hangs);
    let asking = w.clone();
    let viewer = anna.clone();
    let call = tokio::spawn(async move { asking.summarise(&viewer).await });
    while w.ai().asked().is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // The state after a power cut: no process is left to give the use back.
    w.later(TimeDelta::minutes(11));
    assistant::sweep(&w.backend).await.unwrap();
    w.ai().is(Trouble::None);
    w.summarise(&anna).await.unwrap();
    call.abort();
});
