//! The feed compared with a simple model: a list of everything, filtered row by row.

use super::{Row, entry_id, id, insert};
use crate::world::{World, start};
use backend::{Viewer, feed, pagination::Page};
use chrono::TimeDelta;
use domain::{Entry, EntryId, FeedFilters, Visibility};
use proptest::{
    collection::vec,
    prelude::{Strategy, any},
    sample::select,
    strategy::ValueTree,
    test_runner::TestRunner,
};

const PEOPLE: usize = 6;
/// The first of them reads.
const READER: usize = 0;
const CASES: usize = 25;

#[derive(Clone, Debug)]
struct Case {
    /// Whether each person is the reader's friend, is blocked by the reader, has blocked the reader.
    ties: Vec<(bool, bool, bool)>,
    /// Author, visibility, time (one of few, so that many are equal), whether in the bin, a part of the id.
    entries: Vec<(usize, Visibility, i64, bool, u64)>,
    filters: FeedFilters,
    limit: usize,
}

fn cases() -> impl Strategy<Value = Case> {
    let rarely = || proptest::bool::weighted(0.2);
    let tie = (any::<bool>(), rarely(), rarely());
    let entry = (0..PEOPLE, select(Visibility::ALL.to_vec()), 0..12_i64, rarely(), any::<u64>());
    let filters = any::<[bool; 3]>().prop_map(|[own, friends, public]| FeedFilters { own, friends, public });
    (vec(tie, PEOPLE), vec(entry, 0..60), filters, 1..8_usize).prop_map(|(ties, entries, filters, limit)| Case {
        ties,
        entries,
        filters,
        limit,
    })
}

impl Case {
    fn rows(&self, people: &[Viewer]) -> Vec<Row> {
        let row =
            |(n, (owner, visibility, minute, is_deleted, part)): (usize, &(usize, Visibility, i64, bool, u64))| Row {
                id: entry_id((u128::from(*part) << 64) | n as u128),
                owner: id(&people[*owner]),
                visibility: *visibility,
                created_at: start() + TimeDelta::minutes(*minute),
                is_deleted: *is_deleted,
            };
        self.entries.iter().enumerate().map(row).collect()
    }

    fn is_shown(&self, people: &[Viewer], row: &Row) -> bool {
        let author = people.iter().position(|person| id(person) == row.owner).unwrap();
        let (is_friend, blocks, is_blocked) = self.ties[author];
        if row.is_deleted {
            return false;
        }
        if author == READER {
            return self.filters.own;
        }
        if blocks || is_blocked {
            return false;
        }
        let as_friend = self.filters.friends && is_friend && row.visibility != Visibility::Private;
        as_friend || (self.filters.public && row.visibility == Visibility::Public)
    }

    fn expected(&self, people: &[Viewer]) -> Vec<EntryId> {
        let mut shown: Vec<_> = self.rows(people).into_iter().filter(|row| self.is_shown(people, row)).collect();
        // Rows are in the order of their dates, by which one's own entries alone go.
        shown.reverse();
        if self.filters != FeedFilters::default() {
            shown.sort_by_key(|row| std::cmp::Reverse((row.created_at, row.id.0)));
        }
        shown.into_iter().map(|row| row.id).collect()
    }

    async fn set_up(&self, w: &World, people: &[Viewer]) {
        let mut tx = w.backend.db.begin().await.unwrap();
        for sql in ["DELETE FROM friendships", "DELETE FROM blocks", "DELETE FROM entries"] {
            tx.query(sql).execute().await.unwrap();
        }
        let friend = "INSERT INTO friendships (user_id, friend_id, created_at) VALUES ($1, $2, $3)";
        let block = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3)";
        for (n, (is_friend, blocks, is_blocked)) in self.ties.iter().enumerate().skip(1) {
            let (me, other) = (id(&people[READER]), id(&people[n]));
            for (is_so, sql, one, other) in [
                (is_friend, friend, me, other),
                (is_friend, friend, other, me),
                (blocks, block, me, other),
                (is_blocked, block, other, me),
            ] {
                if *is_so {
                    tx.query(sql).bind(one.0).bind(other.0).bind(w.clock.now()).execute().await.unwrap();
                }
            }
        }
        for (day, row) in self.rows(people).into_iter().enumerate() {
            insert(&mut tx, day, row).await;
        }
        tx.commit().await.unwrap();
    }
}

async fn all_pages(w: &World, reader: &Viewer, filters: FeedFilters, limit: usize) -> Vec<Page<Entry>> {
    let mut pages: Vec<Page<Entry>> = Vec::new();
    loop {
        let before = pages.last().and_then(|page| page.next.clone());
        if !pages.is_empty() && before.is_none() {
            return pages;
        }
        pages.push(feed::page(&w.backend, reader, filters, before.as_deref(), limit).await.unwrap());
    }
}

story!(the_feed_is_what_a_simple_model_says_whatever_is_between_people, |w| async move {
    let mut people = Vec::new();
    for name in ["anna", "ben", "carla", "dora", "emil", "fritz"] {
        people.push(w.person(name).await);
    }
    let reader = &people[READER];
    let mut runner = TestRunner::default();
    for _ in 0..CASES {
        let case = cases().new_tree(&mut runner).unwrap().current();
        case.set_up(&w, &people).await;
        let pages = all_pages(&w, reader, case.filters, case.limit).await;
        let found: Vec<_> = pages.iter().flat_map(|page| &page.items).map(|entry| entry.id).collect();
        assert_eq!(found, case.expected(&people), "{case:?}");
        let (_, full) = pages.split_last().unwrap();
        assert!(full.iter().all(|page| page.items.len() == case.limit), "only the last page is short: {case:?}");
        for entry in pages.iter().flat_map(|page| &page.items) {
            let is_own = entry.user_id == id(reader);
            assert_eq!((entry.user.is_none(), entry.version.is_some(), entry.is_favorite), (is_own, is_own, is_own));
        }
    }
});
