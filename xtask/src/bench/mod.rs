//! `bench`: the main pages on one core beside a static response of the same bytes from the same server.

mod archive;
mod budget;
mod feed;
mod http;
mod inp;
mod load;
mod open_loop;
mod overload;
mod pages;
mod person;
mod photos;
mod report;
mod search;
mod server;
mod soak;
mod twin;

pub use soak::soak;

use crate::{
    build::{self, Product, Profile},
    process::{Result, root},
    setup,
};
use http::head;
use load::Load;
use server::Server;
use std::{fs, net::SocketAddr, time::Duration};

const SERVER_CORE: u32 = 0;
const LOAD_CORE: u32 = 1;
const WARM_UP: Duration = Duration::from_secs(1);

/// The numbers of a run, from the environment: a quick look and a thorough run use the same code.
#[derive(Debug)]
struct Settings {
    port: u16,
    rounds: u32,
    seconds: u32,
    connections: u32,
    rate: u32,
    entries: u32,
}

/// A page, and the same number of bytes as a static response.
#[derive(Debug)]
struct Target {
    name: String,
    head: Vec<u8>,
    samples: Vec<Sample>,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    per_second: f64,
    cpu_micros: f64,
    p50: f64,
    p99: f64,
    calm_p50: f64,
    calm_p99: f64,
}

fn number(name: &str, default: u32) -> Result<u32> {
    std::env::var(name).map_or(Ok(default), |text| text.parse().map_err(|e| format!("{name}={text}: {e}").into()))
}

fn port() -> Result<u16> {
    Ok(u16::try_from(number("BENCH_PORT", 3900)?)?)
}

/// The release, or the binary that `TAGESECHO_BIN` names, such as that of another commit, with the same site.
fn release() -> Result<Product> {
    match std::env::var_os("TAGESECHO_BIN") {
        Some(binary) => {
            setup::for_build()?;
            Ok(Product { binary: binary.into(), site: build::site(Profile::Release)? })
        }
        None => build::build(Profile::Release),
    }
}

/// Runs everything but `archive` and `overload`, or only one part. The statements of the feed and of the search need no server.
pub fn bench(rest: &[String]) -> Result {
    // The number counts the entries of all people together.
    let feed_entries = number("BENCH_ENTRIES", 1_000_000)?.max(1000);
    match rest {
        [] => {}
        [part] if part == "feed" => return feed::measure(feed_entries),
        [part] if part == "photos" => return photos::measure(),
        [part] if part == "search" => return search::measure(feed_entries),
        [part] if part == "budget" => return budget::measure(&release()?, port()?),
        [part] if part == "archive" => return archive::measure(&release()?, port()?),
        [part] if part == "overload" => return overload::measure(&release()?, port()?),
        [part] if part == "twin" => return twin::measure(&release()?, twin::executable()?, &Settings::read()?),
        other => {
            let parts = "`bench`, `bench archive`, `bench budget`, `bench feed`, `bench overload`, `bench photos`, `bench search` or `bench twin`";
            return Err(format!("unknown part {other:?}: {parts}").into());
        }
    }
    if !cfg!(target_os = "linux") {
        return Err("the figures come from /proc, so the bench runs on Linux only".into());
    }
    let settings = Settings::read()?;
    let (product, twin) = (release()?, twin::executable()?);
    feed::measure(feed_entries)?;
    // The browser comes before this process is pinned to one core, because browser and server need both.
    inp::measure(&product)?;
    let data = root().join("target/bench/data");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir_all(&data)?;
    let address = SocketAddr::from(([127, 0, 0, 1], settings.port));
    let person = person::seed(&product, &data, address, settings.entries)?;
    let server = Server::start(&product, &data, address, SERVER_CORE)?;
    server::pin(LOAD_CORE);
    let idle = server.memory()?;

    let cookie = [("Cookie", person.cookie.as_str())];
    let compressed = [cookie[0], ("Accept-Encoding", "br, gzip")];
    let guest: http::Headers = &[];
    let all: [(&str, &str, http::Headers); 4] = [
        ("dashboard", "/dashboard", &cookie),
        ("dashboard, compressed", "/dashboard", &compressed),
        ("entry", &person.entry, &cookie),
        ("shared page", &person.shared, guest),
    ];
    let mut targets = Vec::new();
    for (name, path, headers) in all {
        let answer = server.get(path, headers)?;
        if answer.status != 200
            || (answer.header("content-encoding").is_none() && !answer.text().contains(&person.words))
        {
            return Err(format!("{path} answers {} and does not show the entry", answer.status).into());
        }
        let bytes = answer.body.len();
        let still = format!("/test/static?bytes={bytes}");
        targets.push(Target::new(name, head(path, address, headers)));
        targets.push(Target::new(&format!("static, {bytes} bytes"), head(&still, address, &[])));
    }
    for round in 0..=settings.rounds {
        println!("    round {round} of {}{}", settings.rounds, if round == 0 { " (warm-up)" } else { "" });
        for target in &mut targets {
            target.run(&server, &settings, round == 0)?;
        }
    }
    report::speed(&targets, &settings);
    println!(
        "\nStart to first answer {} ms; memory after start {} MiB, at the end {} MiB.\n",
        server.first_answer.as_millis(),
        idle >> 20,
        server.memory()? >> 20
    );
    let mut sizes = Vec::new();
    for (name, path, headers) in [
        ("landing", "/", guest),
        ("dashboard", "/dashboard", &cookie),
        ("create", "/create", &cookie),
        ("entry", &person.entry, &cookie),
        ("shared page", &person.shared, guest),
    ] {
        sizes.push((name, pages::measure(&server, &product.site, path, headers)?));
    }
    report::sizes(&sizes);
    drop(server);
    twin::measure(&product, twin, &settings)?;
    budget::measure(&product, settings.port)
}

impl Settings {
    fn read() -> Result<Self> {
        Ok(Self {
            port: port()?,
            rounds: number("BENCH_ROUNDS", 5)?.max(1),
            seconds: number("BENCH_SECONDS", 4)?.max(1),
            connections: number("BENCH_CONNECTIONS", 16)?.max(1),
            rate: number("BENCH_RATE", 200)?.max(1),
            entries: number("BENCH_PERSON_ENTRIES", 1000)?.max(1),
        })
    }
}

impl Target {
    fn new(name: &str, head: Vec<u8>) -> Self {
        Self { name: name.to_owned(), head, samples: Vec::new() }
    }

    /// One closed-loop run for throughput and CPU, one at a fixed rate for latencies as a person meets them.
    fn run(&mut self, server: &Server, settings: &Settings, warm_up: bool) -> Result {
        let time = if warm_up { WARM_UP } else { Duration::from_secs(settings.seconds.into()) };
        let full = Load { connections: settings.connections, time, rate: None };
        let before = server.cpu()?;
        let fast = load::run(server.address, &self.head, full)?;
        let cpu = server.cpu()?.saturating_sub(before);
        if warm_up {
            return Ok(());
        }
        let calm = Load { rate: Some(settings.rate.into()), ..full };
        let calm = load::run(server.address, &self.head, calm)?;
        self.samples.push(Sample {
            per_second: fast.per_second(),
            cpu_micros: cpu.as_secs_f64() * 1e6 / f64::from(fast.requests.max(1)),
            p50: fast.percentile(50),
            p99: fast.percentile(99),
            calm_p50: calm.percentile(50),
            calm_p99: calm.percentile(99),
        });
        Ok(())
    }
}
