//! What people of an earlier release had is theirs afterwards, read by the use cases of today.

mod planted;

use crate::world::{
    Engine, World,
    diary::code,
    people::{PASSWORD, email},
    run_after, start,
};
use backend::{
    Settings, Viewer,
    entries::open,
    feed,
    friends::{
        self, Sought,
        blocks::{block, blocked, unblock},
        invitations::{CodeState, InvitationForm, InvitationState, invitations, own_codes, resend, send, withdraw},
        reports, search,
    },
    identity::{confirm_email, send_verification},
    sharing::{self, Visitor},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{EntryId, FeedFilters, Language, Standing, UserId};
use planted::{Fate, Planted, ago, id, token};

const PEOPLE: [&str; 9] = ["anna", "ben", "carla", "dora", "emil", "gero", "hanna", "ivo", "jana"];

async fn plant(settings: Settings) {
    let old = Planted::open(&settings).await;
    for name in PEOPLE {
        let confirmed = match name {
            "ben" => Some(email("ben")),
            // The account still has the address from before.
            "carla" => Some(email("anders")),
            _ => None,
        };
        old.person(name, confirmed.as_deref()).await;
    }
    old.friends("anna", "ben").await;
    old.request("carla", "anna", None, None).await;
    old.request("dora", "anna", Some(ago(48)), None).await;
    old.request("anna", "emil", Some(ago(48)), None).await;
    old.request("anna", "ivo", None, Some(ago(48))).await;
    old.block("anna", "gero").await;
    old.block("hanna", "anna").await;

    for (n, (owner, visibility)) in
        [("anna", "public"), ("ben", "friends"), ("carla", "public"), ("gero", "public"), ("hanna", "public")]
            .into_iter()
            .enumerate()
    {
        old.entry(&format!("of {owner}"), owner, visibility, i64::try_from(n).unwrap() + 2).await;
    }
    old.entry("carla alone", "carla", "private", 9).await;
    old.report("anna", "carla", Some("of carla"), None).await;
    old.report("anna", "dora", None, Some(ago(20))).await;

    for (days, name, expires_at, pin) in [
        (20, "open", None, None),
        (21, "guarded", Some(start() + TimeDelta::days(3)), Some("4711")),
        (22, "over", Some(ago(1)), None),
    ] {
        old.entry(name, "anna", "private", days).await;
        old.link(name, expires_at, pin).await;
    }

    old.code("FREEFREE22", "anna", None, None).await;
    let in_a_week = start() + TimeDelta::days(7);
    for name in ["ben", "ivo", "jana"] {
        old.invitation("anna", name, in_a_week, Fate { used_by: Some(name), ..Fate::default() }).await;
    }
    old.invitation("anna", "fremd", in_a_week, Fate { used_by: Some("carla"), ..Fate::default() }).await;
    old.invitation("anna", "zoe", in_a_week, Fate::default()).await;
    old.invitation("anna", "spaet", ago(1), Fate::default()).await;
    let withdrawn = Fate { withdrawn_at: Some(ago(90)), replaced_at: Some(ago(90)), ..Fate::default() };
    old.invitation("anna", "weg", in_a_week, withdrawn).await;
    plant_spent(&old).await;
    old.invited("xaver", Some(ago(1)), None).await;
    old.invited("yves", None, Some(ago(2000))).await;
    old.close().await;
}

/// One for each reason why an invitation that brought somebody here asks nobody any more, and those that ask still.
const BROUGHT: [(&str, bool); 9] = [
    ("kai", true),
    ("lena", true),
    ("mia", true),
    ("nora", true),
    ("olga", true),
    ("paul", true),
    ("rosa", false),
    ("sara", false),
    ("theo", false),
];

async fn plant_spent(old: &Planted) {
    old.person("vera", None).await;
    for (name, _) in BROUGHT {
        let confirmed = match name {
            "kai" | "sara" => Some(email(name)),
            "theo" => Some(email("anders.theo")),
            _ => None,
        };
        old.person(name, confirmed.as_deref()).await;
    }
    old.friends("lena", "vera").await;
    old.request("mia", "vera", Some(ago(48)), Some(ago(47))).await;
    old.request("vera", "nora", None, Some(ago(48))).await;
    old.block("olga", "vera").await;
    old.block("vera", "paul").await;
    // Ties with somebody else.
    old.friends("rosa", "kai").await;
    old.request("rosa", "nora", None, None).await;
    old.request("mia", "rosa", None, None).await;
    old.block("rosa", "olga").await;
    old.block("paul", "rosa").await;
    for (name, _) in BROUGHT {
        // Sara confirmed an address, but not the one that was invited.
        let invited = if name == "sara" { "sahra" } else { name };
        let fate = Fate { used_by: Some(name), ..Fate::default() };
        old.invitation("vera", invited, start() + TimeDelta::days(7), fate).await;
    }
}

async fn spent(w: World) {
    let statement = w.backend.db.read(
        "SELECT u.username, f.spent_at, f.sent_at FROM friend_invitations f JOIN invitations i ON i.code = f.code \
         JOIN users u ON u.id = i.used_by WHERE f.inviter_id = $1 ORDER BY u.username",
    );
    let found: Vec<(String, Option<DateTime<Utc>>, DateTime<Utc>)> =
        statement.bind(id("vera")).fetch_all().await.unwrap();
    let found: Vec<_> = found.iter().map(|(name, at, sent)| (name.as_str(), at.map(|at| at == *sent))).collect();
    assert_eq!(found, BROUGHT.map(|(name, is_spent)| (name, is_spent.then_some(true))));
}

async fn known(w: &World, name: &str) -> Viewer {
    let tokens = w.backend.identity.sign_in(&email(name), PASSWORD).await.unwrap();
    w.viewer(&tokens.id_token).await
}

fn people(names: &[&str]) -> Vec<UserId> {
    names.iter().map(|name| UserId(id(name))).collect()
}

async fn ties(w: World) {
    let (anna, gero, hanna) = (known(&w, "anna").await, known(&w, "gero").await, known(&w, "hanna").await);
    assert_eq!(w.friends_of(&anna).await, people(&["ben"]));
    let incoming = w.incoming(&anna).await;
    assert_eq!(incoming.iter().map(|request| request.requester.id).collect::<Vec<_>>(), people(&["carla"]));
    let outgoing = w.outgoing(&anna).await;
    assert_eq!(outgoing.iter().map(|request| request.addressee.id).collect::<Vec<_>>(), people(&["emil"]));

    let list = blocked(&w.backend, &anna).await.unwrap();
    let named: Vec<_> = list.iter().map(|block| (block.person.id.0, block.person.first_name.as_str())).collect();
    assert_eq!(named, [(id("gero"), "Gero")], "as they are called now; nobody knows how they were called then");
    assert_eq!(blocked(&w.backend, &hanna).await.unwrap()[0].person.username, "anna");
    assert!(blocked(&w.backend, &gero).await.unwrap().is_empty());

    let read = async |viewer: &Viewer, entry: &str| code(open(&w.backend, viewer, EntryId(id(entry))).await);
    for (entry, expected) in [
        ("of anna", "ok"),
        ("of ben", "ok"),
        ("of carla", "ok"),
        ("carla alone", "access_denied"),
        ("of gero", "access_denied"),
        ("of hanna", "access_denied"),
    ] {
        assert_eq!(read(&anna, entry).await, expected, "{entry}");
    }
    for blocked in [&gero, &hanna] {
        assert_eq!(read(blocked, "of anna").await, "access_denied");
    }
    assert_eq!(read(&gero, "of hanna").await, "ok");
    assert_eq!(read(&gero, "of ben").await, "access_denied");
    let all = FeedFilters { own: true, friends: true, public: true };
    let page = feed::page(&w.backend, &anna, all, None, 50).await.unwrap();
    let shown: Vec<_> = page.items.iter().map(|entry| entry.id.0).collect();
    assert_eq!(shown[..3], ["of anna", "of ben", "of carla"].map(id), "{shown:?}");
    assert_eq!(shown.len(), 6, "and the three with links");

    unblock(&w.backend, &anna, UserId(id("gero"))).await.unwrap();
    assert_eq!((read(&anna, "of gero").await, read(&gero, "of anna").await), ("ok", "ok"));
    assert_eq!(code(block(&w.backend, &anna, UserId(id("hanna"))).await), "user_not_found");
    unblock(&w.backend, &hanna, UserId(id("anna"))).await.unwrap();
    assert_eq!(read(&hanna, "of anna").await, "access_denied", "the second one holds");

    for (name, expected) in [("ben", Some(true)), ("carla", Some(false)), ("dora", Some(false))] {
        let found = search(&w.backend, &anna, &Sought::Email(email(name))).await.unwrap();
        assert_eq!(found.email_confirmed, expected, "{name}");
    }
    let (open, count) = reports::open_reports(&w.backend).await.unwrap();
    assert_eq!((open.len(), count, open[0].person.0.as_str()), (1, 1, "carla"));
    assert_eq!(open[0].entry.unwrap().0, EntryId(id("of carla")));
    friends::sweep(&w.backend).await.unwrap();
}

async fn invited(w: World) {
    let anna = known(&w, "anna").await;
    let mut list = invitations(&w.backend, &anna).await.unwrap();
    list.sort_by(|one, other| one.email.cmp(&other.email));
    let shown: Vec<_> =
        list.iter().map(|one| (one.email.as_str(), one.state, one.standing, one.email_confirmed)).collect();
    let stranger = Some(Standing::Stranger);
    assert_eq!(
        shown,
        [
            ("ben@example.org", InvitationState::Accepted, Some(Standing::Friend), Some(true)),
            ("fremd@example.org", InvitationState::Redeemed, None, None),
            ("ivo@example.org", InvitationState::Accepted, stranger, Some(false)),
            ("jana@example.org", InvitationState::Accepted, stranger, Some(false)),
            ("spaet@example.org", InvitationState::Expired, None, None),
            ("weg@example.org", InvitationState::Withdrawn, None, None),
            ("zoe@example.org", InvitationState::Open, None, None),
        ]
    );
    let codes = own_codes(&w.backend, &anna).await.unwrap();
    let count = |state| codes.iter().filter(|code| code.state == state).count();
    assert_eq!(count(CodeState::Free), 2, "one is for what expired");
    assert_eq!([CodeState::Used, CodeState::Sent, CodeState::Withdrawn, CodeState::Expired].map(count), [4, 1, 1, 1]);

    let ivo = known(&w, "ivo").await;
    for (name, asked) in [("ivo", false), ("jana", true)] {
        let tokens = w.backend.identity.sign_in(&email(name), PASSWORD).await.unwrap();
        let viewer = w.viewer(&tokens.id_token).await;
        send_verification(&w.backend, &viewer, &tokens.id_token, "192.0.2.1").await.unwrap();
        confirm_email(&w.backend, &w.mailed_code(name).await, "192.0.2.1").await.unwrap();
        assert_eq!(!w.incoming(&viewer).await.is_empty(), asked, "{name}: what was taken back is not asked again");
    }

    let invite = async |name: &str| {
        let form = InvitationForm { email: email(name), message: String::new() };
        code(send(&w.backend, &anna, &form).await)
    };
    assert_eq!(invite("xaver").await, "invitation_not_now", "it got one an hour ago");
    assert_eq!((invite("yves").await, w.mail("yves").await), ("ok", None), "it wants none");
    let zoe = list.iter().find(|one| one.email == "zoe@example.org").unwrap();
    resend(&w.backend, &anna, zoe.id).await.unwrap();
    assert!(w.mail("zoe").await.unwrap().contains("#proof="));
    withdraw(&w.backend, &anna, zoe.id).await.unwrap();
    assert!(w.incoming(&ivo).await.is_empty());
    w.later(TimeDelta::days(200));
    friends::sweep(&w.backend).await.unwrap();
    assert!(invitations(&w.backend, &anna).await.unwrap().is_empty());
}

async fn links(w: World) {
    let anna = known(&w, "anna").await;
    let state = async |name: &str| sharing::state(&w.backend, &anna, EntryId(id(name))).await.unwrap();
    let opened =
        async |name: &str| sharing::open(&w.backend, &Viewer::Guest, &token(name), "192.0.2.1", Language::De).await;
    let (free, guarded, over) = (state("open").await, state("guarded").await, state("over").await);
    assert_eq!((free.has_pin, free.expires_at, free.opened, free.pin_failures), (false, None, 5, 0));
    assert_eq!((guarded.has_pin, guarded.expires_at), (true, Some(start() + TimeDelta::days(3))));
    assert_eq!((guarded.pin_failures, guarded.last_opened_at), (3, Some(ago(30))));
    assert!(over.expires_at.unwrap() < w.clock.now());

    assert_eq!(opened("open").await.unwrap().entry.text.as_deref(), Some("Text von open"));
    assert_eq!((code(opened("guarded").await), code(opened("over").await)), ("pin_needed", "link_not_found"));
    let unlock = async |pin| {
        let visitor = Visitor { address: "192.0.2.1", pass: None, pin: Some(pin) };
        sharing::unlock(&w.backend, &Viewer::Guest, &token("guarded"), visitor).await
    };
    assert_eq!(code(unlock("1234").await), "pin_wrong");
    assert_eq!(state("guarded").await.pin_failures, 4);
    assert!(unlock("4711").await.unwrap().is_some());
}

#[test]
fn friends_requests_blocks_and_reports_sqlite() {
    run_after(Engine::Sqlite, |_| {}, plant, ties);
}

#[test]
fn friends_requests_blocks_and_reports_postgres() {
    run_after(Engine::Postgres, |_| {}, plant, ties);
}

#[test]
fn codes_and_invitations_sqlite() {
    run_after(Engine::Sqlite, |_| {}, plant, invited);
}

#[test]
fn codes_and_invitations_postgres() {
    run_after(Engine::Postgres, |_| {}, plant, invited);
}

#[test]
fn what_asks_nobody_any_more_sqlite() {
    run_after(Engine::Sqlite, |_| {}, plant, spent);
}

#[test]
fn what_asks_nobody_any_more_postgres() {
    run_after(Engine::Postgres, |_| {}, plant, spent);
}

#[test]
fn secret_links_sqlite() {
    run_after(Engine::Sqlite, |_| {}, plant, links);
}

#[test]
fn secret_links_postgres() {
    run_after(Engine::Postgres, |_| {}, plant, links);
}
