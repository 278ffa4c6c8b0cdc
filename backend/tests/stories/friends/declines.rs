//! Declined requests: how long they count, and who may answer.

use crate::world::{diary::code, friendships::id};
use backend::friends::{
    accept,
    blocks::{block, unblock},
    count_incoming, decline, person, sweep, withdraw,
};
use chrono::TimeDelta;
use domain::{RequestState, Standing};

story!(a_decline_outlives_a_block_of_either_side, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let request = w.ask(&anna, &ben).await.unwrap().request;
    decline(&w.backend, &ben, request.id).await.unwrap();
    for days in [1, 28] {
        w.later(TimeDelta::days(days));
        for (blocker, other) in [(&anna, &ben), (&ben, &anna)] {
            block(&w.backend, blocker, id(other)).await.unwrap();
            unblock(&w.backend, blocker, id(other)).await.unwrap();
            assert!(w.outgoing(&anna).await.is_empty(), "the request ended with the block");
            sweep(&w.backend).await.unwrap();
            assert!(w.ask(&anna, &ben).await.unwrap().is_new, "to her it is like any other");
            assert!(w.incoming(&ben).await.is_empty());
            assert_eq!(count_incoming(&w.backend, &ben).await.unwrap(), 0);
            assert_eq!(person(&w.backend, &ben, id(&anna)).await.unwrap().standing, Standing::Stranger);
        }
    }
    let standing = w.outgoing(&anna).await;
    w.later(TimeDelta::days(1));
    assert_eq!(w.incoming(&ben).await, standing, "thirty days after the decline");
    accept(&w.backend, &ben, standing[0].id).await.unwrap();
    let rows: (i64,) = w.backend.db.read("SELECT COUNT(*) FROM friend_requests").fetch_one().await.unwrap();
    assert_eq!(rows.0, 0, "between friends no request is left");
});

story!(a_request_ended_by_a_block_meets_no_other_and_is_deleted_after_thirty_days, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let request = w.ask(&anna, &ben).await.unwrap().request;
    decline(&w.backend, &ben, request.id).await.unwrap();
    block(&w.backend, &anna, id(&ben)).await.unwrap();
    unblock(&w.backend, &anna, id(&ben)).await.unwrap();
    let count = || async {
        let rows: (i64,) = w.backend.db.read("SELECT COUNT(*) FROM friend_requests").fetch_one().await.unwrap();
        rows.0
    };
    w.later(TimeDelta::days(30));
    sweep(&w.backend).await.unwrap();
    assert_eq!(count().await, 1);
    let his = w.ask(&ben, &anna).await.unwrap().request;
    assert_eq!(his.state, RequestState::Pending, "hers does not stand any more");
    withdraw(&w.backend, &ben, his.id).await.unwrap();
    w.later(TimeDelta::seconds(1));
    sweep(&w.backend).await.unwrap();
    assert_eq!(count().await, 1, "only his is left");
    w.ask(&anna, &ben).await.unwrap();
    assert_eq!(w.incoming(&ben).await.len(), 1);
});

story!(nobody_answers_or_withdraws_what_is_between_others, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    let request = w.ask(&anna, &ben).await.unwrap().request;
    // Another request, so that her list is not simply empty.
    w.ask(&carla, &ben).await.unwrap();
    let seen = async || (w.incoming(&ben).await, w.outgoing(&anna).await, w.outgoing(&carla).await);
    let before = seen().await;
    assert_eq!(code(accept(&w.backend, &carla, request.id).await), "request_not_found");
    assert_eq!(code(decline(&w.backend, &carla, request.id).await), "request_not_found");
    assert_eq!(code(withdraw(&w.backend, &carla, request.id).await), "request_not_found");
    assert_eq!(seen().await, before);
    for person in [&anna, &ben, &carla] {
        assert!(w.friends_of(person).await.is_empty());
    }
    accept(&w.backend, &ben, request.id).await.unwrap();
    assert_eq!(w.friends_of(&ben).await, [id(&anna)]);
});
