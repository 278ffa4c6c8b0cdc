//! The cost of a search for a person with 10,000 entries among those of many others. Prints rows of a Markdown table. `BENCH_ENTRIES` is
//! the number of the others' entries, `BENCH_ENGINES` names the engines, `BENCH_LIMIT_MS` is the longest time allowed for a search.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement ends with the first error, and is printed"
)]

#[expect(dead_code, unused_macros, reason = "the stories use the rest")]
#[path = "../tests/stories/world/mod.rs"]
mod world;

use backend::{Backend, Viewer, search};
use domain::{EntryId, EntryTexts, SearchForm, UserId};
use std::{
    env,
    time::{Duration, Instant},
};
use uuid::Uuid;
use world::{Engine, World, crowd::Crowd, sealed::Sealer};

/// A million entries are written first.
const LONGEST: Duration = Duration::from_hours(1);
const OWN: i64 = 10_000;
const ROUNDS: usize = 21;
/// Words of the entries: one that all have, and others that fewer and fewer have.
const SUBJECTS: [&str; 7] =
    ["Regen", "Geburtstagsfeier", "Müllabfuhr", "Straßenbahn", "Großmutter", "Spaziergang", "Käsekuchen"];
/// Queries, each with a name.
const FORMS: [(&str, &[(&str, &str)]); 8] = [
    ("one letter that most entries have", &[("q", "e")]),
    ("a word that all have", &[("q", "tag")]),
    ("a word of every seventh", &[("q", "regen")]),
    ("part of a compound", &[("q", "feier")]),
    ("two words", &[("q", "strassenbahn 77")]),
    ("a word that one has", &[("q", "nummer9999")]),
    ("a word and a filter that lets nothing through", &[("q", "tag"), ("photo", "true")]),
    ("a filter that lets nothing through", &[("voice", "true")]),
];

fn main() {
    let engines = env::var("BENCH_ENGINES").unwrap_or_else(|_| "sqlite postgres".into());
    for (name, engine) in [("sqlite", Engine::Sqlite), ("postgres", Engine::Postgres)] {
        if engines.split_whitespace().any(|wanted| wanted == name) {
            world::run(engine, LONGEST, |_| {}, measure);
        }
    }
}

async fn measure(w: World) {
    let others: i64 = env::var("BENCH_ENTRIES").map_or(1_000_000, |text| text.parse().unwrap());
    let limit: f64 = env::var("BENCH_LIMIT_MS").map_or(f64::INFINITY, |text| text.parse().unwrap());
    let (backend, engine) = (&w.backend, w.backend.db.engine());
    let reader = w.person("berta").await;
    // Alike many for each person.
    let people = others / OWN + 1;
    Crowd { people, friends: 0, entries: people * OWN }.gather(&backend.db, &reader).await;
    write(backend, &reader).await;
    for (name, fields) in FORMS {
        let form = SearchForm::of(|name| fields.iter().find(|(field, _)| *field == name).map(|(_, v)| (*v).to_owned()));
        let (time, hits) = median(backend, &reader, &form).await;
        let ms = time.as_secs_f64() * 1000.0;
        println!("| {engine:?} | {name} | {ms:.2} ms | {hits} |");
        assert!(ms <= limit, "{name}: above the budget of {limit} ms");
    }
}

/// Gives each of the reader's entries words of its own, and a document.
async fn write(backend: &Backend, reader: &Viewer) {
    let owner = reader.user_id().unwrap().0;
    let sealer = Sealer::of(&backend.db, UserId(owner)).await;
    let ids = backend.db.read("SELECT id FROM entries WHERE user_id = $1 ORDER BY id").bind(owner);
    let ids: Vec<(Uuid,)> = ids.fetch_all().await.unwrap();
    let mut tx = backend.db.begin().await.unwrap();
    for (n, (id,)) in ids.into_iter().enumerate() {
        let subject = SUBJECTS[n % SUBJECTS.len()];
        let text = format!(
            "Ein Tag mit {subject}, der {n}. von vielen. Am Morgen Regenschirme{}, am Abend ein Anruf von Bekannten{} aus der Nachbarschaft. nummer{n}",
            n % 50,
            n % 997
        );
        let words = sealer.words(owner, id, &text);
        tx.query("UPDATE entries SET words = $2 WHERE id = $1").bind(id).bind(words).execute().await.unwrap();
        let texts = EntryTexts { text, ..EntryTexts::default() };
        search::index(&mut tx, UserId(owner), EntryId(id), &texts).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn median(backend: &Backend, reader: &Viewer, form: &SearchForm) -> (Duration, usize) {
    let (mut times, mut hits) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        let page = search::find(backend, reader, form).await;
        times.push(begin.elapsed());
        hits = page.unwrap().items.len();
    }
    times.sort_unstable();
    (times[ROUNDS / 2], hits)
}
