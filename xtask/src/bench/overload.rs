//! Ten times the load that one server can bear, and the feed while other work takes all that it may.

use super::{
    LOAD_CORE, SERVER_CORE, archive,
    http::{self, head},
    load::{self, Load},
    number,
    open_loop::{Shot, fire},
    person::{self, Person},
    server::{self, Server},
};
use crate::{
    build::Product,
    process::{Result, root},
};
use std::{
    fs,
    net::SocketAddr,
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    thread,
    time::Duration,
};

/// How much more than the server can answer.
const TIMES: f64 = 10.0;
/// Connections of the proxy that this plays: fewer than the server serves.
const CONNECTIONS: u32 = 440;
/// Requests of a calm server, for each request that it could answer.
const CALM: f64 = 0.1;
/// Milliseconds within which 99 of 100 answers come.
const ACCEPTED: f64 = 250.0;
const REFUSED: f64 = 50.0;
const WELL_AGAIN: Duration = Duration::from_secs(2);
/// The time of a window in which the server is looked at afterwards.
const WINDOW: Duration = Duration::from_millis(250);
const WINDOWS: u32 = 12;
/// How much slower the feed may be while other work takes all that it may.
const SLOWER: f64 = 2.0;
/// People whose uploads and imports run at once.
const OTHERS: usize = 4;
const PHOTO: &str = "server/demo/photos/coffee.jpg";

/// Fails above the limits.
pub fn measure(product: &Product, port: u16) -> Result {
    let seconds = Duration::from_secs(number("BENCH_SECONDS", 10)?.max(2).into());
    let entries = number("BENCH_PERSON_ENTRIES", 1000)?.max(20);
    let data = root().join("target/bench/overload");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir_all(&data)?;
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let person = person::seed(product, &data, address, entries)?;
    let others: Vec<Person> = (0..OTHERS).map(|_| person::seed(product, &data, address, 1)).collect::<Result<_>>()?;
    let settings = [("TAGESECHO_TRUSTED_PROXIES", "127.0.0.1"), ("TAGESECHO_THROTTLE_FACTOR", "10000")];
    let server = Server::start_with(product, &data, address, SERVER_CORE, &settings)?;
    server::pin(LOAD_CORE);
    let feed = Feed::of(&server, &person)?;
    let mut missed = feed.overload(seconds)?;
    missed.extend(feed.lanes(&person, &others, seconds)?);
    if missed.is_empty() { Ok(()) } else { Err(missed.join("; ").into()) }
}

/// The page of the feed, asked for from many addresses.
#[derive(Debug)]
struct Feed<'s> {
    server: &'s Server,
    heads: Vec<Vec<u8>>,
    /// Pages that the server makes in a second, one after the other from a few callers.
    most: f64,
}

impl<'s> Feed<'s> {
    fn of(server: &'s Server, person: &Person) -> Result<Self> {
        let heads: Vec<_> = (0..CONNECTIONS)
            .map(|n| {
                let from = format!("192.0.{}.{}", n / 250, n % 250 + 1);
                head("/dashboard", server.address, &[("Cookie", &person.cookie), ("X-Forwarded-For", &from)])
            })
            .collect();
        let closed = |seconds| Load { connections: 16, time: Duration::from_secs(seconds), rate: None };
        load::run(server.address, &heads[0], closed(1))?;
        let most = load::run(server.address, &heads[0], closed(4))?.per_second();
        Ok(Self { server, heads, most })
    }

    /// Prints what becomes of ten times the load; returns what is above its limit.
    fn overload(&self, time: Duration) -> Result<Vec<String>> {
        let mut calm = self.fire(self.most * CALM, time)?;
        let idle = percentile(&mut calm, |_| true, 99);
        let rest = self.server.memory()?;
        let (mut shots, most) = self.server.watched(|| self.fire(self.most * TIMES, time))?;
        let after = self.fire(self.most * CALM, WINDOW * (WINDOWS + 1))?;
        let well = (0..=WINDOWS).map(|n| WINDOW * n).find(|begin| {
            let mut window: Vec<_> =
                after.iter().copied().filter(|s| (*begin..*begin + WINDOW).contains(&s.due)).collect();
            window.iter().all(|shot| shot.status == 200) && percentile(&mut window, |_| true, 90) <= idle * 2.0
        });
        let (accepted, refused) = (percentile(&mut shots, |s| s == 200, 99), percentile(&mut shots, |s| s == 503, 99));
        let count = |status: u16| shots.iter().filter(|shot| shot.status == status).count();
        let other = shots.len() - count(200) - count(503);
        let sent = per_second(shots.len(), time);
        println!("\nThe feed's page, {:.0} in a second at most; idle p99 {idle:.1} ms.\n", self.most);
        println!("| ten times the load | | |\n| --- | --- | --- |");
        println!("| asked for | {sent:.0}/s | |");
        println!("| answered | {:.0}/s | p99 {accepted:.0} ms, {ACCEPTED} allowed |", per_second(count(200), time));
        println!(
            "| told to come back | {:.0}/s | p99 {refused:.0} ms, {REFUSED} allowed |",
            per_second(count(503), time)
        );
        println!("| neither | {other} | |");
        println!("| well again after | {} | |", well.map_or("never".into(), |time| format!("{} ms", time.as_millis())));
        println!("| memory | {} MB | {} MB at rest |", most >> 20, rest >> 20);
        let mut missed = Vec::new();
        let mut limit = |is_kept: bool, what: String| missed.extend((!is_kept).then_some(what));
        limit(accepted <= ACCEPTED, format!("accepted requests took {accepted:.0} ms"));
        limit(refused <= REFUSED, format!("refusals took {refused:.0} ms"));
        limit(other == 0, format!("{other} requests had no answer"));
        limit(sent >= self.most * TIMES * 0.9, format!("only {sent:.0} requests were sent in a second"));
        limit(well.is_some_and(|time| time <= WELL_AGAIN), "the server was not well again".into());
        Ok(missed)
    }

    /// Prints how fast the feed is while each kind of heavy work goes on; returns what is above its limit.
    fn lanes(&self, person: &Person, others: &[Person], time: Duration) -> Result<Vec<String>> {
        let rate = self.most * CALM;
        let idle = percentile(&mut self.fire(rate, time)?, |_| true, 99);
        println!(
            "\nThe feed at {rate:.0}/s while other work takes all that it may: p99, and how often that work was done.\n"
        );
        println!("| beside | p99 | | done |\n| --- | --- | --- | --- |\n| nothing | {idle:.1} ms | | |");
        let zip = root().join("target/bench/overload/archive.zip");
        archive::download(self.server, person, &zip)?;
        let mut missed = Vec::new();
        let mut lane = |name: &str, work: &(dyn Fn(usize) -> Result<bool> + Sync)| -> Result {
            let (is_over, done) = (AtomicBool::new(false), AtomicU32::new(0));
            let shots = thread::scope(|scope| {
                let workers: Vec<_> = (0..OTHERS * 2)
                    .map(|number| {
                        let (is_over, done) = (&is_over, &done);
                        scope.spawn(move || -> Result {
                            while !is_over.load(Relaxed) {
                                if work(number)? {
                                    done.fetch_add(1, Relaxed);
                                } else {
                                    thread::sleep(WINDOW);
                                }
                            }
                            Ok(())
                        })
                    })
                    .collect();
                thread::sleep(WINDOW);
                let shots = self.fire(rate, time);
                is_over.store(true, Relaxed);
                for worker in workers {
                    worker.join().unwrap_or_else(|_| Err("a worker panicked".into()))?;
                }
                shots
            });
            let p99 = percentile(&mut shots?, |_| true, 99);
            println!("| {name} | {p99:.1} ms | {:.1} times | {} |", p99 / idle, done.load(Relaxed));
            if p99 > idle * SLOWER {
                missed.push(format!("beside {name} the feed took {p99:.1} ms, idle {idle:.1}"));
            }
            Ok(())
        };
        let (server, emails) = (self.server, AtomicU32::new(0));
        lane("sign-ins", &|_| {
            let n = emails.fetch_add(1, Relaxed);
            let body = format!(r#"{{"email":"nobody{n}@example.org","password":"Regen und Suppe"}}"#);
            let from = format!("198.51.{}.{}", n / 250 % 250, n % 250 + 1);
            let headers = [("X-Forwarded-For", from.as_str()), ("Content-Type", "application/json")];
            let request = ("POST", "/identity/v1/accounts:signInWithPassword?key=demo");
            let (status, text) =
                http::send(server.address, request, &headers, &mut body.as_bytes(), body.len() as u64)?;
            taken(status, 400, &text)
        })?;
        let (form, photo) = (http::form("profileImage", "coffee.jpg", "image/jpeg"), fs::read(root().join(PHOTO))?);
        lane("uploads", &|number| {
            let headers = [("Cookie", others[number % OTHERS].cookie.as_str()), ("Content-Type", &form.kind)];
            let (mut body, size) = form.around(&photo[..], photo.len() as u64);
            let (status, text) = http::send(server.address, ("PATCH", "/api/profile"), &headers, &mut body, size)?;
            taken(status, 200, &text)
        })?;
        lane("exports", &|number| {
            let to = root().join(format!("target/bench/overload/export{number}.zip"));
            match archive::download(server, person, &to) {
                // One person has few at once.
                Err(error) if error.to_string().contains(" 429 ") => Ok(false),
                done => done.map(|_| true),
            }
        })?;
        lane("imports", &|number| match others.get(number) {
            Some(other) => archive::import_and_undo(server, other, &zip).map(|()| true),
            None => Ok(false),
        })?;
        Ok(missed)
    }

    fn fire(&self, rate: f64, time: Duration) -> Result<Vec<Shot>> {
        fire(self.server.address, &self.heads, rate, time)
    }
}

/// Milliseconds that `percent` of the answers with such a status do not exceed.
fn percentile(shots: &mut [Shot], has: impl Fn(u16) -> bool, percent: usize) -> f64 {
    shots.sort_unstable_by_key(|shot| shot.micros);
    let those: Vec<_> = shots.iter().filter(|shot| has(shot.status)).collect();
    those.get(those.len() * percent / 100).map_or(0.0, |shot| f64::from(shot.micros) / 1000.0)
}

fn per_second(count: usize, time: Duration) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / time.as_secs_f64()
}

/// Whether the work was done, and not put off.
fn taken(status: u16, expected: u16, text: &str) -> Result<bool> {
    match status {
        409 | 429 | 503 => Ok(false),
        _ if status == expected => Ok(true),
        _ => Err(format!("answered {status} {text}").into()),
    }
}
