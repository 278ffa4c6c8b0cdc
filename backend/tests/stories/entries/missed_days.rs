//! Writing a day that was missed: how far back, with which ticket, and until when it may be changed.

use super::bin;
use crate::world::{
    World,
    diary::{code, pro, writing},
};
use backend::{
    Viewer,
    entries::{
        DayConflict, Restoring, create, delete, may_edit, missed_day_ticket, of_day, open, restore, set_visibility,
        ticket, ticket_that_opens, update,
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Entry, EntryForm, Language, Visibility, reflection::AnswerForm};

const MISSED: &str = "2026-11-17";

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Turns the clock to a moment in Berlin's winter.
fn at(w: &World, local: &str) {
    let moment: DateTime<Utc> = format!("{local}+01:00").parse().unwrap();
    w.later(moment - w.clock.now());
}

fn dated(date: &str, ticket: &str) -> EntryForm {
    EntryForm { date: Some(day(date)), ticket: Some(ticket.into()), ..writing("x") }
}

fn begin(w: &World, person: &Viewer, date: &str) -> String {
    missed_day_ticket(&w.backend, person, day(date)).unwrap()
}

/// Writes the missed day as somebody does who opens its page.
async fn catch_up(w: &World, person: &Viewer, date: &str) -> Entry {
    let paper = begin(w, person, date);
    create(&w.backend, person, dated(date, &paper), vec![]).await.unwrap()
}

story!(free_reaches_seven_days_back_and_pro_any_day, |w| async move {
    let anna = w.person("anna").await;
    at(&w, "2026-11-20T12:00:00");
    let asked = |person: &Viewer, date| code(missed_day_ticket(&w.backend, person, day(date)));
    for (date, free, with_pro) in [
        ("2026-11-19", "ok", "ok"),
        ("2026-11-13", "ok", "ok"),
        ("2026-11-12", "day_too_far_back", "ok"),
        ("1999-01-01", "day_too_far_back", "ok"),
        ("1899-12-31", "not_today", "not_today"),
        ("-0500-01-01", "not_today", "not_today"),
        ("2026-11-20", "not_today", "not_today"),
        ("2026-11-21", "not_today", "not_today"),
    ] {
        assert_eq!((asked(&anna, date), asked(&pro(&anna), date)), (free, with_pro), "{date}");
    }
    assert_eq!(asked(&Viewer::Guest, "2026-11-19"), "unauthenticated");
    let old = catch_up(&w, &pro(&anna), "1999-01-01").await;
    assert_eq!((old.date, old.is_backfilled), (day("1999-01-01"), true));
});

story!(the_seven_days_are_counted_from_the_persons_diary_day, |w| async move {
    let mut anna = w.person("anna").await;
    if let Viewer::User(account) = &mut anna {
        account.day_end = 240;
    }
    at(&w, "2026-11-21T03:59:00");
    assert_eq!(code(missed_day_ticket(&w.backend, &anna, day("2026-11-20"))), "not_today");
    begin(&w, &anna, "2026-11-13");
    at(&w, "2026-11-21T04:00:00");
    assert_eq!(code(missed_day_ticket(&w.backend, &anna, day("2026-11-13"))), "day_too_far_back");
});

story!(a_missed_day_is_marked_to_its_owner_only_and_an_ordinary_ticket_marks_nothing, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    at(&w, "2026-11-19T23:55:00");
    let ordinary = ticket(&w.backend, &anna, day("2026-11-19")).unwrap();
    at(&w, "2026-11-20T12:00:00");
    let late = create(&w.backend, &anna, dated("2026-11-19", &ordinary), vec![]).await.unwrap();
    let now = create(&w.backend, &anna, writing("heute"), vec![]).await.unwrap();
    assert!(!late.is_backfilled && !now.is_backfilled);

    let made = catch_up(&w, &anna, MISSED).await;
    assert_eq!((made.date, made.is_backfilled), (day(MISSED), true));
    let shown = set_visibility(&w.backend, &anna, made.id, Visibility::Public).await.unwrap();
    assert!(shown.is_backfilled);
    assert!(!open(&w.backend, &ben, made.id).await.unwrap().is_backfilled);
    assert_eq!(of_day(&w.backend, &anna, day(MISSED)).await.unwrap(), Some(shown));
});

story!(a_ticket_of_a_missed_day_is_for_its_person_and_day_and_36_hours, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    at(&w, "2026-11-20T23:55:00");
    let hers = begin(&w, &anna, MISSED);
    let refused = async |person: &Viewer, date| code(create(&w.backend, person, dated(date, &hers), vec![]).await);
    assert_eq!(refused(&ben, MISSED).await, "not_today");
    assert_eq!(refused(&anna, "2026-11-18").await, "not_today");
    let without = EntryForm { ticket: None, ..dated(MISSED, "") };
    assert_eq!(code(create(&w.backend, &anna, without, vec![]).await), "not_today");
    at(&w, "2026-11-22T11:55:01");
    assert_eq!(refused(&anna, MISSED).await, "not_today");
    let made = create(&w.backend, &pro(&anna), dated(MISSED, &hers), vec![]).await.unwrap();
    assert!(made.is_backfilled, "Pro edits any day");
    assert_eq!(ticket_that_opens(&w.backend, &anna, &made, Some(&hers)), None, "it opens no editor");
    // The day that was the last of seven when she began may be saved after midnight, and is open until the next.
    at(&w, "2026-11-25T23:55:00");
    let last = begin(&w, &anna, "2026-11-18");
    at(&w, "2026-11-26T00:05:00");
    let made = create(&w.backend, &anna, dated("2026-11-18", &last), vec![]).await.unwrap();
    assert!(made.is_backfilled && may_edit(&w.backend, &anna, &made));
});

story!(free_changes_a_missed_day_until_the_day_of_beginning_ends, |w| async move {
    let anna = w.person("anna").await;
    at(&w, "2026-11-20T12:00:00");
    let made = catch_up(&w, &anna, MISSED).await;
    assert!(may_edit(&w.backend, &anna, &made));
    at(&w, "2026-11-20T23:59:59");
    let changed = update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();
    assert!(changed.is_backfilled && changed.text == "y");
    let answer = AnswerForm { question_id: "song".into(), answer: "Der See".into(), ..AnswerForm::default() };
    let answered = async || {
        let language = Language::De;
        code(backend::reflection::answer(&w.backend, &anna, made.id, answer.clone(), None, language).await)
    };
    assert_eq!(answered().await, "ok");

    let paper = begin(&w, &anna, MISSED);
    at(&w, "2026-11-21T00:00:00");
    assert!(!may_edit(&w.backend, &anna, &made) && may_edit(&w.backend, &pro(&anna), &made));
    let again = begin(&w, &anna, MISSED);
    for ticket in [None, Some(paper), Some(again)] {
        let form = EntryForm { ticket, ..writing("z") };
        assert_eq!(code(update(&w.backend, &anna, made.id, form, vec![]).await), "edit_closed");
    }
    assert_eq!(answered().await, "edit_closed");
    assert_eq!(code(set_visibility(&w.backend, &anna, made.id, Visibility::Public).await), "edit_closed");
});

story!(the_bin_keeps_the_mark_and_a_missed_days_ticket_opens_no_entry_of_its_own_day, |w| async move {
    let anna = w.person("anna").await;
    at(&w, "2026-11-17T12:00:00");
    let ordinary = create(&w.backend, &anna, writing("damals"), vec![]).await.unwrap();
    delete(&w.backend, &anna, ordinary.id).await.unwrap();
    at(&w, "2026-11-20T12:00:00");
    let made = catch_up(&w, &anna, MISSED).await;

    let swap = Restoring { onto: Some(DayConflict::Swap), ..Restoring::default() };
    let back = restore(&w.backend, &anna, ordinary.id, swap.clone()).await.unwrap();
    assert!(!back.is_backfilled && !may_edit(&w.backend, &anna, &back));
    let paper = begin(&w, &anna, MISSED);
    let with_ticket = EntryForm { ticket: Some(paper), ..writing("anders") };
    assert_eq!(code(update(&w.backend, &anna, ordinary.id, with_ticket, vec![]).await), "edit_closed");

    assert!(bin(&w.backend, &anna).await.unwrap()[0].entry.is_backfilled);
    let back = restore(&w.backend, &anna, made.id, swap).await.unwrap();
    assert!(back.is_backfilled && may_edit(&w.backend, &anna, &back));
    let append = Restoring { onto: Some(DayConflict::Append), ..Restoring::default() };
    let together = restore(&w.backend, &anna, ordinary.id, append).await.unwrap();
    assert_eq!((together.id, together.text.as_str(), together.is_backfilled), (made.id, "x\n\ndamals", true));
});
