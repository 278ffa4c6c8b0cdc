//! How often a link was opened, as its owner learns it.

use super::{ADDRESS, NOTHING, full_entry, open};
use crate::world::World;
use backend::{
    Viewer, entries,
    sharing::{self, Opening, create, note, update_options},
};
use chrono::TimeDelta;
use domain::{EntryId, ShareOptions};

const PHONE: &str =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const LOOK: Opening<'static> = Opening { address: ADDRESS, agent: PHONE, is_prefetch: false, is_known: false };

async fn opened(w: &World, anna: &Viewer, id: EntryId) -> i64 {
    w.backend.background.settled().await;
    sharing::state(&w.backend, anna, id).await.unwrap().opened
}

story!(a_link_counts_who_else_opened_it_and_when, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let entry = full_entry(&w, &anna).await;
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let state = sharing::state(&w.backend, &anna, entry.id).await.unwrap();
    assert_eq!((state.opened, state.last_opened_at), (0, None));

    assert!(note(&w.backend, &Viewer::Guest, &token, LOOK).await);
    assert_eq!(opened(&w, &anna, entry.id).await, 1);
    w.later(TimeDelta::hours(1));
    note(&w.backend, &ben, &token, LOOK).await;
    assert_eq!(opened(&w, &anna, entry.id).await, 2);

    note(&w.backend, &anna, &token, LOOK).await;
    for uncounted in [
        Opening { agent: "WhatsApp/2.23", ..LOOK },
        Opening { agent: "", ..LOOK },
        Opening { is_prefetch: true, ..LOOK },
        Opening { is_known: true, ..LOOK },
    ] {
        assert!(!note(&w.backend, &Viewer::Guest, &token, uncounted).await, "{uncounted:?}");
    }
    note(&w.backend, &Viewer::Guest, "kein-link", LOOK).await;
    open(&w.backend, &Viewer::Guest, &token, ADDRESS).await.unwrap();
    assert_eq!(opened(&w, &anna, entry.id).await, 2, "neither oneself nor programs");

    w.later(TimeDelta::hours(1));
    update_options(&w.backend, &anna, entry.id, NOTHING).await.unwrap();
    let own = entries::open(&w.backend, &anna, entry.id).await.unwrap().share_link.unwrap();
    assert_eq!(own.last_opened_at, Some(w.clock.now() - TimeDelta::hours(1)));
    assert_eq!(own.opened, 2);
});

story!(one_address_opens_a_link_once_in_ten_minutes, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let entry = full_entry(&w, &anna).await;
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    assert!(note(&w.backend, &anna, &token, LOOK).await, "the owner's own look takes nothing from who lives with them");
    assert!(note(&w.backend, &Viewer::Guest, &token, LOOK).await);
    for _ in 0..100 {
        assert!(!note(&w.backend, &Viewer::Guest, &token, LOOK).await);
    }
    assert_eq!(opened(&w, &anna, entry.id).await, 1);
    for n in 0..9 {
        let address = format!("2001:db8:1:2::{n}");
        let counts = note(&w.backend, &Viewer::Guest, &token, Opening { address: &address, ..LOOK }).await;
        assert_eq!(counts, n == 0, "one network is one address");
    }
    assert!(note(&w.backend, &ben, &token, LOOK).await);
    w.later(TimeDelta::minutes(10));
    assert!(note(&w.backend, &Viewer::Guest, &token, LOOK).await);
    assert_eq!(opened(&w, &anna, entry.id).await, 4);
    let other = create(&w.backend, &ben, full_entry(&w, &ben).await.id, ShareOptions::default()).await.unwrap();
    assert!(note(&w.backend, &Viewer::Guest, &other, LOOK).await, "another link");
});

story!(openings_at_the_same_time_are_all_counted, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let another = w.another_server().await;
    for backend in [&w.backend, &another] {
        for n in 0..25 {
            let address = format!("192.0.2.{n}");
            assert!(note(backend, &Viewer::Guest, &token, Opening { address: &address, ..LOOK }).await);
        }
    }
    another.background.settled().await;
    assert_eq!(opened(&w, &anna, entry.id).await, 50);
});

story!(nobody_but_the_owner_learns_how_a_link_is, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = domain::EntryForm {
        emojis: Some("☕".into()),
        visibility: Some(domain::Visibility::Public),
        ..crate::world::diary::writing("Für alle")
    };
    let entry = entries::create(&w.backend, &anna, form, vec![]).await.unwrap();
    create(&w.backend, &anna, entry.id, ShareOptions { mood: true, ..NOTHING }).await.unwrap();
    let seen = entries::open(&w.backend, &ben, entry.id).await.unwrap();
    assert_eq!((seen.share_token, seen.share_options, seen.share_link), (None, None, None));
    assert_eq!(crate::world::diary::code(sharing::state(&w.backend, &ben, entry.id).await), "access_denied");
});
