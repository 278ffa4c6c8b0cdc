//! SQL of friend requests that nobody has accepted.

use super::{PersonRow, shown};
use crate::{
    Db, Result,
    db::{Query, Tx},
    pagination::Cursor,
};
use chrono::{DateTime, Utc};
use domain::{Person, RequestId, UserId};
use uuid::Uuid;

/// A request that its requester has not withdrawn.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub id: RequestId,
    pub requester: UserId,
    pub addressee: UserId,
    pub created_at: DateTime<Utc>,
    declined_at: Option<DateTime<Utc>>,
}

impl Request {
    /// Whether the addressee sees the request: it was not declined, or it was sent again after a decline that is old enough by now.
    pub fn is_shown(&self, hidden_since: DateTime<Utc>) -> bool {
        self.declined_at.is_none_or(|declined| self.created_at > declined && declined <= hidden_since)
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    requester_id: Uuid,
    addressee_id: Uuid,
    created_at: DateTime<Utc>,
    declined_at: Option<DateTime<Utc>>,
}

impl From<Row> for Request {
    fn from(row: Row) -> Self {
        Self {
            id: RequestId(row.id),
            requester: UserId(row.requester_id),
            addressee: UserId(row.addressee_id),
            created_at: row.created_at,
            declined_at: row.declined_at,
        }
    }
}

pub const REQUEST: &str = "SELECT id, requester_id, addressee_id, created_at, declined_at FROM friend_requests \
                           WHERE id = $1 AND withdrawn_at IS NULL";

/// `query` is made from [`REQUEST`].
pub async fn find_request(query: Query<'_>, id: RequestId) -> Result<Option<Request>> {
    Ok(query.bind(id.0).fetch_optional::<Row>().await?.map(Request::from))
}

pub async fn find_standing(tx: &mut Tx, requester: UserId, addressee: UserId) -> Result<Option<Request>> {
    let query = tx.query(
        "SELECT id, requester_id, addressee_id, created_at, declined_at FROM friend_requests \
         WHERE requester_id = $1 AND addressee_id = $2 AND withdrawn_at IS NULL",
    );
    Ok(query.bind(requester.0).bind(addressee.0).fetch_optional::<Row>().await?.map(Request::from))
}

pub async fn count_standing(tx: &mut Tx, requester: UserId) -> Result<i64> {
    let query = tx.query("SELECT COUNT(*) FROM friend_requests WHERE requester_id = $1 AND withdrawn_at IS NULL");
    let (count,): (i64,) = query.bind(requester.0).fetch_one().await?;
    Ok(count)
}

/// The row of a withdrawn request is used again, and keeps the time of a decline.
pub async fn insert_request(
    tx: &mut Tx,
    id: RequestId,
    requester: UserId,
    addressee: UserId,
    now: DateTime<Utc>,
) -> Result<Request> {
    let row: Row = tx
        .query(
            "INSERT INTO friend_requests (id, requester_id, addressee_id, created_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (requester_id, addressee_id) DO UPDATE SET created_at = $4, withdrawn_at = NULL \
             RETURNING id, requester_id, addressee_id, created_at, declined_at",
        )
        .bind(id.0)
        .bind(requester.0)
        .bind(addressee.0)
        .bind(now)
        .fetch_one()
        .await?;
    Ok(row.into())
}

pub async fn set_declined(tx: &mut Tx, id: RequestId, now: DateTime<Utc>) -> Result<()> {
    let query = tx.query("UPDATE friend_requests SET declined_at = $2 WHERE id = $1");
    query.bind(id.0).bind(now).execute().await.map(drop)
}

pub async fn set_withdrawn(tx: &mut Tx, id: RequestId, now: DateTime<Utc>) -> Result<()> {
    let query = tx.query("UPDATE friend_requests SET withdrawn_at = $2 WHERE id = $1");
    query.bind(id.0).bind(now).execute().await.map(drop)
}

/// Deletes the requests of both directions, because the two are friends now.
pub async fn delete_requests(tx: &mut Tx, one: UserId, other: UserId) -> Result<u64> {
    tx.query(
        "DELETE FROM friend_requests WHERE (requester_id = $1 AND addressee_id = $2) \
         OR (requester_id = $2 AND addressee_id = $1)",
    )
    .bind(one.0)
    .bind(other.0)
    .execute()
    .await
}

/// Ends the requests of both directions. A declined request stays as a withdrawn one, so that the decline is remembered.
pub async fn end_requests(tx: &mut Tx, one: UserId, other: UserId, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "DELETE FROM friend_requests WHERE declined_at IS NULL AND ((requester_id = $1 AND addressee_id = $2) \
         OR (requester_id = $2 AND addressee_id = $1))",
    )
    .bind(one.0)
    .bind(other.0)
    .execute()
    .await?;
    tx.query(
        "UPDATE friend_requests SET withdrawn_at = $3 WHERE withdrawn_at IS NULL AND ((requester_id = $1 \
         AND addressee_id = $2) OR (requester_id = $2 AND addressee_id = $1))",
    )
    .bind(one.0)
    .bind(other.0)
    .bind(now)
    .execute()
    .await
    .map(drop)
}

pub async fn delete_withdrawn(db: &Db, before: DateTime<Utc>) -> Result<u64> {
    db.write("DELETE FROM friend_requests WHERE withdrawn_at < $1").bind(before).execute().await
}

#[derive(sqlx::FromRow)]
struct ListRow {
    request_id: Uuid,
    requester_id: Uuid,
    addressee_id: Uuid,
    created_at: DateTime<Utc>,
    declined_at: Option<DateTime<Utc>>,
    #[sqlx(flatten)]
    other: PersonRow,
}

impl From<ListRow> for (Request, Person) {
    fn from(row: ListRow) -> Self {
        let request = Request {
            id: RequestId(row.request_id),
            requester: UserId(row.requester_id),
            addressee: UserId(row.addressee_id),
            created_at: row.created_at,
            declined_at: row.declined_at,
        };
        (request, row.other.into())
    }
}

/// Lists requests, newest first. The first argument is the column of the other person.
macro_rules! list {
    ($other:literal, $which:expr) => {
        concat!(
            "SELECT r.id AS request_id, r.requester_id, r.addressee_id, r.created_at, r.declined_at, u.id, \
             u.first_name, u.last_name, u.username, u.profile_image_url \
             FROM friend_requests r JOIN people u ON u.id = r.",
            $other,
            " WHERE ",
            $which,
            " ORDER BY r.created_at DESC, r.id DESC LIMIT $2"
        )
    };
}

const INCOMING: &str = list!("requester_id", concat!("r.addressee_id = $1 AND ", shown!("r", "$3")));
const INCOMING_BEHIND: &str = list!(
    "requester_id",
    concat!("r.addressee_id = $1 AND ", shown!("r", "$3"), " AND (r.created_at, r.id) < ($4, $5)")
);

/// Returns each request with its requester.
pub async fn list_incoming(
    db: &Db,
    addressee: UserId,
    hidden_since: DateTime<Utc>,
    before: Option<Cursor<RequestId>>,
    limit: i64,
) -> Result<Vec<(Request, Person)>> {
    let sql = if before.is_none() { INCOMING } else { INCOMING_BEHIND };
    behind(db.read(sql).bind(addressee.0).bind(limit).bind(hidden_since), before).await
}

/// Returns each request with its addressee.
pub async fn list_outgoing(
    db: &Db,
    requester: UserId,
    before: Option<Cursor<RequestId>>,
    limit: i64,
) -> Result<Vec<(Request, Person)>> {
    let first = list!("addressee_id", "r.requester_id = $1 AND r.withdrawn_at IS NULL");
    let next =
        list!("addressee_id", "r.requester_id = $1 AND r.withdrawn_at IS NULL AND (r.created_at, r.id) < ($3, $4)");
    let query = db.read(if before.is_none() { first } else { next }).bind(requester.0).bind(limit);
    behind(query, before).await
}

async fn behind(query: Query<'_>, before: Option<Cursor<RequestId>>) -> Result<Vec<(Request, Person)>> {
    let query = match before {
        None => query,
        Some(cursor) => query.bind(cursor.created_at).bind(cursor.id.0),
    };
    Ok(query.fetch_all::<ListRow>().await?.into_iter().map(Into::into).collect())
}

const COUNT_INCOMING: &str = concat!(
    "SELECT COUNT(*) FROM (SELECT 1 FROM friend_requests r JOIN people u ON u.id = r.requester_id WHERE r.addressee_id = $1 AND ",
    shown!("r", "$3"),
    " LIMIT $2) counted"
);

pub async fn count_incoming(db: &Db, addressee: UserId, hidden_since: DateTime<Utc>, most: i64) -> Result<i64> {
    let query = db.read(COUNT_INCOMING).bind(addressee.0).bind(most).bind(hidden_since);
    let (count,): (i64,) = query.fetch_one().await?;
    Ok(count)
}

/// The statements for the first page of incoming requests and for their number.
pub const OF_INCOMING: [&str; 2] = [INCOMING, COUNT_INCOMING];
