//! How the engines go about a page of the feed: along its indexes, never through a whole table.

use super::id;
use crate::world::{
    Engine, World,
    crowd::Crowd,
    plans::{explained, scans, steps},
    start,
};
use backend::{Viewer, entries, feed};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use domain::{EntryId, FeedFilters};
use uuid::Uuid;

const CROWD: Crowd = Crowd { people: 2000, friends: 200, entries: 30_000 };

/// Before everything of that moment, as a page's address has it.
fn place(at: DateTime<Utc>) -> String {
    URL_SAFE_NO_PAD.encode(format!("{} {}", at.timestamp_millis(), Uuid::max()))
}

/// The engine's plans in the middle of the history: of a page, and of how far it reads.
async fn plans(w: &World, reader: &Viewer) -> [Vec<String>; 2] {
    let [page, edge] = feed::statements(&w.backend.db).map(|statement| explained(&w.backend.db, statement));
    let middle = start() - chrono::TimeDelta::days(5);
    let begin = |sql| {
        let query = w.backend.db.read(sql).bind(reader.user_id().unwrap().0).bind(middle);
        query.bind(Uuid::max()).bind(21_i64)
    };
    let all = begin(page).bind(true).bind(true).bind(true);
    let page = all.bind(DateTime::<Utc>::UNIX_EPOCH).bind(Uuid::nil());
    [steps(w, page).await, steps(w, begin(edge)).await]
}

/// The lists by date, and the days beside an entry.
async fn own_plans(w: &World, reader: &Viewer) {
    let (db, middle) = (&w.backend.db, (start() - chrono::TimeDelta::days(5)).date_naive());
    let begin = |sql| db.read(explained(db, sql)).bind(id(reader).0).bind(middle);
    let lists = feed::statements_by_date().into_iter().enumerate().map(|(n, sql)| {
        let query = begin(sql).bind(middle - chrono::TimeDelta::days(900)).bind(21_i64);
        if n == 2 { query.bind(start()) } else { query }
    });
    let walk = begin(feed::statement_of_walk()).bind(1000_i64);
    for query in lists.chain([walk, begin(entries::PREVIOUS), begin(entries::NEXT)]) {
        let plan = steps(w, query).await;
        let shown = plan.join("\n");
        assert!(scans(&plan).is_empty(), "{shown}");
        // PostgreSQL goes by how full the tables are, and sorts the few rows that it has found.
        if db.engine() == Engine::Sqlite {
            assert!(shown.contains("entries_day") && !shown.contains("TEMP B-TREE"), "{shown}");
        }
    }
}

story!(a_page_is_read_along_its_indexes_wherever_it_is, |w| async move {
    let anna = w.person("anna").await;
    CROWD.gather(&w.backend.db, &anna).await;
    let [plan, edge] = plans(&w, &anna).await;
    let shown = plan.join("\n");
    for index in ["entries_newest", "entries_shown", "entries_public"] {
        assert!(shown.contains(index), "{index} in\n{shown}");
    }
    assert!(scans(&plan).is_empty(), "{shown}");
    let is_bounded = |line: &String| ["(created_at,id)>(?,?)", ">= ROW("].iter().any(|bound| line.contains(bound));
    assert!(plan.iter().any(is_bounded), "public entries end where the page's look ends:\n{shown}");
    let shown = edge.join("\n");
    assert!(shown.contains("entries_public") && scans(&edge).is_empty(), "{shown}");

    own_plans(&w, &anna).await;

    let all = FeedFilters { own: true, friends: true, public: true };
    let page = feed::page(&w.backend, &anna, all, None, 100).await.unwrap();
    assert_eq!(page.items.len(), 100);
    assert!(page.items.is_sorted_by(|a, b| (a.created_at, a.id.0) > (b.created_at, b.id.0)));
});

story!(a_returning_reader_gets_two_hundred_entries_and_a_link_to_more, |w| async move {
    let anna = w.person("anna").await;
    Crowd { people: 50, friends: 20, entries: 3000 }.gather(&w.backend.db, &anna).await;
    let all = FeedFilters { own: true, friends: true, public: true };
    let oldest = place(start() - chrono::TimeDelta::days(50));
    let shown = feed::pages(&w.backend, &anna, all, None, &oldest, 20).await.unwrap();
    let mut one_by_one = Vec::new();
    let mut before = None;
    for _ in 0..10 {
        let page = feed::page(&w.backend, &anna, all, before.as_deref(), 20).await.unwrap();
        one_by_one.extend(page.items.into_iter().map(|entry| entry.id));
        before = page.next;
    }
    assert_eq!(shown.items.into_iter().map(|entry| entry.id).collect::<Vec<_>>(), one_by_one);
    assert_eq!((one_by_one.len(), shown.next), (200, before));
});

/// Blocks between the reader and everybody else, some from either side.
async fn block_everybody(w: &World, reader: &Viewer) {
    for sql in [
        "INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT $1, id, created_at FROM users \
         WHERE id <> $1 AND username < 'crowd2'",
        "INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT id, $1, created_at FROM users \
         WHERE id <> $1 AND username >= 'crowd2'",
    ] {
        assert!(w.backend.db.write(sql).bind(id(reader).0).execute().await.unwrap() > 5);
    }
}

/// A person of the crowd who is no friend.
const OTHER: &str = "crowd7";

async fn other(w: &World) -> Uuid {
    let found = w.backend.db.read("SELECT id FROM users WHERE username = $1").bind(OTHER.to_owned());
    found.fetch_one::<(Uuid,)>().await.unwrap().0
}

/// Ends the block between the reader and [`OTHER`].
async fn unblock_other(w: &World) {
    let sql = "DELETE FROM blocks WHERE blocker_id = $1 OR blocked_id = $1";
    assert_eq!(w.backend.db.write(sql).bind(other(w).await).execute().await.unwrap(), 1);
}

story!(a_returning_reader_in_a_block_finds_all_earlier_pages, |w| async move {
    let anna = w.person("anna").await;
    // Public ones: 11,110, of which 55 are those of the one person without a block.
    Crowd { people: 202, friends: 5, entries: 33_330 }.gather(&w.backend.db, &anna).await;
    block_everybody(&w, &anna).await;
    unblock_other(&w).await;
    let (mut had, mut before) = (Vec::new(), None);
    for looks in 1..=10 {
        let page = feed::page(&w.backend, &anna, FeedFilters::PUBLIC, before.as_deref(), 100).await.unwrap();
        had.extend(page.items.into_iter().map(|entry| entry.id));
        before = page.next;
        let until = before.clone().unwrap();
        let shown = feed::pages(&w.backend, &anna, FeedFilters::PUBLIC, None, &until, 100).await.unwrap();
        let ids: Vec<_> = shown.items.iter().map(|entry| entry.id).collect();
        assert!(ids.starts_with(&had), "after {looks} looks: {} of {}", ids.len(), had.len());
        // The other entries come on the next pages.
        let mut rest = shown.next;
        let mut all = ids.len();
        while let Some(next) = rest {
            let page = feed::page(&w.backend, &anna, FeedFilters::PUBLIC, Some(&next), 100).await.unwrap();
            (all, rest) = (all + page.items.len(), page.next);
        }
        assert_eq!(all, 55, "after {looks} looks");
    }
});

story!(a_reader_in_many_blocks_finds_everything_a_thousand_rows_at_a_time, |w| async move {
    let anna = w.person("anna").await;
    // Public ones: 3,100, of which a hundred are those of each person.
    Crowd { people: 31, friends: 5, entries: 9300 }.gather(&w.backend.db, &anna).await;
    block_everybody(&w, &anna).await;
    let with = |own, public| FeedFilters { own, friends: true, public };
    let other = other(&w).await;
    for (filters, sizes) in
        [(with(true, true), [97..98, 97..98, 97..98, 9..10]), (with(false, true), [32..34, 32..34, 32..34, 1..5])]
    {
        if !filters.own {
            unblock_other(&w).await;
        }
        let mut found = Vec::new();
        let (mut before, mut pages) = (None, Vec::new());
        loop {
            let page = feed::page(&w.backend, &anna, filters, before.as_deref(), 100).await.unwrap();
            pages.push(page.items.len());
            found.extend(page.items.into_iter().map(|entry| (entry.created_at, entry.id)));
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        let fits = pages.len() == sizes.len() && pages.iter().zip(&sizes).all(|(page, size)| size.contains(page));
        assert!(fits, "no page looks further than it says: {pages:?}");
        let author = if filters.own { id(&anna).0 } else { other };
        let sql = "SELECT created_at, id FROM entries WHERE user_id = $1 AND ($2 OR visibility = 'public') \
                   ORDER BY created_at DESC, id DESC";
        let rows: Vec<(DateTime<Utc>, Uuid)> =
            w.backend.db.read(sql).bind(author).bind(filters.own).fetch_all().await.unwrap();
        assert_eq!(found, rows.into_iter().map(|(at, id)| (at, EntryId(id))).collect::<Vec<_>>());
    }
});
