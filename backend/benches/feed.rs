//! The cost of a page of the feed for a reader with 500 friends, at several depths of the history, and of coming back to ten pages.
//! Prints rows of a Markdown table; `BENCH_ENTRIES` is the larger number of entries, `BENCH_ENGINES` names the engines.

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
use domain::{FeedFilters, limits::FEED_PAGE};
use std::{
    env,
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, Instant},
};
use uuid::Uuid;
use world::{Engine, World, crowd::Crowd};

/// A million entries are written first.
const LONGEST: Duration = Duration::from_hours(1);
const PEOPLE: i64 = 2500;
const FRIENDS: i64 = 500;
const ROUNDS: usize = 41;
const FILTERS: [(&str, FeedFilters); 4] = [
    ("own", FeedFilters { own: true, friends: false, public: false }),
    ("friends", FeedFilters::FRIENDS),
    ("public", FeedFilters::PUBLIC),
    ("all three", FeedFilters { own: true, friends: true, public: true }),
];

/// The request: a page after a cursor, or everything from the newest entry to a cursor.
#[derive(Clone, Copy, Debug)]
enum Part<'a> {
    Behind(Option<&'a str>),
    Until(&'a str),
}

/// The number of entries of this run, since the function that `world::run` calls captures nothing.
static ENTRIES: AtomicI64 = AtomicI64::new(0);

fn main() {
    let large: i64 = env::var("BENCH_ENTRIES").map_or(1_000_000, |text| text.parse().unwrap());
    let engines = env::var("BENCH_ENGINES").unwrap_or_else(|_| "sqlite postgres".into());
    for (name, engine) in [("sqlite", Engine::Sqlite), ("postgres", Engine::Postgres)] {
        for entries in [1000, large] {
            if engines.split_whitespace().any(|wanted| wanted == name) {
                ENTRIES.store(entries, Ordering::Relaxed);
                world::run(engine, LONGEST, |_| {}, measure);
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
    let engine = w.backend.db.engine();
    for (name, filters) in FILTERS {
        let tenth = tenth(&w.backend, &reader, filters).await;
        let (behind, until) = tenth.as_ref().map_or((None, None), |(behind, until)| (Some(behind), Some(until)));
        let parts = [
            Some(Part::Behind(None)),
            behind.map(|behind| Part::Behind(Some(behind))),
            Some(Part::Behind(Some(&deep))),
            until.map(|until| Part::Until(until)),
        ];
        let mut cells = Vec::new();
        for part in parts {
            cells.push(match part {
                Some(part) => format!("{:.2}", median(&w.backend, &reader, filters, part).await.as_secs_f64() * 1000.0),
                None => "-".into(),
            });
        }
        println!("| {engine:?} | {entries} | {name} | {} |", cells.join(" | "));
    }
    println!("| {engine:?} | {entries} | made in {made} s | | | | |");
}

/// The cursors before and after the tenth page; `None` if there are fewer pages.
async fn tenth(backend: &Backend, reader: &Viewer, filters: FeedFilters) -> Option<(String, String)> {
    let mut places = vec![feed::page(backend, reader, filters, None, FEED_PAGE).await.unwrap().next?];
    while places.len() < 10 {
        let page = feed::page(backend, reader, filters, places.last().map(String::as_str), FEED_PAGE).await.unwrap();
        places.push(page.next?);
    }
    let end = places.pop()?;
    Some((places.pop()?, end))
}

async fn median(backend: &Backend, reader: &Viewer, filters: FeedFilters, part: Part<'_>) -> Duration {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        let page = match part {
            Part::Behind(before) => feed::page(backend, reader, filters, before, FEED_PAGE).await,
            Part::Until(until) => feed::pages(backend, reader, filters, None, until, FEED_PAGE).await,
        };
        times.push(begin.elapsed());
        page.unwrap();
    }
    times.sort_unstable();
    times[ROUNDS / 2]
}
