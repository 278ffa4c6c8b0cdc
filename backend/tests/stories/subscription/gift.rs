//! Pro by the operator's word.

use crate::world::{
    World,
    diary::{code, writing},
    people::email,
};
use backend::{
    Viewer,
    entries::{create, update},
    identity::viewer_of_session,
    profile::{set_day_end, set_zone},
    subscription::grant,
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Plan, Refusal};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A registered person's session.
async fn session(w: &World, name: &str) -> String {
    let tokens = w.sign_up(name).await;
    w.register(name, &tokens).await;
    w.session(&tokens).await
}

async fn plan(w: &World, cookie: &str) -> Plan {
    seen(w, cookie).await.account().unwrap().plan
}

async fn seen(w: &World, cookie: &str) -> Viewer {
    viewer_of_session(&w.backend, cookie).await.unwrap()
}

story!(granted_pro_lasts_until_the_end_of_the_day_and_holds_at_the_next_request, |w| async move {
    let cookie = session(&w, "anna").await;
    let made = create(&w.backend, &seen(&w, &cookie).await, writing("x"), vec![]).await.unwrap();
    w.later(TimeDelta::days(3));
    assert_eq!(code(update(&w.backend, &seen(&w, &cookie).await, made.id, writing("y"), vec![]).await), "edit_closed");

    let granted = grant(&w.backend, " Anna@Example.org", day("2026-11-30")).await.unwrap();
    assert_eq!(granted.until, "2026-11-30T23:00:00Z".parse::<DateTime<Utc>>().unwrap());
    assert_eq!((granted.plan, granted.zone.name()), (Plan::Pro, "Europe/Berlin"));
    let anna = seen(&w, &cookie).await;
    assert!(anna.account().unwrap().user.pro_account);
    update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();

    w.later(granted.until - w.clock.now() - TimeDelta::milliseconds(1));
    assert_eq!(plan(&w, &cookie).await, Plan::Pro);
    w.later(TimeDelta::milliseconds(1));
    assert_eq!(plan(&w, &cookie).await, Plan::Free);
});

story!(the_last_day_of_pro_ends_where_and_when_the_persons_day_ends, |w| async move {
    let cookie = session(&w, "anna").await;
    set_zone(&w.backend, &seen(&w, &cookie).await, "America/Los_Angeles").await.unwrap();
    set_day_end(&w.backend, &seen(&w, &cookie).await, 240).await.unwrap();
    let granted = grant(&w.backend, &email("anna"), day("2026-11-30")).await.unwrap();
    assert_eq!(granted.until, "2026-12-01T12:00:00Z".parse::<DateTime<Utc>>().unwrap());
    w.later(granted.until - w.clock.now() - TimeDelta::seconds(1));
    let anna = seen(&w, &cookie).await;
    let account = anna.account().unwrap();
    assert_eq!((account.plan, account.today(&w.clock)), (Plan::Pro, day("2026-11-30")));
});

story!(a_day_that_is_over_ends_pro_for_this_person_alone, |w| async move {
    let (anna, ben) = (session(&w, "anna").await, session(&w, "ben").await);
    for name in ["anna", "ben"] {
        grant(&w.backend, &email(name), day("2999-12-31")).await.unwrap();
    }
    let ended = grant(&w.backend, &email("anna"), day("2026-11-19")).await.unwrap();
    assert_eq!(ended.plan, Plan::Free);
    assert_eq!((plan(&w, &anna).await, plan(&w, &ben).await), (Plan::Free, Plan::Pro));
});

story!(pro_is_for_registered_people_and_dates_both_engines_keep, |w| async move {
    let cookie = session(&w, "anna").await;
    w.sign_up("half").await;
    for unknown in ["nobody@example.org", "half@example.org", ""] {
        assert_eq!(code(grant(&w.backend, unknown, day("2999-12-31")).await), Refusal::UserNotFound.code());
    }
    for date in [NaiveDate::MAX, NaiveDate::MIN, day("9999-01-01")] {
        assert_eq!(code(grant(&w.backend, &email("anna"), date).await), "invalid_date");
    }
    grant(&w.backend, &email("anna"), day("9998-12-31")).await.unwrap();
    assert_eq!(plan(&w, &cookie).await, Plan::Pro);
});
