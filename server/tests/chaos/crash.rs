//! `kill -9`, and a database that loses power, under sixteen writers.

use super::{
    cluster::{self, Cluster},
    people::Person,
    program::Program,
    random, rounds,
};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::{
    fs,
    path::Path,
    process::Command,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::Duration,
};

pub const WRITERS: usize = 16;

pub fn people(program: &Program, folder: &Path, database: Option<&str>, count: usize) -> Vec<Person> {
    let settings: Vec<_> = database.map(|url| ("DATABASE_URL", url)).into_iter().collect();
    people_of(program, folder, &settings, count)
}

/// [`people`] of a server with these settings.
pub fn people_of(program: &Program, folder: &Path, settings: &[(&str, &str)], count: usize) -> Vec<Person> {
    let invitations = invitations(program, folder, settings, count);
    let names = (0..count).map(|n| format!("person{n}"));
    names.zip(invitations).map(|(name, code)| Person::new(program, &name, &code)).collect()
}

/// By a command of the same version, because another one may want another schema.
fn invitations(program: &Program, folder: &Path, settings: &[(&str, &str)], count: usize) -> Vec<String> {
    let mut command = Command::new(&program.binary);
    command.args(["invite", "--count", &count.to_string()]).env_clear().env("TAGESECHO_DATA", folder.join("data"));
    let output = command.envs(settings.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// All write until `strike` is over, and some have been acknowledged since.
pub fn under_writers(program: &Program, people: &mut [Person], strike: impl FnOnce()) {
    let over = AtomicBool::new(false);
    let address = program.address;
    thread::scope(|scope| {
        for person in people.iter_mut() {
            scope.spawn(|| {
                while !over.load(Relaxed) {
                    if person.save(address).is_none_or(|answer| [401, 503].contains(&answer.status)) {
                        thread::sleep(Duration::from_millis(20));
                    }
                }
            });
        }
        thread::sleep(Duration::from_millis(200 + random(800)));
        strike();
        over.store(true, Relaxed);
    });
}

/// No row without its files.
fn has_its_files(folder: &Path, ids: &[(String,)]) {
    for (id,) in ids {
        for rendition in ["thumbnail", "optimized", "original"] {
            let file = folder.join(format!("data/media/{id}/{rendition}.jpg"));
            assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 0), "{} is missing", file.display());
        }
    }
}

pub fn figures(what: &str, rounds: u32, people: &[Person]) {
    let acknowledged: u32 = people.iter().map(|person| person.acknowledged).sum();
    let longest = people.iter().map(|person| person.longest).max().unwrap();
    println!("chaos: {what}: {rounds} rounds, {acknowledged} acknowledged saves, 0 lost, longest answer {longest:.2?}");
    assert!(acknowledged >= rounds, "{acknowledged} saves only");
}

#[tokio::test]
async fn acknowledged_saves_survive_kill_9_on_sqlite() {
    let (folder, rounds) = (tempfile::tempdir().unwrap(), rounds(2));
    let mut program = Program::start(folder.path(), None);
    let mut people = people(&program, folder.path(), None, WRITERS);
    for _ in 0..rounds {
        let id = program.id().to_string();
        under_writers(&program, &mut people, || {
            assert!(Command::new("kill").args(["-9", &id]).status().unwrap().success());
        });
        program.kill();
        let url = format!("sqlite:{}", folder.path().join("data/tagesecho.db").display());
        let mut database = SqliteConnection::connect(&url).await.unwrap();
        let check: (String,) = sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut database).await.unwrap();
        assert_eq!(check.0, "ok");
        let hex = "SELECT lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-' \
                   || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)) FROM images";
        let ids: Vec<(String,)> = sqlx::query_as(AssertSqlSafe(hex)).fetch_all(&mut database).await.unwrap();
        database.close().await.unwrap();
        has_its_files(folder.path(), &ids);
        program = Program::start(folder.path(), None);
        for person in &mut people {
            person.find(&program);
        }
    }
    figures("kill -9 on SQLite", rounds, &people);
}

#[tokio::test]
async fn acknowledged_saves_survive_a_database_that_loses_power() {
    let (folder, rounds, cluster) = (tempfile::tempdir().unwrap(), rounds(2), Cluster::start());
    let url = cluster::url(cluster.port);
    let mut program = Program::start(folder.path(), Some(&url));
    let mut people = people(&program, folder.path(), Some(&url), WRITERS);
    for _ in 0..rounds {
        under_writers(&program, &mut people, || {
            cluster.crash();
            thread::sleep(Duration::from_millis(random(300)));
            cluster.run();
        });
        let mut database = PgConnection::connect(&url).await.unwrap();
        let ids: Vec<(String,)> = sqlx::query_as("SELECT id::text FROM images").fetch_all(&mut database).await.unwrap();
        database.close().await.unwrap();
        has_its_files(folder.path(), &ids);
        for person in &mut people {
            person.find(&program);
        }
        assert!(program.lives());
    }
    figures("power loss of PostgreSQL", rounds, &people);
}
