//! SQL of what is between the person and others, for the archive: others are names in it, and whoever is leaving is not there.

use super::{
    super::super::format::{Block, Code, Friend, FriendRequest, Invitation, Report},
    Time,
};
use crate::{Db, Result, Secret, friends::invitations, secret::purpose};
use domain::UserId;
use uuid::Uuid;

pub async fn friends(db: &Db, owner: UserId) -> Result<Vec<Friend>> {
    let sql = "SELECT u.first_name, u.last_name, u.username, f.created_at FROM friendships f \
               JOIN people u ON u.id = f.friend_id WHERE f.user_id = $1 ORDER BY f.created_at, u.username";
    let rows: Vec<(String, String, String, Time)> = db.read(sql).bind(owner.0).fetch_all().await?;
    let friend = |(first_name, last_name, username, since)| Friend { first_name, last_name, username, since };
    Ok(rows.into_iter().map(friend).collect())
}

/// The requester does not learn of a decline, and the addressee does not see a declined request again.
pub async fn friend_requests(db: &Db, owner: UserId) -> Result<Vec<FriendRequest>> {
    let sql = "SELECT u.first_name, u.last_name, u.username, r.requester_id = $1, r.created_at FROM friend_requests r \
               JOIN people u ON u.id = CASE WHEN r.requester_id = $1 THEN r.addressee_id ELSE r.requester_id END \
               WHERE r.withdrawn_at IS NULL AND (r.requester_id = $1 OR (r.addressee_id = $1 AND r.declined_at IS NULL)) \
               ORDER BY r.created_at, r.id";
    let rows: Vec<(String, String, String, bool, Time)> = db.read(sql).bind(owner.0).fetch_all().await?;
    let request = |(first_name, last_name, username, is_own, created_at)| FriendRequest {
        first_name,
        last_name,
        username,
        is_own,
        created_at,
    };
    Ok(rows.into_iter().map(request).collect())
}

pub async fn blocks(db: &Db, owner: UserId) -> Result<Vec<Block>> {
    let sql = "SELECT first_name, last_name, username, created_at FROM blocks \
               WHERE blocker_id = $1 AND NOT unseen AND blocked_id IN (SELECT id FROM people) ORDER BY created_at, blocked_id";
    let rows: Vec<(String, String, String, Time)> = db.read(sql).bind(owner.0).fetch_all().await?;
    let block = |(first_name, last_name, username, created_at)| Block { first_name, last_name, username, created_at };
    Ok(rows.into_iter().map(block).collect())
}

pub async fn invitations(db: &Db, owner: UserId) -> Result<Vec<Invitation>> {
    type Columns = (Uuid, Vec<u8>, String, Vec<u8>, Time, Time, i64, Time, Option<Time>);
    let sql = "SELECT f.id, u.data_key, f.email, f.message, f.created_at, f.sent_at, f.sends, f.expires_at, f.withdrawn_at \
               FROM friend_invitations f JOIN users u ON u.id = f.inviter_id WHERE f.inviter_id = $1 \
               ORDER BY f.created_at, f.id";
    let rows: Vec<Columns> = db.read(sql).bind(owner.0).fetch_all().await?;
    let invitation = |columns: Columns| {
        let (id, key, email, message, created_at, sent_at, sends, expires_at, withdrawn_at) = columns;
        let message = invitations::message(db.keyring(), &key, owner, id, message)?;
        Ok(Invitation { email, message, created_at, sent_at, sends, expires_at, withdrawn_at })
    };
    rows.into_iter().map(invitation).collect()
}

pub async fn codes(db: &Db, owner: UserId) -> Result<Vec<Code>> {
    let sql = "SELECT created_at, expires_at, used_at FROM invitations WHERE created_by = $1 ORDER BY created_at, code";
    let rows: Vec<(Time, Option<Time>, Option<Time>)> = db.read(sql).bind(owner.0).fetch_all().await?;
    Ok(rows.into_iter().map(|(created_at, expires_at, used_at)| Code { created_at, expires_at, used_at }).collect())
}

pub async fn reports(db: &Db, secret: &Secret, owner: UserId) -> Result<Vec<Report>> {
    let sql = "SELECT subject_id IS NULL OR subject_id <> person_id, reason, words, created_at FROM reports \
               WHERE reporter_id = $1 ORDER BY created_at, id";
    let rows: Vec<(bool, String, Vec<u8>, Time)> = db.read(sql).bind(owner.0).fetch_all().await?;
    let report = |(is_entry, reason, words, created_at): (bool, String, Vec<u8>, Time)| {
        let about = if is_entry { "entry" } else { "person" };
        let words = secret.decrypt(purpose::REPORT, &words).ok();
        Report { about: about.into(), reason, words, created_at }
    };
    Ok(rows.into_iter().map(report).collect())
}
