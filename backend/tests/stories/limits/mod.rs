//! Limits on attempts, counted for all servers together.

mod elsewhere;
mod restarted;

use crate::world::{Engine, World};
use backend::{
    Backend, Error, Result, Settings,
    throttle::{
        self,
        Action::{self, *},
        Place::{self, Database, Process, Servers},
    },
};
use chrono::TimeDelta;
use domain::Refusal;
use futures::future::join_all;

const HOME: &str = "192.0.2.1";

/// Attempts at once of each action, with [`few_failures`], and who counts them.
const LIMITS: [(Action, usize, Place); 26] = [
    (SignIn, 2, Database),
    (DeviceSignIn, 2, Database),
    (AccountSignIn, 40, Database),
    (AnySignIn, 60, Database),
    (Refresh, 120, Process),
    (SignUp, 20, Database),
    (Invitation, 10, Database),
    (Recovery, 10, Database),
    (RecoveryAccount, 3, Database),
    (RecoveryCode, 30, Process),
    (SharedLink, 60, Process),
    (SharePin, 50, Database),
    (SharePinAddress, 10, Database),
    (LinkOpening, 1, Process),
    (Google, 30, Database),
    (Assistant, 30, Database),
    (PersonSearch, 30, Database),
    (FriendRequest, 30, Database),
    (Declaration, 10, Database),
    (Export, 20, Database),
    (Book, 20, Process),
    (Import, 20, Database),
    (Report, 10, Database),
    (Webhook, 300, Process),
    (Save, 60, Servers),
    (MediaSweep, 1, Servers),
];

fn few_failures(settings: &mut Settings) {
    settings.throttle_factor = 1;
    settings.sign_in_failures = 2;
}

async fn rows(w: &World) -> i64 {
    w.backend.db.read("SELECT count(*) FROM limits").fetch_one::<(i64,)>().await.unwrap().0
}

/// The seconds that a refused attempt has to wait.
fn wait(result: Result<()>) -> u64 {
    let refused = result.unwrap_err().refusal();
    assert_eq!(refused.refusal, Refusal::TooManyRequests);
    refused.retry_after.unwrap()
}

story!(two_servers_allow_no_more_attempts_than_one, few_failures, |w| async move {
    let other = w.another_server().await;
    let servers = [&w.backend, &other];
    assert_eq!(LIMITS.map(|(action, ..)| action), Action::ALL, "each action has a row");
    for (action, limit, place) in LIMITS {
        assert_eq!(action.place(), place, "{action:?}");
        let mut taken = 0;
        for n in 0..2 * limit + 4 {
            match servers[n % 2].throttle.take(action, HOME).await {
                Ok(()) => taken += 1,
                refused => assert!(wait(refused) > 0),
            }
        }
        let are_apart = place == Process || (place == Servers && w.backend.db.engine() == Engine::Sqlite);
        assert_eq!(taken, if are_apart { 2 * limit } else { limit }, "{action:?}");
    }
    other.db.close().await;
});

story!(one_server_has_the_turn_of_a_job_for_all, few_failures, |w| async move {
    let other = w.another_server().await;
    let shares = w.backend.db.engine() == Engine::Postgres;
    for _ in 0..2 {
        assert!(w.backend.throttle.take_turn(MediaSweep).await.unwrap());
        assert!(!w.backend.throttle.take_turn(MediaSweep).await.unwrap());
        assert_eq!(other.throttle.take_turn(MediaSweep).await.unwrap(), !shares, "SQLite has one server");
        w.later(TimeDelta::minutes(10));
    }
    other.db.close().await;
});

story!(attempts_at_the_same_time_are_no_more, few_failures, |w| async move {
    let other = w.another_server().await;
    for address in [HOME, "2001:db8:1:2::1"] {
        let attempts = (0..32).map(|n| {
            let (backend, address) = (if n % 2 == 0 { w.backend.clone() } else { other.clone() }, address.to_owned());
            tokio::spawn(async move { backend.throttle.take(Invitation, &address).await })
        });
        let taken = join_all(attempts).await.into_iter().filter(|done| done.as_ref().unwrap().is_ok());
        assert_eq!(taken.count(), 10, "{address}");
    }
    other.db.close().await;
});

/// The counts of a sign-in to an account.
fn sign_in(address: &str) -> [(Action, String); 2] {
    [(SignIn, address.to_owned()), (AccountSignIn, "anna@example.org".to_owned())]
}

async fn try_all(backend: &Backend, addresses: impl Iterator<Item = String>) -> usize {
    let attempts = addresses.map(|address| {
        let backend = backend.clone();
        tokio::spawn(async move { backend.throttle.take_all(&sign_in(&address)).await })
    });
    join_all(attempts).await.into_iter().filter(|done| done.as_ref().unwrap().is_ok()).count()
}

story!(a_refused_attempt_takes_nothing_from_the_account, few_failures, |w| async move {
    assert_eq!(try_all(&w.backend, (0..32).map(|_| HOME.to_owned())).await, 2);
    let mut taken = 2;
    for n in 0..25 {
        taken += try_all(&w.backend, (0..2).map(|_| format!("2001:db8:{n:x}::1"))).await;
    }
    assert_eq!(taken, 40, "all that the account has");
    w.backend.throttle.reset(AccountSignIn, "anna@example.org").await;
    assert_eq!(try_all(&w.backend, std::iter::once("192.0.2.9".to_owned())).await, 1);
});

story!(an_attempt_that_is_given_back_counts_nowhere, few_failures, |w| async move {
    let other = w.another_server().await;
    for _ in 0..20 {
        w.backend.throttle.take_all(&sign_in(HOME)).await.unwrap();
        w.backend.throttle.give_all_back(&sign_in(HOME)).await;
    }
    for _ in 0..2 {
        other.throttle.take_all(&sign_in(HOME)).await.unwrap();
    }
    wait(w.backend.throttle.take_all(&sign_in(HOME)).await);
    other.db.close().await;
});

story!(attempts_come_back_one_by_one, few_failures, |w| async move {
    let take = async || w.backend.throttle.take(Invitation, HOME).await;
    while take().await.is_ok() {}
    w.later(TimeDelta::milliseconds(1500));
    assert_eq!(wait(take().await), 5);
    w.later(TimeDelta::milliseconds(4500));
    take().await.unwrap();
    assert_eq!(wait(take().await), 6);
    w.backend.throttle.take(Invitation, "192.0.2.2").await.unwrap();
    w.later(TimeDelta::days(1));
    for _ in 0..10 {
        take().await.unwrap();
    }
    wait(take().await);
});

story!(a_clock_set_back_locks_nobody_out_for_long, few_failures, |w| async move {
    let take = async || w.backend.throttle.take(Invitation, HOME).await;
    take().await.unwrap();
    w.later(TimeDelta::days(-30));
    for _ in 0..9 {
        take().await.unwrap();
    }
    wait(take().await);
    w.later(TimeDelta::minutes(-30));
    wait(take().await);
    throttle::sweep(&w.backend).await.unwrap();
    w.later(TimeDelta::seconds(6));
    take().await.unwrap();
    assert_eq!(wait(take().await), 6);
});

story!(what_has_been_regained_leaves_nothing_behind, few_failures, |w| async move {
    for n in 0..5 {
        w.backend.throttle.take(Report, &format!("192.0.2.{n}")).await.unwrap();
    }
    w.backend.throttle.take(Invitation, HOME).await.unwrap();
    throttle::sweep(&w.backend).await.unwrap();
    assert_eq!(rows(&w).await, 6);
    w.later(TimeDelta::hours(2));
    throttle::sweep(&w.backend).await.unwrap();
    assert_eq!(rows(&w).await, 5, "a report is regained in more than two hours");
    w.later(TimeDelta::hours(2));
    throttle::sweep(&w.backend).await.unwrap();
    assert_eq!(rows(&w).await, 0);
});

story!(without_the_database_nobody_may_try, few_failures, |w| async move {
    let other = w.another_server().await;
    other.db.close().await;
    for action in [SignIn, SharePin, Declaration] {
        let refused = other.throttle.take(action, HOME).await.unwrap_err();
        assert!(matches!(&refused, Error::Broken(broken) if broken.unavailable && !broken.uncertain), "{refused}");
    }
    other.throttle.take(SharedLink, HOME).await.unwrap();
});
