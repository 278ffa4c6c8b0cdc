//! A disk that is full or broken at the n-th write, as `strace` makes it.

use super::{
    crash::people,
    people::Person,
    program::{Answer, Program},
    rounds,
};
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// System calls that only the database and the files of photos make, and how each of them can fail.
const FAULTS: [(&str, &str); 6] = [
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
    ("fdatasync,fsync", "EIO"),
    ("fdatasync,fsync", "ENOSPC"),
    ("rename,renameat,renameat2,link,linkat", "ENOSPC"),
    ("mkdir,mkdirat", "ENOSPC"),
];

/// The calls of a running program fail from the n-th on, in each of its threads.
struct Broken(Child);

impl Broken {
    fn start(program: &Program, (call, error): (&str, &str), n: u32) -> Self {
        let mut child = Command::new("strace")
            .args(["-f", "-o", "/dev/null", "-e", &format!("trace={call}")])
            .args(["-e", &format!("inject={call}:error={error}:when={n}+"), "-p", &program.id().to_string()])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("strace, which `cargo xtask test` installs");
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        assert!(first.contains("attached"), "strace cannot attach: {first}");
        // The process prints more at its end, and must not wait for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Self(child)
    }
}

impl Drop for Broken {
    fn drop(&mut self) {
        drop(Command::new("kill").args(["-INT", &self.0.id().to_string()]).status());
        drop(self.0.wait());
    }
}

fn work(person: &mut Person, program: &Program, what: &str) -> Option<Answer> {
    let path = format!("/api/entries/{}", person.entry().unwrap().id);
    match what {
        "save" => person.write(program.address, "PATCH", &path, false),
        "upload" => person.write(program.address, "PATCH", &path, true),
        _ => person.request(program.address, "POST", &format!("{path}/generate-share-token"), &json!({})),
    }
}

#[tokio::test]
async fn a_full_or_broken_disk_leaves_nothing_half_made_and_the_program_lives() {
    let (folder, most) = (tempfile::tempdir().unwrap(), rounds(2).min(20));
    let mut program = Program::start(folder.path(), None);
    let mut people = people(&program, folder.path(), None, 1);
    let person = &mut people[0];
    assert_eq!(person.save(program.address).unwrap().status, 201);
    let (mut cases, mut refused, mut longest) = (0, 0, Duration::ZERO);
    for fault in FAULTS {
        for n in 1..=most {
            for what in ["save", "upload", "share"] {
                let broken = Broken::start(&program, fault, n);
                let answer = work(person, &program, what).expect("an answer");
                drop(broken);
                let is_fine = answer.status < 300 || answer.is_for_later();
                assert!(is_fine, "{fault:?} at {n}, {what}: {} {}", answer.status, answer.json());
                (cases, longest) = (cases + 1, longest.max(answer.time));
                refused += u32::from(answer.status >= 300);
                assert!(program.lives());
                person.find(&program);
                if what == "share" && answer.status < 300 {
                    let token = answer.json()["shareToken"].as_str().unwrap().to_owned();
                    assert_eq!(program.get(&format!("/api/shared/{token}"), "").unwrap().status, 200);
                    let path = format!("/api/entries/{}/remove-share-token", person.entry().unwrap().id);
                    assert_eq!(person.request(program.address, "DELETE", &path, &json!({})).unwrap().status, 204);
                }
                let again = work(person, &program, "upload").unwrap();
                assert_eq!(again.status, 200, "{fault:?} at {n}, {what}: afterwards {}", again.json());
            }
        }
    }
    assert!(refused > 0, "no fault was met");
    program.kill();
    let url = format!("sqlite:{}", folder.path().join("data/tagesecho.db").display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    let check: (String,) = sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut database).await.unwrap();
    assert_eq!(check.0, "ok");
    println!("chaos: disk: {cases} faults, {refused} refused, 0 half made, longest answer {longest:.2?}");
}
