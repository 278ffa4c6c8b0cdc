//! SQL of what somebody new is asked.

use super::PersonRow;
use crate::{Db, Result};
use chrono::{DateTime, Utc};
use domain::{Person, UserId};

pub async fn find_inviter(db: &Db, own: UserId) -> Result<Option<Person>> {
    let query = db.read(
        "SELECT u.id, u.first_name, u.last_name, u.username, u.profile_image_url FROM invitations i \
         JOIN people u ON u.id = i.created_by WHERE i.used_by = $1 AND i.befriend_answered_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM friendships f WHERE f.user_id = $1 AND f.friend_id = u.id) \
         AND NOT EXISTS (SELECT 1 FROM friend_requests r WHERE r.withdrawn_at IS NULL AND \
         ((r.requester_id = $1 AND r.addressee_id = u.id) OR (r.requester_id = u.id AND r.addressee_id = $1))) \
         AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = $1 AND b.blocked_id = u.id) \
         OR (b.blocker_id = u.id AND b.blocked_id = $1))",
    );
    Ok(query.bind(own.0).fetch_optional::<PersonRow>().await?.map(Person::from))
}

pub async fn set_inviter_answered(db: &Db, own: UserId, now: DateTime<Utc>) -> Result<()> {
    let query = db
        .write("UPDATE invitations SET befriend_answered_at = $2 WHERE used_by = $1 AND befriend_answered_at IS NULL");
    query.bind(own.0).bind(now).execute().await.map(drop)
}

pub async fn offers_filter(db: &Db, own: UserId) -> Result<bool> {
    let query = db.read(
        "SELECT EXISTS (SELECT 1 FROM users u JOIN friendships f ON f.user_id = u.id JOIN people p ON p.id = f.friend_id \
         WHERE u.id = $1 AND u.filter_offer_closed_at IS NULL)",
    );
    Ok(query.bind(own.0).fetch_one::<(bool,)>().await?.0)
}

pub async fn set_filter_offer_closed(db: &Db, own: UserId, now: DateTime<Utc>) -> Result<()> {
    let query = db.write("UPDATE users SET filter_offer_closed_at = $2 WHERE id = $1");
    query.bind(own.0).bind(now).execute().await.map(drop)
}
