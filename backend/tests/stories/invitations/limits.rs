//! The number of mails to an address, whoever asks for them and whatever they withdraw.

use super::{count, invite};
use crate::world::{World, diary::code, people::email};
use backend::{
    Backend, Settings, Viewer,
    friends::{
        self, Sought, Whom,
        invitations::{
            CodeState, FriendInvitation, InvitationForm, InvitationState, invitations, resend, send, unsubscribe,
            withdraw,
        },
        search, send_request,
    },
};
use chrono::TimeDelta;
use domain::UserId;

fn as_in_production(settings: &mut Settings) {
    settings.throttle_factor = 1;
    settings.sign_ups_per_hour = 1000;
}

/// The refusal of an invitation that is withdrawn at once.
async fn invite_and_withdraw(w: &World, inviter: &Viewer, address: &str) -> &'static str {
    match invite(w, inviter, address).await {
        Ok(FriendInvitation { id, .. }) => {
            withdraw(&w.backend, inviter, id).await.unwrap();
            "ok"
        }
        refused => code(refused),
    }
}

async fn rows(w: &World, table: &str) -> i64 {
    let sql: &'static str = format!("SELECT COUNT(*) FROM {table}").leak();
    w.backend.db.read(sql).fetch_one::<(i64,)>().await.unwrap().0
}

story!(taking_an_invitation_back_gives_no_mail_back, |w| async move {
    let anna = w.person("anna").await;
    for _ in 0..3 {
        assert_eq!(invite_and_withdraw(&w, &anna, "ben").await, "ok");
        assert_eq!(invite_and_withdraw(&w, &anna, "ben").await, "invitation_not_now", "one a day");
        assert_eq!(count(&w, &anna, CodeState::Free).await, 3, "the codes are hers");
        w.later(TimeDelta::days(1));
    }
    for days in [0, 40, 46] {
        w.later(TimeDelta::days(days));
        assert_eq!(invite_and_withdraw(&w, &anna, "ben").await, "invitation_not_now", "three in 90 days");
    }
    w.later(TimeDelta::days(1));
    assert_eq!(invite_and_withdraw(&w, &anna, "ben").await, "ok", "the first is 90 days old");

    w.later(TimeDelta::days(90));
    friends::sweep(&w.backend).await.unwrap();
    assert_eq!((rows(&w, "invitation_sends").await, rows(&w, "invited_addresses").await), (0, 0), "no trace is kept");
});

story!(sending_again_counts_with_what_was_withdrawn_before, |w| async move {
    let anna = w.person("anna").await;
    for _ in 0..2 {
        assert_eq!(invite_and_withdraw(&w, &anna, "ben").await, "ok");
        w.later(TimeDelta::days(1));
    }
    let sent = invite(&w, &anna, "ben").await.unwrap();
    w.later(TimeDelta::days(1));
    assert_eq!(code(resend(&w.backend, &anna, sent.id).await), "invitation_not_now");
    assert_eq!((only_open(&w, &anna).await.sends, rows(&w, "invitation_sends").await), (1, 3));
});

async fn only_open(w: &World, viewer: &Viewer) -> FriendInvitation {
    let all = invitations(&w.backend, viewer).await.unwrap();
    all.into_iter().find(|one| one.state == InvitationState::Open).unwrap()
}

story!(an_address_gets_three_in_thirty_days_from_everybody_and_nobody_learns_from_whom, |w| async move {
    let mut inviters = Vec::new();
    for name in ["anna", "ben", "carla", "dora"] {
        inviters.push(w.person(name).await);
    }
    for inviter in &inviters[..3] {
        invite(&w, inviter, "zoe").await.unwrap();
        w.later(TimeDelta::days(1));
    }
    let others = invite(&w, &inviters[3], "zoe").await.unwrap_err().refusal();
    for _ in 0..3 {
        invite_and_withdraw(&w, &inviters[0], "yves").await;
        w.later(TimeDelta::days(1));
    }
    let own = invite(&w, &inviters[0], "yves").await.unwrap_err().refusal();
    assert_eq!(own, others, "the same answer, whoever used it up");
    assert_eq!((own.code(), own.retry_after), ("invitation_not_now", None));

    w.later(TimeDelta::days(23));
    assert_eq!(code(invite(&w, &inviters[3], "zoe").await), "invitation_not_now");
    w.later(TimeDelta::days(1));
    invite(&w, &inviters[3], "zoe").await.unwrap();
});

story!(a_tag_makes_no_other_address_for_limits_and_for_never_again, |w| async move {
    let (anna, carla) = (w.person("anna").await, w.person("carla").await);
    invite(&w, &anna, "ben+1@example.org").await.unwrap();
    assert!(w.mail_to("ben+1@example.org").await.is_some(), "it goes where it was typed");
    for address in ["Ben+2@Example.org", "ben@example.org"] {
        assert_eq!(code(invite(&w, &anna, address).await), "invitation_not_now", "{address}");
        assert_eq!(code(invite(&w, &carla, address).await), "invitation_not_now", "{address}");
    }
    let token = super::after(&w, "ben+1@example.org", "/stop-invitations?token=").await;
    unsubscribe(&w.backend, &Viewer::Guest, &token).await.unwrap();
    w.later(TimeDelta::days(31));
    for address in ["BEN+3@example.org", "ben@example.org"] {
        invite(&w, &carla, address).await.unwrap();
        assert_eq!(w.mail_to(address).await, None, "{address}");
        w.later(TimeDelta::days(1));
    }
});

story!(however_many_invite_an_address_at_once_it_gets_one_a_day_and_three_in_all, |w| async move {
    let mut inviters = Vec::new();
    for name in ["anna", "ben", "carla"] {
        inviters.push(w.person(name).await);
    }
    for passed in [1, 1, 1, 0] {
        let sends = (0..9).map(|n| {
            let (w, inviter) = (w.clone(), inviters[n % 3].clone());
            tokio::spawn(async move { invite_and_withdraw(&w, &inviter, &format!("zoe+{n}@example.org")).await })
        });
        let mut said = Vec::new();
        for send in sends.collect::<Vec<_>>() {
            said.push(send.await.unwrap());
        }
        said.sort_unstable();
        let (ok, refused) = (vec!["ok"; passed], vec!["invitation_not_now"; 9 - passed]);
        assert_eq!(said, [refused, ok].concat());
        w.later(TimeDelta::days(1));
    }
    assert_eq!(rows(&w, "invitation_sends").await, 3);
});

story!(a_waiting_mail_goes_no_more_once_its_invitation_is_withdrawn_or_not_wanted, |w| async move {
    let (anna, carla) = (w.person("anna").await, w.person("carla").await);
    let sent = invite(&w, &anna, "ben").await.unwrap();
    let mail = w.mail("ben").await.unwrap();
    let token = mail.split_once("/stop-invitations?token=").unwrap().1.lines().next().unwrap().to_owned();
    withdraw(&w.backend, &anna, sent.id).await.unwrap();
    w.later(TimeDelta::days(1));

    let (smtp_url, mail_from) = (Some("smtp://127.0.0.1:1".into()), Some("mail@tagesecho.test".into()));
    let away = Backend::open(Settings { smtp_url, mail_from, ..w.settings.clone() }, w.clock.clone()).await.unwrap();
    let to = |name: &str| InvitationForm { email: email(name), message: "Hallo".into() };
    send(&away, &carla, &to("ben")).await.unwrap();
    let mistyped = send(&away, &carla, &to("bem")).await.unwrap();
    away.background.settled().await;
    assert_eq!(rows(&w, "mails").await, 2);
    withdraw(&away, &carla, mistyped.id).await.unwrap();
    assert_eq!(rows(&w, "mails").await, 1);
    unsubscribe(&w.backend, &Viewer::Guest, &token).await.unwrap();
    assert_eq!(rows(&w, "mails").await, 0);
    away.db.close().await;
});

story!(asking_and_inviting_say_no_more_about_addresses_than_a_search, as_in_production, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let sent = invite(&w, &anna, "carla").await.unwrap();
    let sought = Sought::Email(email("nobody"));
    let whom = Whom::Email(email("nobody"));
    for _ in 0..9 {
        assert_eq!(code(search(&w.backend, &anna, &sought).await), "user_not_found");
        assert_eq!(code(send_request(&w.backend, &anna, &whom).await), "user_not_found");
        assert_eq!(code(invite(&w, &anna, "ben").await), "email_registered");
    }
    for _ in 0..2 {
        assert_eq!(code(resend(&w.backend, &anna, sent.id).await), "resend_too_soon");
    }
    for said in [
        code(search(&w.backend, &anna, &sought).await),
        code(send_request(&w.backend, &anna, &whom).await),
        code(invite(&w, &anna, "ben").await),
        code(resend(&w.backend, &anna, sent.id).await),
    ] {
        assert_eq!(said, "too_many_requests");
    }
    let ben: UserId = super::id(&ben);
    send_request(&w.backend, &anna, &Whom::User(ben)).await.unwrap();
});
