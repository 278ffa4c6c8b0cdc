//! How the engines go about a page of the feed: along its indexes, never through a whole table.

use crate::world::{World, crowd::Crowd, start};
use backend::{Viewer, feed};
use domain::FeedFilters;
use uuid::Uuid;

const CROWD: Crowd = Crowd { people: 2000, friends: 200, entries: 30_000 };
const LARGE: [&str; 3] = ["entries", "users", "friendships"];

/// The engine's plan of a page in the middle of the history.
async fn plan(w: &World, reader: &Viewer) -> Vec<String> {
    let statement = feed::statement(&w.backend.db);
    let explain = if w.backend.db.engine() == "sqlite" { "EXPLAIN QUERY PLAN" } else { "EXPLAIN" };
    let sql: &'static str = format!("{explain} {statement}").leak();
    let query = w.backend.db.read(sql).bind(reader.user_id().unwrap().0).bind(start() - chrono::TimeDelta::days(5));
    let query = query.bind(Uuid::max()).bind(21_i64).bind(true).bind(true).bind(true);
    let query = query.bind(chrono::DateTime::<chrono::Utc>::UNIX_EPOCH);
    if w.backend.db.engine() == "sqlite" {
        let steps: Vec<(i64, i64, i64, String)> = query.fetch_all().await.unwrap();
        return steps.into_iter().map(|(_, _, _, step)| step).collect();
    }
    let lines: Vec<(String,)> = query.fetch_all().await.unwrap();
    lines.into_iter().map(|(line,)| line.trim().to_owned()).collect()
}

/// Steps that go through all rows of a table: of SQLite those that are called by the names that the statement gives them.
fn scans(plan: &[String]) -> Vec<&String> {
    let is_scan = |step: &&String| {
        let words: Vec<_> = step.split_whitespace().collect();
        let sqlite = words.first() == Some(&"SCAN") && ["e", "n", "u", "f"].contains(&words[1]);
        sqlite || LARGE.iter().any(|table| step.contains(&format!("Seq Scan on {table} ")))
    };
    plan.iter().filter(is_scan).collect()
}

story!(a_page_is_read_along_its_indexes_wherever_it_is, |w| async move {
    let anna = w.person("anna").await;
    CROWD.gather(&w.backend.db, &anna).await;
    let plan = plan(&w, &anna).await;
    let shown = plan.join("\n");
    for index in ["entries_newest", "entries_shown", "entries_public"] {
        assert!(shown.contains(index), "{index} in\n{shown}");
    }
    assert!(scans(&plan).is_empty(), "{shown}");

    let all = FeedFilters { own: true, friends: true, public: true };
    let page = feed::page(&w.backend, &anna, all, None, 100).await.unwrap();
    assert_eq!(page.items.len(), 100);
    assert!(page.items.is_sorted_by(|a, b| (a.created_at, a.id.0) > (b.created_at, b.id.0)));
});
