//! An invitation by mail becomes a request to the person who registers with the invited address.

use super::{codes, id, invite, invited, only, registers};
use crate::world::{
    World,
    crowd::Crowd,
    people::{email, registration},
};
use backend::{
    Viewer,
    friends::{
        self, Whom,
        blocks::{block, unblock},
        invitations::InvitationState,
    },
    identity::{confirm_email, create_account, send_verification},
    invitation_codes,
};
use chrono::TimeDelta;
use domain::{Standing, identity::Tokens};

story!(an_invited_person_finds_the_inviters_request, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, " Ben@Example.ORG").await.unwrap();
    let code = invited(&w, "Ben@Example.ORG").await;
    assert!(w.outgoing(&anna).await.is_empty(), "nobody is asked before they are there");
    let ben = registers(&w, "ben", &code).await.unwrap();
    let request = w.incoming(&ben).await.remove(0);
    assert_eq!((request.requester.id, request.addressee.id), (id(&anna), id(&ben)));
    assert_eq!(request.created_at, w.clock.now());
    assert_eq!(w.outgoing(&anna).await, std::slice::from_ref(&request));
    assert_eq!(only(&w, &anna).await.standing, Some(Standing::Requested));
    assert!(w.friends_of(&ben).await.is_empty(), "friends they are when he says so");
    friends::accept(&w.backend, &ben, request.id).await.unwrap();
    assert_eq!(only(&w, &anna).await.standing, Some(Standing::Friend));
});

story!(a_person_is_asked_once_their_address_is_confirmed, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, "ben").await.unwrap();
    let code = invited(&w, &email("ben")).await;
    let tokens = w.sign_up("ben").await;
    create_account(&w.backend, &w.viewer(&tokens.id_token).await, &registration("ben", &code)).await.unwrap();
    let ben = w.viewer(&tokens.id_token).await;
    assert!(w.incoming(&ben).await.is_empty(), "whoever got the link from somebody else could say this address");
    let shown = only(&w, &anna).await;
    assert_eq!((shown.standing, shown.email_confirmed), (Some(Standing::Stranger), Some(false)));

    confirms(&w, "ben", &tokens).await;
    assert_eq!(only(&w, &anna).await.email_confirmed, Some(true));
    let request = w.incoming(&ben).await.remove(0);
    assert_eq!(request.requester.id, id(&anna));
    friends::decline(&w.backend, &ben, request.id).await.unwrap();
    w.session(&w.sign_in("ben").await).await;
    assert!(w.incoming(&ben).await.is_empty(), "once");
});

story!(an_address_is_confirmed_also_if_the_inviter_has_left, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, &email("ben")).await.unwrap();
    let code = invited(&w, &email("ben")).await;
    let tokens = w.sign_up("ben").await;
    create_account(&w.backend, &w.viewer(&tokens.id_token).await, &registration("ben", &code)).await.unwrap();
    let leaves = w.backend.db.write("UPDATE users SET leaves_at = $2 WHERE id = $1").bind(id(&anna).0);
    leaves.bind(w.clock.now() + TimeDelta::days(14)).execute().await.unwrap();
    confirms(&w, "ben", &tokens).await;
    assert!(w.incoming(&w.viewer(&tokens.id_token).await).await.is_empty());
    w.session(&w.sign_in("ben").await).await;
});

async fn confirms(w: &World, name: &str, tokens: &Tokens) {
    let viewer = w.viewer(&tokens.id_token).await;
    send_verification(&w.backend, &viewer, &tokens.id_token, "192.0.2.1").await.unwrap();
    confirm_email(&w.backend, &w.mailed_code(name).await, "192.0.2.1").await.unwrap();
}

story!(a_request_from_before_the_confirmation_is_not_asked_again, |w| async move {
    let anna = w.person("anna").await;
    let ask = async |who: &Viewer, whom: &Viewer| {
        let sent = friends::send_request(&w.backend, who, &Whom::User(id(whom))).await.unwrap();
        sent.request.id
    };
    for (n, what) in ["taken back", "his, taken back", "ended", "blocked", "blocked by him"].into_iter().enumerate() {
        let name = format!("gast{n}");
        let mut tx = w.backend.db.begin().await.unwrap();
        invitation_codes::give(&w.backend, &mut tx, id(&anna), 1).await.unwrap();
        tx.commit().await.unwrap();
        invite(&w, &anna, &name).await.unwrap();
        let code = invited(&w, &email(&name)).await;
        let tokens = w.sign_up(&name).await;
        create_account(&w.backend, &w.viewer(&tokens.id_token).await, &registration(&name, &code)).await.unwrap();
        let guest = w.viewer(&tokens.id_token).await;
        match what {
            "taken back" => friends::withdraw(&w.backend, &anna, ask(&anna, &guest).await).await.unwrap(),
            "his, taken back" => friends::withdraw(&w.backend, &guest, ask(&guest, &anna).await).await.unwrap(),
            "ended" => {
                friends::accept(&w.backend, &guest, ask(&anna, &guest).await).await.unwrap();
                friends::remove_friend(&w.backend, &anna, id(&guest)).await.unwrap();
            }
            blocked => {
                let (one, other) = if blocked == "blocked" { (&anna, &guest) } else { (&guest, &anna) };
                block(&w.backend, one, id(other)).await.unwrap();
                unblock(&w.backend, one, id(other)).await.unwrap();
            }
        }
        confirms(&w, &name, &tokens).await;
        assert!(w.incoming(&guest).await.is_empty() && w.outgoing(&anna).await.is_empty(), "{what}");
        assert!(w.friends_of(&anna).await.is_empty(), "{what}");
    }
});

story!(people_who_come_by_another_code_get_no_request, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, "ben").await.unwrap();
    let sent = invited(&w, &email("ben")).await;
    let own = codes(&w, &anna).await.remove(0).code;
    let carla = registers(&w, "carla", &sent).await.unwrap();
    let ben = registers(&w, "ben", &own).await.unwrap();
    for person in [&ben, &carla] {
        assert!(w.incoming(person).await.is_empty());
    }
    assert!(w.outgoing(&anna).await.is_empty());
});

story!(an_invitation_is_no_request_above_the_hundred, |w| async move {
    let anna = w.person("anna").await;
    Crowd { people: 102, friends: 1, entries: 0 }.gather(&w.backend.db, &anna).await;
    let sql = "INSERT INTO friend_requests (id, requester_id, addressee_id, created_at) \
               SELECT id, $1, id, created_at FROM users WHERE id <> $1 LIMIT 100";
    assert_eq!(w.backend.db.write(sql).bind(id(&anna).0).execute().await.unwrap(), 100);
    invite(&w, &anna, "ben").await.unwrap();
    let code = invited(&w, &email("ben")).await;
    let ben = registers(&w, "ben", &code).await.unwrap();
    assert!(w.incoming(&ben).await.is_empty());
    let shown = only(&w, &anna).await;
    assert_eq!((shown.state, shown.standing), (InvitationState::Accepted, Some(Standing::Stranger)));
});
