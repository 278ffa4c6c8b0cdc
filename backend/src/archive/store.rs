//! SQL of the export.

use crate::{Db, Result, reflection::store::StoredAnswer};
use chrono::NaiveDate;
use domain::{AnswerId, EntryId, UserId};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
struct Row {
    entry_id: Uuid,
    id: Uuid,
    question_id: String,
    answer: String,
    position: i64,
}

/// How many days from `first` to `last` have an entry.
pub async fn count_days(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<i64> {
    let statement =
        db.read("SELECT COUNT(*) FROM entries WHERE user_id = $1 AND date >= $2 AND date <= $3 AND deleted_at IS NULL");
    let (count,): (i64,) = statement.bind(owner.0).bind(first).bind(last).fetch_one().await?;
    Ok(count)
}

/// The answers of all entries from `first` to `last`, each entry's in their order.
pub async fn list_answers(
    db: &Db,
    owner: UserId,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<Vec<(EntryId, StoredAnswer)>> {
    let rows: Vec<Row> = db
        .read(
            "SELECT a.entry_id, a.id, a.question_id, a.answer, a.position FROM entries e \
             JOIN reflection_answers a ON a.entry_id = e.id \
             WHERE e.user_id = $1 AND e.date >= $2 AND e.date <= $3 AND e.deleted_at IS NULL ORDER BY a.position, a.id",
        )
        .bind(owner.0)
        .bind(first)
        .bind(last)
        .fetch_all()
        .await?;
    let answers = rows.into_iter().map(|Row { entry_id, id, question_id, answer, position }| {
        (EntryId(entry_id), StoredAnswer { id: AnswerId(id), question_id, answer, position })
    });
    Ok(answers.collect())
}
