//! Two things at once: one of them is first, and the outcome is whole.

use crate::world::{World, diary::code, friendships::id};
use backend::{
    Viewer,
    friends::{accept, decline, remove_friend, withdraw},
};
use domain::Standing;

/// The two, before the race of each round.
async fn pair(w: &World, round: usize) -> (Viewer, Viewer) {
    (w.person(&format!("anna{round}")).await, w.person(&format!("ben{round}")).await)
}

/// Whether the two are friends of each other or neither is, without a request between them in the first case.
async fn are_friends(w: &World, one: &Viewer, other: &Viewer) -> bool {
    let (ones, others) = (w.friends_of(one).await, w.friends_of(other).await);
    assert_eq!(ones.contains(&id(other)), others.contains(&id(one)), "in both directions or in none");
    assert!(ones.len() <= 1 && others.len() <= 1);
    if ones.len() == 1 {
        for person in [one, other] {
            assert!(w.incoming(person).await.is_empty() && w.outgoing(person).await.is_empty());
        }
    }
    ones.len() == 1
}

story!(two_who_ask_each_other_at_once_are_friends_once, |w| async move {
    for round in 0..6 {
        let (anna, ben) = pair(&w, round).await;
        let (hers, his) = tokio::join!(w.ask(&anna, &ben), w.ask(&ben, &anna));
        assert_eq!((code(hers), code(his)), ("ok", "ok"));
        assert!(are_friends(&w, &anna, &ben).await);
    }
});

story!(many_equal_requests_at_once_are_one, |w| async move {
    let (anna, ben) = pair(&w, 0).await;
    let asked = futures::future::join_all((0..8).map(|_| w.ask(&anna, &ben))).await;
    let asked: Vec<_> = asked.into_iter().map(Result::unwrap).collect();
    assert_eq!(asked.iter().filter(|sent| sent.is_new).count(), 1);
    assert!(asked.iter().all(|sent| sent.request == asked[0].request));
    assert_eq!(w.incoming(&ben).await.len(), 1);
});

story!(accepting_twice_at_once_makes_one_friendship, |w| async move {
    for round in 0..4 {
        let (anna, ben) = pair(&w, round).await;
        let request = w.ask(&anna, &ben).await.unwrap().request.id;
        let (one, two) = tokio::join!(accept(&w.backend, &ben, request), accept(&w.backend, &ben, request));
        let mut codes = [code(one), code(two)];
        codes.sort_unstable();
        assert_eq!(codes, ["ok", "request_not_found"]);
        assert!(are_friends(&w, &anna, &ben).await);
    }
});

story!(either_accepting_or_withdrawing_wins, |w| async move {
    for round in 0..6 {
        let (anna, ben) = pair(&w, round).await;
        let request = w.ask(&anna, &ben).await.unwrap().request.id;
        let (accepted, withdrawn) =
            tokio::join!(accept(&w.backend, &ben, request), withdraw(&w.backend, &anna, request));
        let outcome = (code(accepted), code(withdrawn));
        let friends = are_friends(&w, &anna, &ben).await;
        assert!(
            outcome == ("ok", "request_not_found") && friends || outcome == ("request_not_found", "ok") && !friends,
            "{outcome:?} {friends}"
        );
    }
});

story!(either_accepting_or_declining_wins, |w| async move {
    for round in 0..6 {
        let (anna, ben) = pair(&w, round).await;
        let request = w.ask(&anna, &ben).await.unwrap().request.id;
        let (accepted, declined) = tokio::join!(accept(&w.backend, &ben, request), decline(&w.backend, &ben, request));
        let outcome = (code(accepted), code(declined));
        let friends = are_friends(&w, &anna, &ben).await;
        assert!(
            outcome == ("ok", "request_not_found") && friends || outcome == ("request_not_found", "ok") && !friends,
            "{outcome:?} {friends}"
        );
    }
});

story!(removing_while_the_other_asks_anew_leaves_no_half_friendship, |w| async move {
    for round in 0..6 {
        let (anna, ben) = pair(&w, round).await;
        w.make_friends(&anna, &ben).await;
        let (removed, both, asked) = tokio::join!(
            remove_friend(&w.backend, &anna, id(&ben)),
            remove_friend(&w.backend, &ben, id(&anna)),
            w.ask(&ben, &anna),
        );
        let mut codes = [code(removed), code(both)];
        codes.sort_unstable();
        assert_eq!(codes, ["friend_not_found", "ok"]);
        assert!(!are_friends(&w, &anna, &ben).await);
        let waits = w.incoming(&anna).await.len();
        assert_eq!(waits, usize::from(code(asked) == "ok"), "asked before the end: refused, after it: it waits");
    }
});

story!(removing_against_accepting_leaves_both_or_neither, |w| async move {
    for round in 0..6 {
        let (anna, ben) = pair(&w, round).await;
        let request = w.ask(&anna, &ben).await.unwrap().request.id;
        let (accepted, removed) =
            tokio::join!(accept(&w.backend, &ben, request), remove_friend(&w.backend, &anna, id(&ben)));
        let friends = are_friends(&w, &anna, &ben).await;
        assert_eq!((code(accepted), friends), ("ok", code(removed) == "friend_not_found"));
        let standing = backend::friends::person(&w.backend, &anna, id(&ben)).await.unwrap().standing;
        assert_eq!(standing, if friends { Standing::Friend } else { Standing::Stranger });
    }
});
