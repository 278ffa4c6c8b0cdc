//! An invitation by mail is a request to whoever comes with it under the invited address.

use super::{after, codes, id, invite, only, registers};
use crate::world::{
    crowd::Crowd,
    people::{email, registration},
};
use backend::{
    friends::{self, invitations::InvitationState},
    identity::{confirm_email, register, send_verification},
};
use domain::Standing;

story!(who_was_invited_finds_the_inviters_request, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, " Ben@Example.ORG").await.unwrap();
    let code = after(&w, "Ben@Example.ORG", "?invite=").await;
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

story!(who_has_not_confirmed_the_address_is_asked_once_they_have, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, "ben").await.unwrap();
    let code = after(&w, &email("ben"), "?invite=").await;
    let tokens = w.sign_up("ben").await;
    register(&w.backend, &w.viewer(&tokens.id_token).await, &registration("ben", &code)).await.unwrap();
    let ben = w.viewer(&tokens.id_token).await;
    assert!(w.incoming(&ben).await.is_empty(), "whoever got the link from somebody else could say this address");
    assert_eq!(only(&w, &anna).await.standing, Some(Standing::Stranger));

    send_verification(&w.backend, &ben, &tokens.id_token, "192.0.2.1").await.unwrap();
    confirm_email(&w.backend, &w.mailed_code("ben").await, "192.0.2.1").await.unwrap();
    let request = w.incoming(&ben).await.remove(0);
    assert_eq!(request.requester.id, id(&anna));
    friends::decline(&w.backend, &ben, request.id).await.unwrap();
    w.session(&w.sign_in("ben").await).await;
    assert!(w.incoming(&ben).await.is_empty(), "once");
});

story!(who_comes_another_way_is_asked_by_nobody, |w| async move {
    let anna = w.person("anna").await;
    invite(&w, &anna, "ben").await.unwrap();
    let sent = after(&w, &email("ben"), "?invite=").await;
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
    let code = after(&w, &email("ben"), "?invite=").await;
    let ben = registers(&w, "ben", &code).await.unwrap();
    assert!(w.incoming(&ben).await.is_empty());
    let shown = only(&w, &anna).await;
    assert_eq!((shown.state, shown.standing), (InvitationState::Accepted, Some(Standing::Stranger)));
});
