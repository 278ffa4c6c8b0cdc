//! The question to a new person whether to befriend the owner of their code. The code alone makes nobody a friend.

use super::{codes, id, registers};
use crate::world::diary::{code, writing};
use backend::{
    entries,
    friends::{
        self, answer_filter_offer, befriend_inviter, blocks::block, close_filter_offer, inviter, offers_filter,
        skip_inviter,
    },
};
use domain::{EntryForm, Visibility};

story!(the_user_of_a_code_may_ask_its_owner_and_both_have_to_agree, |w| async move {
    let anna = w.person("anna").await;
    let mine = codes(&w, &anna).await.remove(0).code;
    let form = EntryForm { visibility: Some(Visibility::Friends), ..writing("Nur für Freunde") };
    let entry = entries::create(&w.backend, &anna, form, vec![]).await.unwrap();
    let ben = registers(&w, "ben", &mine).await.unwrap();
    let asked_about = inviter(&w.backend, &ben).await.unwrap().unwrap();
    assert_eq!((asked_about.id, asked_about.first_name.as_str()), (id(&anna), "Anna"));
    assert!(inviter(&w.backend, &anna).await.unwrap().is_none(), "the operator's code belongs to nobody");
    assert!(w.incoming(&anna).await.is_empty() && w.incoming(&ben).await.is_empty(), "he has not answered yet");

    befriend_inviter(&w.backend, &ben).await.unwrap();
    let request = w.incoming(&anna).await.remove(0);
    assert_eq!(request.requester.id, id(&ben), "she is told by his request");
    assert!(w.friends_of(&anna).await.is_empty() && w.friends_of(&ben).await.is_empty());
    assert_eq!(code(entries::open(&w.backend, &ben, entry.id).await), "access_denied", "his yes alone opens nothing");
    assert!(inviter(&w.backend, &ben).await.unwrap().is_none());
    assert_eq!(code(befriend_inviter(&w.backend, &ben).await), "request_not_found", "once");

    friends::accept(&w.backend, &anna, request.id).await.unwrap();
    assert_eq!(w.friends_of(&ben).await, [id(&anna)]);
    friends::remove_friend(&w.backend, &ben, id(&anna)).await.unwrap();
    assert!(inviter(&w.backend, &ben).await.unwrap().is_none(), "it is not asked again");
});

story!(a_no_is_shown_to_nobody_and_stays, |w| async move {
    let anna = w.person("anna").await;
    let mine = codes(&w, &anna).await.remove(0).code;
    let ben = registers(&w, "ben", &mine).await.unwrap();
    skip_inviter(&w.backend, &ben).await.unwrap();
    assert!(inviter(&w.backend, &ben).await.unwrap().is_none());
    assert_eq!(code(befriend_inviter(&w.backend, &ben).await), "request_not_found");
    assert!(w.incoming(&anna).await.is_empty() && w.outgoing(&ben).await.is_empty());
    w.ask(&ben, &anna).await.unwrap();
    assert_eq!(w.incoming(&anna).await.len(), 1, "by the search he still can");
});

story!(nobody_is_asked_about_somebody_they_have_a_request_or_a_block_with, |w| async move {
    let anna = w.person("anna").await;
    for (free, name) in codes(&w, &anna).await.into_iter().zip(["ben", "carla", "dora"]) {
        let guest = registers(&w, name, &free.code).await.unwrap();
        assert!(inviter(&w.backend, &guest).await.unwrap().is_some(), "{name}");
        match name {
            "ben" => drop(w.ask(&anna, &guest).await.unwrap()),
            "carla" => drop(w.ask(&guest, &anna).await.unwrap()),
            _ => block(&w.backend, &anna, id(&guest)).await.unwrap(),
        }
        assert!(inviter(&w.backend, &guest).await.unwrap().is_none(), "{name}");
        assert_eq!(code(befriend_inviter(&w.backend, &guest).await), "request_not_found", "{name}");
    }
});

story!(the_filter_is_offered_after_the_first_friend_until_the_offer_is_closed, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    assert!(!offers_filter(&w.backend, &anna).await.unwrap());
    w.make_friends(&anna, &ben).await;
    assert!(offers_filter(&w.backend, &anna).await.unwrap() && offers_filter(&w.backend, &ben).await.unwrap());
    close_filter_offer(&w.backend, &anna).await.unwrap();
    assert!(!offers_filter(&w.backend, &anna).await.unwrap() && offers_filter(&w.backend, &ben).await.unwrap());
    answer_filter_offer(&w.backend, &ben).await.unwrap();
    assert!(!offers_filter(&w.backend, &ben).await.unwrap(), "he has chosen it");
});
