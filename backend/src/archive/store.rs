//! SQL of the export.

use crate::{
    Db, Result,
    entry_words::store::{self as answers, StoredAnswer},
};
use chrono::NaiveDate;
use domain::{EntryId, UserId};

/// How many days from `first` to `last` have an entry.
pub async fn count_days(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<i64> {
    let statement =
        db.read("SELECT COUNT(*) FROM entries WHERE user_id = $1 AND date >= $2 AND date <= $3 AND deleted_at IS NULL");
    let (count,): (i64,) = statement.bind(owner.0).bind(first).bind(last).fetch_one().await?;
    Ok(count)
}

/// The answers of all entries from `first` to `last`, each entry's in their order. `None` for one that does not open.
pub async fn list_answers(
    db: &Db,
    owner: UserId,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<Vec<(EntryId, Option<StoredAnswer>)>> {
    let rows = db
        .read(concat!(
            "SELECT ",
            answers::columns!(),
            " FROM entries e JOIN users u ON u.id = e.user_id JOIN reflection_answers a ON a.entry_id = e.id \
             WHERE e.user_id = $1 AND e.date >= $2 AND e.date <= $3 AND e.deleted_at IS NULL ORDER BY a.position, a.id",
        ))
        .bind(owner.0)
        .bind(first)
        .bind(last)
        .fetch_all()
        .await?;
    answers::open_all(db.keyring(), rows)
}
