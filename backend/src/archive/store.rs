//! SQL of the archive's days.

use super::format::{Texts, Version};
use crate::{
    Db, Result,
    entries::store::{Row, Stored, select},
    entry_words::{
        open_version,
        store::{self as answers, StoredAnswer},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{EntryId, UserId};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// How many entries are in memory at once.
const AT_ONCE: i64 = 31;

/// What an archive will hold: days and photos without the bin. `bytes` is a little too high: it counts the smaller renditions of photos too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub days: i64,
    pub photos: i64,
    pub bytes: i64,
}

/// What there is from `first` to `last`. Each text is in the archive three times, and compressed.
pub async fn extent(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Extent> {
    let sql = "SELECT COUNT(*) FILTER (WHERE e.deleted_at IS NULL), \
               CAST(COALESCE(SUM(e.photos) FILTER (WHERE e.deleted_at IS NULL), 0) AS BIGINT), \
               CAST(COALESCE(SUM((SELECT SUM(i.bytes) FROM images i WHERE i.entry_id = e.id)), 0) AS BIGINT), \
               CAST(COALESCE(SUM(r.bytes), 0) AS BIGINT), CAST(COALESCE(SUM(LENGTH(e.words)), 0) AS BIGINT) \
               FROM entries e LEFT JOIN recordings r ON r.entry_id = e.id \
               WHERE e.user_id = $1 AND e.date >= $2 AND e.date <= $3";
    let (days, photos, pictures, recordings, words): (i64, i64, i64, i64, i64) =
        db.read(sql).bind(owner.0).bind(first).bind(last).fetch_one().await?;
    Ok(Extent { days, photos, bytes: pictures + recordings + 2 * words })
}

/// The dates of the entries, the first one first.
pub async fn list_dates(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Vec<NaiveDate>> {
    let sql = "SELECT date FROM entries WHERE user_id = $1 AND date >= $2 AND date <= $3 AND deleted_at IS NULL ORDER BY date";
    let rows: Vec<(NaiveDate,)> = db.read(sql).bind(owner.0).bind(first).bind(last).fetch_all().await?;
    Ok(rows.into_iter().map(|(date,)| date).collect())
}

/// The entry whose photo may stand for the days from `first` to `last`: a favourite, else the one that felt best. None that its person does
/// not want to be reminded of.
pub async fn find_cover(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Option<Stored>> {
    let sql = select!(
        "e.user_id = $1 AND e.date >= $2 AND e.date <= $3 AND e.photos > 0 AND NOT e.hide_memory ORDER BY e.is_favorite DESC, \
         CASE WHEN e.mood_set THEN e.mood_level ELSE 5 END DESC, e.date LIMIT 1"
    );
    let row: Option<Row> = db.read(sql).bind(owner.0).bind(first).bind(last).fetch_optional().await?;
    let opened = row.map(|row| db.keyring().or_skip(row.opened(&mut db.keyring().opener()))).transpose()?;
    Ok(opened.flatten())
}

#[derive(sqlx::FromRow)]
struct WithMemory {
    #[sqlx(flatten)]
    row: Row,
    hide_memory: bool,
}

/// An entry with its answers. `None` for an answer that does not open.
#[derive(Debug)]
pub struct Entry {
    pub stored: Stored,
    pub is_hidden_memory: bool,
    pub answers: Vec<Option<StoredAnswer>>,
}

/// Some entries, and the dates of those that do not open.
#[derive(Debug)]
pub struct Part {
    pub entries: Vec<Entry>,
    pub unreadable: Vec<NaiveDate>,
    /// Where the next part begins.
    pub next: Next,
}

/// The place in a person's entries from which a part is read.
#[derive(Clone, Copy, Debug)]
pub enum Next {
    /// Days from the first to the second date.
    Days(NaiveDate, NaiveDate),
    /// Entries in the bin, behind this id.
    Bin(Uuid),
}

impl Next {
    pub const BIN: Self = Self::Bin(Uuid::nil());
}

/// `None`: there are no more.
pub async fn part(db: &Db, owner: UserId, next: Next) -> Result<Option<Part>> {
    let query = match next {
        Next::Days(first, last) => db
            .read(select!(
                ", e.hide_memory",
                "e.deleted_at IS NULL",
                "e.user_id = $1 AND e.date >= $2 AND e.date <= $3 ORDER BY e.date LIMIT $4"
            ))
            .bind(owner.0)
            .bind(first)
            .bind(last),
        Next::Bin(behind) => db
            .read(select!(
                ", e.hide_memory",
                "e.deleted_at IS NOT NULL",
                "e.user_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3"
            ))
            .bind(owner.0)
            .bind(behind),
    };
    let rows: Vec<WithMemory> = query.bind(AT_ONCE).fetch_all().await?;
    let Some(last) = rows.last().map(|last| &last.row) else { return Ok(None) };
    let (last_date, last_id) = (last.date(), last.cursor().id.0);
    let mut answers = list_answers(db, owner, next, last_date, last_id).await?;
    let mut part = Part {
        entries: Vec::with_capacity(rows.len()),
        unreadable: Vec::new(),
        next: match next {
            Next::Days(_, last) => Next::Days(last_date.succ_opt().unwrap_or(NaiveDate::MAX), last),
            Next::Bin(_) => Next::Bin(last_id),
        },
    };
    let mut keys = db.keyring().opener();
    for WithMemory { row, hide_memory } in rows {
        let date = row.date();
        match db.keyring().or_skip(row.opened(&mut keys))? {
            Some(stored) => part.entries.push(Entry {
                answers: answers.remove(&stored.id).unwrap_or_default(),
                is_hidden_memory: hide_memory,
                stored,
            }),
            None => part.unreadable.push(date),
        }
    }
    Ok(Some(part))
}

/// The answers of a part, each entry's in their order.
async fn list_answers(
    db: &Db,
    owner: UserId,
    next: Next,
    last_date: NaiveDate,
    last_id: Uuid,
) -> Result<HashMap<EntryId, Vec<Option<StoredAnswer>>>> {
    macro_rules! list {
        ($which:literal) => {
            concat!(
                "SELECT ",
                answers::columns!(),
                " FROM entries e JOIN users u ON u.id = e.user_id JOIN reflection_answers a ON a.entry_id = e.id \
                 WHERE e.user_id = $1 AND ",
                $which,
                " ORDER BY a.position, a.id"
            )
        };
    }
    let query = match next {
        Next::Days(first, _) => db
            .read(list!("e.date >= $2 AND e.date <= $3 AND e.deleted_at IS NULL"))
            .bind(owner.0)
            .bind(first)
            .bind(last_date),
        Next::Bin(behind) => db
            .read(list!("e.id > $2 AND e.id <= $3 AND e.deleted_at IS NOT NULL"))
            .bind(owner.0)
            .bind(behind)
            .bind(last_id),
    };
    let mut by_entry: HashMap<_, Vec<_>> = HashMap::new();
    for (entry, answer) in answers::open_all(db.keyring(), query.fetch_all().await?)? {
        by_entry.entry(entry).or_default().push(answer);
    }
    Ok(by_entry)
}

/// The entries that have earlier versions: few, because versions are kept for thirty days.
pub async fn list_changed(db: &Db, owner: UserId) -> Result<HashSet<EntryId>> {
    let sql =
        "SELECT DISTINCT v.entry_id FROM entry_versions v JOIN entries e ON e.id = v.entry_id WHERE e.user_id = $1";
    let rows: Vec<(Uuid,)> = db.read(sql).bind(owner.0).fetch_all().await?;
    Ok(rows.into_iter().map(|(id,)| EntryId(id)).collect())
}

/// The owner's data key, and a version: its number, its words and when it was replaced.
type VersionRow = (Vec<u8>, i64, Vec<u8>, DateTime<Utc>);

/// The earlier versions of an entry, the earliest first, without those that do not open.
pub async fn list_versions(db: &Db, owner: UserId, entry: EntryId) -> Result<Vec<Version>> {
    let sql = "SELECT u.data_key, v.version, v.words, v.replaced_at FROM entry_versions v \
               JOIN entries e ON e.id = v.entry_id JOIN users u ON u.id = e.user_id \
               WHERE v.entry_id = $1 AND e.user_id = $2 ORDER BY v.version";
    let rows: Vec<VersionRow> = db.read(sql).bind(entry.0).bind(owner.0).fetch_all().await?;
    let mut keys = db.keyring().opener();
    let opened = rows.into_iter().map(|(key, version, words, replaced_at)| {
        let texts = keys.key(owner, &key).and_then(|key| open_version(key, owner, entry.0, version, words));
        let texts = db.keyring().or_skip(texts)?;
        Ok(texts.map(|texts| Version { replaced_at, texts: Texts::from(texts) }))
    });
    opened.filter_map(Result::transpose).collect()
}
