//! The database, read with rusqlite on the thread that asks. Only keys and the clock come from the product.

use super::statements as sql;
use backend::{
    Backend, Clock, Settings,
    sealing::{DataKey, Place},
};
use chrono::{DateTime, NaiveDate, SecondsFormat, TimeDelta, Utc};
use domain::{EntryTexts, UserId, day, media::Image};
use parking_lot::Mutex;
use rusqlite::{Connection, OpenFlags, Params, Row, params};
use serde::Deserialize;
use std::path::PathBuf;
use uuid::Uuid;

/// Statements that the connection keeps prepared: more than there are.
const PREPARED: usize = 100;
/// A session ends after this time without use.
pub const IDLE: TimeDelta = TimeDelta::days(60);

#[derive(Debug)]
pub struct Store {
    pub backend: Backend,
    connection: Mutex<Connection>,
}

#[derive(Debug)]
pub struct Person {
    pub session: Vec<u8>,
    pub id: Uuid,
    pub uid: String,
    pub email: String,
    pub first_name: String,
    pub name: String,
    pub zone: day::Zone,
    pub today: NaiveDate,
}

#[derive(Debug, Deserialize)]
pub struct Words {
    pub texts: EntryTexts,
    pub images: Vec<Image>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Signs {
    pub emojis: String,
    pub feeling: Option<String>,
}

#[derive(Debug)]
pub struct Entry {
    pub id: Uuid,
    pub date: NaiveDate,
    pub words: Words,
    pub signs: Signs,
    pub level: u8,
    pub first_name: String,
    pub options: Option<String>,
    pub link_ends: Option<String>,
}

pub fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, false)
}

pub fn uuid(row: &Row, at: usize) -> rusqlite::Result<Uuid> {
    Ok(Uuid::from_slice(row.get_ref(at)?.as_blob()?).unwrap())
}

pub fn date(row: &Row, at: usize) -> rusqlite::Result<NaiveDate> {
    Ok(row.get_ref(at)?.as_str()?.parse().unwrap())
}

impl Store {
    pub async fn open(data: PathBuf, origin: &str, moved: TimeDelta) -> Self {
        let clock = Clock::system();
        clock.advance(moved);
        let file = data.join("tagesecho.db");
        let backend = Box::pin(Backend::open_to_look(Settings::local(data, origin), clock)).await.unwrap();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags).unwrap();
        connection.set_prepared_statement_cache_capacity(PREPARED);
        Self { backend, connection: Mutex::new(connection) }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.backend.clock.now()
    }

    pub fn all<T>(&self, sql: &str, values: impl Params, read: impl FnMut(&Row) -> rusqlite::Result<T>) -> Vec<T> {
        let connection = self.connection.lock();
        let mut statement = connection.prepare_cached(sql).unwrap();
        statement.query_map(values, read).unwrap().map(Result::unwrap).collect()
    }

    /// Runs a statement of whose rows the page shows nothing.
    pub fn run(&self, sql: &str, values: impl Params) {
        self.all(sql, values, |_| Ok(()));
    }

    /// The person of a session that works.
    pub fn person(&self, cookie: &str) -> Option<Person> {
        let (session, now) = (self.backend.secret.hash("session", cookie), self.now());
        let found = self.all(sql::SESSION, params![session, time(now), time(now - IDLE)], |row| {
            let zone = day::parse_zone(row.get_ref(11)?.as_str()?).unwrap_or(day::DEFAULT_ZONE);
            Ok(Person {
                session: Vec::new(),
                id: uuid(row, 1)?,
                uid: row.get(2)?,
                email: row.get(3)?,
                first_name: row.get(6)?,
                name: row.get(8)?,
                zone,
                today: day::today(now, zone, row.get(12)?),
            })
        });
        found.into_iter().next().map(|person| Person { session, ..person })
    }

    /// The first `most` entries; the others are only read.
    pub fn entries(&self, sql: &str, values: impl Params, most: usize) -> Vec<Entry> {
        let (mut keys, mut count) = (self.backend.db.keyring().opener(), 0);
        let entries = self.all(sql, values, |row| {
            count += 1;
            if count > most {
                return Ok(None);
            }
            let (id, owner, version) = (uuid(row, 0)?, UserId(uuid(row, 1)?), row.get(17)?);
            let key = keys.key(owner, row.get_ref(3)?.as_blob()?).unwrap();
            Ok(Some(Entry {
                id,
                date: date(row, 2)?,
                words: words(key, owner, id, version, row.get(4)?),
                signs: signs(key, owner, id, version, row.get(5)?),
                level: row.get(6)?,
                first_name: row.get(22)?,
                options: row.get(26)?,
                link_ends: row.get(27)?,
            }))
        });
        entries.into_iter().flatten().collect()
    }

    pub fn data_key(&self, owner: Uuid) -> DataKey {
        let keyring = self.backend.db.keyring();
        let found = self.all(sql::DATA_KEY, [owner.as_bytes()], |row| {
            Ok(keyring.unwrap(UserId(owner), row.get_ref(0)?.as_blob()?).unwrap())
        });
        found.into_iter().next().unwrap()
    }
}

pub fn words(key: &DataKey, owner: UserId, id: Uuid, version: i64, sealed: Vec<u8>) -> Words {
    key.open(&Place::new("entries.words", owner, id, version), sealed).unwrap()
}

pub fn signs(key: &DataKey, owner: UserId, id: Uuid, version: i64, sealed: Vec<u8>) -> Signs {
    key.open(&Place::new("entries.signs", owner, id, version), sealed).unwrap()
}
