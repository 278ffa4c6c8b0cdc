//! What a page of the feed costs a reader with 500 friends, wherever in the history it is. Rows of a Markdown table, an
//! engine each; `BENCH_ENTRIES` is the larger number of entries, `BENCH_ENGINES` names the engines.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement ends with the first error, and is printed"
)]

#[expect(dead_code, unused_macros, reason = "the stories use the rest")]
#[path = "../tests/stories/world/mod.rs"]
mod world;

use backend::{Backend, Viewer, feed};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use domain::FeedFilters;
use std::{
    env,
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, Instant},
};
use uuid::Uuid;
use world::{Engine, World, crowd::Crowd};

const PEOPLE: i64 = 2500;
const FRIENDS: i64 = 500;
const LIMIT: usize = 20;
const ROUNDS: usize = 41;
const ALL: FeedFilters = FeedFilters { own: true, friends: true, public: true };

/// Of the run under way: what `world::run` calls takes nothing along.
static ENTRIES: AtomicI64 = AtomicI64::new(0);

fn main() {
    let large: i64 = env::var("BENCH_ENTRIES").map_or(1_000_000, |text| text.parse().unwrap());
    let engines = env::var("BENCH_ENGINES").unwrap_or_else(|_| "sqlite postgres".into());
    for (name, engine) in [("sqlite", Engine::Sqlite), ("postgres", Engine::Postgres)] {
        for entries in [1000, large] {
            if engines.split_whitespace().any(|wanted| wanted == name) {
                ENTRIES.store(entries, Ordering::Relaxed);
                world::run(engine, |_| {}, measure);
            }
        }
    }
}

async fn measure(w: World) {
    let entries = ENTRIES.load(Ordering::Relaxed);
    let people = PEOPLE.min(entries);
    let reader = w.person("berta").await;
    let made = Instant::now();
    Crowd { people, friends: FRIENDS, entries }.gather(&w.backend.db, &reader).await;
    let made = made.elapsed().as_secs();
    let middle = world::start() - TimeDelta::days(entries / people / 2);
    let deep = URL_SAFE_NO_PAD.encode(format!("{} {}", middle.timestamp_millis(), Uuid::max()));
    let mut columns = Vec::new();
    for filters in [FeedFilters::default(), FeedFilters::FRIENDS, FeedFilters::PUBLIC, ALL] {
        for before in [None, Some(deep.as_str())] {
            columns.push(format!("{:.2}", median(&w.backend, &reader, filters, before).await.as_secs_f64() * 1000.0));
        }
    }
    println!("| {} | {entries} | {} | {made} |", w.backend.db.engine(), columns.join(" | "));
}

async fn median(backend: &Backend, reader: &Viewer, filters: FeedFilters, before: Option<&str>) -> Duration {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        feed::page(backend, reader, filters, before, LIMIT).await.unwrap();
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    times[ROUNDS / 2]
}
