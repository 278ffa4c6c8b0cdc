//! Everything here once more on PostgreSQL: this program calls itself, so that nothing is compiled twice.

use crate::world::{ENGINE, world};
use backend::db::Engine;
use std::{
    env,
    process::{Command, Stdio},
};

/// Tests without a database, or with their own.
const WITHOUT: [&str; 4] = ["assets::", "commands::", "csrf::", "transport::"];

#[test]
fn everything_again_on_postgres() {
    if env::var_os(ENGINE).is_some() {
        return;
    }
    let mut again = Command::new(env::current_exe().unwrap());
    again.env(ENGINE, "postgres").stdin(Stdio::null());
    let done = again.args(WITHOUT.iter().flat_map(|name| ["--skip", name])).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "on PostgreSQL:\n{said}");
    assert!(said.contains("the_engine_is_the_one_asked_for ... ok"), "{said}");
}

#[tokio::test]
async fn the_engine_is_the_one_asked_for() {
    let asked = if env::var_os(ENGINE).is_some() { Engine::Postgres } else { Engine::Sqlite };
    assert_eq!(world().await.backend.db.engine(), asked);
}
