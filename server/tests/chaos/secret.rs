//! `kill -9` of a change of the secret, and of the server beside it, under sixteen writers.

use super::{
    cluster::{self, Cluster},
    crash::{WRITERS, figures, people, under_writers},
    program::{Program, binary},
    random, rounds,
};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// The command that changes the secret.
fn change(folder: &Path, database: Option<&str>, new: &str, old: &str) -> Command {
    let mut command = Command::new(binary());
    command.args(["secret", "--rotate"]).env_clear().env("TAGESECHO_DATA", folder.join("data"));
    command.env("TAGESECHO_SECRET", new).env("TAGESECHO_SECRET_OLD", old);
    command.envs(database.map(|url| ("DATABASE_URL", url))).stdin(Stdio::null());
    command
}

fn run(folder: &Path, database: Option<&str>, what: &str) {
    let rounds = rounds(2);
    let mut program = Program::start(folder, database);
    let mut people = people(&program, folder, database, WRITERS);
    let mut old = fs::read_to_string(folder.join("data/secret")).unwrap();
    let mut interrupted = 0;
    for round in 0..rounds {
        let new = format!("the secret of round {round} of this test, long enough");
        under_writers(&program, &mut people, || {
            let mut killed =
                change(folder, database, &new, &old).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            thread::sleep(Duration::from_millis(random(250)));
            killed.kill().unwrap();
            interrupted += u32::from(!killed.wait().unwrap().success());
            // The server has the secret from before, and does not know of the change.
            thread::sleep(Duration::from_millis(random(100)));
        });
        program.kill();
        let done = change(folder, database, &new, &old).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        old = new;
        program = Program::start_with(folder, database, Some(&old));
        for person in &mut people {
            person.sign_in(&program);
            person.find(&program);
        }
    }
    figures(&format!("kill -9 of a change of the secret on {what}, {interrupted} interrupted"), rounds, &people);
}

#[test]
fn acknowledged_saves_survive_kill_9_of_a_change_of_the_secret_on_sqlite() {
    run(tempfile::tempdir().unwrap().path(), None, "SQLite");
}

#[test]
fn acknowledged_saves_survive_kill_9_of_a_change_of_the_secret_on_postgres() {
    let cluster = Cluster::start();
    run(tempfile::tempdir().unwrap().path(), Some(&cluster::url(cluster.port)), "PostgreSQL");
}
