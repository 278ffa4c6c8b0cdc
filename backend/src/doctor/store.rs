//! SQL that looks at all rows, and opens all sealed values.

use crate::{
    Db, Result,
    sealing::{DataKey, Place},
};
use domain::UserId;
use uuid::Uuid;

pub async fn list_people(db: &Db, after: Uuid, limit: i64) -> Result<Vec<(Uuid, Vec<u8>)>> {
    let statement = db.read("SELECT id, data_key FROM users WHERE id > $1 ORDER BY id LIMIT $2");
    statement.bind(after).bind(limit).fetch_all().await
}

pub async fn list_entries(db: &Db, owner: UserId, after: Uuid, limit: i64) -> Result<Vec<Uuid>> {
    let statement = db.read("SELECT id FROM entries WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3");
    let rows: Vec<(Uuid,)> = statement.bind(owner.0).bind(after).bind(limit).fetch_all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Entries whose number of pictures is not that of their rows in `images`.
pub async fn list_miscounted(db: &Db, owner: UserId) -> Result<Vec<Uuid>> {
    let sql = "SELECT e.id FROM entries e WHERE e.user_id = $1 AND e.photos <> (SELECT COUNT(*) FROM images i WHERE i.entry_id = e.id)";
    let rows: Vec<(Uuid,)> = db.read(sql).bind(owner.0).fetch_all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub async fn list_pictures(db: &Db, entry: Uuid) -> Result<Vec<Uuid>> {
    let rows: Vec<(Uuid,)> = db.read("SELECT id FROM images WHERE entry_id = $1").bind(entry).fetch_all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub async fn list_portraits(db: &Db, owner: UserId) -> Result<Vec<Uuid>> {
    let rows: Vec<(Uuid,)> =
        db.read("SELECT id FROM profile_images WHERE user_id = $1").bind(owner.0).fetch_all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub async fn find_recording(db: &Db, entry: Uuid) -> Result<Option<(Uuid, String)>> {
    db.read("SELECT id, format FROM recordings WHERE entry_id = $1").bind(entry).fetch_optional().await
}

#[derive(sqlx::FromRow)]
struct Sealed {
    row: Uuid,
    /// Instead of the row's id, among the rows of its owner.
    name: String,
    version: i64,
    value: Vec<u8>,
}

/// A column that a person's data key seals, and the statement that lists its values: those of an entry, or all of a person.
#[derive(Debug)]
struct Column {
    name: &'static str,
    list: &'static str,
}

const OF_ENTRY: [Column; 7] = [
    Column {
        name: "entries.words",
        list: "SELECT id AS row, '' AS name, version, words AS value FROM entries WHERE user_id = $1 AND id = $2",
    },
    Column {
        name: "entries.signs",
        list: "SELECT id AS row, '' AS name, version, signs AS value FROM entries WHERE user_id = $1 AND id = $2",
    },
    Column {
        name: "entry_versions.words",
        list: "SELECT v.entry_id AS row, '' AS name, v.version, v.words AS value FROM entry_versions v \
               JOIN entries e ON e.id = v.entry_id WHERE e.user_id = $1 AND e.id = $2",
    },
    Column {
        name: "reflection_answers.words",
        list: "SELECT a.id AS row, '' AS name, CAST(0 AS BIGINT) AS version, a.words AS value FROM reflection_answers a \
               JOIN entries e ON e.id = a.entry_id WHERE e.user_id = $1 AND e.id = $2",
    },
    Column {
        name: "entry_saves.digest",
        list: "SELECT entry_id AS row, idempotency_key AS name, CAST(0 AS BIGINT) AS version, digest AS value FROM entry_saves \
               WHERE user_id = $1 AND entry_id = $2",
    },
    Column {
        name: "entry_saves.words",
        list: "SELECT entry_id AS row, idempotency_key AS name, CAST(0 AS BIGINT) AS version, words AS value FROM entry_saves \
               WHERE user_id = $1 AND entry_id = $2 AND words IS NOT NULL",
    },
    Column {
        name: "entry_search.document",
        list: "SELECT s.entry_id AS row, '' AS name, CAST(0 AS BIGINT) AS version, s.document AS value FROM entry_search s \
               JOIN entries e ON e.id = s.entry_id WHERE e.user_id = $1 AND e.id = $2",
    },
];

/// `$2` is the person once more.
const OF_PERSON: [Column; 3] = [
    Column {
        name: "linkedin_profiles.words",
        list: "SELECT user_id AS row, '' AS name, CAST(0 AS BIGINT) AS version, words AS value FROM linkedin_profiles \
               WHERE user_id = $1 AND user_id = $2",
    },
    Column {
        name: "friend_invitations.message",
        list: "SELECT id AS row, '' AS name, CAST(0 AS BIGINT) AS version, message AS value FROM friend_invitations \
               WHERE inviter_id = $1 AND inviter_id = $2",
    },
    Column {
        name: "imports.report",
        list: "SELECT id AS row, '' AS name, CAST(0 AS BIGINT) AS version, report AS value FROM imports \
               WHERE user_id = $1 AND user_id = $2",
    },
];

/// The columns whose values are opened, as `table.column`.
pub fn columns() -> impl Iterator<Item = &'static str> {
    OF_ENTRY.iter().chain(&OF_PERSON).map(|column| column.name)
}

/// The values of a person, or of one of their entries.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    Person,
    Entry(Uuid),
}

/// How many values there are, and which of them do not open.
#[derive(Debug, Default)]
pub struct Values {
    pub opened: usize,
    pub closed: Vec<String>,
}

pub async fn open_values(db: &Db, owner: UserId, key: &DataKey, of: Of) -> Result<Values> {
    let (columns, id): (&[Column], Uuid) = match of {
        Of::Person => (&OF_PERSON, owner.0),
        Of::Entry(id) => (&OF_ENTRY, id),
    };
    let mut found = Values::default();
    for column in columns {
        let rows: Vec<Sealed> = db.read(column.list).bind(owner.0).bind(id).fetch_all().await?;
        for mut row in rows {
            let place = if row.name.is_empty() {
                Place::new(column.name, owner, row.row, row.version)
            } else {
                Place::named(column.name, owner, &row.name)
            };
            match key.open_bytes(&place, &mut row.value) {
                Ok(_) => found.opened += 1,
                Err(_) => found.closed.push(format!("{} of {} does not open", column.name, row.row)),
            }
        }
    }
    Ok(found)
}
