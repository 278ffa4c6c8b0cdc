//! Changes of a link that may have become another one meanwhile.

use super::{ADDRESS, NOTHING, full_entry, open};
use crate::world::diary::code;
use backend::{
    Viewer, entries,
    sharing::{self, create, update_options},
};
use chrono::TimeDelta;
use domain::{ExpectedLink, Expiry, LinkForm, PinChange, ShareOptions};

fn until(expiry: Expiry) -> LinkForm {
    LinkForm { expiry: Some(expiry), ..LinkForm::default() }
}

fn link(token: &str, options: ShareOptions) -> ExpectedLink {
    ExpectedLink::Link { token: token.into(), options }
}

story!(a_change_of_another_link_than_the_one_that_was_seen_changes_nothing, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let shown = async || {
        let options = entries::open(&w.backend, &anna, entry.id).await.unwrap().share_options;
        options.map(|json| serde_json::from_str::<ShareOptions>(&json).unwrap())
    };
    let to = |options: ShareOptions, expected: ExpectedLink| LinkForm { expected: Some(expected), ..options.into() };
    let (text, mood) = (ShareOptions { original_text: true, ..NOTHING }, ShareOptions { mood: true, ..NOTHING });
    let too_late = create(&w.backend, &anna, entry.id, to(text, link("another", mood))).await;
    assert_eq!((code(too_late), shown().await), ("link_changed", None));
    let token = create(&w.backend, &anna, entry.id, to(mood, ExpectedLink::NoLink)).await.unwrap();
    assert_eq!(code(create(&w.backend, &anna, entry.id, to(text, ExpectedLink::NoLink)).await), "link_changed");

    let pin = LinkForm { pin: Some(PinChange::Set("2468".into())), ..to(text, link(&token, text)) };
    let refused = update_options(&w.backend, &anna, entry.id, pin).await.unwrap_err().refusal();
    let now: domain::Entry = serde_json::from_str(&refused.detail.unwrap()).unwrap();
    assert_eq!((refused.refusal, now.id), (domain::Refusal::LinkChanged, entry.id));
    assert_eq!(serde_json::from_str::<ShareOptions>(&now.share_options.unwrap()).unwrap(), mood);
    assert!(!now.share_link.unwrap().has_pin && shown().await == Some(mood), "all of the change or nothing");
    update_options(&w.backend, &anna, entry.id, to(text, link(&token, mood))).await.unwrap();
    assert_eq!(
        create(&w.backend, &anna, entry.id, to(mood, link(&token, text))).await.unwrap(),
        token,
        "the same link"
    );
    update_options(&w.backend, &anna, entry.id, text).await.unwrap();
    assert_eq!(shown().await, Some(text), "who names no link means whichever there is");

    sharing::remove(&w.backend, &anna, entry.id, None).await.unwrap();
    let ended = update_options(&w.backend, &anna, entry.id, to(mood, link(&token, text))).await.unwrap_err().refusal();
    let now: domain::Entry = serde_json::from_str(&ended.detail.unwrap()).unwrap();
    assert_eq!((ended.refusal, now.share_token), (domain::Refusal::LinkChanged, None));
    let late = create(&w.backend, &anna, entry.id, to(mood, link(&token, text))).await;
    assert_eq!((code(late), shown().await), ("link_changed", None), "no other one in its place");
    assert_eq!(code(update_options(&w.backend, &anna, entry.id, to(mood, ExpectedLink::NoLink)).await), "not_shared");
});

story!(another_link_that_shows_the_same_is_another_one, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let options = ShareOptions::default();
    let first = create(&w.backend, &anna, entry.id, options).await.unwrap();
    sharing::remove(&w.backend, &anna, entry.id, None).await.unwrap();
    let guarded = LinkForm { pin: Some(PinChange::Set("2468".into())), ..options.into() };
    let second = create(&w.backend, &anna, entry.id, guarded).await.unwrap();
    let before = entries::open(&w.backend, &anna, entry.id).await.unwrap();
    let (stale, fresh) = (Some(link(&first, options)), Some(link(&second, options)));
    let more = ShareOptions { original_text: true, ..options };
    let changes = [
        more.into(),
        until(Expiry::Never),
        until(Expiry::Days(7)),
        LinkForm { pin: Some(PinChange::Remove), ..LinkForm::default() },
        LinkForm { pin: Some(PinChange::Set("1357".into())), ..LinkForm::default() },
    ];
    for change in changes.clone() {
        let change = LinkForm { expected: stale.clone(), ..change };
        for changed in [
            update_options(&w.backend, &anna, entry.id, change.clone()).await.map(drop),
            create(&w.backend, &anna, entry.id, change.clone()).await.map(drop),
            create(&w.backend, &anna, entry.id, LinkForm { expected: Some(ExpectedLink::NoLink), ..change.clone() })
                .await
                .map(drop),
        ] {
            assert_eq!(code(changed), "link_changed", "{change:?}");
        }
        let now = entries::open(&w.backend, &anna, entry.id).await.unwrap();
        assert_eq!((now.share_options, now.share_link), (before.share_options.clone(), before.share_link.clone()));
    }
    for change in changes.into_iter().skip(1) {
        update_options(&w.backend, &anna, entry.id, LinkForm { expected: fresh.clone(), ..change }).await.unwrap();
    }
    assert_eq!(code(open(&w.backend, &Viewer::Guest, &second, ADDRESS).await), "pin_needed");
});

story!(an_ended_link_is_not_replaced_by_a_page_that_saw_none, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let form = LinkForm { pin: Some(PinChange::Set("2468".into())), ..until(Expiry::Days(1)) };
    let first = create(&w.backend, &anna, entry.id, form).await.unwrap();
    w.later(TimeDelta::days(2));
    let new = |expected| LinkForm { expected, ..ShareOptions::default().into() };
    let refused = create(&w.backend, &anna, entry.id, new(Some(ExpectedLink::NoLink))).await.unwrap_err().refusal();
    let now: domain::Entry = serde_json::from_str(&refused.detail.unwrap()).unwrap();
    assert_eq!((refused.refusal, now.share_token.as_ref()), (domain::Refusal::LinkChanged, Some(&first)));
    assert!(now.share_link.unwrap().has_pin, "its PIN does not go in silence");
    let seen = Some(link(&first, ShareOptions::default()));
    let second = create(&w.backend, &anna, entry.id, new(seen)).await.unwrap();
    assert_ne!(second, first, "who saw that it is over makes a new one");
    let state = sharing::state(&w.backend, &anna, entry.id).await.unwrap();
    assert!(!state.has_pin && state.expires_at.is_none(), "a new one has what its form names");

    update_options(&w.backend, &anna, entry.id, until(Expiry::Days(1))).await.unwrap();
    w.later(TimeDelta::days(2));
    assert_ne!(create(&w.backend, &anna, entry.id, new(None)).await.unwrap(), second, "so does who names none");
});

story!(one_of_several_concurrent_changes_of_a_link_is_made, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let others = [
        ShareOptions { mood: true, ..NOTHING },
        ShareOptions { summary: true, ..NOTHING },
        ShareOptions { details: true, ..NOTHING },
        ShareOptions { original_text: true, ..NOTHING },
    ];
    let tries = others.map(|options| {
        let (w, anna) = (w.clone(), anna.clone());
        let form = LinkForm { expected: Some(link(&token, ShareOptions::default())), ..options.into() };
        tokio::spawn(async move { code(update_options(&w.backend, &anna, entry.id, form).await) })
    });
    let mut said = Vec::new();
    for tried in tries {
        said.push(tried.await.unwrap());
    }
    said.sort_unstable();
    assert_eq!(said, ["link_changed", "link_changed", "link_changed", "ok"]);

    sharing::remove(&w.backend, &anna, entry.id, None).await.unwrap();
    let tries = others.map(|options| {
        let (w, anna) = (w.clone(), anna.clone());
        let form = LinkForm { expected: Some(ExpectedLink::NoLink), ..options.into() };
        tokio::spawn(async move { code(create(&w.backend, &anna, entry.id, form).await) })
    });
    let mut said = Vec::new();
    for tried in tries {
        said.push(tried.await.unwrap());
    }
    said.sort_unstable();
    assert_eq!(said, ["link_changed", "link_changed", "link_changed", "ok"], "one link is made");
});

story!(a_change_never_meets_the_link_that_took_the_place_of_its_own, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    for _ in 0..5 {
        let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
        let replaced = {
            let (w, anna) = (w.clone(), anna.clone());
            tokio::spawn(async move {
                sharing::remove(&w.backend, &anna, entry.id, None).await.unwrap();
                let pin = Some(PinChange::Set("2468".into()));
                let guarded = LinkForm { pin, ..ShareOptions::default().into() };
                create(&w.backend, &anna, entry.id, guarded).await.unwrap()
            })
        };
        let late = LinkForm {
            pin: Some(PinChange::Remove),
            expected: Some(link(&token, ShareOptions::default())),
            ..LinkForm::default()
        };
        let tries = [(); 4].map(|()| {
            let (w, anna, late) = (w.clone(), anna.clone(), late.clone());
            tokio::spawn(async move { code(update_options(&w.backend, &anna, entry.id, late).await) })
        });
        let second = replaced.await.unwrap();
        for tried in tries {
            // A change that was made in time may find the link gone when it looks at it again.
            assert!(["ok", "link_changed", "not_shared"].contains(&tried.await.unwrap()));
        }
        assert_eq!(code(open(&w.backend, &Viewer::Guest, &second, ADDRESS).await), "pin_needed");
        sharing::remove(&w.backend, &anna, entry.id, None).await.unwrap();
    }
});

story!(ending_a_link_ends_no_other_one, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let end = async |expected: ExpectedLink| sharing::remove(&w.backend, &anna, entry.id, Some(&expected)).await;
    let first = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let refused = end(ExpectedLink::NoLink).await.unwrap_err().refusal();
    let now: domain::Entry = serde_json::from_str(&refused.detail.unwrap()).unwrap();
    assert_eq!((refused.refusal, now.share_token.as_ref()), (domain::Refusal::LinkChanged, Some(&first)));
    update_options(&w.backend, &anna, entry.id, ShareOptions { mood: true, ..NOTHING }).await.unwrap();
    end(link(&first, ShareOptions::default())).await.unwrap();
    assert_eq!(
        code(open(&w.backend, &Viewer::Guest, &first, ADDRESS).await),
        "link_not_found",
        "whatever it shows by now"
    );
    end(link(&first, ShareOptions::default())).await.unwrap();
    end(ExpectedLink::NoLink).await.unwrap();

    let second = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let late = end(link(&first, ShareOptions::default())).await.unwrap_err().refusal();
    let now: domain::Entry = serde_json::from_str(&late.detail.unwrap()).unwrap();
    assert_eq!((late.refusal, now.share_token.as_ref()), (domain::Refusal::LinkChanged, Some(&second)));
    assert!(open(&w.backend, &Viewer::Guest, &second, ADDRESS).await.is_ok());
    let ben = w.person("ben").await;
    let foreign = sharing::remove(&w.backend, &ben, entry.id, Some(&link(&second, ShareOptions::default()))).await;
    assert_eq!(code(foreign), "access_denied");
    update_options(&w.backend, &anna, entry.id, until(Expiry::Days(1))).await.unwrap();
    w.later(TimeDelta::days(2));
    end(link(&second, ShareOptions::default())).await.unwrap();
    assert!(entries::open(&w.backend, &anna, entry.id).await.unwrap().share_link.is_none(), "also one that is over");
});

story!(ends_that_come_late_never_meet_the_link_that_took_the_place_of_their_own, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let mut token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    for _ in 0..5 {
        let over = link(&token, ShareOptions::default());
        let tries = [(); 4].map(|()| {
            let (w, anna, over) = (w.clone(), anna.clone(), over.clone());
            tokio::spawn(async move { code(sharing::remove(&w.backend, &anna, entry.id, Some(&over)).await) })
        });
        sharing::remove(&w.backend, &anna, entry.id, Some(&over)).await.unwrap();
        let second = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
        for tried in tries {
            assert!(["ok", "link_changed"].contains(&tried.await.unwrap()));
        }
        assert_ne!(second, token);
        assert!(open(&w.backend, &Viewer::Guest, &second, ADDRESS).await.is_ok());
        token = second;
    }
});

story!(changes_at_the_same_time_are_all_kept, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let changes = [
        LinkForm { pin: Some(PinChange::Set("13579".into())), ..LinkForm::default() },
        until(Expiry::Days(7)),
        ShareOptions { mood: true, ..NOTHING }.into(),
    ];
    let tries = changes.map(|change| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { update_options(&w.backend, &anna, entry.id, change).await.unwrap() })
    });
    for done in tries {
        done.await.unwrap();
    }
    let own = entries::open(&w.backend, &anna, entry.id).await.unwrap();
    let state = own.share_link.unwrap();
    assert!(state.has_pin && state.expires_at == Some(w.clock.now() + TimeDelta::days(7)));
    let options: ShareOptions = serde_json::from_str(&own.share_options.unwrap()).unwrap();
    assert_eq!(options, ShareOptions { mood: true, ..NOTHING });
});

story!(a_link_from_before_the_reflection_had_an_option_does_not_show_it, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let parts = ShareOptions { details: true, reflection: true, ..NOTHING };
    let token = create(&w.backend, &anna, entry.id, parts).await.unwrap();
    let shown = async || open(&w.backend, &Viewer::Guest, &token, ADDRESS).await.unwrap();
    assert!(shown().await.reflection_answers.is_some());
    let old = r#"{"images":false,"allImages":false,"summary":false,"details":true,"mood":false,"originalText":false,"audio":false}"#;
    let statement = w.backend.db.write("UPDATE share_links SET options = $2 WHERE entry_id = $1");
    statement.bind(entry.id.0).bind(old.to_owned()).execute().await.unwrap();
    assert_eq!((shown().await.reflection_answers, shown().await.top_moment.is_some()), (None, true));
});
