//! A person's settings: visibility, zone, language, day end, consent.

use super::anna;
use crate::{
    identity::refusal,
    world::{
        World,
        diary::{code, writing},
    },
};
use backend::{
    Account, Viewer, entries,
    identity::viewer_of_session,
    profile::{set_assistant_consent, set_day_end, set_default_visibility, set_language, set_zone},
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Consent, ConsentForm, EntryForm, Help, Language, Said, Visibility};

async fn seen(w: &World, cookie: &str) -> Viewer {
    viewer_of_session(&w.backend, cookie).await.unwrap()
}

async fn account(w: &World, cookie: &str) -> Account {
    seen(w, cookie).await.account().unwrap().clone()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn at(w: &World, moment: &str) {
    w.later(moment.parse::<DateTime<Utc>>().unwrap() - w.clock.now());
}

async fn today(w: &World, cookie: &str) -> NaiveDate {
    account(w, cookie).await.today(&w.clock)
}

async fn end_day_at(w: &World, cookie: &str, minutes: u16) {
    set_day_end(&w.backend, &seen(w, cookie).await, minutes).await.unwrap();
}

story!(zone_and_language_follow_the_person, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    set_zone(&w.backend, &viewer, "America/New_York").await.unwrap();
    set_language(&w.backend, &viewer, Language::Es).await.unwrap();
    for zone in ["", "Mars/Olympus", "europe/berlin\0", "UTC+1"] {
        assert_eq!(refusal(set_zone(&w.backend, &viewer, zone).await), ("invalid_zone", 422), "{zone}");
    }
    let account = account(&w, &cookie).await;
    assert_eq!((account.zone.name(), account.language), ("America/New_York", Language::Es));
    assert_eq!(refusal(set_zone(&w.backend, &Viewer::Guest, "UTC").await), ("unauthenticated", 401));
});

story!(the_chosen_visibility_is_that_of_new_entries_and_of_no_old_one, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let old = entries::create(&w.backend, &viewer, writing("x"), vec![]).await.unwrap();
    for visibility in [Visibility::Public, Visibility::Friends, Visibility::Private] {
        set_default_visibility(&w.backend, &viewer, visibility).await.unwrap();
        w.later(TimeDelta::days(1));
        let viewer = seen(&w, &cookie).await;
        let new = entries::create(&w.backend, &viewer, writing("y"), vec![]).await.unwrap();
        assert_eq!(new.visibility, visibility);
    }
    let old = entries::open(&w.backend, &viewer, old.id).await.unwrap();
    assert_eq!(old.visibility, Visibility::Private);
    let refused = set_default_visibility(&w.backend, &Viewer::Guest, Visibility::Public).await;
    assert_eq!(refusal(refused), ("unauthenticated", 401));
});

story!(the_day_lasts_to_the_minute_that_the_person_chose, |w| async move {
    let (_, cookie) = anna(&w).await;
    end_day_at(&w, &cookie, 210).await;
    at(&w, "2026-11-21T02:29:59Z");
    assert_eq!(today(&w, &cookie).await, day("2026-11-20"));
    let viewer = seen(&w, &cookie).await;
    assert_eq!(entries::create(&w.backend, &viewer, writing("x"), vec![]).await.unwrap().date, day("2026-11-20"));
    at(&w, "2026-11-21T02:30:00Z");
    assert_eq!(today(&w, &cookie).await, day("2026-11-21"));
    for minutes in [15, 29, 301, 330, 1440, u16::MAX] {
        assert_eq!(refusal(set_day_end(&w.backend, &viewer, minutes).await), ("invalid_day_end", 422), "{minutes}");
    }
    assert_eq!(account(&w, &cookie).await.day_end, 210);
});

story!(another_day_end_reopens_no_day_and_brings_none_twice, |w| async move {
    let (_, cookie) = anna(&w).await;
    // 02:00 of the 21st in Berlin.
    at(&w, "2026-11-21T01:00:00Z");
    let viewer = seen(&w, &cookie).await;
    let made = entries::create(&w.backend, &viewer, writing("x"), vec![]).await.unwrap();
    assert_eq!(made.date, day("2026-11-21"));
    for minutes in [300, 0, 180, 300] {
        end_day_at(&w, &cookie, minutes).await;
        assert_eq!(today(&w, &cookie).await, day("2026-11-21"), "{minutes}");
        let viewer = seen(&w, &cookie).await;
        let yesterday = EntryForm { date: Some(day("2026-11-20")), ..writing("y") };
        assert_eq!(code(entries::create(&w.backend, &viewer, yesterday, vec![]).await), "not_today");
        assert_eq!(code(entries::create(&w.backend, &viewer, writing("y"), vec![]).await), "entry_exists");
    }
    // The new end holds from the next night on.
    at(&w, "2026-11-22T03:59:59Z");
    assert_eq!(today(&w, &cookie).await, day("2026-11-21"));
    at(&w, "2026-11-22T04:00:00Z");
    assert_eq!(today(&w, &cookie).await, day("2026-11-22"));
});

story!(zone_and_day_end_together_reopen_no_day, |w| async move {
    let (_, cookie) = anna(&w).await;
    at(&w, "2026-11-21T01:00:00Z");
    assert_eq!(today(&w, &cookie).await, day("2026-11-21"));
    let viewer = seen(&w, &cookie).await;
    // Two requests that know the same earlier state.
    let (zone, end) =
        tokio::join!(set_zone(&w.backend, &viewer, "America/Los_Angeles"), set_day_end(&w.backend, &viewer, 300));
    zone.unwrap();
    end.unwrap();
    assert_eq!(today(&w, &cookie).await, day("2026-11-21"));
});

story!(no_clock_change_brings_a_day_back, |w| async move {
    let (_, cookie) = anna(&w).await;
    end_day_at(&w, &cookie, 150).await;
    for (moment, expected) in [
        // 03:00 becomes 02:00, so that 02:30 comes twice.
        ("2027-10-31T00:29:00Z", "2027-10-30"),
        ("2027-10-31T00:30:00Z", "2027-10-31"),
        ("2027-10-31T01:00:00Z", "2027-10-31"),
        ("2027-10-31T01:29:00Z", "2027-10-31"),
        ("2027-10-31T01:30:00Z", "2027-10-31"),
        // 02:00 becomes 03:00, so that 02:30 never comes.
        ("2028-03-26T00:59:00Z", "2028-03-25"),
        ("2028-03-26T01:00:00Z", "2028-03-26"),
    ] {
        at(&w, moment);
        // The session is not what this is about.
        w.backend
            .db
            .write("UPDATE sessions SET last_used_at = $1, expires_at = $2")
            .bind(w.clock.now())
            .bind(w.clock.now() + TimeDelta::days(1))
            .execute()
            .await
            .unwrap();
        assert_eq!(today(&w, &cookie).await, day(expected), "{moment}");
    }
});

story!(help_from_outside_is_allowed_kind_by_kind_and_service_by_service, |w| async move {
    let (viewer, cookie) = anna(&w).await;
    let said = async || account(&w, &cookie).await.consent;
    assert_eq!(said().await, Consent::default(), "nobody was asked yet");
    let answer = |help: Help, answer, provider: &str| {
        let to = ConsentForm { provider: provider.into(), ..ConsentForm::default() };
        match help {
            Help::Transcription => ConsentForm { transcription: answer, ..to },
            Help::Summary => ConsentForm { summary: answer, ..to },
            Help::Linkedin => ConsentForm { linkedin: answer, ..to },
        }
    };
    let keep = async |form| set_assistant_consent(&w.backend, &viewer, form).await;
    for help in Help::ALL {
        keep(answer(help, Some(true), " Eins ")).await.unwrap();
        assert_eq!(said().await.to(help, "Eins"), Some(true));
        keep(answer(help, None, "Zwei")).await.unwrap();
        assert_eq!(said().await.to(help, "Eins"), Some(true), "what is not named stays");
        assert_eq!(said().await.to(help, "Zwei"), None, "nobody was asked about another service");
    }
    keep(answer(Help::Summary, Some(false), "Eins")).await.unwrap();
    keep(answer(Help::Linkedin, Some(true), "")).await.unwrap();
    let yes = |to: &str| Said::Yes(to.into());
    assert_eq!(said().await, Consent { transcription: yes("Eins"), summary: Said::No, linkedin: yes("") });
    for name in ["x".repeat(81), "Eins\nZwei".into()] {
        assert_eq!(refusal(keep(answer(Help::Summary, Some(true), &name)).await), ("invalid_form", 400));
    }
    let refused = set_assistant_consent(&w.backend, &Viewer::Guest, ConsentForm::default()).await;
    assert_eq!(refusal(refused), ("unauthenticated", 401));
});
