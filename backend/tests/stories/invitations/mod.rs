//! Codes to give away, and invitations by mail (product 19).

mod inviter;
mod limits;
mod proof;
mod redeem;

use crate::world::{
    World,
    diary::code,
    people::{email, registration},
};
use backend::{
    Result, Viewer,
    friends::{
        self, Whom,
        blocks::block,
        invitations::{
            CodeState, FriendInvitation, InvitationForm, InvitationState, OwnCode, check_unsubscribe, invitations,
            own_codes, resend, send, unsubscribe, withdraw,
        },
    },
    identity::create_account,
    invitation_codes::{self, validate_invitation},
};
use chrono::TimeDelta;
use domain::{Standing, UserId, identity::Tokens};

async fn invite(w: &World, viewer: &Viewer, name: &str) -> Result<FriendInvitation> {
    invite_saying(w, viewer, name, "Komm doch auch!").await
}

async fn invite_saying(w: &World, viewer: &Viewer, name: &str, message: &str) -> Result<FriendInvitation> {
    let email = if name.contains('@') { name.to_owned() } else { email(name) };
    let sent = send(&w.backend, viewer, &InvitationForm { email, message: message.into() }).await;
    // The mail may still be on its way, and a withdrawal would overtake it.
    w.backend.background.settled().await;
    sent
}

async fn codes(w: &World, viewer: &Viewer) -> Vec<OwnCode> {
    own_codes(&w.backend, viewer).await.unwrap()
}

async fn count(w: &World, viewer: &Viewer, state: CodeState) -> usize {
    codes(w, viewer).await.iter().filter(|code| code.state == state).count()
}

async fn only(w: &World, viewer: &Viewer) -> FriendInvitation {
    let mut all = invitations(&w.backend, viewer).await.unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// The rest of the line after `name` in the newest mail to somebody.
async fn after(w: &World, address: &str, name: &str) -> String {
    let mail = w.mail_to(address).await.unwrap();
    mail.split_once(name).unwrap().1.lines().next().unwrap().to_owned()
}

/// The code of the newest invitation to somebody.
async fn invited(w: &World, address: &str) -> String {
    let link = after(w, address, "https://tagesecho.test/?invite=").await;
    link.split_once("#proof=").unwrap().0.to_owned()
}

/// Somebody new with an address that the provider vouches for.
async fn vouched_for(w: &World, name: &str) -> (Tokens, Viewer) {
    let tokens = w.sign_up(name).await;
    let Viewer::Identity { uid, email, .. } = w.viewer(&tokens.id_token).await else { panic!("registered already") };
    (tokens, Viewer::Identity { uid, email, verified: true })
}

async fn registers(w: &World, name: &str, code: &str) -> Result<Viewer> {
    let (tokens, viewer) = vouched_for(w, name).await;
    create_account(&w.backend, &viewer, &registration(name, code)).await?;
    Ok(w.viewer(&tokens.id_token).await)
}

fn id(viewer: &Viewer) -> UserId {
    viewer.user_id().unwrap()
}

story!(everybody_has_three_codes_however_many_look_at_once, |w| async move {
    let anna = w.person("anna").await;
    let looks = (0..10).map(|_| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { codes(&w, &anna).await })
    });
    for look in looks.collect::<Vec<_>>() {
        look.await.unwrap();
    }
    let own = codes(&w, &anna).await;
    assert!(own.len() == 3 && own.iter().all(|code| code.state == CodeState::Free && code.at.is_none()));
    assert_eq!(own[0].link, format!("https://tagesecho.test/?invite={}", own[0].code));

    let ben = registers(&w, "ben", &own[0].code).await.unwrap();
    assert_eq!((count(&w, &anna, CodeState::Free).await, count(&w, &anna, CodeState::Used).await), (2, 1));
    assert!(codes(&w, &ben).await.iter().all(|his| own.iter().all(|hers| hers.code != his.code)));
    assert_eq!(code(own_codes(&w.backend, &Viewer::Guest).await), "unauthenticated");

    let mut tx = w.backend.db.begin().await.unwrap();
    invitation_codes::give(&w.backend, &mut tx, id(&anna), 2).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(count(&w, &anna, CodeState::Free).await, 4, "a bonus comes on top");
});

story!(a_mail_takes_the_last_free_code_and_the_first_stays_the_first, |w| async move {
    let anna = w.person("anna").await;
    let free = async || {
        let own = codes(&w, &anna).await.into_iter().filter(|own| own.state == CodeState::Free);
        own.map(|own| own.code).collect::<Vec<_>>()
    };
    let before = free().await;
    w.later(TimeDelta::minutes(1));
    let sent = invite(&w, &anna, "ben").await.unwrap();
    assert_eq!(invited(&w, &email("ben")).await, before[2]);
    assert_eq!(free().await, before[..2]);
    withdraw(&w.backend, &anna, sent.id).await.unwrap();
    let now = free().await;
    assert_eq!((now.len(), &now[..2]), (3, &before[..2]), "what comes anew comes last");
    invite(&w, &anna, "carla").await.unwrap();
    assert_eq!(invited(&w, &email("carla")).await, now[2]);
});

story!(the_list_and_the_search_know_the_request_of_an_invited_person, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, "ben").await.unwrap();
    let code = invited(&w, &email("ben")).await;
    let ben = registers(&w, "ben", &code).await.unwrap();
    assert_eq!(only(&w, &anna).await.standing, Some(Standing::Requested));
    friends::withdraw(&w.backend, &anna, w.outgoing(&anna).await[0].id).await.unwrap();
    assert_eq!(only(&w, &anna).await.standing, Some(Standing::Stranger));
    let ask = async || friends::send_request(&w.backend, &ben, &Whom::User(id(&anna))).await.unwrap().request.id;
    let standing = async || {
        let found = friends::person(&w.backend, &anna, id(&ben)).await.unwrap().standing;
        assert_eq!(only(&w, &anna).await.standing, Some(found));
        found
    };
    let first = ask().await;
    assert_eq!(standing().await, Standing::Incoming);
    friends::decline(&w.backend, &anna, first).await.unwrap();
    assert_eq!(standing().await, Standing::Stranger);
    w.later(TimeDelta::days(1));
    friends::withdraw(&w.backend, &ben, first).await.unwrap();
    ask().await;
    assert_eq!(standing().await, Standing::Stranger, "the decline still hides it");
    w.later(TimeDelta::days(29));
    assert_eq!(standing().await, Standing::Incoming);
});

story!(an_invitation_brings_somebody_in_and_asks_them, |w| async move {
    let anna = w.person("anna").await;
    let sent = invite(&w, &anna, "Ben@example.org").await.unwrap();
    assert_eq!((sent.state, sent.sends, sent.message.as_str()), (InvitationState::Open, 1, "Komm doch auch!"));
    let mail = w.mail("ben").await.unwrap();
    assert!(mail.contains("Anna Beispiel lädt dich ein") && mail.contains("\n> Komm doch auch!\n"), "{mail}");
    assert!(mail.contains("Er gilt bis zum 19.12.2026"), "{mail}");
    assert_eq!(sent.last_day(domain::day::DEFAULT_ZONE).to_string(), "2026-12-19", "as the list says it");
    let code = invited(&w, "ben@example.org").await;
    let own = codes(&w, &anna).await;
    let used = own.iter().find(|own| own.code == code).unwrap();
    assert_eq!((used.state, used.email.as_deref()), (CodeState::Sent, Some("Ben@example.org")));

    let ben = registers(&w, "ben", &code).await.unwrap();
    let shown = only(&w, &anna).await;
    assert_eq!((shown.state, shown.standing), (InvitationState::Accepted, Some(Standing::Requested)));
    assert_eq!(shown.person.unwrap().id, id(&ben));
    assert_eq!(crate::world::diary::code(resend(&w.backend, &anna, sent.id).await), "friend_invitation_over");
    assert_eq!(crate::world::diary::code(withdraw(&w.backend, &anna, sent.id).await), "friend_invitation_over");
    assert_eq!(count(&w, &anna, CodeState::Free).await, 2, "what was used is not replaced");

    block(&w.backend, &ben, id(&anna)).await.unwrap();
    let shown = only(&w, &anna).await;
    assert_eq!((shown.state, shown.person), (InvitationState::Redeemed, None), "who blocks is not named");
});

story!(a_code_that_somebody_else_uses_names_nobody, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, "ben").await.unwrap();
    let code = invited(&w, &email("ben")).await;
    registers(&w, "carla", &code).await.unwrap();
    let shown = only(&w, &anna).await;
    assert_eq!((shown.state, shown.person, shown.standing), (InvitationState::Redeemed, None, None));
});

story!(invitations_are_refused_for_what_is_wrong_with_them, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    for (to, message, expected) in [
        ("", "", "invalid_email"),
        ("carla", "\u{7}", "invalid_character"),
        ("x@localhost", "", "invalid_email"),
        ("carla@example.org\r\nBcc: x@example.org", "", "invalid_email"),
        ("carla", &"ä".repeat(501), "message_too_long"),
        ("ben", "", "email_registered"),
        ("anna", "", "own_invitation"),
        (" ANNA@Example.org ", "", "own_invitation"),
    ] {
        let to = if to.is_empty() { "@" } else { to };
        assert_eq!(code(invite_saying(&w, &anna, to, message).await), expected, "{to} {message}");
    }
    assert_eq!(code(invite(&w, &Viewer::Guest, "carla").await), "unauthenticated");
    assert_eq!(count(&w, &anna, CodeState::Free).await, 3, "nothing was used up");

    let sent = invite(&w, &anna, "carla").await.unwrap();
    assert_eq!(code(invite(&w, &anna, "carla").await), "already_invited");
    assert_eq!(code(invite(&w, &ben, "CARLA@example.org").await), "invitation_not_now", "one a day from everybody");
    assert_eq!(code(withdraw(&w.backend, &ben, sent.id).await), "friend_invitation_not_found");
    assert_eq!(code(resend(&w.backend, &ben, sent.id).await), "friend_invitation_not_found");
    for name in ["dora", "emil"] {
        invite(&w, &anna, name).await.unwrap();
    }
    assert_eq!(code(invite(&w, &anna, "frida").await), "no_invitation_left");
    assert_eq!(w.mail("frida").await, None);
    w.later(TimeDelta::days(1));
    invite(&w, &ben, "carla").await.unwrap();
});

story!(one_code_never_goes_into_two_invitations, |w| async move {
    let anna = w.person("anna").await;
    let sends = (0..10).map(|n| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { code(invite(&w, &anna, &format!("gast{n}")).await) })
    });
    let mut said = Vec::new();
    for send in sends.collect::<Vec<_>>() {
        said.push(send.await.unwrap());
    }
    said.sort_unstable();
    let none = ["no_invitation_left"; 7];
    assert_eq!(said, [none.as_slice(), &["ok"; 3]].concat());
    let mut sent: Vec<String> = codes(&w, &anna).await.into_iter().map(|code| code.code).collect();
    sent.dedup();
    assert_eq!((sent.len(), invitations(&w.backend, &anna).await.unwrap().len()), (3, 3));

    let ben = w.person("ben").await;
    let both = [anna.clone(), ben].map(|inviter| {
        let w = w.clone();
        tokio::spawn(async move {
            if let Some(open) = invitations(&w.backend, &inviter).await.unwrap().first() {
                withdraw(&w.backend, &inviter, open.id).await.unwrap();
            }
            code(invite(&w, &inviter, "zoe").await)
        })
    });
    let mut said = Vec::new();
    for one in both {
        said.push(one.await.unwrap());
    }
    said.sort_unstable();
    assert_eq!(said, ["invitation_not_now", "ok"], "an address gets one mail a day, however close two are");
});

story!(a_withdrawn_or_expired_code_is_dead_and_replaced_once, |w| async move {
    let anna = w.person("anna").await;
    let (first, _) = (invite(&w, &anna, "ben").await.unwrap(), invite(&w, &anna, "carla").await.unwrap());
    let withdrawn = invited(&w, &email("ben")).await;
    let expired = invited(&w, &email("carla")).await;
    let withdrawals = (0..5).map(|_| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { withdraw(&w.backend, &anna, first.id).await })
    });
    for withdrawal in withdrawals.collect::<Vec<_>>() {
        withdrawal.await.unwrap().unwrap();
    }
    assert_eq!((count(&w, &anna, CodeState::Free).await, count(&w, &anna, CodeState::Withdrawn).await), (2, 1));
    let check = async |code: &str| {
        let code = validate_invitation(&w.backend, &Viewer::Guest, code, "192.0.2.1").await;
        crate::world::diary::code(code)
    };
    assert_eq!((check(&withdrawn).await, check(&expired).await), ("invitation_expired", "ok"));
    assert_eq!(code(registers(&w, "ben", &withdrawn).await), "invitation_expired");

    w.later(TimeDelta::days(30) - TimeDelta::seconds(1));
    assert_eq!(check(&expired).await, "ok");
    w.later(TimeDelta::seconds(1));
    assert_eq!(check(&expired).await, "invitation_expired");
    assert_eq!(code(registers(&w, "carla", &expired).await), "invitation_expired");
    let looks = (0..5).map(|_| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { count(&w, &anna, CodeState::Free).await })
    });
    for look in looks.collect::<Vec<_>>() {
        look.await.unwrap();
    }
    assert_eq!((count(&w, &anna, CodeState::Free).await, count(&w, &anna, CodeState::Expired).await), (3, 1));
    let states: Vec<_> = invitations(&w.backend, &anna).await.unwrap().iter().map(|one| one.state).collect();
    assert!(states.contains(&InvitationState::Withdrawn) && states.contains(&InvitationState::Expired));

    w.later(TimeDelta::days(91));
    friends::sweep(&w.backend).await.unwrap();
    assert_eq!(invitations(&w.backend, &anna).await.unwrap(), [], "no address is kept for longer");
    assert_eq!(codes(&w, &anna).await.len(), 3);
    assert_eq!(check(&expired).await, "invitation_unknown");
});

story!(a_withdrawal_and_a_registration_at_once_leave_one_of_them, |w| async move {
    let anna = w.person("anna").await;
    let mut entries = 0;
    for n in 0..6 {
        let name = format!("gast{n}");
        let sent = invite(&w, &anna, &name).await.unwrap();
        let code = invited(&w, &email(&name)).await;
        let (_, guest) = vouched_for(&w, &name).await;
        let free = count(&w, &anna, CodeState::Free).await;
        let withdrawal = {
            let (w, anna) = (w.clone(), anna.clone());
            tokio::spawn(async move { withdraw(&w.backend, &anna, sent.id).await.is_ok() })
        };
        let entered = create_account(&w.backend, &guest, &registration(&name, &code)).await;
        let is_withdrawn = withdrawal.await.unwrap();
        assert_ne!(entered.is_ok(), is_withdrawn);
        entries += usize::from(entered.is_ok());
        assert_eq!(w.outgoing(&anna).await.len(), entries, "who has come in is asked, and nobody else");
        assert_eq!(count(&w, &anna, CodeState::Free).await, free + usize::from(is_withdrawn));
        if !is_withdrawn {
            let mut tx = w.backend.db.begin().await.unwrap();
            invitation_codes::give(&w.backend, &mut tx, id(&anna), 1).await.unwrap();
            tx.commit().await.unwrap();
        }
    }
});

story!(an_invitation_is_sent_three_times_once_a_day, |w| async move {
    let anna = w.person("anna").await;
    let sent = invite(&w, &anna, "ben").await.unwrap();
    let again = async || code(resend(&w.backend, &anna, sent.id).await);
    let zone = domain::day::DEFAULT_ZONE;
    assert_eq!(sent.again_at(w.clock.now(), zone), Some(w.clock.now() + TimeDelta::days(1)));
    assert_eq!(again().await, "resend_too_soon");
    for then in ["resend_too_soon", "resend_too_often"] {
        w.later(TimeDelta::days(1));
        assert_eq!((again().await, again().await), ("ok", then));
    }
    w.later(TimeDelta::days(1));
    assert_eq!(again().await, "resend_too_often");
    let shown = only(&w, &anna).await;
    assert_eq!((shown.sends, shown.again_at(w.clock.now(), zone)), (3, None));
    assert!(w.mail("ben").await.unwrap().contains("bis zum 19.12.2026"), "it ends no later for that");

    withdraw(&w.backend, &anna, sent.id).await.unwrap();
    assert_eq!(again().await, "friend_invitation_over");
});

story!(on_the_day_after_its_last_one_it_is_neither_offered_nor_sent_again, |w| async move {
    let anna = w.person("anna").await;
    let sent = invite(&w, &anna, "ben").await.unwrap();
    let zone = domain::day::DEFAULT_ZONE;
    w.later(TimeDelta::days(29) + TimeDelta::hours(12));
    assert_eq!(sent.again_at(w.clock.now(), zone), Some(w.clock.now()), "23:00 of the last day");
    w.later(TimeDelta::hours(2));
    assert_eq!((only(&w, &anna).await.state, sent.again_at(w.clock.now(), zone)), (InvitationState::Open, None));
    assert_eq!(code(resend(&w.backend, &anna, sent.id).await), "friend_invitation_over");
});

story!(ten_mails_a_day_are_enough, |w| async move {
    let anna = w.person("anna").await;
    for n in 0..10 {
        let sent = invite(&w, &anna, &format!("gast{n}")).await.unwrap();
        withdraw(&w.backend, &anna, sent.id).await.unwrap();
    }
    let refused = invite(&w, &anna, "ben").await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.retry_after), ("invitations_of_day", Some(86_400)));
    w.later(TimeDelta::days(1));
    invite(&w, &anna, "ben").await.unwrap();
});

story!(never_again_is_for_good_and_tells_nobody, |w| async move {
    let (anna, carla) = (w.person("anna").await, w.person("carla").await);
    invite(&w, &anna, "ben").await.unwrap();
    let token = after(&w, &email("ben"), "https://tagesecho.test/stop-invitations?token=").await;
    assert!(!token.contains("ben"));
    check_unsubscribe(&w.backend, &Viewer::Guest, &token).unwrap();
    for wrong in ["", "x.y", &token[1..]] {
        assert_eq!(code(unsubscribe(&w.backend, &Viewer::Guest, wrong).await), "stop_link_invalid");
        assert_eq!(code(check_unsubscribe(&w.backend, &Viewer::Guest, wrong)), "stop_link_invalid");
    }
    unsubscribe(&w.backend, &Viewer::Guest, &token).await.unwrap();
    unsubscribe(&w.backend, &Viewer::Guest, &token).await.unwrap();

    w.later(TimeDelta::days(200));
    friends::sweep(&w.backend).await.unwrap();
    std::fs::remove_dir_all(w.data.path().join("mail")).unwrap();
    let sent = invite(&w, &carla, "BEN").await.unwrap();
    assert_eq!((sent.state, w.mail("ben").await, w.mail("BEN").await), (InvitationState::Open, None, None));
    assert_eq!(count(&w, &carla, CodeState::Sent).await, 1, "it looks as if it had gone");
});

story!(a_person_who_blocked_the_inviter_gets_no_mail_and_is_not_revealed, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    block(&w.backend, &ben, id(&anna)).await.unwrap();
    let sent = invite(&w, &anna, "ben").await.unwrap();
    assert_eq!((sent.state, w.mail("ben").await), (InvitationState::Open, None));
    assert_eq!(only(&w, &anna).await, sent);
});
