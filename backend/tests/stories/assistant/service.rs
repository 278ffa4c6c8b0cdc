use super::{configured, saying};
use crate::world::{ai::Trouble, diary::code};
use backend::{Settings, assistant};
use chrono::TimeDelta;
use domain::limits;
use std::time::Duration;

story_on_sqlite!(a_service_that_fails_is_left_alone_for_a_minute_and_then_tried, configured, |w| async move {
    let anna = w.allowing().await;
    w.ai().is(Trouble::Always(503));
    for _ in 0..3 {
        assert_eq!(code(w.transcribe(&anna).await), "transcription_failed");
    }
    assert_eq!(w.ai().asked().len(), 6, "each was tried twice");
    let refused = w.transcribe(&anna).await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.retry_after), ("transcription_unavailable", Some(60)));
    assert!(w.ai().asked().is_empty());
    w.ai().is(Trouble::None);
    assert_eq!(w.summarise(&anna).await.unwrap().summary_source, "Beispiel-KI", "the other call is well");
    w.later(TimeDelta::minutes(1));
    w.transcribe(&anna).await.unwrap();
});

story_on_sqlite!(the_log_says_when_to_whom_and_how_much_but_not_what, configured, |w| async move {
    let anna = w.allowing().await;
    let ben = saying(&w.person("ben").await, Some(true));
    w.transcribe(&anna).await.unwrap();
    w.later(TimeDelta::minutes(1));
    w.ai().is(Trouble::Always(400));
    w.summarise(&anna).await.unwrap();
    let calls = assistant::calls(&w.backend, &anna).await.unwrap();
    let told: Vec<_> = calls
        .iter()
        .map(|c| (c.help.as_str(), c.provider.as_str(), c.characters, c.seconds, c.sends, c.outcome.as_str()))
        .collect();
    let length = i64::try_from(super::TEXT.chars().count()).unwrap();
    let spoken = i64::try_from(crate::world::ai::SPOKEN.chars().count()).unwrap();
    assert_eq!(
        told,
        [("summary", "Beispiel-KI", length, 0, 3, "failed"), ("transcription", "Beispiel-KI", spoken, 18, 1, "done"),]
    );
    assert!(assistant::calls(&w.backend, &ben).await.unwrap().is_empty(), "it is its person's alone");
    w.later(TimeDelta::days(limits::ASSISTANT_CALL_DAYS) + TimeDelta::seconds(1));
    assistant::sweep(&w.backend).await.unwrap();
    assert_eq!(assistant::calls(&w.backend, &anna).await.unwrap().len(), 0);
});

story_on_sqlite!(the_log_says_how_often_it_was_sent, configured, |w| async move {
    let anna = w.allowing().await;
    let sends = async || assistant::calls(&w.backend, &anna).await.unwrap()[0].sends;
    for (trouble, expected) in [(Trouble::Once(500), 2), (Trouble::NoSchema, 2), (Trouble::None, 1)] {
        w.ai().is(trouble.clone());
        w.summarise(&anna).await.unwrap();
        assert_eq!(sends().await, expected, "{trouble:?}");
        assert_eq!(w.ai().asked().len(), usize::try_from(expected).unwrap(), "{trouble:?}");
        w.later(TimeDelta::seconds(1));
    }
    w.ai().is(Trouble::Always(500));
    assert_eq!(code(w.transcribe(&anna).await), "transcription_failed");
    assert_eq!(sends().await, 2);
    w.later(TimeDelta::seconds(1));
    // A request that is cancelled in the middle has been sent all the same.
    w.ai().is(Trouble::Hangs);
    let waits = tokio::time::timeout(Duration::from_millis(400), w.transcribe(&anna)).await;
    assert!(waits.is_err(), "the request ended before the answer");
    w.backend.background.settled().await;
    assert_eq!(sends().await, 1);
});

story_on_sqlite!(a_call_without_a_connection_counts_as_not_sent, away, |w| async move {
    let anna = w.allowing().await;
    assert_eq!(code(w.transcribe(&anna).await), "transcription_unavailable");
    assert_eq!(w.summarise(&anna).await.unwrap().summary_source, "local");
    let calls = assistant::calls(&w.backend, &anna).await.unwrap();
    assert_eq!(calls.iter().map(|c| (c.sends, c.outcome.as_str())).collect::<Vec<_>>(), [(0, "failed"); 2]);
});

/// An address where nothing listens.
fn away(settings: &mut Settings) {
    let mut ai = crate::world::ai::start();
    ai.base_url = "http://127.0.0.1:9/v1".into();
    settings.ai = Some(ai);
}

story_on_sqlite!(the_one_try_after_a_rest_is_not_lost_with_who_made_it, configured, |w| async move {
    let anna = w.allowing().await;
    w.ai().is(Trouble::Always(503));
    for _ in 0..3 {
        assert_eq!(code(w.transcribe(&anna).await), "transcription_failed");
    }
    w.later(TimeDelta::minutes(1));
    w.ai().is(Trouble::Hangs);
    let ben = saying(&w.person("ben").await, Some(true));
    let waits = tokio::time::timeout(Duration::from_millis(400), w.transcribe(&ben)).await;
    assert!(waits.is_err(), "the request ended before the answer");
    w.ai().is(Trouble::None);
    w.transcribe(&anna).await.unwrap();
});

story_on_sqlite!(two_at_once_after_a_rest_are_one_try, configured, |w| async move {
    let anna = w.allowing().await;
    let ben = saying(&w.person("ben").await, Some(true));
    w.ai().is(Trouble::Always(503));
    for _ in 0..3 {
        assert_eq!(code(w.transcribe(&anna).await), "transcription_failed");
    }
    w.later(TimeDelta::minutes(1));
    w.ai().asked();
    w.ai().is(Trouble::Slow(Duration::from_millis(300)));
    let (one, other) = tokio::join!(w.transcribe(&anna), w.transcribe(&ben));
    let mut codes = [code(one), code(other)];
    codes.sort_unstable();
    assert_eq!(codes, ["ok", "transcription_unavailable"]);
    assert_eq!(w.ai().asked().len(), 1);
});

story_on_sqlite!(a_way_that_leads_elsewhere_is_not_gone, configured, |w| async move {
    let anna = w.allowing().await;
    w.ai().is(Trouble::Always(307));
    for _ in 0..3 {
        assert_eq!(code(w.transcribe(&anna).await), "transcription_failed");
    }
    assert_eq!(w.ai().asked().len(), 3);
    assert_eq!(code(w.transcribe(&anna).await), "transcription_unavailable", "and after three it is left alone");
});
