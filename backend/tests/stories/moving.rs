//! From one engine to the other and back: every row of every table is the same afterwards.

use crate::{
    sealed::plant,
    world::{
        Engine, World,
        cluster::Schema,
        diary::{photo, pro, recording_of, writing},
        rows,
    },
};
use backend::{
    Backend, Db, Settings, Viewer, entries,
    media::Uploads,
    moving::{Moved, move_database},
    profile, sharing,
};
use chrono::TimeDelta;
use domain::ShareOptions;

/// A new database of an engine.
enum Target {
    File(tempfile::TempDir),
    Schema(Schema),
}

impl Target {
    async fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::File(tempfile::TempDir::new().unwrap()),
            Engine::Postgres => Self::Schema(Schema::create().await),
        }
    }

    fn url(&self) -> String {
        match self {
            Self::File(folder) => format!("sqlite:{}", folder.path().join("moved.db").display()),
            Self::Schema(schema) => schema.url.clone(),
        }
    }

    async fn drop(self) {
        if let Self::Schema(schema) = self {
            schema.drop().await;
        }
    }
}

fn other(engine: Engine) -> Engine {
    if engine == Engine::Sqlite { Engine::Postgres } else { Engine::Sqlite }
}

async fn live(w: &World) -> Viewer {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    plant(w, &anna, &ben).await;
    w.make_friends(&anna, &ben).await;
    w.later(TimeDelta::days(1) + TimeDelta::milliseconds(7));
    let uploads = Uploads { images: vec![photo("rocket.jpg")], recording: Some(recording_of(2)) };
    let entry = entries::create(&w.backend, &anna, writing("Regen"), uploads).await.unwrap();
    sharing::create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    profile::set_picture(&w.backend, anna.user_id().unwrap(), photo("rocket.jpg")).await.unwrap();
    w.session(&w.sign_in("anna").await).await;
    w.backend.background.settled().await;
    anna
}

/// All rows but those of the migrations, in an order of their own.
async fn all(db: &Db) -> Vec<(String, String)> {
    let mut all = rows(db).await;
    all.retain(|(table, _)| !table.starts_with('_') && table != "sqlite_sequence");
    all.sort();
    all
}

async fn moved(from: &Settings, to: &str) -> Result<Moved, String> {
    move_database(from, to).await.map_err(|error| error.to_string())
}

async fn number_of_the_next_mail(db: &Db) -> i64 {
    let sql = "INSERT INTO mails (letter, next_at, ends_at) VALUES ($1, $2, $2) RETURNING id";
    let now = "2026-11-20T10:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    db.write(sql).bind(vec![1_u8]).bind(now).fetch_one::<(i64,)>().await.unwrap().0
}

/// Runs statements on a database.
async fn run(url: &str, statements: &[&str]) {
    let db = Db::connect(url).await.unwrap();
    for sql in statements {
        db.write((*sql).to_owned().leak()).execute().await.unwrap();
    }
    db.close().await;
}

story!(there_and_back_every_row_is_the_same, |w| async move {
    let anna = live(&w).await;
    let engine = w.backend.db.engine();
    for sql in [
        // Values that only the other story of the archive makes.
        "INSERT INTO subscriptions (id, user_id, status, intent, created_at, request_id, lease) \
         SELECT id, id, 'expired', 'end', created_at, 'r', id FROM users WHERE email = 'anna@example.org'",
        "INSERT INTO streak_bonuses (user_id, first_day, last_day, granted_at) SELECT id, '1970-01-01', '9999-12-31', created_at FROM users",
        // Numbers of mails that are gone do not come again.
        "DELETE FROM mails",
    ] {
        w.backend.db.write(sql).execute().await.unwrap();
    }
    number_of_the_next_mail(&w.backend.db).await;
    let last = number_of_the_next_mail(&w.backend.db).await;
    w.backend.db.write("DELETE FROM mails WHERE id = $1").bind(last).execute().await.unwrap();
    let before = all(&w.backend.db).await;
    let (there, back) = (Target::new(other(engine)).await, Target::new(engine).await);
    let done = moved(&w.settings, &there.url()).await.unwrap();
    assert_eq!((done.before, usize::try_from(done.rows).unwrap()), (0, before.len()));
    let settings = Settings { database_url: there.url(), ..w.settings.clone() };
    moved(&settings, &back.url()).await.unwrap();
    let db = Db::connect(&back.url()).await.unwrap();
    let after = all(&db).await;
    for (one, two) in before.iter().zip(&after) {
        assert_eq!(one, two);
    }
    assert_eq!(before.len(), after.len());
    assert_eq!(number_of_the_next_mail(&db).await, last + 1);
    db.close().await;

    // A server works with it, and its files.
    let server = Backend::open(settings.clone(), w.clock.clone()).await.unwrap();
    let read = entries::list(&server, &anna, None, 10).await.unwrap().items;
    assert_eq!(read.iter().map(|entry| entry.text.as_str()).collect::<Vec<_>>(), ["Regen", "kanarientext"]);
    let found = backend::doctor::examine(&server).await;
    assert_eq!(
        (found.faults, found.named),
        (1, vec!["mails.letter: 1 values do not open with this secret".to_owned()]),
        "the mail above"
    );
    server.db.close().await;
    let refused = moved(&w.settings, &there.url()).await.unwrap_err();
    assert!(refused.contains("the other database is not empty"), "{refused}");
    there.drop().await;
    back.drop().await;
});

story!(an_interrupted_move_goes_on_and_one_of_an_older_state_begins_anew, |w| async move {
    live(&w).await;
    let there = Target::new(other(w.backend.db.engine())).await;
    moved(&w.settings, &there.url()).await.unwrap();
    let db = Db::connect(&there.url()).await.unwrap();
    let whole = all(&db).await;
    db.close().await;
    let (id,) = w.backend.db.read("SELECT id FROM installation").fetch_one::<(uuid::Uuid,)>().await.unwrap();
    let mark = format!("INSERT INTO _tagesecho_move VALUES ('{id}')");
    let interrupted = [
        "DELETE FROM installation",
        "CREATE TABLE _tagesecho_move (source TEXT NOT NULL)",
        mark.as_str(),
        "DELETE FROM audit_events",
    ];
    for (changes, goes_on) in [
        (&["DELETE FROM entry_search"][..], true),
        // The source was changed since, in each way.
        (&["UPDATE users SET first_name = 'Anne'"][..], false),
        (
            &[
                "DELETE FROM entry_search",
                "UPDATE entries SET date = '2020-01-01' WHERE id IN (SELECT id FROM entries ORDER BY id LIMIT 1)",
            ][..],
            false,
        ),
        (&["INSERT INTO webhook_events (id, received_at) SELECT 'later', created_at FROM users LIMIT 1"][..], false),
    ] {
        run(&there.url(), &interrupted).await;
        run(&there.url(), changes).await;
        // No server takes the half.
        let half = Settings { database_url: there.url(), ..w.settings.clone() };
        assert!(Backend::open(half, w.clock.clone()).await.is_err());
        let done = moved(&w.settings, &there.url()).await.unwrap();
        assert_eq!((done.before > 0, usize::try_from(done.rows).unwrap()), (goes_on, whole.len()), "{changes:?}");
        let db = Db::connect(&there.url()).await.unwrap();
        assert_eq!(all(&db).await, whole, "{changes:?}");
        db.close().await;
    }
    run(&there.url(), &[interrupted[0], interrupted[1], "INSERT INTO _tagesecho_move VALUES ('x')"]).await;
    let refused = moved(&w.settings, &there.url()).await.unwrap_err();
    assert!(refused.contains("of another installation"), "{refused}");
    let same = Target::new(w.backend.db.engine()).await;
    let refused = moved(&w.settings, &same.url()).await.unwrap_err();
    assert!(refused.contains("of the same engine"), "{refused}");
    if let Target::File(folder) = &same {
        assert!(std::fs::read_dir(folder).unwrap().next().is_none(), "no file was made");
        // PostgreSQL takes no such text.
        let to = Target::new(Engine::Postgres).await;
        let nul = "UPDATE users SET first_name = 'A' || CHAR(0) WHERE email = 'anna@example.org'";
        w.backend.db.write(nul).execute().await.unwrap();
        let refused = moved(&w.settings, &to.url()).await.unwrap_err();
        assert!(refused.contains("users.first_name holds the character NUL, key [Uuid("), "{refused}");
        to.drop().await;
    }
    same.drop().await;
    there.drop().await;
});
