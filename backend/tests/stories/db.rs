//! The database rules on which everything else relies, on both engines.

use crate::world::{
    Engine,
    diary::{photo, writing},
};
use backend::{
    Db,
    entries::{create, update},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::Refusal;
use uuid::Uuid;

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
        w.person("anna").await;
        let written = w.backend.db.read("DELETE FROM users RETURNING 1").fetch_all::<(i64,)>().await;
        assert!(written.is_err());
        let (people,) = w.backend.db.read("SELECT count(*) FROM users").fetch_one::<(i64,)>().await.unwrap();
        assert_eq!(people, 1);
    }
});

type Kinds =
    (bool, i32, i64, String, Vec<u8>, Uuid, DateTime<Utc>, NaiveDate, Option<i64>, Option<String>, Option<Uuid>);

story!(a_value_is_read_and_compared_as_it_was_written, |w| async move {
    let made = "CREATE TABLE kinds (a boolean, b integer, c bigint, d text, e bytea, f uuid, g timestamptz, h date, i bigint, j text, k uuid)";
    let made = if w.backend.db.engine() == Engine::Sqlite {
        made.replace("bytea", "blob").replace("uuid", "blob")
    } else {
        made.into()
    };
    let made: &'static str = made.leak();
    w.backend.db.write(made).execute().await.unwrap();
    for (n, micros) in [0, 1, 1_000, 120_000, 999_999].into_iter().enumerate() {
        let number = i64::try_from(n).unwrap();
        let at = DateTime::from_timestamp_micros(1_785_000_000_000_000 + micros).unwrap();
        let day = NaiveDate::from_ymd_opt(1900 + i32::try_from(n).unwrap() * 70, 2, 28).unwrap();
        let text = ["", "ä", "a\nb", "'\"$1", "👩‍👩‍👧"][n].to_owned();
        let bytes = vec![0, 255, u8::try_from(n).unwrap()];
        let id = Uuid::from_u128(7 << n);
        let some = (n % 2 == 0).then_some(number);
        let written: Kinds = (
            n % 2 == 0,
            -1,
            i64::MAX - number,
            text.clone(),
            bytes.clone(),
            id,
            at,
            day,
            some,
            some.map(|_| text.clone()),
            some.map(|_| id),
        );
        let insert = w.backend.db.write("INSERT INTO kinds VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");
        let insert =
            insert.bind(written.0).bind(written.1).bind(written.2).bind(&written.3).bind(&written.4).bind(written.5);
        let insert = insert.bind(written.6).bind(written.7).bind(written.8).bind(written.9.as_deref()).bind(written.10);
        insert.execute().await.unwrap();
        let read = "SELECT a, b, c, d, e, f, g, h, i, j, k FROM kinds WHERE d = $4 AND a = $1 AND b = $2 AND c = $3 AND e = $5 AND f = $6 \
                    AND g = $7 AND h = $8 AND i IS NOT DISTINCT FROM $9 AND j IS NOT DISTINCT FROM $10 AND k IS NOT DISTINCT FROM $11";
        let read = w
            .backend
            .db
            .read(read)
            .bind(written.0)
            .bind(written.1)
            .bind(written.2)
            .bind(text.as_str())
            .bind(bytes.as_slice());
        let read = read
            .bind(written.5)
            .bind(written.6)
            .bind(written.7)
            .bind(written.8)
            .bind(written.9.clone())
            .bind(written.10);
        assert_eq!(read.fetch_all::<Kinds>().await.unwrap(), [written]);
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
