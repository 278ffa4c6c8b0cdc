//! Three servers behind `HAProxy` on one PostgreSQL and one bucket: updated one by one, killed, and without their database or their bucket.

use super::{
    bucket::Service,
    cluster::{self, Cluster},
    crash::people_of,
    people::Person,
    program::{Answer, Program, binary, binary_before, build_site, free_address, send},
    random, rounds,
};
use serde_json::Value;
use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;

const WRITERS: usize = 8;
/// The time without the database: in the short form, and in the long one.
const AWAY: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(10)];
/// The requirement is two seconds; the rest is for a machine that does much else.
const WELL_AGAIN: Duration = Duration::from_secs(5);
const BESIDE: Duration = Duration::from_secs(3);
const NO_BUCKET: Duration = Duration::from_secs(2);
/// Longer than any interruption, unless something hangs.
const HANGS: Duration = Duration::from_secs(30);
const BOUNDARY: &str = "----FormBoundaryOfTheTests";

struct Proxy {
    child: Child,
    address: SocketAddr,
}

impl Proxy {
    /// Runs with the file that operators get.
    fn start(folder: &Path, address: SocketAddr, servers: [SocketAddr; 3]) -> Self {
        let path = env::var("PATH").unwrap_or_default();
        let child = Command::new("haproxy")
            .args(["-db", "-f", concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/haproxy.cfg")])
            .env_clear()
            // Debian keeps it where only root looks.
            .env("PATH", format!("{path}:/usr/sbin"))
            .env("LISTEN", address.to_string())
            .env("LISTEN_PLAIN", format!("unix@{}", folder.join("plain").display()))
            .envs(["SERVER_1", "SERVER_2", "SERVER_3"].into_iter().zip(servers.map(|server| server.to_string())))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("HAProxy is needed");
        let proxy = Self { child, address };
        wait_for("the proxy", || send(address, "GET", "/readyz", "", &[]).is_some_and(|answer| answer.status == 200));
        proxy
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_there() {
        assert!(begin.elapsed() < HANGS, "{what} does not come");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A bucket, served by this process.
struct Bucket {
    service: Service,
    _runtime: Runtime,
}

impl Bucket {
    fn start(folder: &Path) -> Self {
        let runtime = Runtime::new().unwrap();
        Self { service: runtime.block_on(Service::start(folder)), _runtime: runtime }
    }

    fn settings(&self) -> [(&'static str, String); 4] {
        let s3 = self.service.settings();
        [
            ("TAGESECHO_MEDIA", "s3://media/diary".into()),
            ("TAGESECHO_S3_ENDPOINT", s3.endpoint.unwrap()),
            ("TAGESECHO_S3_ACCESS_KEY", s3.access_key),
            ("TAGESECHO_S3_SECRET_KEY", s3.secret_key),
        ]
    }
}

struct Servers {
    folder: PathBuf,
    settings: Vec<(&'static str, String)>,
    addresses: [SocketAddr; 3],
    running: [Option<Program>; 3],
    binary: PathBuf,
}

impl Servers {
    fn start(folder: &Path, url: String, bucket: &Bucket, proxy: SocketAddr) -> Self {
        let addresses = [free_address(), free_address(), free_address()];
        let mut settings = vec![
            ("DATABASE_URL", url),
            ("TAGESECHO_SECRET", "the secret that all three servers share".into()),
            ("TAGESECHO_DATABASE_CONNECTIONS", "12".into()),
            ("TAGESECHO_ORIGIN", format!("http://{proxy}")),
            ("TAGESECHO_TRUSTED_PROXIES", "127.0.0.1".into()),
        ];
        settings.extend(bucket.settings());
        let binary = binary_before().unwrap_or_else(binary);
        let mut servers = Self { folder: folder.into(), settings, addresses, running: [None, None, None], binary };
        for n in 0..3 {
            servers.run(n);
        }
        servers
    }

    fn settings(&self) -> Vec<(&str, &str)> {
        self.settings.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }

    /// With a data folder of its own, as on a machine of its own, and scripts of its own, as where another version runs.
    fn run(&mut self, n: usize) {
        let site = self.folder.join(format!("site{n}"));
        build_site(&site);
        fs::write(site.join(script(n)), "").unwrap();
        let data = self.folder.join(format!("data{n}"));
        let mut settings = self.settings();
        settings.extend([("TAGESECHO_SITE", site.to_str().unwrap()), ("TAGESECHO_DATA", data.to_str().unwrap())]);
        self.running[n] = Some(Program::start_at(self.addresses[n], &self.binary, &self.folder, &settings));
    }

    fn take(&mut self, n: usize) -> Program {
        self.running[n].take().unwrap()
    }
}

/// The script that only this server has.
fn script(n: usize) -> String {
    format!("islands/{n}.js")
}

/// Somebody who writes one text after the other. Each is sent until it is acknowledged, as the editor does.
struct Writer {
    person: Person,
    id: String,
    photo: String,
    /// The entry's version before the first text.
    first: i64,
    count: i64,
}

impl Writer {
    fn new(mut person: Person, program: &Program) -> Self {
        person.save(program.address).expect("an answer");
        let entry = program.get("/api/entries/today", person.cookie()).unwrap().json();
        let photo = format!("/media/{}/thumbnail", entry["images"][0]["id"].as_str().unwrap());
        let (id, first) = (entry["id"].as_str().unwrap().to_owned(), entry["version"].as_i64().unwrap());
        Self { person, id, photo, first, count: 0 }
    }

    fn text(&self) -> String {
        format!("{} zum {}. Mal", self.person.name(), self.count)
    }

    fn path(&self) -> String {
        format!("/api/entries/{}", self.id)
    }

    fn save(&mut self, proxy: SocketAddr) {
        self.count += 1;
        let (text, key) = (self.text(), uuid::Uuid::new_v4().to_string());
        let part = |name: &str, value: &str| {
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let form = format!("{}{}--{BOUNDARY}--\r\n", part("text", &text), part("idempotencyKey", &key));
        let headers =
            format!("cookie: {}\r\ncontent-type: multipart/form-data; boundary={BOUNDARY}\r\n", self.person.cookie());
        let begin = Instant::now();
        loop {
            assert!(begin.elapsed() < HANGS, "{text} is not taken");
            let answer = send(proxy, "PATCH", &self.path(), &headers, form.as_bytes());
            match answer.as_ref().map_or(0, |answer| answer.status) {
                200 => return,
                // Nobody knows whether it was done: the server ended before it answered.
                0 | 502 => {}
                _ => assert!(answer.as_ref().is_some_and(is_for_later), "{answer:?}"),
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// The acknowledged text is there, and no save was done twice.
    fn find(&self, server: SocketAddr) {
        let cookie = format!("cookie: {}\r\n", self.person.cookie());
        let answer = send(server, "GET", &self.path(), &cookie, &[]).expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.json());
        let entry: Value = answer.json();
        assert_eq!(entry["text"].as_str(), Some(self.text().as_str()), "LOST");
        assert_eq!(entry["version"].as_i64(), Some(self.first + self.count), "each save is one version");
    }
}

/// By the program in its own words, or by the proxy where no server lives.
fn is_for_later(answer: &Answer) -> bool {
    answer.status == 503 && answer.head.contains("retry-after: ")
}

/// What readers met: how many were served, and for how long after the first trouble there was any.
#[derive(Debug, Default)]
struct Seen {
    served: usize,
    put_off: usize,
    broken_off: usize,
    trouble: Option<(Instant, Instant)>,
}

impl Seen {
    fn note(&mut self, answer: Option<&Answer>) {
        match answer {
            Some(answer) if answer.status == 200 => return self.served += 1,
            Some(answer) if is_for_later(answer) => self.put_off += 1,
            Some(answer) => panic!("{} {}", answer.status, answer.head),
            None => self.broken_off += 1,
        }
        let now = Instant::now();
        self.trouble = Some((self.trouble.map_or(now, |(first, _)| first), now));
    }

    /// For how long after this there was trouble.
    fn after(&self, then: Instant) -> Duration {
        self.trouble.map_or(Duration::ZERO, |(_, last)| last.saturating_duration_since(then))
    }

    fn lasted(&self) -> Duration {
        self.trouble.map_or(Duration::ZERO, |(first, last)| last - first)
    }
}

/// Everybody writes and somebody reads while `strike` runs. Each ends with a save that was acknowledged.
fn under_load(proxy: SocketAddr, writers: &mut [Writer], strike: impl FnOnce()) -> Seen {
    let over = AtomicBool::new(false);
    let read: Vec<[String; 3]> = writers
        .iter()
        .map(|writer| [format!("cookie: {}\r\n", writer.person.cookie()), writer.path(), writer.photo.clone()])
        .collect();
    thread::scope(|scope| {
        for writer in writers.iter_mut() {
            scope.spawn(|| {
                while !over.load(Relaxed) {
                    writer.save(proxy);
                    thread::sleep(Duration::from_millis(random(40)));
                }
            });
        }
        let reading = scope.spawn(|| {
            let mut seen = Seen::default();
            let mut paths = read.iter().flat_map(|[cookie, entry, photo]| [(cookie, entry), (cookie, photo)]).cycle();
            while !over.load(Relaxed) {
                let (cookie, path) = paths.next().unwrap();
                seen.note(send(proxy, "GET", path, cookie, &[]).as_ref());
            }
            seen
        });
        thread::sleep(Duration::from_millis(300));
        strike();
        thread::sleep(Duration::from_millis(300));
        over.store(true, Relaxed);
        reading.join().unwrap()
    })
}

#[test]
fn three_servers_lose_nothing_while_they_are_updated_killed_and_without_a_database() {
    let (folder, given, cluster) = (tempfile::tempdir().unwrap(), rounds(1), Cluster::start());
    let (rounds, away) = if given == 1 { (1, AWAY[0]) } else { (given.div_ceil(10), AWAY[1]) };
    let (bucket, address) = (Bucket::start(folder.path()), free_address());
    let mut servers = Servers::start(folder.path(), cluster::url(cluster.port), &bucket, address);
    let proxy = Proxy::start(folder.path(), address, servers.addresses);
    for n in (0..3).cycle().take(12) {
        let answer = send(proxy.address, "GET", &format!("/{}", script(n)), "", &[]).expect("an answer");
        assert_eq!(answer.status, 200, "a page of one version finds its scripts, whichever server made it");
    }
    let program = servers.running[0].as_ref().unwrap();
    let everybody = people_of(program, folder.path(), &servers.settings(), WRITERS);
    let mut writers: Vec<_> = everybody.into_iter().map(|person| Writer::new(person, program)).collect();
    for _ in 0..rounds {
        let updated = under_load(proxy.address, &mut writers, || {
            servers.binary = binary();
            for n in 0..3 {
                servers.take(n).stop();
                servers.run(n);
                // The version before this one and this one serve beside each other.
                thread::sleep(if binary_before().is_some() { BESIDE } else { Duration::ZERO });
            }
        });
        let n = usize::try_from(random(3)).unwrap();
        let killed = under_load(proxy.address, &mut writers, || {
            servers.take(n).kill();
            thread::sleep(Duration::from_secs(2));
            servers.run(n);
        });
        let mut back = Instant::now();
        let stopped = under_load(proxy.address, &mut writers, || {
            cluster.crash();
            thread::sleep(away);
            cluster.run();
            back = Instant::now();
            wait_for("the database", || {
                servers
                    .addresses
                    .iter()
                    .all(|server| send(*server, "GET", "/readyz", "", &[]).is_some_and(|answer| answer.status == 200))
            });
        });
        let no_bucket = under_load(proxy.address, &mut writers, || {
            bucket.service.fail_after(usize::try_from(random(4)).unwrap());
            thread::sleep(NO_BUCKET);
            bucket.service.work_again();
        });
        assert_eq!(
            updated.broken_off + stopped.broken_off + no_bucket.broken_off,
            0,
            "{updated:?} {stopped:?} {no_bucket:?}"
        );
        assert!(no_bucket.served > 0, "texts need no bucket: {no_bucket:?}");
        assert!(killed.broken_off <= 1, "the reader had one request under way: {killed:?}");
        assert!(updated.lasted().max(killed.lasted()) < WELL_AGAIN, "{updated:?} {killed:?}");
        assert!(stopped.after(back) < WELL_AGAIN, "{stopped:?}");
        assert!(updated.served > 0 && killed.served > 0 && stopped.put_off > 0, "{updated:?} {killed:?} {stopped:?}");
        for (what, seen) in
            [("one by one", &updated), ("kill -9", &killed), ("database away", &stopped), ("bucket away", &no_bucket)]
        {
            println!(
                "chaos: three servers, {what}: {} reads, {} put off, {} broken off, for {:.2?}",
                seen.served,
                seen.put_off,
                seen.broken_off,
                seen.lasted()
            );
        }
        println!("chaos: three servers, well {:.2?} after the database", stopped.after(back));
        for writer in &writers {
            servers.addresses.iter().for_each(|server| writer.find(*server));
        }
    }
    let saves: i64 = writers.iter().map(|writer| writer.count).sum();
    println!("chaos: three servers: {rounds} rounds, {saves} saves, 0 lost, 0 doubled");
}
