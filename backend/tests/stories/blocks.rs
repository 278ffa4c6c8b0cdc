//! Blocking people, and telling the operator about them (product 20).

use crate::world::{
    World,
    diary::{code, writing},
};
use backend::{
    Viewer, entries,
    friends::{
        self, Whom,
        blocks::{block, blocked, has_blocked, unblock},
        reports::{ReportForm, close, open_reports, report},
    },
    profile::{self, ProfileForm},
};
use chrono::TimeDelta;
use domain::{EntryForm, EntryId, RequestId, UserId, Visibility};

fn id(viewer: &Viewer) -> UserId {
    viewer.user_id().unwrap()
}

async fn ask(w: &World, requester: &Viewer, addressee: &Viewer) -> RequestId {
    friends::send_request(&w.backend, requester, &Whom::User(id(addressee))).await.unwrap().request.id
}

async fn make_friends(w: &World, one: &Viewer, other: &Viewer) {
    let asked = ask(w, one, other).await;
    friends::accept(&w.backend, other, asked).await.unwrap();
}

async fn rows(w: &World, sql: &'static str) -> i64 {
    w.backend.db.read(sql).fetch_one::<(i64,)>().await.unwrap().0
}

async fn entry(w: &World, writer: &Viewer, visibility: Visibility) -> EntryId {
    let form = EntryForm { visibility: Some(visibility), ..writing("Heute war ein Tag.") };
    entries::create(&w.backend, writer, form, Vec::new()).await.unwrap().id
}

fn about(person: UserId) -> ReportForm {
    ReportForm { user_id: Some(person), entry_id: None, reason: "hate".into(), words: String::new() }
}

fn of(entry: EntryId) -> ReportForm {
    ReportForm {
        user_id: None,
        entry_id: Some(entry),
        reason: "spam".into(),
        words: " Wer\u{202e}bung\r\nund Lügen ".into(),
    }
}

story!(a_block_ends_friendship_requests_and_sight_both_ways_and_brings_nothing_back, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    make_friends(&w, &anna, &ben).await;
    ask(&w, &carla, &anna).await;
    let (hers, his) = (entry(&w, &anna, Visibility::Friends).await, entry(&w, &ben, Visibility::Public).await);
    entries::open(&w.backend, &ben, hers).await.unwrap();

    for other in [&ben, &carla] {
        block(&w.backend, &anna, id(other)).await.unwrap();
        block(&w.backend, &anna, id(other)).await.unwrap();
    }
    assert_eq!(code(entries::open(&w.backend, &ben, hers).await), "access_denied");
    assert_eq!(code(entries::open(&w.backend, &anna, his).await), "access_denied");
    assert_eq!(rows(&w, "SELECT COUNT(*) FROM friendships").await, 0);
    assert_eq!(rows(&w, "SELECT COUNT(*) FROM friend_requests").await, 0);
    let names = blocked(&w.backend, &anna).await.unwrap();
    let mut names: Vec<_> = names.iter().map(|blocked| blocked.person.first_name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ben", "Carla"]);
    assert_eq!(blocked(&w.backend, &ben).await.unwrap(), []);

    unblock(&w.backend, &ben, id(&anna)).await.unwrap();
    assert_eq!(code(entries::open(&w.backend, &anna, his).await), "access_denied", "only she can end her block");
    unblock(&w.backend, &anna, id(&ben)).await.unwrap();
    unblock(&w.backend, &anna, id(&ben)).await.unwrap();
    assert_eq!(blocked(&w.backend, &anna).await.unwrap().len(), 1);
    entries::open(&w.backend, &anna, his).await.unwrap();
    assert_eq!(code(entries::open(&w.backend, &ben, hers).await), "access_denied", "they are no friends any more");
});

story!(nobody_blocks_themselves_or_nobody, |w| async move {
    let anna = w.person("anna").await;
    assert_eq!(code(block(&w.backend, &anna, id(&anna)).await), "oneself");
    assert_eq!(code(block(&w.backend, &anna, UserId(w.clock.id())).await), "user_not_found");
    assert_eq!(code(block(&w.backend, &Viewer::Guest, id(&anna)).await), "unauthenticated");
    assert_eq!(code(blocked(&w.backend, &Viewer::Guest).await), "unauthenticated");
    assert_eq!(blocked(&w.backend, &anna).await.unwrap(), []);
});

story!(two_who_block_each_other_at_once_are_parted, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    make_friends(&w, &anna, &ben).await;
    let blocks = (0..10).map(|n| {
        let (w, (one, other)) =
            (w.clone(), if n % 2 == 0 { (anna.clone(), id(&ben)) } else { (ben.clone(), id(&anna)) });
        tokio::spawn(async move { code(block(&w.backend, &one, other).await) })
    });
    let mut said = Vec::new();
    for block in blocks.collect::<Vec<_>>() {
        said.push(block.await.unwrap());
    }
    said.sort_unstable();
    assert_eq!(said, [["ok"; 5], ["user_not_found"; 5]].concat(), "for the second one the first is not there any more");
    assert_eq!(rows(&w, "SELECT COUNT(*) FROM blocks").await, 2, "both are protected");
    assert_eq!(rows(&w, "SELECT COUNT(*) FROM friendships").await, 0);
});

story!(a_block_tells_nothing_of_the_other_side, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    block(&w.backend, &ben, id(&anna)).await.unwrap();
    assert_eq!(code(block(&w.backend, &anna, id(&ben)).await), "user_not_found", "as if there were no such account");
    assert_eq!(code(block(&w.backend, &anna, id(&ben)).await), "user_not_found", "however often");
    assert_eq!(blocked(&w.backend, &anna).await.unwrap(), []);
    assert!(!has_blocked(&w.backend, &anna, id(&ben)).await.unwrap());
    unblock(&w.backend, &ben, id(&anna)).await.unwrap();
    let his = entry(&w, &ben, Visibility::Public).await;
    assert_eq!(code(entries::open(&w.backend, &anna, his).await), "access_denied", "hers was kept and holds");
    assert_eq!(blocked(&w.backend, &anna).await.unwrap().len(), 1);
    assert!(has_blocked(&w.backend, &anna, id(&ben)).await.unwrap());

    let before = blocked(&w.backend, &anna).await.unwrap();
    let names = ProfileForm {
        first_name: Some("Benedikt".into()),
        last_name: Some("Neu".into()),
        username: Some("benedikt".into()),
        ..Default::default()
    };
    profile::update(&w.backend, &ben, names).await.unwrap();
    let meant = block(&w.backend, &ben, id(&anna)).await;
    assert_eq!(code(meant), "user_not_found");
    w.later(TimeDelta::days(1));
    block(&w.backend, &anna, id(&ben)).await.unwrap();
    assert_eq!(blocked(&w.backend, &anna).await.unwrap(), before, "what she knew when she blocked him");
});

story!(a_block_that_meets_an_answer_or_a_request_leaves_neither, |w| async move {
    for n in 0..6 {
        let (anna, ben) = (w.person(&format!("anna{n}")).await, w.person(&format!("ben{n}")).await);
        let asked = if n % 2 == 0 { Some(ask(&w, &ben, &anna).await) } else { None };
        let meeting = {
            let (w, anna, ben) = (w.clone(), anna.clone(), ben.clone());
            tokio::spawn(async move {
                match asked {
                    Some(asked) => code(friends::accept(&w.backend, &anna, asked).await),
                    None => code(friends::send_request(&w.backend, &ben, &Whom::User(id(&anna))).await),
                }
            })
        };
        // Each of the two blocks in some of the rounds.
        let (blocker, other) = if n < 3 { (&ben, &anna) } else { (&anna, &ben) };
        block(&w.backend, blocker, id(other)).await.unwrap();
        let said = meeting.await.unwrap();
        assert!(["ok", "request_not_found", "user_not_found"].contains(&said), "{said}");
        assert_eq!(rows(&w, "SELECT COUNT(*) FROM friendships").await, 0);
        assert_eq!(rows(&w, "SELECT COUNT(*) FROM friend_requests").await, 0);
        let again = friends::send_request(&w.backend, other, &Whom::User(id(blocker))).await;
        assert_eq!(code(again), "user_not_found", "who is blocked cannot ask");
    }
});

story!(a_report_reaches_the_operator_once_and_can_be_closed, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let his = entry(&w, &ben, Visibility::Public).await;
    report(&w.backend, &anna, &about(id(&ben))).await.unwrap();
    w.later(TimeDelta::minutes(1));
    let again =
        ReportForm { reason: "harassment".into(), words: "Er schreibt mir Drohungen.".into(), ..about(id(&ben)) };
    report(&w.backend, &anna, &again).await.unwrap();
    report(&w.backend, &anna, &of(his)).await.unwrap();

    let (open, count) = open_reports(&w.backend).await.unwrap();
    let told: Vec<_> = open.iter().map(|report| (report.reason.as_str(), report.words.as_deref().unwrap())).collect();
    assert_eq!((told, count), (vec![("harassment", "Er schreibt mir Drohungen."), ("spam", "Werbung\nund Lügen")], 2));
    let [first, second] = open.as_slice() else { panic!() };
    assert_eq!(first.person, ("ben.beispiel".into(), id(&ben)));
    assert_eq!(second.reporter, Some(("anna.beispiel".into(), id(&anna))));
    assert_eq!((first.entry, second.entry.map(|(entry, _)| entry)), (None, Some(his)));

    assert!(close(&w.backend, first.id).await.unwrap());
    assert!(!close(&w.backend, first.id).await.unwrap());
    report(&w.backend, &anna, &about(id(&ben))).await.unwrap();
    assert_eq!(open_reports(&w.backend).await.unwrap().1, 2, "after the first was closed it is told anew");

    w.later(TimeDelta::days(91));
    backend::friends::sweep(&w.backend).await.unwrap();
    assert_eq!(rows(&w, "SELECT COUNT(*) FROM reports").await, 2, "closed ones are forgotten, open ones are not");
});

story!(only_what_one_sees_can_be_reported, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let (private, own) = (entry(&w, &ben, Visibility::Private).await, entry(&w, &anna, Visibility::Public).await);
    let both = ReportForm { user_id: Some(id(&ben)), ..of(own) };
    for (form, expected) in [
        (of(private), "access_denied"),
        (of(EntryId(w.clock.id())), "entry_not_found"),
        (of(own), "oneself"),
        (about(id(&anna)), "oneself"),
        (both, "invalid_form"),
        (ReportForm { user_id: None, ..about(id(&ben)) }, "invalid_form"),
        (ReportForm { reason: "boring".into(), ..about(id(&ben)) }, "report_reason"),
        (ReportForm { words: "ä".repeat(1001), ..about(id(&ben)) }, "report_too_long"),
        (ReportForm { words: "\u{1b}[2J".into(), ..about(id(&ben)) }, "invalid_character"),
    ] {
        assert_eq!(code(report(&w.backend, &anna, &form).await), expected, "{form:?}");
    }
    assert_eq!(code(report(&w.backend, &Viewer::Guest, &about(id(&ben))).await), "unauthenticated");
    report(&w.backend, &anna, &about(UserId(w.clock.id()))).await.unwrap();
    assert_eq!(open_reports(&w.backend).await.unwrap().1, 0, "nobody is there, which is not told");

    block(&w.backend, &anna, id(&ben)).await.unwrap();
    report(&w.backend, &ben, &about(id(&anna))).await.unwrap();
    report(&w.backend, &ben, &of(own)).await.unwrap();
    assert_eq!(open_reports(&w.backend).await.unwrap().1, 2, "what he had open before she blocked him, too");
    w.later(TimeDelta::days(1));
    let hers = entry(&w, &anna, Visibility::Private).await;
    assert_eq!(code(report(&w.backend, &ben, &of(hers)).await), "access_denied");
    report(&w.backend, &anna, &about(id(&ben))).await.unwrap();
});

/// The throttles of a public server.
fn few_tries(settings: &mut backend::Settings) {
    settings.throttle_factor = 1;
}

story!(an_account_reports_ten_times_a_day, few_tries, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    for _ in 0..10 {
        report(&w.backend, &anna, &about(id(&ben))).await.unwrap();
    }
    assert_eq!(code(report(&w.backend, &anna, &about(id(&ben))).await), "too_many_requests");
    w.later(TimeDelta::days(1));
    report(&w.backend, &anna, &about(id(&ben))).await.unwrap();
});
