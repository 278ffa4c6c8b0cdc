//! `kill -9` of an import, of an export and of undoing: every day is there once and whole, or gone.

use super::{
    cluster::{self, Cluster},
    crash::people,
    people::{PHOTO, Person},
    program::{Program, binary, send},
    random, rounds,
};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use std::{
    fs,
    io::{Cursor, Write},
    net::TcpStream,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};
use zip::{ZipWriter, write::SimpleFileOptions};

const DAYS: u32 = 40;
/// Kills of each step. After six attempts of which nobody saw the end an import is given up.
const KILLS: u32 = 2;
const LONGEST: Duration = Duration::from_mins(1);
const BOUNDARY: &str = "----FormBoundaryOfTheTests";

/// A folder of notes, each with a photo.
fn notes() -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for n in 0..DAYS {
        let date = format!("2020-{:02}-{:02}", n / 28 + 1, n % 28 + 1);
        zip.start_file(format!("{date}.md"), SimpleFileOptions::default()).unwrap();
        write!(zip, "Tag {n} am See\n\n![](bild{n}.png)\n").unwrap();
        zip.start_file(format!("bild{n}.png"), SimpleFileOptions::default()).unwrap();
        zip.write_all(PHOTO).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A program, and its person who imports.
struct Diary<'a> {
    folder: &'a Path,
    database: Option<&'a str>,
    program: Option<Program>,
    person: Person,
    kills: u32,
}

impl<'a> Diary<'a> {
    fn new(folder: &'a Path, database: Option<&'a str>) -> Self {
        let program = Program::start(folder, database);
        let person = people(&program, folder, database, 1).pop().unwrap();
        Self { folder, database, program: Some(program), person, kills: 0 }
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer =
            self.person.request(self.program.as_ref().unwrap().address, method, path, body).expect("an answer");
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.json());
        answer.json()
    }

    /// Kills the program and starts it again a minute later, when the killed worker's import is anybody's.
    async fn kill(&mut self) {
        self.program.take().unwrap().kill();
        self.kills += 1;
        let sql = "UPDATE imports SET leased_until = NULL";
        if let Some(url) = self.database {
            PgConnection::connect(url).await.unwrap().execute(sql).await.unwrap();
        } else {
            let url = format!("sqlite:{}", self.folder.join("data/tagesecho.db").display());
            SqliteConnection::connect(&url).await.unwrap().execute(sql).await.unwrap();
        }
        self.program = Some(Program::start(self.folder, self.database));
    }

    fn form(&self, file: &[u8]) -> (String, Vec<u8>) {
        let head =
            "Content-Disposition: form-data; name=\"file\"; filename=\"notizen.zip\"\r\nContent-Type: application/zip";
        let begin = format!("--{BOUNDARY}\r\n{head}\r\n\r\n");
        let form = [begin.as_bytes(), file, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        let cookie = self.person.cookie();
        (format!("cookie: {cookie}\r\ncontent-type: multipart/form-data; boundary={BOUNDARY}\r\n"), form)
    }

    /// Sends the file, once to its middle only.
    async fn send(&mut self, file: &[u8]) -> String {
        let (headers, form) = self.form(file);
        let head = format!(
            "POST /api/imports HTTP/1.0\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\ncontent-length: {}\r\n{headers}\r\n",
            form.len()
        );
        let mut half = TcpStream::connect(self.program.as_ref().unwrap().address).unwrap();
        half.write_all(&[head.as_bytes(), &form[..form.len() / 2]].concat()).unwrap();
        thread::sleep(Duration::from_millis(random(300)));
        self.kill().await;
        drop(half);
        let answer = send(self.program.as_ref().unwrap().address, "POST", "/api/imports", &headers, &form).unwrap();
        assert_eq!(answer.status, 202, "{}", answer.json());
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    /// The import in this state, with kills on the way there.
    async fn until(&mut self, id: &str, state: &str) -> Value {
        let (path, begin, mut kills) = (format!("/api/imports/{id}"), Instant::now(), 0);
        loop {
            let import = self.call("GET", &path, &json!({}));
            if import["state"] == state {
                return import;
            }
            assert!(begin.elapsed() < LONGEST, "the import is not {state}: {import}");
            if kills < KILLS {
                thread::sleep(Duration::from_millis(random(800)));
                self.kill().await;
                kills += 1;
            } else {
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Every day and photo once, after an export that was killed, too.
    async fn is_whole(&mut self) {
        let headers = format!("cookie: {}\r\n", self.person.cookie());
        let mut broken = TcpStream::connect(self.program.as_ref().unwrap().address).unwrap();
        broken.write_all(format!("GET /api/archive HTTP/1.0\r\nhost: 127.0.0.1\r\n{headers}\r\n").as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(random(300)));
        self.kill().await;
        let archive = send(self.program.as_ref().unwrap().address, "GET", "/api/archive", &headers, &[]).unwrap();
        assert_eq!(archive.status, 200, "{}", archive.json());
        let file = self.folder.join("archive.zip");
        fs::write(&file, archive.body).unwrap();
        let checked = self.command(&["verify", file.to_str().unwrap()]);
        let expected = format!("{DAYS} days, {DAYS} photos, 0 recordings, 0 lost.\n");
        assert!(checked.starts_with(&expected), "{checked}");
        self.is_well();
    }

    fn is_well(&self) {
        let report = self.command(&["doctor"]);
        assert!(report.ends_with("All is well.\n"), "{report}");
    }

    fn command(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(binary());
        command.args(arguments).env_clear().env("TAGESECHO_DATA", self.folder.join("data"));
        let output = command.envs(self.database.map(|url| ("DATABASE_URL", url))).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stdout).unwrap()
    }
}

async fn run(folder: &Path, database: Option<&str>, what: &str) {
    let mut diary = Diary::new(folder, database);
    let file = notes();
    for _ in 0..rounds(1).min(20) {
        let id = diary.send(&file).await;
        let looked = diary.until(&id, "looked").await;
        assert_eq!((&looked["report"]["days"], &looked["report"]["photos"]), (&json!(DAYS), &json!(DAYS)), "{looked}");
        diary.call("POST", &format!("/api/imports/{id}/take-over"), &json!({ "existing": "keep" }));
        let taken = diary.until(&id, "taken").await;
        let report = &taken["report"]["taken"];
        assert_eq!((&report["days"], &report["photos"]), (&json!(DAYS), &json!(DAYS)), "{taken}");
        diary.is_whole().await;
        diary.call("DELETE", &format!("/api/imports/{id}"), &json!({}));
        let undone = diary.until(&id, "undone").await;
        assert_eq!(undone["report"]["undone"]["removed"], json!(DAYS), "{undone}");
        diary.is_well();
        assert_eq!(diary.call("GET", "/api/entries?limit=1", &json!({})), json!([]));
    }
    println!("chaos: imports on {what}: {} kills, 0 days lost or doubled", diary.kills);
}

#[tokio::test]
async fn imports_and_exports_survive_kill_9_on_sqlite() {
    run(tempfile::tempdir().unwrap().path(), None, "SQLite").await;
}

#[tokio::test]
async fn imports_and_exports_survive_kill_9_on_postgres() {
    let cluster = Cluster::start();
    run(tempfile::tempdir().unwrap().path(), Some(&cluster::url(cluster.port)), "PostgreSQL").await;
}
