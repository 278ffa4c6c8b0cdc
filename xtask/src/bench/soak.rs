//! `soak`: people use one server for hours, and what grows is told.

use super::{
    archive,
    http::{self, Answer, Connection, head},
    person::{self, Person},
    port, release,
    server::Server,
};
use crate::process::{Result, root};
use std::{
    fs,
    net::SocketAddr,
    path::Path,
    thread,
    time::{Duration, Instant},
};

const MINUTES: u64 = 120;
/// Rows of the table, each for the same part of the time.
const PARTS: u32 = 12;
const PEOPLE: usize = 12;
const ENTRIES: u32 = 50;
/// More than one, so that they have Pro and may change every entry.
const PHOTOS: u32 = 2;
/// Between two actions of a person.
const PAUSE: Duration = Duration::from_millis(250);
const PHOTO: &str = "server/demo/photos/coffee.jpg";

/// What somebody does, and how often among [`ACTIONS`].
const ACTIONS: [(Action, u32); 10] = [
    (Action::Read("/dashboard"), 24),
    (Action::Entry, 16),
    (Action::Shared, 8),
    (Action::Read("/api/search?q=Regen"), 8),
    (Action::Read("/yearly"), 4),
    (Action::Read("/settings"), 4),
    (Action::Save, 8),
    (Action::Upload, 2),
    (Action::SignIn, 2),
    (Action::Export, 1),
];

#[derive(Clone, Copy, Debug)]
enum Action {
    Read(&'static str),
    Entry,
    Shared,
    Save,
    Upload,
    /// With an address that nobody has: it costs the same.
    SignIn,
    Export,
}

/// The server at the end of a part, and the slowest of 99 of 100 answers in it.
#[derive(Clone, Copy, Debug)]
struct Row {
    answers: usize,
    failed: usize,
    p99: f64,
    memory: u64,
    files: usize,
    threads: usize,
    /// The log that SQLite writes before the database, in bytes.
    log: u64,
}

/// Fails if an answer is not the expected one, or if memory, files or threads still grow in the last third.
pub fn soak(args: &[String]) -> Result {
    let minutes = match args {
        [] => MINUTES,
        [flag, minutes] if flag == "--minutes" => minutes.parse::<u64>()?.max(1),
        other => return Err(format!("{other:?} is not understood: soak [--minutes n]").into()),
    };
    let product = release()?;
    let data = root().join("target/bench/soak");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir_all(&data)?;
    let address = SocketAddr::from(([127, 0, 0, 1], port()?));
    let seeded = |_| person::seed_with(&product, &data, address, ENTRIES, Some(PHOTOS));
    let people: Vec<Person> = (0..PEOPLE).map(seeded).collect::<Result<_>>()?;
    let settings = [("TAGESECHO_TRUSTED_PROXIES", "127.0.0.1"), ("TAGESECHO_THROTTLE_FACTOR", "10000")];
    let server = Server::start_with(&product, &data, address, 0, &settings)?;
    println!("\n{PEOPLE} people for {minutes} minutes, one core for the server.\n");
    println!("| minutes | answers | failed | p99 | memory | files | threads | log of the database |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let part = Duration::from_secs(minutes * 60) / PARTS;
    let mut rows = Vec::new();
    for number in 1..=PARTS {
        let row = run(&server, &people, &data, part)?;
        let Row { answers, failed, p99, memory, files, threads, log } = row;
        println!(
            "| {} | {answers} | {failed} | {p99:.0} ms | {} MB | {files} | {threads} | {} kB |",
            (part * number).as_secs() / 60,
            memory >> 20,
            log >> 10
        );
        rows.push(row);
    }
    let failed: usize = rows.iter().map(|row| row.failed).sum();
    let mut faults = Vec::from_iter((failed > 0).then(|| format!("{failed} answers were not the expected ones")));
    let mut kept = |name: &str, most: &dyn Fn(&[Row]) -> u64, slack: u64| {
        let (middle, last) = (most(&rows[rows.len() / 3..rows.len() * 2 / 3]), most(&rows[rows.len() * 2 / 3..]));
        if last > middle + middle / 10 + slack {
            faults.push(format!("{name} grew from {middle} to {last}"));
        }
    };
    kept("memory", &|rows| most(rows, |row| row.memory), 8 << 20);
    kept("the number of open files", &|rows| most(rows, |row| row.files as u64), 8);
    kept("the number of threads", &|rows| most(rows, |row| row.threads as u64), 4);
    if faults.is_empty() { Ok(()) } else { Err(faults.join(", ").into()) }
}

fn most(rows: &[Row], value: impl Fn(&Row) -> u64) -> u64 {
    rows.iter().map(value).max().unwrap_or_default()
}

/// Everybody acts for a while, each their own list of actions over and over.
fn run(server: &Server, people: &[Person], data: &Path, time: Duration) -> Result<Row> {
    let end = Instant::now() + time;
    let all: Vec<Result<Vec<(bool, u32)>>> = thread::scope(|scope| {
        let one = |(number, person)| scope.spawn(move || act(server, person, number, data, end));
        let threads: Vec<_> = people.iter().enumerate().map(one).collect();
        threads.into_iter().map(|t| t.join().unwrap_or_else(|_| Err("a person panicked".into()))).collect()
    });
    let mut times = Vec::new();
    let mut failed = 0;
    for person in all {
        for (is_expected, micros) in person? {
            failed += usize::from(!is_expected);
            times.push(micros);
        }
    }
    times.sort_unstable();
    let p99 = times.get(times.len() * 99 / 100).map_or(0.0, |micros| f64::from(*micros) / 1000.0);
    let log = fs::metadata(data.join("tagesecho.db-wal")).map_or(0, |file| file.len());
    let (files, threads) = server.files_and_threads()?;
    Ok(Row { answers: times.len(), failed, p99, memory: server.memory()?, files, threads, log })
}

/// Returns whether each answer was the expected one, and its time in microseconds.
fn act(server: &Server, person: &Person, number: usize, data: &Path, end: Instant) -> Result<Vec<(bool, u32)>> {
    let zip = data.join(format!("{number}.zip"));
    let actions: Vec<Action> = ACTIONS.iter().flat_map(|(action, often)| (0..*often).map(|_| *action)).collect();
    let photo = fs::read(root().join(PHOTO))?;
    let mut connection = Connection::open(server.address)?;
    let mut done = Vec::new();
    // A step that has no factor in common with their number visits all of them, well mixed.
    let mut at = number * 7;
    while Instant::now() < end {
        at = (at + 30) % actions.len();
        let begin = Instant::now();
        let is_expected = take(server, person, &mut connection, actions[at], &photo, &zip);
        let micros = u32::try_from(begin.elapsed().as_micros()).unwrap_or(u32::MAX);
        done.push((is_expected.as_ref().is_ok_and(|is_expected| *is_expected), micros));
        if is_expected.is_err() {
            connection = Connection::open(server.address)?;
        }
        thread::sleep(PAUSE);
    }
    Ok(done)
}

/// Whether the answer is the expected one.
fn take(
    server: &Server,
    person: &Person,
    connection: &mut Connection,
    action: Action,
    photo: &[u8],
    zip: &Path,
) -> Result<bool> {
    let cookie = ("Cookie", person.cookie.as_str());
    let send = |request: (&str, &str), kind: &str, body: &[u8], expected: u16| {
        let headers = [cookie, ("Content-Type", kind)];
        let (status, _) = http::send(server.address, request, &headers, &mut &body[..], body.len() as u64)?;
        Ok(status == expected)
    };
    match action {
        Action::Read(_) | Action::Entry | Action::Shared => {
            let path = match action {
                Action::Read(path) => path,
                Action::Entry => &person.entry,
                _ => &person.shared,
            };
            let mut answer = Answer::default();
            connection.send(&head(path, server.address, &[cookie]), &mut answer)?;
            Ok(answer.status == 200)
        }
        Action::Save => {
            let path = person.entry.replace("/entry/", "/api/entries/");
            let (kind, body) =
                http::text_form("text", &format!("{}{:?}", "Regen, und Suppe am Abend. ".repeat(40), Instant::now()));
            send(("PATCH", &path), &kind, body.as_bytes(), 200)
        }
        Action::Upload => {
            let form = http::form("profileImage", "coffee.jpg", "image/jpeg");
            let (mut body, size) = form.around(photo, photo.len() as u64);
            let headers = [cookie, ("Content-Type", form.kind.as_str())];
            let (status, _) = http::send(server.address, ("PATCH", "/api/profile"), &headers, &mut body, size)?;
            Ok(status == 200)
        }
        Action::SignIn => {
            let path = "/identity/v1/accounts:signInWithPassword?key=demo";
            let body = br#"{"email":"nobody@example.org","password":"Regen und Suppe"}"#;
            send(("POST", path), "application/json", body, 400)
        }
        Action::Export => archive::download(server, person, zip).map(|_| true),
    }
}
