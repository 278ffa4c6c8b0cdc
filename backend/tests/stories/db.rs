//! The database rules on which everything else relies, on both engines.

use crate::world::{
    Engine,
    diary::{photo, writing},
};
use backend::{
    Db,
    entries::{create, update},
};
use domain::Refusal;

story!(a_transaction_that_is_not_committed_leaves_nothing, |w| async move {
    w.person("anna").await;
    let mut tx = w.backend.db.begin().await.unwrap();
    assert_eq!(tx.query("DELETE FROM users").execute().await.unwrap(), 1);
    drop(tx);
    let (people,) = w.backend.db.read("SELECT count(*) FROM users").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!(people, 1);

    let mut tx = w.backend.db.begin().await.unwrap();
    tx.query("DELETE FROM users").execute().await.unwrap();
    tx.commit().await.unwrap();
    let (people,) = w.backend.db.read("SELECT count(*) FROM users").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!(people, 0);
});

story!(many_writers_at_once_all_get_their_turn, |w| async move {
    w.person("anna").await;
    let writers: Vec<_> = (0..60)
        .map(|_| {
            let w = w.clone();
            tokio::spawn(async move {
                let mut tx = w.backend.db.begin().await.unwrap();
                tx.query("UPDATE users SET day_end_minutes = day_end_minutes + 1").execute().await.unwrap();
                tx.commit().await.unwrap();
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let (sum,) = w.backend.db.read("SELECT day_end_minutes FROM users").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!(sum, 60);
});

story!(a_reading_statement_cannot_write, |w| async move {
    if w.backend.db.engine() == Engine::Sqlite {
        let written = w.backend.db.read("DELETE FROM users").execute().await;
        assert!(written.is_err());
    }
});

story!(a_database_that_is_away_is_unavailable_and_nothing_of_it_is_told, |w| async move {
    w.backend.db.close().await;
    let refused = w.backend.ready().await.unwrap_err().refusal();
    assert_eq!((refused.refusal, refused.detail), (Refusal::Unavailable, None));
});

story!(a_full_disk_puts_a_save_off_and_the_next_one_is_made, |w| async move {
    if w.backend.db.engine() == Engine::Sqlite {
        let (_,) = w.backend.db.write("PRAGMA max_page_count = 1").fetch_one::<(i64,)>().await.unwrap();
        let mut tx = w.backend.db.begin().await.unwrap();
        let full = tx.query("CREATE TABLE filler AS SELECT zeroblob(10000000)").execute().await;
        assert_eq!(full.unwrap_err().refusal().refusal, Refusal::Unavailable);
        drop(tx);
        w.person("anna").await;
        let (_,) = w.backend.db.write("PRAGMA max_page_count = 1").fetch_one::<(i64,)>().await.unwrap();
        let long = w.backend.db.write("UPDATE users SET first_name = hex(zeroblob(100000)) RETURNING 1");
        let full = long.fetch_optional::<(i64,)>().await;
        assert_eq!(
            full.unwrap_err().refusal().refusal,
            Refusal::Unavailable,
            "also where the commit comes behind the row"
        );
    }
});

/// Makes the first write after a restart of `tries` collide with others.
const COLLIDE: [&str; 4] = [
    "CREATE SEQUENCE tries",
    "CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN \
     IF nextval(''tries'') = 1 THEN RAISE EXCEPTION ''collision'' USING ERRCODE = ''40P01''; END IF; RETURN NEW; END'",
    "CREATE TRIGGER collide BEFORE INSERT OR UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION collide()",
    "CREATE TRIGGER collide BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION collide()",
];

story!(colliding_changes_succeed_at_the_second_try, |w| async move {
    if w.backend.db.engine() == Engine::Postgres {
        for sql in COLLIDE {
            w.backend.db.write(sql).execute().await.unwrap();
        }
        let again = async || w.backend.db.write("ALTER SEQUENCE tries RESTART").execute().await.unwrap();
        let anna = w.person("anna").await;
        again().await;
        let made = create(&w.backend, &anna, writing("Eins"), vec![photo("rocket.jpg")]).await.unwrap();
        again().await;
        update(&w.backend, &anna, made.id, writing("Zwei"), vec![]).await.unwrap();
        let (tries,) = w.backend.db.read("SELECT last_value FROM tries").fetch_one::<(i64,)>().await.unwrap();
        assert_eq!(tries, 2, "the last one collided as well");
    }
});

story!(a_connection_that_the_database_ends_is_put_off_or_not_noticed_at_all, |w| async move {
    if w.backend.db.engine() == Engine::Postgres {
        let db = &w.backend.db;
        let ended = db.read("SELECT pg_terminate_backend(pg_backend_pid())").fetch_one::<(bool,)>().await.unwrap_err();
        assert_eq!(ended.refusal().refusal, Refusal::Unavailable, "twice");
        let ended = db.write("SELECT pg_terminate_backend(pg_backend_pid())").fetch_one::<(bool,)>().await.unwrap_err();
        assert_eq!(ended.refusal().refusal, Refusal::Uncertain);
        let mut tx = db.begin().await.unwrap();
        tx.query("SET LOCAL statement_timeout = 10").execute().await.unwrap();
        let late = tx.query("SELECT pg_sleep(5)").execute().await.unwrap_err();
        assert_eq!(late.refusal().refusal, Refusal::Unavailable);
        drop(tx);
    }
    w.backend.ready().await.unwrap();
});

#[tokio::test]
async fn a_wrong_database_address_is_explained_without_its_password() {
    for (url, part) in [
        ("mysql://localhost/x", "must begin with 'sqlite:'"),
        ("", "must begin with 'sqlite:'"),
        ("sqlite:/proc/nowhere/tagesecho.db", "the folder cannot be made"),
        ("postgres://anna:geheim@127.0.0.1:1/tagesecho", "refused"),
        ("postgres://anna:geheim@:badport/tagesecho", "PostgreSQL"),
    ] {
        let error = Db::connect(url).await.unwrap_err().to_string();
        assert!(error.contains(part), "{url}: {error}");
        assert!(error.contains("DATABASE_URL") && !error.contains("geheim"), "{error}");
    }
}
