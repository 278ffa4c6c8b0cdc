//! SQL of friendships and of the search for people.

mod inviter;
mod requests;

pub use inviter::{find_inviter, offers_filter, set_filter_offer_closed, set_inviter_answered};
pub use requests::{
    OF_INCOMING, REQUEST, Request, count_incoming, count_standing, delete_requests, delete_withdrawn, end_requests,
    find_request, find_standing, insert_request, list_incoming, list_outgoing, set_declined, set_withdrawn,
};

use crate::{
    Db, Result,
    db::{Engine, Query, Tx},
};
use chrono::{DateTime, Utc};
use domain::{Friend, Person, RequestId, UserId};
use uuid::Uuid;

/// Locks both people, always in the same order, so that nobody else changes a relationship of either. False: one of them does not exist, or is leaving.
pub async fn lock_pair(tx: &mut Tx, one: UserId, other: UserId) -> Result<bool> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked the database.
        Engine::Sqlite => "SELECT id FROM people WHERE id IN ($1, $2)",
        Engine::Postgres => "SELECT id FROM people WHERE id IN ($1, $2) ORDER BY id FOR NO KEY UPDATE",
    };
    let held: Vec<(Uuid,)> = tx.query(sql).bind(one.0).bind(other.0).fetch_all().await?;
    Ok(held.len() == 2)
}

#[derive(sqlx::FromRow)]
struct PersonRow {
    id: Uuid,
    first_name: String,
    last_name: String,
    username: String,
    profile_image_url: Option<String>,
}

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Self {
        let PersonRow { id, first_name, last_name, username, profile_image_url } = row;
        Self { id: UserId(id), first_name, last_name, username, profile_image_url }
    }
}

/// The person, without any relationship.
pub async fn find_plain(tx: &mut Tx, id: UserId) -> Result<Option<Person>> {
    let query = tx.query("SELECT id, first_name, last_name, username, profile_image_url FROM people WHERE id = $1");
    Ok(query.bind(id.0).fetch_optional::<PersonRow>().await?.map(Person::from))
}

/// The key by which a person is found.
pub enum By {
    Id(UserId),
    /// Folded.
    Email(String),
    Username(String),
}

/// A person, and the friendship and requests between them and the viewer.
pub struct RelatedPerson {
    pub person: Person,
    pub email_confirmed: bool,
    pub since: Option<DateTime<Utc>>,
    pub outgoing: Option<RequestId>,
    pub incoming: Option<RequestId>,
}

#[derive(sqlx::FromRow)]
struct RelatedPersonRow {
    #[sqlx(flatten)]
    person: PersonRow,
    email_confirmed: bool,
    since: Option<DateTime<Utc>>,
    outgoing: Option<Uuid>,
    incoming: Option<Uuid>,
}

/// The condition under which the addressee sees a request, the same as [`Request::is_shown`]. The condition of the index
/// `friend_requests_incoming` is all of this except the last part.
macro_rules! shown {
    ($request:literal, $hidden_since:literal) => {
        concat!(
            $request,
            ".withdrawn_at IS NULL AND (",
            $request,
            ".declined_at IS NULL OR ",
            $request,
            ".created_at > ",
            $request,
            ".declined_at) AND (",
            $request,
            ".declined_at IS NULL OR ",
            $request,
            ".declined_at <= ",
            $hidden_since,
            ")"
        )
    };
}
pub(super) use shown;

/// `$1` is the viewer. A decline after `$2` hides the next request of the same person.
macro_rules! related_person {
    ($by:literal) => {
        concat!(
            "SELECT u.id, u.first_name, u.last_name, u.username, u.profile_image_url, u.email_confirmed, \
             f.created_at AS since, o.id AS outgoing, i.id AS incoming FROM people u \
             LEFT JOIN friendships f ON f.user_id = $1 AND f.friend_id = u.id \
             LEFT JOIN friend_requests o ON o.requester_id = $1 AND o.addressee_id = u.id AND o.withdrawn_at IS NULL \
             LEFT JOIN friend_requests i ON i.requester_id = u.id AND i.addressee_id = $1 AND ",
            shown!("i", "$2"),
            " WHERE ",
            $by,
            " AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = $1 AND b.blocked_id = u.id) \
             OR (b.blocker_id = u.id AND b.blocked_id = $1))"
        )
    };
}

pub async fn find_person(
    db: &Db,
    viewer: UserId,
    by: By,
    hidden_since: DateTime<Utc>,
) -> Result<Option<RelatedPerson>> {
    let sql = match by {
        By::Id(_) => related_person!("u.id = $3"),
        By::Email(_) => related_person!("u.email_folded = $3"),
        By::Username(_) => related_person!("u.username = $3"),
    };
    let query = db.read(sql).bind(viewer.0).bind(hidden_since);
    let query = match by {
        By::Id(id) => query.bind(id.0),
        By::Email(typed) | By::Username(typed) => query.bind(typed),
    };
    let row: Option<RelatedPersonRow> = query.fetch_optional().await?;
    Ok(row.map(|row| RelatedPerson {
        person: row.person.into(),
        email_confirmed: row.email_confirmed,
        since: row.since,
        outgoing: row.outgoing.map(RequestId),
        incoming: row.incoming.map(RequestId),
    }))
}

#[derive(sqlx::FromRow)]
struct FriendRow {
    #[sqlx(flatten)]
    person: PersonRow,
    since: DateTime<Utc>,
}

pub async fn list_friends(db: &Db, user: UserId) -> Result<Vec<Friend>> {
    let rows: Vec<FriendRow> = db
        .read(
            "SELECT u.id, u.first_name, u.last_name, u.username, u.profile_image_url, f.created_at AS since \
             FROM friendships f JOIN people u ON u.id = f.friend_id WHERE f.user_id = $1",
        )
        .bind(user.0)
        .fetch_all()
        .await?;
    Ok(rows.into_iter().map(|row| Friend { person: row.person.into(), since: row.since }).collect())
}

pub const COUNT_FRIENDS: &str =
    "SELECT COUNT(*) FROM friendships f JOIN people u ON u.id = f.friend_id WHERE f.user_id = $1";

/// `query` is made from [`COUNT_FRIENDS`].
pub async fn count_friends(query: Query<'_>, user: UserId) -> Result<i64> {
    let (count,): (i64,) = query.bind(user.0).fetch_one().await?;
    Ok(count)
}

pub async fn insert_friendship(tx: &mut Tx, one: UserId, other: UserId, now: DateTime<Utc>) -> Result<()> {
    tx.query("INSERT INTO friendships (user_id, friend_id, created_at) VALUES ($1, $2, $3), ($2, $1, $3)")
        .bind(one.0)
        .bind(other.0)
        .bind(now)
        .execute()
        .await
        .map(drop)
}

pub async fn delete_friendship(tx: &mut Tx, one: UserId, other: UserId) -> Result<u64> {
    tx.query("DELETE FROM friendships WHERE (user_id = $1 AND friend_id = $2) OR (user_id = $2 AND friend_id = $1)")
        .bind(one.0)
        .bind(other.0)
        .execute()
        .await
}
