//! The day of an entry, and the time until which it may be edited.

use super::versions;
use crate::world::{
    World,
    diary::{code, pro, writing},
};
use backend::{
    Viewer,
    entries::{
        create, day_ticket, may_edit, missed_day_ticket, open, set_visibility, ticket, ticket_that_opens, today, update,
    },
    identity::viewer_of_session,
    profile::{set_day_end, set_zone},
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{EntryForm, Visibility};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Turns the clock to a moment in Berlin's winter.
fn at(w: &World, local: &str) {
    let moment: DateTime<Utc> = format!("{local}+01:00").parse().unwrap();
    w.later(moment - w.clock.now());
}

fn dated(date: &str, ticket: Option<&str>) -> EntryForm {
    EntryForm { date: Some(day(date)), ticket: ticket.map(Into::into), ..writing("x") }
}

story!(a_new_entry_is_for_today_in_the_persons_zone, |w| async move {
    let anna = w.person("anna").await;
    at(&w, "2026-11-20T23:59:59");
    for other in ["2026-11-19", "2026-11-21", "1970-01-01", "2999-12-31"] {
        assert_eq!(code(create(&w.backend, &anna, dated(other, None), vec![]).await), "not_today");
    }
    let made = create(&w.backend, &anna, dated("2026-11-20", None), vec![]).await.unwrap();
    assert_eq!(made.date, day("2026-11-20"));
    at(&w, "2026-11-21T00:00:00");
    assert_eq!(today(&w.backend, &anna).await.unwrap(), None);
    assert_eq!(create(&w.backend, &anna, writing("y"), vec![]).await.unwrap().date, day("2026-11-21"));
});

story!(a_personal_day_end_keeps_the_evening_open, |w| async move {
    let mut anna = w.person("anna").await;
    if let Viewer::User(account) = &mut anna {
        account.day_end = 240;
    }
    at(&w, "2026-11-21T03:59:00");
    assert_eq!(create(&w.backend, &anna, writing("x"), vec![]).await.unwrap().date, day("2026-11-20"));
    at(&w, "2026-11-21T04:00:00");
    assert_eq!(create(&w.backend, &anna, writing("y"), vec![]).await.unwrap().date, day("2026-11-21"));
});

story!(an_entry_begun_before_midnight_counts_for_its_day, |w| async move {
    let anna = w.person("anna").await;
    at(&w, "2026-11-20T23:55:00");
    let paper = ticket(&w.backend, &anna, day("2026-11-20")).unwrap();
    at(&w, "2026-11-21T00:05:00");
    let made = create(&w.backend, &anna, dated("2026-11-20", Some(&paper)), vec![]).await.unwrap();
    assert_eq!(made.date, day("2026-11-20"));
    assert!(!may_edit(&w.backend, &anna, &made));
    assert_eq!(code(update(&w.backend, &anna, made.id, writing("y"), vec![]).await), "edit_closed");
    let with_ticket = EntryForm { ticket: Some(paper), ..writing("y") };
    assert_eq!(update(&w.backend, &anna, made.id, with_ticket, vec![]).await.unwrap().text, "y");
});

/// The ticket that any page of today stores on its device.
async fn of_page(w: &World, person: &Viewer) -> String {
    day_ticket(&w.backend, person).await.unwrap().ticket
}

story!(a_pages_ticket_opens_no_entry_after_its_day, |w| async move {
    let anna = w.person("anna").await;
    at(&w, "2026-11-20T20:00:00");
    let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
    let (pages, editors) = (of_page(&w, &anna).await, ticket(&w.backend, &anna, made.date).unwrap());
    let with = |text, ticket: &str| EntryForm { ticket: Some(ticket.into()), ..writing(text) };
    update(&w.backend, &anna, made.id, with("am selben Tag", &pages), vec![]).await.unwrap();
    at(&w, "2026-11-21T00:00:00");
    assert_eq!(code(update(&w.backend, &anna, made.id, with("danach", &pages), vec![]).await), "edit_closed");
    assert_eq!(ticket_that_opens(&w.backend, &anna, &made, Some(&pages)), None);
    // Neither does a new entry for its day, which would lead to a choice that cannot be saved.
    let offline = dated("2026-11-20", Some(&pages));
    assert_eq!(code(create(&w.backend, &anna, offline.clone(), vec![]).await), "edit_closed");
    assert_eq!(code(create(&w.backend, &pro(&anna), offline, vec![]).await), "entry_exists");
    assert_eq!(code(create(&w.backend, &anna, dated("2026-11-20", Some(&editors)), vec![]).await), "entry_exists");
    assert_eq!(ticket_that_opens(&w.backend, &anna, &made, Some(&editors)), Some(editors.clone()));
    update(&w.backend, &anna, made.id, with("danach", &editors), vec![]).await.unwrap();
});

story!(an_offline_entry_is_created_once_and_stays_open_until_its_ticket_ends, |w| async move {
    let anna = w.person("anna").await;
    at(&w, "2026-11-20T23:55:00");
    let paper = of_page(&w, &anna).await;
    at(&w, "2026-11-21T08:00:00");
    let save = EntryForm { idempotency_key: Some("im-zug".into()), ..dated("2026-11-20", Some(&paper)) };
    let made = create(&w.backend, &anna, save.clone(), vec![]).await.unwrap();
    assert_eq!((made.date, made.is_backfilled), (day("2026-11-20"), false));
    assert_eq!(create(&w.backend, &anna, save, vec![]).await.unwrap(), made, "the answer was lost");
    // Later changes are saved on top of it.
    let rest = |text, version| EntryForm { ticket: Some(paper.clone()), version, ..writing(text) };
    let more = update(&w.backend, &anna, made.id, rest("danach mehr", made.version), vec![]).await.unwrap();
    assert_eq!(more.text, "danach mehr");
    assert_eq!(ticket_that_opens(&w.backend, &anna, &made, Some(&paper)), Some(paper.clone()));
    assert_eq!(code(update(&w.backend, &anna, made.id, writing("ohne"), vec![]).await), "edit_closed");
    at(&w, "2026-11-22T11:55:01");
    assert_eq!(code(update(&w.backend, &anna, made.id, rest("zu spät", more.version), vec![]).await), "edit_closed");
});

story!(a_pages_ticket_opens_no_backfilled_entry_and_none_of_another_person, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    at(&w, "2026-11-20T12:00:00");
    let (hers, his) = (of_page(&w, &anna).await, of_page(&w, &ben).await);
    at(&w, "2026-11-21T12:00:00");
    let missed = missed_day_ticket(&w.backend, &anna, day("2026-11-20")).unwrap();
    let made = create(&w.backend, &anna, dated("2026-11-20", Some(&missed)), vec![]).await.unwrap();
    let late = create(&w.backend, &ben, dated("2026-11-20", Some(&his)), vec![]).await.unwrap();
    assert!(made.is_backfilled && !late.is_backfilled);
    at(&w, "2026-11-22T00:00:00");
    let with = |ticket: &str| EntryForm { ticket: Some(ticket.into()), ..writing("y") };
    assert_eq!(code(update(&w.backend, &anna, made.id, with(&hers), vec![]).await), "edit_closed");
    assert_eq!(code(update(&w.backend, &ben, late.id, with(&hers), vec![]).await), "edit_closed");
    assert_eq!(code(create(&w.backend, &ben, dated("2026-11-22", Some(&hers)), vec![]).await), "account_mismatch");
    assert_eq!(code(update(&w.backend, &ben, late.id, with(&his), vec![]).await), "ok");
});

story!(a_pages_ticket_opens_nothing_after_a_journey_or_with_another_day_end, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let anna = async || viewer_of_session(&w.backend, &cookie).await.unwrap();
    set_day_end(&w.backend, &anna().await, 240).await.unwrap();
    at(&w, "2026-11-21T02:00:00");
    let pages = of_page(&w, &anna().await).await;
    let made = create(&w.backend, &anna().await, writing("x"), vec![]).await.unwrap();
    assert_eq!(made.date, day("2026-11-20"));
    let with = || EntryForm { ticket: Some(pages.clone()), ..writing("danach") };
    at(&w, "2026-11-21T12:00:00");
    // The entry was written on the 21st by the clock of either zone.
    set_day_end(&w.backend, &anna().await, 0).await.unwrap();
    assert_eq!(code(update(&w.backend, &anna().await, made.id, with(), vec![]).await), "edit_closed");
    set_zone(&w.backend, &anna().await, "Asia/Tokyo").await.unwrap();
    assert_eq!(code(update(&w.backend, &anna().await, made.id, with(), vec![]).await), "edit_closed");
    assert_eq!(ticket_that_opens(&w.backend, &anna().await, &made, Some(&pages)), None);
});

story!(a_ticket_ends_after_36_hours, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    at(&w, "2026-11-20T23:55:00");
    let hers = ticket(&w.backend, &anna, day("2026-11-20")).unwrap();
    let his = ticket(&w.backend, &ben, day("2026-11-20")).unwrap();
    at(&w, "2026-11-22T11:55:00");
    let made = create(&w.backend, &anna, dated("2026-11-20", Some(&hers)), vec![]).await.unwrap();
    w.later(TimeDelta::milliseconds(1));
    assert_eq!(code(create(&w.backend, &ben, dated("2026-11-20", Some(&his)), vec![]).await), "not_today");
    let late = EntryForm { ticket: Some(hers), ..writing("y") };
    assert_eq!(code(update(&w.backend, &anna, made.id, late, vec![]).await), "edit_closed");
});

story!(a_ticket_is_valid_for_one_person_and_one_date, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    at(&w, "2026-11-20T23:55:00");
    let paper = ticket(&w.backend, &anna, day("2026-11-20")).unwrap();
    at(&w, "2026-11-21T00:05:00");
    assert_eq!(code(create(&w.backend, &ben, dated("2026-11-20", Some(&paper)), vec![]).await), "not_today");
    assert_eq!(code(create(&w.backend, &anna, dated("2026-11-19", Some(&paper)), vec![]).await), "not_today");
    let forged = w.backend.secret.sign("another purpose", "whatever");
    for bad in ["", "x", "x.y", &format!("{paper}A"), &forged] {
        assert_eq!(code(create(&w.backend, &anna, dated("2026-11-20", Some(bad)), vec![]).await), "not_today");
    }
});

story!(text_from_ones_own_page_lands_in_nobody_elses_diary, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    at(&w, "2026-11-20T12:00:00");
    let paper = ticket(&w.backend, &anna, day("2026-11-20")).unwrap();
    assert_eq!(code(create(&w.backend, &ben, dated("2026-11-20", Some(&paper)), vec![]).await), "account_mismatch");
    assert!(today(&w.backend, &ben).await.unwrap().is_none());
    create(&w.backend, &anna, dated("2026-11-20", Some(&paper)), vec![]).await.unwrap();
    // A day that she missed may still be today for somebody whose day ends later.
    at(&w, "2026-11-22T12:00:00");
    let missed = missed_day_ticket(&w.backend, &anna, day("2026-11-21")).unwrap();
    at(&w, "2026-11-21T12:00:00");
    assert_eq!(code(create(&w.backend, &ben, dated("2026-11-21", Some(&missed)), vec![]).await), "account_mismatch");
});

story!(a_ticket_is_for_today_only, |w| async move {
    let anna = w.person("anna").await;
    for person in [&anna, &pro(&anna)] {
        for other in ["2026-11-19", "2026-11-21"] {
            assert_eq!(code(ticket(&w.backend, person, day(other))), "not_today");
        }
    }
    assert_eq!(code(ticket(&w.backend, &Viewer::Guest, day("2026-11-20"))), "unauthenticated");
});

story!(free_edits_on_the_same_day_and_pro_on_any, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
    assert!(may_edit(&w.backend, &anna, &made));
    w.later(TimeDelta::days(1));
    assert!(!may_edit(&w.backend, &anna, &made));
    assert_eq!(code(update(&w.backend, &anna, made.id, writing("y"), vec![]).await), "edit_closed");
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), made);
    w.later(TimeDelta::days(400));
    assert!(may_edit(&w.backend, &pro(&anna), &made));
    let changed = update(&w.backend, &pro(&anna), made.id, writing("y"), vec![]).await.unwrap();
    assert_eq!((changed.text.as_str(), changed.date, changed.created_at), ("y", made.date, made.created_at));
});

story!(fewer_readers_are_possible_at_any_age_and_more_are_an_edit, |w| async move {
    let anna = w.person("anna").await;
    let as_seen = |visibility| EntryForm { visibility: Some(visibility), ..writing("x") };
    let made = create(&w.backend, &anna, as_seen(Visibility::Friends), vec![]).await.unwrap();
    w.later(TimeDelta::days(9));
    for form in [as_seen(Visibility::Public), EntryForm { emojis: Some("😀".into()), ..as_seen(Visibility::Private) }]
    {
        assert_eq!(code(update(&w.backend, &anna, made.id, form, vec![]).await), "edit_closed");
    }
    let hidden = update(&w.backend, &anna, made.id, as_seen(Visibility::Private), vec![]).await.unwrap();
    assert_eq!(hidden.visibility, Visibility::Private);
    assert_eq!(code(update(&w.backend, &anna, made.id, as_seen(Visibility::Friends), vec![]).await), "edit_closed");
});

story!(visibility_alone_can_be_lowered_at_any_age_and_raised_while_the_day_is_open, |w| async move {
    use Visibility::{Friends, Private, Public};
    let anna = w.person("anna").await;
    let ben = w.person("ben").await;
    let form = EntryForm { summary: Some("kurz".into()), emojis: Some("😀".into()), ..writing("x") };
    let made = create(&w.backend, &anna, form, vec![]).await.unwrap();
    let public = set_visibility(&w.backend, &anna, made.id, Public).await.unwrap();
    assert_eq!((public.visibility, public.text.as_str(), public.summary.as_str()), (Public, "x", "kurz"));
    assert!(public.version > made.version, "an editor that is open elsewhere must notice");
    let stale = EntryForm { version: made.version, ..writing("y") };
    assert_eq!(code(update(&w.backend, &anna, made.id, stale, vec![]).await), "stale");
    assert!(versions(&w.backend, &anna, made.id).await.unwrap().is_empty(), "no text was replaced");
    let same = set_visibility(&w.backend, &anna, made.id, Public).await.unwrap();
    assert_eq!(same.version, public.version);

    w.later(TimeDelta::days(9));
    assert_eq!(open(&w.backend, &ben, made.id).await.unwrap().text, "x");
    assert_eq!(code(set_visibility(&w.backend, &ben, made.id, Private).await), "access_denied");
    let lowered = set_visibility(&w.backend, &anna, made.id, Friends).await.unwrap();
    assert_eq!((lowered.visibility, lowered.emojis.as_str()), (Friends, "😀"));
    assert_eq!(code(open(&w.backend, &ben, made.id).await), "access_denied");
    assert_eq!(code(set_visibility(&w.backend, &anna, made.id, Public).await), "edit_closed");
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap().visibility, Friends);
    set_visibility(&w.backend, &pro(&anna), made.id, Public).await.unwrap();
    set_visibility(&w.backend, &anna, made.id, Private).await.unwrap();
    assert_eq!(code(set_visibility(&w.backend, &Viewer::Guest, made.id, Private).await), "unauthenticated");
});

story!(travelling_west_reopens_no_day_and_travelling_east_brings_the_next, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    at(&w, "2026-11-21T03:00:00");
    let moved = async |zone: &str| {
        let viewer = viewer_of_session(&w.backend, &cookie).await.unwrap();
        set_zone(&w.backend, &viewer, zone).await.unwrap();
        viewer_of_session(&w.backend, &cookie).await.unwrap()
    };
    for (zone, expected) in [
        // Los Angeles has 18:00 of the 20th, but Anna's 21st has begun.
        ("America/Los_Angeles", "2026-11-21"),
        ("Pacific/Kiritimati", "2026-11-21"),
        ("Europe/Berlin", "2026-11-21"),
    ] {
        let viewer = moved(zone).await;
        assert_eq!(viewer.account().unwrap().today(&w.clock), day(expected), "{zone}");
        assert_eq!(code(create(&w.backend, &viewer, dated("2026-11-20", None), vec![]).await), "not_today");
    }
    at(&w, "2026-11-21T12:00:00");
    assert_eq!(moved("Pacific/Kiritimati").await.account().unwrap().today(&w.clock), day("2026-11-22"));
    assert_eq!(moved("Etc/GMT+12").await.account().unwrap().today(&w.clock), day("2026-11-22"));
    at(&w, "2026-11-24T12:00:00");
    assert_eq!(moved("Europe/Berlin").await.account().unwrap().today(&w.clock), day("2026-11-24"));
});

story!(the_clock_changes_of_spring_and_autumn_move_no_day, |w| async move {
    let anna = w.person("anna").await;
    let utc = |text: &str| w.later(text.parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    for (last_second, day_before, day_of_change, next_day) in [
        // 23 hours long.
        ("2027-03-27T22:59:59Z", "2027-03-27", "2027-03-28", "2027-03-28T22:00:00Z"),
        // 25 hours long.
        ("2027-10-30T21:59:59Z", "2027-10-30", "2027-10-31", "2027-10-31T23:00:00Z"),
    ] {
        utc(last_second);
        let paper = ticket(&w.backend, &anna, day(day_before)).unwrap();
        let old = create(&w.backend, &anna, writing("davor"), vec![]).await.unwrap();
        assert_eq!(old.date, day(day_before));
        w.later(TimeDelta::seconds(1));
        assert!(!may_edit(&w.backend, &anna, &old), "{day_of_change} has begun");
        let made = create(&w.backend, &anna, dated(day_of_change, None), vec![]).await.unwrap();
        assert_eq!(today(&w.backend, &anna).await.unwrap(), Some(made.clone()));

        utc(next_day);
        w.later(TimeDelta::seconds(-1));
        assert!(may_edit(&w.backend, &anna, &made), "to its last second");
        w.later(TimeDelta::seconds(1));
        assert!(!may_edit(&w.backend, &anna, &made));
        assert_eq!(code(update(&w.backend, &anna, made.id, writing("y"), vec![]).await), "edit_closed");
        assert_eq!(today(&w.backend, &anna).await.unwrap(), None);
        // A ticket lasts 36 hours, whatever the clock on the wall did.
        let with_ticket = |text| EntryForm { ticket: Some(paper.clone()), ..writing(text) };
        utc(last_second);
        w.later(TimeDelta::hours(36));
        update(&w.backend, &anna, old.id, with_ticket("y"), vec![]).await.unwrap();
        w.later(TimeDelta::milliseconds(1));
        assert_eq!(code(update(&w.backend, &anna, old.id, with_ticket("z"), vec![]).await), "edit_closed");
    }
});

story!(a_changed_day_end_holds_to_the_minute_and_reopens_nothing, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let anna = async || viewer_of_session(&w.backend, &cookie).await.unwrap();
    at(&w, "2026-11-20T20:00:00");
    set_day_end(&w.backend, &anna().await, 210).await.unwrap();
    let made = create(&w.backend, &anna().await, writing("x"), vec![]).await.unwrap();
    at(&w, "2026-11-21T03:29:59");
    assert_eq!(today(&w.backend, &anna().await).await.unwrap(), Some(made.clone()));
    update(&w.backend, &anna().await, made.id, writing("y"), vec![]).await.unwrap();
    assert_eq!(code(create(&w.backend, &anna().await, dated("2026-11-21", None), vec![]).await), "not_today");
    at(&w, "2026-11-21T03:30:00");
    assert!(!may_edit(&w.backend, &anna().await, &made));
    let next = create(&w.backend, &anna().await, writing("z"), vec![]).await.unwrap();
    assert_eq!(next.date, day("2026-11-21"));
    set_day_end(&w.backend, &anna().await, 300).await.unwrap();
    assert_eq!(today(&w.backend, &anna().await).await.unwrap(), Some(next));
    assert_eq!(code(set_visibility(&w.backend, &anna().await, made.id, Visibility::Public).await), "edit_closed");
});
