//! The drill: copies under sixteen writers, restores on another machine, moves to the other engine, and `kill -9` of each of them.

use super::{
    cluster::{self, Cluster},
    crash::{WRITERS, figures, people, under_writers},
    people::Person,
    program::{Program, binary},
    random, rounds,
};
use sqlx::{Connection, Executor, PgConnection};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// An installation: its folder, and its database where it is not SQLite's own.
struct Place<'a> {
    folder: &'a Path,
    database: Option<String>,
}

impl Place<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        let path = format!("{}:/usr/bin:/bin", cluster::programs().display());
        command.args(arguments).env_clear().env("PATH", path).env("TAGESECHO_DATA", self.folder.join("data"));
        command.envs(self.database.iter().map(|url| ("DATABASE_URL", url))).stdin(Stdio::null());
        command
    }

    /// Begins the command and kills it. Whether that came before its end.
    fn killed(&self, arguments: &[&str]) -> bool {
        let mut child = self.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(random(600)));
        child.kill().unwrap();
        !child.wait().unwrap().success()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs the command to its end, and returns what it says. What a killed one has begun at the database may need a moment to end.
    fn done(&self, arguments: &[&str]) -> String {
        let begin = Instant::now();
        loop {
            let output = self.run(arguments);
            if output.status.success() {
                return String::from_utf8(output.stdout).unwrap();
            }
            let reason = String::from_utf8_lossy(&output.stderr).into_owned();
            let is_busy = reason.contains("stop it first") && begin.elapsed() < Duration::from_secs(20);
            assert!(is_busy, "{arguments:?}: {reason}");
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn is_well(&self) -> String {
        let report = self.done(&["doctor"]);
        assert!(report.ends_with("All is well.\n"), "{report}");
        report
    }

    fn start(&self) -> Program {
        Program::start(self.folder, self.database.as_deref())
    }
}

/// A new machine that has the secret.
fn machine(secret: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/secret"), secret).unwrap();
    folder
}

fn finished(copies: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(copies).unwrap().map(|file| file.unwrap().path());
    let mut finished: Vec<_> = all.filter(|path| path.is_dir() && path.extension().is_none()).collect();
    finished.sort();
    finished
}

/// Copies under writers, some of them killed; each finished one is restored on a machine of its own, with restores that are killed.
async fn drill(place: &Place<'_>, cluster: &Cluster, people: &mut Vec<Person>, program: Program) -> (u32, Program) {
    let copies = tempfile::tempdir().unwrap();
    let to = copies.path().to_str().unwrap();
    let mut interrupted = 0;
    under_writers(&program, people, || {
        for _ in 0..rounds(2) {
            interrupted += u32::from(place.killed(&["backup", to]));
        }
        place.done(&["backup", to, "--keep", "2"]);
        place.is_well();
    });
    // Somebody leaves after a copy that nobody wrote to, and the next one takes the list along.
    let quiet = place.done(&["backup", to]).lines().next().unwrap().to_owned();
    let refused = place.run(&["restore", to, "--replace"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("stop it first"), "a server runs");
    place.done(&["accounts", "--delete", &people.pop().unwrap().email()]);
    place.done(&["backup", to]);
    let secret = fs::read_to_string(place.folder.join("data/secret")).unwrap();
    for copy in finished(copies.path()) {
        let folder = machine(&secret);
        let database = match &place.database {
            Some(_) => Some(cluster.another_database().await),
            None => None,
        };
        let other = Place { folder: folder.path(), database };
        let copy = copy.to_str().unwrap();
        for _ in 0..rounds(2) {
            interrupted += u32::from(other.killed(&["restore", copy, "--replace"]));
            if other.database.is_some()
                && !other.folder.join("data/restoring").exists()
                && other.folder.join("data/media").exists()
            {
                // It was done: a database that is full is not taken again.
                break;
            }
        }
        let is_done = other.database.is_some()
            && other.folder.join("data/media").exists()
            && !other.folder.join("data/restoring").exists();
        if !is_done {
            other.done(&["restore", copy, "--replace"]);
        }
        other.is_well();
        if copy == quiet {
            let restored = other.start();
            for person in people.iter_mut() {
                person.find(&restored);
            }
            // The start has deleted whoever left; the doctor deletes nobody.
            let report = other.is_well();
            assert!(report.contains(&format!("Accounts: {}.", people.len())), "who left is gone: {report}");
            restored.kill();
        }
    }
    (interrupted, program)
}

/// Moves to another database, with moves that are killed.
fn move_to(place: &Place<'_>, url: &str) -> u32 {
    let mut interrupted = 0;
    for _ in 0..rounds(3) {
        let is_interrupted = place.killed(&["move-database", url]);
        interrupted += u32::from(is_interrupted);
        if !is_interrupted {
            return interrupted;
        }
    }
    let begin = Instant::now();
    loop {
        let output = place.run(&["move-database", url]);
        let reason = String::from_utf8_lossy(&output.stderr);
        // The last of those that were killed had done all but say so.
        if output.status.success() || reason.contains("the other database is not empty") {
            return interrupted;
        }
        assert!(reason.contains("stop it first") && begin.elapsed() < Duration::from_secs(20), "{reason}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_restores_and_moves_survive_kill_9_and_lose_nothing() {
    let (folder, cluster) = (tempfile::tempdir().unwrap(), Cluster::start());
    let mut place = Place { folder: folder.path(), database: None };
    let program = place.start();
    let mut people = people(&program, folder.path(), None, WRITERS);
    let (mut interrupted, program) = drill(&place, &cluster, &mut people, program).await;
    let refused = place.run(&["move-database", &cluster::url(cluster.port)]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("stop it first"), "a server runs");
    program.kill();

    let back = format!("sqlite:{}", folder.path().join("data/back.db").display());
    for (n, url) in [cluster::url(cluster.port), back].into_iter().enumerate() {
        interrupted += move_to(&place, &url);
        place.database = Some(url);
        place.is_well();
        let program = place.start();
        for person in &mut people {
            person.find(&program);
        }
        if n == 0 {
            let (more, program) = drill(&place, &cluster, &mut people, program).await;
            interrupted += more;
            program.kill();
        } else {
            under_writers(&program, &mut people, || {});
        }
    }
    figures(&format!("copies, restores and moves, {interrupted} interrupted"), 1, &people);
}

impl Cluster {
    /// The URL of a new, empty database.
    async fn another_database(&self) -> String {
        let name = format!("restored_{}", uuid::Uuid::new_v4().simple());
        let mut connection = PgConnection::connect(&cluster::url(self.port)).await.unwrap();
        connection.execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
        connection.close().await.unwrap();
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }
}
