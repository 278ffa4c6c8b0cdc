//! How an engine goes about a statement.

use super::{Engine, World};
use backend::{Db, db::Query};

const LARGE: [&str; 4] = ["entries", "users", "friendships", "friend_requests"];

/// The statement that asks the engine for its plan.
pub fn explained(db: &Db, statement: &str) -> &'static str {
    let explain = if db.engine() == Engine::Sqlite { "EXPLAIN QUERY PLAN" } else { "EXPLAIN" };
    format!("{explain} {statement}").leak()
}

pub async fn steps(w: &World, query: Query<'_>) -> Vec<String> {
    if w.backend.db.engine() == Engine::Sqlite {
        let steps: Vec<(i64, i64, i64, String)> = query.fetch_all().await.unwrap();
        return steps.into_iter().map(|(_, _, _, step)| step).collect();
    }
    let lines: Vec<(String,)> = query.fetch_all().await.unwrap();
    lines.into_iter().map(|(line,)| line.trim().to_owned()).collect()
}

/// Steps that go through all rows of a table: of SQLite those that are called by the names that the statement gives them.
pub fn scans(plan: &[String]) -> Vec<&String> {
    let is_scan = |step: &&String| {
        let words: Vec<_> = step.split_whitespace().collect();
        let sqlite = words.first() == Some(&"SCAN") && ["e", "n", "u", "f", "r"].contains(&words[1]);
        sqlite || LARGE.iter().any(|table| step.contains(&format!("Seq Scan on {table} ")))
    };
    plan.iter().filter(is_scan).collect()
}
