//! `kill -9` of the deletion of an account, under sixteen writers.

use super::{
    cluster::{self, Cluster},
    crash::{WRITERS, figures, people, under_writers},
    program::{Program, binary},
    random, rounds,
};
use std::{
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// The command that deletes an account.
fn deletion(folder: &Path, database: Option<&str>, name: &str) -> Command {
    let mut command = Command::new(binary());
    command.args(["accounts", "--delete", &format!("{name}@example.org")]).env_clear();
    command.env("TAGESECHO_DATA", folder.join("data")).envs(database.map(|url| ("DATABASE_URL", url)));
    command.stdin(Stdio::null());
    command
}

/// Whoever is deleted is wholly there or gone after each kill, and nobody else misses anything.
fn run(folder: &Path, database: Option<&str>, what: &str) {
    let rounds = rounds(3).min(60);
    let program = Program::start(folder, database);
    let all = WRITERS + usize::try_from(rounds).unwrap();
    let mut people = people(&program, folder, database, all);
    let mut leavers = people.split_off(WRITERS);
    let mut interrupted = 0;
    for leaver in &mut leavers {
        leaver.save(program.address).unwrap();
        under_writers(&program, &mut people, || {
            let mut command = deletion(folder, database, leaver.name());
            let mut killed = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            thread::sleep(Duration::from_millis(random(200)));
            killed.kill().unwrap();
            interrupted += u32::from(!killed.wait().unwrap().success());
        });
        if leaver.may_sign_in(&program) {
            leaver.find(&program);
        }
        let again = deletion(folder, database, leaver.name()).output().unwrap();
        let said = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success() || said.contains("nobody has the address"), "{said}");
        assert!(!leaver.may_sign_in(&program));
    }
    for person in &mut people {
        person.find(&program);
    }
    figures(&format!("kill -9 of deletions on {what}, {interrupted} interrupted"), rounds, &people);
}

#[test]
fn an_account_is_whole_or_gone_after_kill_9_of_its_deletion_on_sqlite() {
    run(tempfile::tempdir().unwrap().path(), None, "SQLite");
}

#[test]
fn an_account_is_whole_or_gone_after_kill_9_of_its_deletion_on_postgres() {
    let cluster = Cluster::start();
    run(tempfile::tempdir().unwrap().path(), Some(&cluster::url(cluster.port)), "PostgreSQL");
}
