//! A world of its own for each story: database, data folder and a clock that is moved by hand.

pub mod ai;
pub mod bucket;
pub mod cluster;
pub mod crowd;
pub mod diary;
pub mod friendships;
pub mod issuer;
pub mod mail;
pub mod people;
pub mod plans;
pub mod sealed;

pub use backend::db::Engine;

use backend::{Backend, Clock, Db, Settings};
use bucket::Service;
use chrono::{DateTime, TimeDelta, Utc};
use cluster::Schema;
use std::{ops::Deref, sync::Arc, time::Duration};
use tempfile::TempDir;
use tokio::time::timeout;

/// `story!(name, |w| async move { … })` makes the tests `name::sqlite` and `name::postgres`. A function between name
/// and story changes the settings.
macro_rules! story {
    ($name:ident, |$world:ident| async move $body:block) => {
        story!(@ $name, (|_| {}), |$world| $body);
    };
    ($name:ident, $change:ident, |$world:ident| async move $body:block) => {
        story!(@ $name, (super::$change), |$world| $body);
    };
    (@ $name:ident, $change:tt, |$world:ident| $body:block) => {
        async fn $name($world: $crate::world::World) $body

        mod $name {
            #[test]
            fn sqlite() {
                $crate::world::run($crate::world::Engine::Sqlite, $crate::world::LONGEST, $change, super::$name);
            }

            #[test]
            fn postgres() {
                $crate::world::run($crate::world::Engine::Postgres, $crate::world::LONGEST, $change, super::$name);
            }
        }
    };
}

/// The same on SQLite only, for what has no SQL of its own: files, calls to a service, words.
macro_rules! story_on_sqlite {
    ($name:ident, |$world:ident| async move $body:block) => {
        story_on_sqlite!(@ $name, (|_| {}), |$world| $body);
    };
    ($name:ident, $change:ident, |$world:ident| async move $body:block) => {
        story_on_sqlite!(@ $name, (super::$change), |$world| $body);
    };
    (@ $name:ident, $change:tt, |$world:ident| $body:block) => {
        async fn $name($world: $crate::world::World) $body

        mod $name {
            #[test]
            fn sqlite() {
                $crate::world::run($crate::world::Engine::Sqlite, $crate::world::LONGEST, $change, super::$name);
            }
        }
    };
}

/// Stories of this file once more, as `s3::name`: on SQLite, with a bucket in place of the folder of pictures and recordings.
/// `small: name` changes the settings.
macro_rules! on_s3 {
    ($change:ident: $($name:ident),+ $(,)?) => {
        on_s3!(@ (super::$change), $($name),+);
    };
    ($($name:ident),+ $(,)?) => {
        on_s3!(@ (|_| {}), $($name),+);
    };
    (@ $change:tt, $($name:ident),+) => {
        mod s3 {
            $(
                #[test]
                fn $name() {
                    let (engine, longest) = ($crate::world::Engine::Sqlite, $crate::world::LONGEST);
                    $crate::world::run_on_s3(engine, longest, $change, super::$name);
                }
            )+
        }
    };
}

/// Cheap to clone, so that a story can hand it to tasks.
#[derive(Clone)]
pub struct World(Arc<Inner>);

pub struct Inner {
    pub backend: Backend,
    pub clock: Clock,
    pub settings: Settings,
    pub data: TempDir,
    /// The service with the bucket, if pictures and recordings lie in one.
    pub bucket: Option<Service>,
}

impl Deref for World {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// A Friday, 11:00 in Berlin.
pub fn start() -> DateTime<Utc> {
    "2026-11-20T10:00:00Z".parse().unwrap()
}

impl World {
    async fn open(schema: Option<&Schema>, media: Media, change: fn(&mut Settings)) -> Self {
        let data = TempDir::new().unwrap();
        let bucket = match media {
            Media::Folder => None,
            Media::Bucket => Some(Service::start(data.path()).await),
        };
        let clock = Clock::fixed(start());
        let mut settings = Settings::local(data.path().to_owned(), "https://tagesecho.test");
        // Stories make many accounts from one address; those about limits set their own.
        settings.throttle_factor = 10_000;
        if let Some(schema) = schema {
            settings.database_url.clone_from(&schema.url);
        }
        if let Some(bucket) = &bucket {
            settings.media = "s3://media".parse().unwrap();
            settings.s3 = bucket.settings();
        }
        change(&mut settings);
        let backend = Backend::open(settings.clone(), clock.clone()).await.unwrap();
        Self(Arc::new(Inner { backend, clock, settings, data, bucket }))
    }

    /// The world of another server, with its own data folder and database.
    pub async fn elsewhere(&self, settings: Settings, data: TempDir) -> Self {
        let backend = Backend::open(settings.clone(), self.clock.clone()).await.unwrap();
        Self(Arc::new(Inner { backend, clock: self.clock.clone(), settings, data, bucket: None }))
    }

    /// Another server on the same database and data folder, as after a restart or running beside this one.
    pub async fn another_server(&self) -> Backend {
        Backend::open(self.settings.clone(), self.clock.clone()).await.unwrap()
    }

    /// The world as seen from [`World::another_server`].
    pub async fn beside(&self) -> Self {
        self.elsewhere(self.settings.clone(), TempDir::new().unwrap()).await
    }

    /// Lets time pass.
    pub fn later(&self, by: TimeDelta) {
        self.clock.advance(by);
    }
}

/// A story that lasts longer hangs; without an end it would hold up all tests.
pub const LONGEST: Duration = Duration::from_mins(5);

/// Runs a story in its own world and takes the world down, also when the story fails. One that lasts longer than `longest` is left there, and fails.
pub fn run<F>(engine: Engine, longest: Duration, change: fn(&mut Settings), story: fn(World) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_in(engine, Media::Folder, longest, change, story);
}

/// Like [`run`], with a bucket.
pub fn run_on_s3<F>(engine: Engine, longest: Duration, change: fn(&mut Settings), story: fn(World) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    run_in(engine, Media::Bucket, longest, change, story);
}

#[derive(Clone, Copy)]
enum Media {
    Folder,
    Bucket,
}

fn run_in<F>(engine: Engine, media: Media, longest: Duration, change: fn(&mut Settings), story: fn(World) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let result = runtime.block_on(async {
        let schema = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(Schema::create().await),
        };
        let world = World::open(schema.as_ref(), media, change).await;
        let running = tokio::spawn(story(world.clone()));
        let Ok(result) = timeout(longest, running).await else { return None };
        world.backend.db.close().await;
        if let Some(schema) = schema {
            schema.drop().await;
        }
        Some(result)
    });
    // Does not wait for tasks of a story that hangs.
    runtime.shutdown_background();
    let Some(result) = result else { panic!("the story did not end in {longest:?}") };
    if let Err(error) = result {
        std::panic::resume_unwind(error.into_panic());
    }
}

/// The names of all tables.
pub async fn tables(w: &World) -> Vec<String> {
    tables_of(&w.backend.db).await
}

async fn tables_of(db: &Db) -> Vec<String> {
    let sql = if db.engine() == Engine::Sqlite {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    } else {
        "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema() \
         AND table_type = 'BASE TABLE'"
    };
    let tables: Vec<(String,)> = db.read(sql).fetch_all().await.unwrap();
    tables.into_iter().map(|(name,)| name).collect()
}

/// All rows as text, with bytes as hexadecimal digits.
pub async fn rows(db: &Db) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for table in tables_of(db).await {
        let sql = if db.engine() == Engine::Sqlite {
            let columns = format!("SELECT 'quote(\"' || name || '\")' FROM pragma_table_info('{table}')");
            let columns: Vec<(String,)> = db.read(columns.leak()).fetch_all().await.unwrap();
            let columns: Vec<String> = columns.into_iter().map(|(column,)| column).collect();
            format!("SELECT {} FROM {table}", columns.join(" || ' ' || "))
        } else {
            format!("SELECT CAST(t AS TEXT) FROM {table} t")
        };
        let rows: Vec<(String,)> = db.read(sql.leak()).fetch_all().await.unwrap();
        all.extend(rows.into_iter().map(|(row,)| (table.clone(), row)));
    }
    all
}
