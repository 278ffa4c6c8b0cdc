//! Many people with many entries, made by the database itself.

use super::sealed::Sealer;
use backend::{Db, Viewer, db::Engine};
use domain::UserId;
use std::{fmt::Write, ops::Range};
use uuid::Uuid;

/// The reader is one of `people` and a friend of the first `friends` others. `entries` are spread over all alike, one a
/// day each, backwards from the reader's registration; a third each is private, for friends, and public.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    pub people: i64,
    pub friends: i64,
    pub entries: i64,
}

const TEXT: &str = "Ein Tag wie viele, und doch einer, an den ich mich erinnern möchte.";

/// Entries of one transaction: an engine's time limit is of a statement.
const BATCH: i64 = 50_000;

/// Statements with the engine's words for numbers from `$3` to `$1 - 1`, the id of person or entry number `i`, and a time.
struct Words {
    numbers: &'static str,
    id: fn(&str) -> String,
    /// Days and milliseconds before the reader's registration.
    back: fn(&str, &str) -> String,
    day: fn(&str) -> String,
    /// A literal of bytes in hexadecimal digits.
    bytes: fn(&str) -> String,
}

const SQLITE: Words = Words {
    numbers: "WITH RECURSIVE n(i) AS (SELECT $3 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)",
    id: |number| format!("unhex(printf('%032x', {number}))"),
    back: |days, millis| {
        format!(
            "strftime('%Y-%m-%dT%H:%M:%f+00:00', u.created_at, '-' || ({days}) || ' days', '-' || (({millis}) / 1000.0) || ' seconds')"
        )
    },
    day: |days| format!("date(u.created_at, '-' || ({days}) || ' days')"),
    bytes: |digits| format!("x'{digits}'"),
};

const POSTGRES: Words = Words {
    numbers: "WITH n(i) AS (SELECT * FROM generate_series($3::bigint, $1 - 1))",
    id: |number| format!("lpad(to_hex({number}), 32, '0')::uuid"),
    back: |days, millis| format!("u.created_at - ({days}) * interval '1 day' - ({millis}) * interval '1 millisecond'"),
    day: |days| format!("(u.created_at - ({days}) * interval '1 day')::date"),
    bytes: |digits| format!("'\\x{digits}'::bytea"),
};

impl Crowd {
    pub async fn gather(self, db: &Db, reader: &Viewer) {
        let Words { numbers, id, back, day, bytes } = words(db);
        let none = bytes("");
        let reader = reader.user_id().unwrap().0;
        let others = format!(
            "{numbers} INSERT INTO users (id, uid, email, email_folded, username, first_name, last_name, display_name, \
             default_visibility, zone, day_end_minutes, language, valid_since, created_at, data_key) \
             SELECT {}, 'crowd-' || i, i || '@example.org', i || '@example.org', 'crowd' || i, 'Person', CAST(i AS TEXT), \
             'Person', u.default_visibility, u.zone, u.day_end_minutes, u.language, u.valid_since, u.created_at, u.data_key \
             FROM n, users u WHERE u.id = $2 AND i > 0",
            id("i")
        );
        execute(db, others, 0..self.people, reader).await;
        wrap(db, reader).await;
        let friends = "SELECT u.id AS a, f.id AS b, u.created_at FROM n";
        let (own, next) = (id("i + 1"), id("(i + 1) % $1 + 1"));
        let circle = format!(
            "{numbers}, pairs AS ({friends} JOIN users u ON u.id = $2 JOIN users f ON f.id = {own} WHERE i < {} \
             UNION ALL {friends} JOIN users u ON u.id = {own} JOIN users f ON f.id = {next}) \
             INSERT INTO friendships (user_id, friend_id, created_at) SELECT a, b, created_at FROM pairs WHERE a <> b \
             UNION SELECT b, a, created_at FROM pairs WHERE a <> b",
            self.friends
        );
        execute(db, circle, 0..self.people, reader).await;
        let people = self.people;
        let days = format!("i / {people}");
        let diary = format!(
            "{numbers} INSERT INTO entries (id, user_id, date, words, signs, word_count, photos, mood_level, visibility, \
             main_image_index, is_favorite, version, created_at, updated_at) \
             SELECT {}, CASE i % {people} WHEN 0 THEN $2 ELSE {} END, {}, {none}, {none}, 12, 0, 5, CASE (i + i / {people}) % 3 WHEN 0 THEN 'private' WHEN 1 THEN 'friends' ELSE 'public' END, \
             0, FALSE, 1, {}, u.created_at FROM n, users u WHERE u.id = $2",
            // The order is not that of time, as if each person had their own clock.
            id("i * 7919 % 1000003 * 4294967296 + i"),
            id(&format!("i % {people}")),
            day(&days),
            back(&days, &format!("i % {people} * 7919 % 86400000")),
        );
        let mut first = 0;
        while first < self.entries {
            let end = self.entries.min(first + BATCH);
            execute(db, diary.clone(), first..end, reader).await;
            first = end;
        }
        seal(db, reader).await;
        let analyze = if db.engine() == Engine::Sqlite { "PRAGMA optimize" } else { "ANALYZE" };
        db.write(analyze).execute().await.unwrap();
    }
}

fn words(db: &Db) -> Words {
    if db.engine() == Engine::Sqlite { SQLITE } else { POSTGRES }
}

/// Gives everybody the reader's data key, each wrapped for its person.
async fn wrap(db: &Db, reader: Uuid) {
    let key = db.data_key(UserId(reader)).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    let people: Vec<(Uuid,)> = tx.query("SELECT id FROM users").fetch_all().await.unwrap();
    for (person,) in people {
        let wrapped = db.keyring().wrap(UserId(person), &key).unwrap();
        tx.query("UPDATE users SET data_key = $2 WHERE id = $1").bind(person).bind(wrapped).execute().await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Entries of one statement of [`seal`].
const SEALED: i64 = 1000;

/// Gives each entry its words. All people of the crowd have the reader's data key.
async fn seal(db: &Db, reader: Uuid) {
    let bytes = words(db).bytes;
    let sealer = Sealer::of(db, UserId(reader)).await;
    // The first entry has the id of zeros.
    let (mut beyond, mut last) = ("id >= $1", Uuid::nil());
    let mut tx = db.begin().await.unwrap();
    loop {
        let sql = format!("SELECT id, user_id FROM entries WHERE {beyond} ORDER BY id LIMIT $2");
        let query = tx.query(sql.leak());
        let rows: Vec<(Uuid, Uuid)> = query.bind(last).bind(SEALED).fetch_all().await.unwrap();
        let Some((end, _)) = rows.last() else { break };
        (beyond, last) = ("id > $1", *end);
        let value = |(id, owner): &(Uuid, Uuid)| {
            let [words, signs] =
                [sealer.words(*owner, *id, TEXT), sealer.signs(*owner, *id)].map(|sealed| hex(&sealed));
            let id =
                if db.engine() == Engine::Sqlite { bytes(&id.simple().to_string()) } else { format!("'{id}'::uuid") };
            format!("({id}, {}, {})", bytes(&words), bytes(&signs))
        };
        let values = rows.iter().map(value).collect::<Vec<_>>().join(", ");
        let sql = format!(
            "WITH sealed (id, words, signs) AS (VALUES {values}) UPDATE entries SET words = sealed.words, signs = sealed.signs \
             FROM sealed WHERE entries.id = sealed.id"
        );
        tx.query(sql.leak()).execute().await.unwrap();
    }
    tx.commit().await.unwrap();
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut digits, byte| {
        write!(digits, "{byte:02x}").unwrap();
        digits
    })
}

async fn execute(db: &Db, sql: String, numbers: Range<i64>, reader: Uuid) {
    let sql: &'static str = sql.leak();
    let mut tx = db.begin().await.unwrap();
    tx.query(sql).bind(numbers.end).bind(reader).bind(numbers.start).execute().await.unwrap();
    tx.commit().await.unwrap();
}
