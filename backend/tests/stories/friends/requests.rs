//! The life of a friend request.

use crate::world::{
    diary::{code, writing},
    friendships::id,
};
use backend::{
    Viewer, entries,
    friends::{
        Whom, accept, count_incoming, decline, friends, incoming, outgoing, person, remove_friend, send_request, sweep,
        withdraw,
    },
};
use chrono::TimeDelta;
use domain::{EntryForm, RequestId, RequestState, Standing, Visibility};
use uuid::Uuid;

story!(somebody_asks_and_the_other_accepts, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let sent = send_request(&w.backend, &anna, &Whom::Email(" Ben@Example.org ".into())).await.unwrap();
    assert!(sent.is_new);
    assert_eq!((sent.request.requester.id, sent.request.addressee.id), (id(&anna), id(&ben)));
    assert_eq!(sent.request.state, RequestState::Pending);
    assert_eq!(w.outgoing(&anna).await, std::slice::from_ref(&sent.request));
    assert_eq!(w.incoming(&ben).await, std::slice::from_ref(&sent.request));
    assert_eq!(count_incoming(&w.backend, &ben).await.unwrap(), 1);
    assert!(w.incoming(&anna).await.is_empty() && w.outgoing(&ben).await.is_empty());
    assert!(w.friends_of(&anna).await.is_empty(), "asking alone changes nothing");

    let again = w.ask(&anna, &ben).await.unwrap();
    assert!(!again.is_new);
    assert_eq!(again.request, sent.request);

    for (viewer, action) in [(&anna, "accept"), (&anna, "decline"), (&ben, "withdraw")] {
        let refused = match action {
            "accept" => accept(&w.backend, viewer, sent.request.id).await.map(drop),
            "decline" => decline(&w.backend, viewer, sent.request.id).await,
            _ => withdraw(&w.backend, viewer, sent.request.id).await,
        };
        assert_eq!(code(refused), "request_not_found", "{action} is the other one's");
    }

    w.later(TimeDelta::hours(1));
    let accepted = accept(&w.backend, &ben, sent.request.id).await.unwrap();
    assert_eq!(accepted.state, RequestState::Accepted);
    assert_eq!(w.friends_of(&anna).await, [id(&ben)]);
    assert_eq!(w.friends_of(&ben).await, [id(&anna)]);
    let his = friends(&w.backend, &ben).await.unwrap().remove(0);
    assert_eq!((his.person.first_name.as_str(), his.since), ("Anna", w.clock.now()));
    assert!(w.outgoing(&anna).await.is_empty() && w.incoming(&ben).await.is_empty());
    assert_eq!(code(accept(&w.backend, &ben, sent.request.id).await), "request_not_found");
    assert_eq!(code(w.ask(&anna, &ben).await), "already_friends");
    assert_eq!(code(w.ask(&ben, &anna).await), "already_friends");
});

story!(the_addressee_must_exist_and_be_somebody_else, |w| async move {
    let anna = w.person("anna").await;
    assert_eq!(code(w.ask(&anna, &anna).await), "own_request");
    for whom in [
        Whom::Email("nobody@example.org".into()),
        Whom::Email("x\0y@example.org".into()),
        Whom::Email("a".repeat(10_000)),
        Whom::User(domain::UserId(Uuid::new_v4())),
    ] {
        assert_eq!(code(send_request(&w.backend, &anna, &whom).await), "user_not_found");
    }
    assert_eq!(code(send_request(&w.backend, &anna, &Whom::Email(" ".into())).await), "search_empty");
    let missing = RequestId(Uuid::new_v4());
    assert_eq!(code(accept(&w.backend, &anna, missing).await), "request_not_found");
    assert_eq!(code(decline(&w.backend, &anna, missing).await), "request_not_found");
    assert_eq!(code(withdraw(&w.backend, &anna, missing).await), "request_not_found");
    let stranger = w.person("ben").await;
    assert_eq!(code(remove_friend(&w.backend, &anna, id(&stranger)).await), "friend_not_found");
    assert_eq!(code(remove_friend(&w.backend, &anna, id(&anna)).await), "friend_not_found");
    assert_eq!(code(remove_friend(&w.backend, &anna, domain::UserId(Uuid::new_v4())).await), "friend_not_found");

    let half = Viewer::Identity { uid: "u".into(), email: "u@example.org".into(), verified: true };
    for (viewer, expected) in [(&Viewer::Guest, "unauthenticated"), (&half, "user_not_found")] {
        assert_eq!(code(w.ask(viewer, &anna).await), expected);
        assert_eq!(code(friends(&w.backend, viewer).await), expected);
        assert_eq!(code(incoming(&w.backend, viewer, None, 1).await), expected);
        assert_eq!(code(outgoing(&w.backend, viewer, None, 1).await), expected);
        assert_eq!(code(accept(&w.backend, viewer, missing).await), expected);
        assert_eq!(code(remove_friend(&w.backend, viewer, id(&anna)).await), expected);
        assert_eq!(code(person(&w.backend, viewer, id(&anna)).await), expected);
    }
});

story!(requests_that_meet_make_friends, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let hers = w.ask(&anna, &ben).await.unwrap().request;
    let met = w.ask(&ben, &anna).await.unwrap().request;
    assert_eq!((met.id, met.state, met.requester.id), (hers.id, RequestState::Accepted, id(&anna)));
    assert_eq!((w.friends_of(&anna).await, w.friends_of(&ben).await), (vec![id(&ben)], vec![id(&anna)]));
    for person in [&anna, &ben] {
        assert!(w.incoming(person).await.is_empty() && w.outgoing(person).await.is_empty());
    }
});

story!(a_decline_is_silent, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let request = w.ask(&anna, &ben).await.unwrap().request;
    let before = (w.outgoing(&anna).await, person(&w.backend, &anna, id(&ben)).await.unwrap());
    decline(&w.backend, &ben, request.id).await.unwrap();

    assert!(w.incoming(&ben).await.is_empty());
    assert_eq!(count_incoming(&w.backend, &ben).await.unwrap(), 0);
    assert_eq!(person(&w.backend, &ben, id(&anna)).await.unwrap().standing, Standing::Stranger);
    assert_eq!(code(accept(&w.backend, &ben, request.id).await), "request_not_found");
    assert_eq!(code(decline(&w.backend, &ben, request.id).await), "request_not_found");
    let after = (w.outgoing(&anna).await, person(&w.backend, &anna, id(&ben)).await.unwrap());
    assert_eq!(before, after, "nothing tells her");
    let again = w.ask(&anna, &ben).await.unwrap();
    assert_eq!((again.is_new, again.request), (false, request.clone()));
    assert!(w.incoming(&ben).await.is_empty());

    // The request is withdrawn and made anew: new for her, without effect for him for thirty days.
    w.later(TimeDelta::days(1));
    withdraw(&w.backend, &anna, request.id).await.unwrap();
    assert!(w.outgoing(&anna).await.is_empty());
    assert_eq!(code(withdraw(&w.backend, &anna, request.id).await), "request_not_found");
    w.later(TimeDelta::days(1));
    let anew = w.ask(&anna, &ben).await.unwrap();
    assert!(anew.is_new);
    assert_eq!(w.outgoing(&anna).await, std::slice::from_ref(&anew.request));
    assert!(w.incoming(&ben).await.is_empty());
    w.later(TimeDelta::days(27));
    assert!(w.incoming(&ben).await.is_empty());
    w.later(TimeDelta::days(1));
    assert_eq!(w.incoming(&ben).await, std::slice::from_ref(&anew.request));
    assert_eq!(person(&w.backend, &ben, id(&anna)).await.unwrap().standing, Standing::Incoming);
    assert_eq!(count_incoming(&w.backend, &ben).await.unwrap(), 1);
    accept(&w.backend, &ben, anew.request.id).await.unwrap();
    assert_eq!(w.friends_of(&anna).await, [id(&ben)]);
});

story!(a_withdrawn_request_looks_the_same_whether_it_was_declined_or_not, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    let mut seen = Vec::new();
    for (other, declines) in [(&ben, true), (&carla, false)] {
        let first = w.ask(&anna, other).await.unwrap().request;
        if declines {
            decline(&w.backend, other, first.id).await.unwrap();
        }
        withdraw(&w.backend, &anna, first.id).await.unwrap();
        let second = w.ask(&anna, other).await.unwrap();
        seen.push((second.is_new, second.request.id == first.id, second.request.created_at));
    }
    assert_eq!(seen[0], seen[1]);
});

story!(a_person_who_declined_can_ask_and_meets_the_pending_request, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    let to_ben = w.ask(&anna, &ben).await.unwrap().request;
    decline(&w.backend, &ben, to_ben.id).await.unwrap();
    assert_eq!(w.ask(&ben, &anna).await.unwrap().request.state, RequestState::Accepted);
    assert_eq!(w.friends_of(&anna).await, [id(&ben)]);

    let to_carla = w.ask(&anna, &carla).await.unwrap().request;
    decline(&w.backend, &carla, to_carla.id).await.unwrap();
    withdraw(&w.backend, &anna, to_carla.id).await.unwrap();
    assert_eq!(w.ask(&carla, &anna).await.unwrap().request.state, RequestState::Pending, "hers is no longer there");
    assert_eq!(w.friends_of(&anna).await, [id(&ben)]);
});

story!(friends_read_what_is_for_friends_until_one_removes_the_other, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm { visibility: Some(Visibility::Friends), ..writing("für Freunde") };
    let entry = entries::create(&w.backend, &anna, form, vec![]).await.unwrap();
    assert_eq!(code(entries::open(&w.backend, &ben, entry.id).await), "access_denied");
    w.make_friends(&anna, &ben).await;
    assert_eq!(entries::open(&w.backend, &ben, entry.id).await.unwrap().text, "für Freunde");
    remove_friend(&w.backend, &ben, id(&anna)).await.unwrap();
    assert_eq!(code(entries::open(&w.backend, &ben, entry.id).await), "access_denied");
    assert!(w.friends_of(&anna).await.is_empty() && w.friends_of(&ben).await.is_empty());
    assert_eq!(code(remove_friend(&w.backend, &anna, id(&ben)).await), "friend_not_found");
    w.make_friends(&ben, &anna).await;
    assert_eq!(w.friends_of(&anna).await, [id(&ben)], "they can find together again");
});

story!(a_block_outweighs_a_request, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let request = w.ask(&anna, &ben).await.unwrap().request;
    let sql = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3)";
    let block = w.backend.db.write(sql).bind(id(&ben).0).bind(id(&anna).0).bind(w.clock.now());
    block.execute().await.unwrap();
    assert_eq!(code(accept(&w.backend, &ben, request.id).await), "request_not_found");
    for (one, other) in [(&anna, &ben), (&ben, &anna)] {
        assert_eq!(code(w.ask(one, other).await), "user_not_found");
        assert_eq!(code(person(&w.backend, one, id(other)).await), "user_not_found");
    }
});

story!(invitations_withdrawn_long_ago_are_deleted, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let request = w.ask(&anna, &ben).await.unwrap().request;
    withdraw(&w.backend, &anna, request.id).await.unwrap();
    let count = || async {
        let rows: (i64,) = w.backend.db.read("SELECT COUNT(*) FROM friend_requests").fetch_one().await.unwrap();
        rows.0
    };
    w.later(TimeDelta::days(30));
    sweep(&w.backend).await.unwrap();
    assert_eq!(count().await, 1);
    w.later(TimeDelta::seconds(1));
    sweep(&w.backend).await.unwrap();
    assert_eq!(count().await, 0);
    let standing = w.ask(&anna, &ben).await.unwrap().request;
    w.later(TimeDelta::days(1000));
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.incoming(&ben).await, [standing], "what stands stays");
});

story!(lists_of_requests_have_pages, |w| async move {
    let ben = w.person("ben").await;
    let mut asked = Vec::new();
    for name in ["anna", "carla", "dora", "emil", "frida"] {
        let other = w.person(name).await;
        asked.push(w.ask(&other, &ben).await.unwrap().request);
        w.ask(&ben, &w.person(&format!("{name}2")).await).await.unwrap();
    }
    let read = |page: backend::pagination::Page<domain::FriendRequest>| (page.items, page.next);
    let mut before: Option<String> = None;
    let mut found = Vec::new();
    for _ in 0..3 {
        let (items, next) = read(incoming(&w.backend, &ben, before.as_deref(), 2).await.unwrap());
        found.extend(items);
        before = next;
    }
    asked.sort_by_key(|request| std::cmp::Reverse(request.id));
    assert_eq!((found, before), (asked, None));
    let (items, next) = read(outgoing(&w.backend, &ben, None, 3).await.unwrap());
    let (rest, end) = read(outgoing(&w.backend, &ben, next.as_deref(), 3).await.unwrap());
    assert_eq!((items.len(), rest.len(), end), (3, 2, None));
    assert_eq!(code(incoming(&w.backend, &ben, Some("x"), 2).await), "invalid_form");
});
