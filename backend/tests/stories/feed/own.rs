//! Lists of one's own entries alone, by date.

use super::{Row, entry_id, id, insert};
use crate::world::{Engine, World, diary::writing, start};
use backend::{Viewer, entries, feed, sharing};
use chrono::TimeDelta;
use domain::{EntryId, Expiry, FeedChoice, FeedFilters, LinkForm, OnlyOwn, ShareOptions, Visibility};

const OWN: FeedFilters = FeedFilters { own: true, friends: false, public: false };

/// Entries of the first days of 2000, written in this order.
async fn write(w: &World, owner: &Viewer, days: &[usize]) {
    let mut tx = w.backend.db.begin().await.unwrap();
    for (n, day) in days.iter().enumerate() {
        let created_at = start() + TimeDelta::minutes(i64::try_from(n).unwrap());
        let row = Row {
            id: entry_id((u128::from(id(owner).0.as_u64_pair().1) << 64) | *day as u128),
            owner: id(owner),
            visibility: Visibility::Public,
            created_at,
            is_deleted: false,
        };
        insert(&mut tx, *day, row).await;
    }
    tx.commit().await.unwrap();
}

/// All pages of two entries, by day of the month.
async fn pages(w: &World, reader: &Viewer, choice: impl Into<FeedChoice>) -> Vec<Vec<String>> {
    let (choice, mut pages, mut before) = (choice.into(), Vec::new(), None::<String>);
    loop {
        let page = feed::page(&w.backend, reader, choice, before.as_deref(), 2).await.unwrap();
        pages.push(page.items.iter().map(|entry| entry.date.format("%-d").to_string()).collect());
        before = page.next;
        if before.is_none() {
            return pages;
        }
    }
}

story!(ones_own_entries_alone_go_by_date_and_beside_others_by_when_they_were_written, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    write(&w, &anna, &[4, 0, 3, 1, 2]).await;
    write(&w, &ben, &[5]).await;
    assert_eq!(pages(&w, &anna, OWN).await, [vec!["5", "4"], vec!["3", "2"], vec!["1"]]);
    let both = FeedFilters { public: true, ..OWN };
    assert_eq!(pages(&w, &anna, both).await.concat()[..4], ["3", "2", "4", "1"], "as they were written");
    let first = feed::page(&w.backend, &anna, OWN, None, 2).await.unwrap();
    let until =
        feed::cursor(OWN, &feed::page(&w.backend, &anna, OWN, first.next.as_deref(), 2).await.unwrap().items[1]);
    let back = feed::pages(&w.backend, &anna, OWN, None, &until, 2).await.unwrap();
    assert_eq!((back.items.len(), back.next.is_some()), (4, true));
    let rest = feed::page(&w.backend, &anna, OWN, back.next.as_deref(), 2).await.unwrap();
    assert_eq!((rest.items.len(), rest.next), (1, None));
});

story!(favourites_and_links_show_ones_own_alone_and_a_link_only_while_it_opens, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let mut made: Vec<EntryId> = Vec::new();
    for n in 1..=3 {
        let entry = entries::create(&w.backend, &anna, writing(&format!("Tag {n}")), vec![]).await.unwrap();
        made.push(entry.id);
        w.later(TimeDelta::days(1));
    }
    let of_ben = entries::create(&w.backend, &ben, writing("Von Ben"), vec![]).await.unwrap();
    for (person, entry) in [(&anna, made[0]), (&anna, made[2]), (&ben, of_ben.id)] {
        entries::set_favorite(&w.backend, person, entry, true).await.unwrap();
    }
    let all = LinkForm {
        options: Some(ShareOptions { original_text: true, ..ShareOptions::NOTHING }),
        ..LinkForm::default()
    };
    sharing::create(&w.backend, &anna, made[0], all.clone()).await.unwrap();
    sharing::create(&w.backend, &anna, made[1], LinkForm { expiry: Some(Expiry::Days(7)), ..all }).await.unwrap();
    let found = |only: OnlyOwn| {
        let (w, anna) = (&w, &anna);
        async move {
            let page = feed::page(&w.backend, anna, only, None, 9).await.unwrap();
            page.items.into_iter().map(|entry| entry.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(found(OnlyOwn::Favorites).await, [made[2], made[0]]);
    assert_eq!(found(OnlyOwn::Links).await, [made[1], made[0]]);
    w.later(TimeDelta::days(7));
    assert_eq!(found(OnlyOwn::Links).await, [made[0]], "what has expired opens nothing");
    entries::delete(&w.backend, &anna, made[0]).await.unwrap();
    assert_eq!(found(OnlyOwn::Links).await, []);
    assert_eq!(found(OnlyOwn::Favorites).await, [made[2]]);
});

story!(a_part_of_many_entries_is_looked_for_in_steps_of_a_thousand, |w| async move {
    let anna = w.person("anna").await;
    write(&w, &anna, &(0..1101).collect::<Vec<_>>()).await;
    let oldest = "UPDATE entries SET is_favorite = (date < '2000-01-04') WHERE user_id = $1";
    let update = if w.backend.db.engine() == Engine::Sqlite {
        oldest
    } else {
        "UPDATE entries SET is_favorite = (date < DATE '2000-01-04') WHERE user_id = $1"
    };
    w.backend.db.write(update).bind(id(&anna).0).execute().await.unwrap();
    assert_eq!(pages(&w, &anna, OnlyOwn::Favorites).await, [vec![], vec!["3", "2"], vec!["1"]]);
    let first = feed::page(&w.backend, &anna, OnlyOwn::Favorites, None, 2).await.unwrap();
    let shown = feed::pages(&w.backend, &anna, OnlyOwn::Favorites, None, &first.next.unwrap(), 2).await.unwrap();
    assert_eq!(shown.items.len(), 2, "who comes back finds at least a page");
});
