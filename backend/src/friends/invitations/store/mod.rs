//! SQL of invitations by mail and of the codes behind them.

mod addresses;
pub(crate) mod message;

pub use addresses::{
    count_sends, delete_addresses, delete_sends, insert_send, list_waiting, lock_address, refuse_address, sent_since,
};

use super::{FriendInvitation, InvitationState};
use crate::{
    Db, Result,
    db::{Engine, Tx},
    friends::store::shown,
    sealing::Keyring,
};
use chrono::{DateTime, Utc};
use domain::{Person, Standing, UserId};
use message::{message, place};
use uuid::Uuid;

/// An invitation and its code.
#[derive(Debug)]
pub struct Reserved {
    pub id: Uuid,
    pub code: String,
}

/// Invitations that ended unused, and for which the inviter has not received another code yet.
macro_rules! unreplaced {
    () => {
        "friend_invitations f JOIN invitations i ON i.code = f.code \
         WHERE f.replaced_at IS NULL AND i.used_at IS NULL AND f.expires_at <= "
    };
}

/// Whether the person is due codes.
pub async fn is_due(db: &Db, inviter: UserId, now: DateTime<Utc>) -> Result<bool> {
    let statement = db.read(concat!(
        "SELECT EXISTS (SELECT 1 FROM users WHERE id = $1 AND codes_given_at IS NULL) OR EXISTS (SELECT 1 FROM ",
        unreplaced!(),
        "$2 AND f.inviter_id = $1)"
    ));
    Ok(statement.bind(inviter.0).bind(now).fetch_one::<(bool,)>().await?.0)
}

/// People who are due codes for invitations that ended.
pub async fn list_due(db: &Db, now: DateTime<Utc>, limit: usize) -> Result<Vec<UserId>> {
    let statement = db.read(concat!("SELECT DISTINCT f.inviter_id FROM ", unreplaced!(), "$1 LIMIT $2"));
    let rows: Vec<(Uuid,)> = statement.bind(now).bind(i64::try_from(limit).unwrap_or(i64::MAX)).fetch_all().await?;
    Ok(rows.into_iter().map(|(id,)| UserId(id)).collect())
}

pub async fn list_expired(tx: &mut Tx, inviter: UserId, now: DateTime<Utc>) -> Result<Vec<Reserved>> {
    let statement = tx.query(concat!("SELECT f.id, f.code FROM ", unreplaced!(), "$2 AND f.inviter_id = $1"));
    let rows: Vec<(Uuid, String)> = statement.bind(inviter.0).bind(now).fetch_all().await?;
    Ok(rows.into_iter().map(|(id, code)| Reserved { id, code }).collect())
}

/// Locks the person until the transaction ends, so that other changes to their invitations wait.
pub async fn lock(tx: &mut Tx, inviter: UserId) -> Result<()> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked the database.
        Engine::Sqlite => return Ok(()),
        Engine::Postgres => "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE",
    };
    tx.query(sql).bind(inviter.0).execute().await.map(drop)
}

/// Marks the invitation as replaced. True only the first time.
pub async fn set_replaced(tx: &mut Tx, id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query("UPDATE friend_invitations SET replaced_at = $2 WHERE id = $1 AND replaced_at IS NULL");
    Ok(statement.bind(id).bind(now).execute().await? == 1)
}

pub async fn set_withdrawn(tx: &mut Tx, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("UPDATE friend_invitations SET withdrawn_at = $2 WHERE id = $1");
    statement.bind(id).bind(now).execute().await.map(drop)
}

/// Counts another send. If a mail is really sent, its proof replaces that of the earlier mail.
pub async fn note_sent(tx: &mut Tx, id: Uuid, now: DateTime<Utc>, proof_hash: Option<Vec<u8>>) -> Result<()> {
    tx.query(
        "UPDATE friend_invitations SET sent_at = $2, sends = sends + 1, proof_hash = COALESCE($3, proof_hash) \
         WHERE id = $1",
    )
    .bind(id)
    .bind(now)
    .bind(proof_hash)
    .execute()
    .await
    .map(drop)
}

#[derive(Debug)]
pub struct NewInvitation {
    pub id: Uuid,
    pub inviter: UserId,
    pub email: String,
    pub email_folded: String,
    pub message: String,
    pub code: String,
    /// The hash of the proof in the mail. None: no mail is sent.
    pub proof_hash: Option<Vec<u8>>,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl From<NewInvitation> for FriendInvitation {
    fn from(new: NewInvitation) -> Self {
        Self {
            id: new.id,
            email: new.email,
            message: new.message,
            state: InvitationState::Open,
            created_at: new.now,
            sent_at: new.now,
            sends: 1,
            expires_at: new.expires_at,
            ended_at: None,
            person: None,
            email_confirmed: None,
            standing: None,
        }
    }
}

pub async fn insert(tx: &mut Tx, new: &NewInvitation) -> Result<()> {
    let message = tx.data_key(new.inviter).await?.seal(&place(new.inviter, new.id), &new.message)?;
    tx.query(
        "INSERT INTO friend_invitations (id, inviter_id, email, email_folded, message, code, created_at, sent_at, \
         sends, expires_at, proof_hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 1, $8, $9)",
    )
    .bind(new.id)
    .bind(new.inviter.0)
    .bind(new.email.clone())
    .bind(new.email_folded.clone())
    .bind(message)
    .bind(new.code.clone())
    .bind(new.now)
    .bind(new.expires_at)
    .bind(new.proof_hash.clone())
    .execute()
    .await
    .map(drop)
}

/// Whether the inviter has an open invitation to this address.
pub async fn has_open(tx: &mut Tx, inviter: UserId, email_folded: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query(
        "SELECT EXISTS (SELECT 1 FROM friend_invitations f JOIN invitations i ON i.code = f.code \
         WHERE f.inviter_id = $1 AND f.email_folded = $2 AND f.withdrawn_at IS NULL AND f.expires_at > $3 \
         AND i.used_at IS NULL)",
    );
    Ok(statement.bind(inviter.0).bind(email_folded.to_owned()).bind(now).fetch_one::<(bool,)>().await?.0)
}

/// The inviter whose code the person registered with, if it was sent to the person's address and the invitation was not consumed yet.
pub async fn find_inviter_of(db: &Db, person: UserId) -> Result<Option<UserId>> {
    let statement = db.read(
        "SELECT f.inviter_id FROM users u JOIN invitations i ON i.used_by = u.id \
         JOIN friend_invitations f ON f.code = i.code AND f.email_folded = u.email_folded \
         WHERE u.id = $1 AND f.withdrawn_at IS NULL AND f.spent_at IS NULL",
    );
    let found: Option<(Uuid,)> = statement.bind(person.0).fetch_optional().await?;
    Ok(found.map(|(id,)| UserId(id)))
}

/// Consumes the invitation with which one of the two registered. True only the first time.
pub async fn consume(tx: &mut Tx, one: UserId, other: UserId, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query(
        "UPDATE friend_invitations SET spent_at = $3 WHERE spent_at IS NULL AND inviter_id IN ($1, $2) \
         AND code IN (SELECT code FROM invitations WHERE used_by IN ($1, $2))",
    );
    Ok(statement.bind(one.0).bind(other.0).bind(now).execute().await? > 0)
}

/// The address that the newest mail with this code was sent to, and the hash of the mail's proof.
pub async fn find_proof(tx: &mut Tx, code: &str) -> Result<Option<(String, Vec<u8>)>> {
    let statement =
        tx.query("SELECT email, proof_hash FROM friend_invitations WHERE code = $1 AND proof_hash IS NOT NULL");
    statement.bind(code.to_owned()).fetch_optional().await
}

/// The person who sent the code to this address and has not withdrawn it.
pub async fn find_inviter(tx: &mut Tx, code: &str, email_folded: &str) -> Result<Option<UserId>> {
    let statement = tx.query(
        "SELECT f.inviter_id FROM friend_invitations f JOIN people p ON p.id = f.inviter_id \
         WHERE f.code = $1 AND f.email_folded = $2 AND f.withdrawn_at IS NULL",
    );
    let found: Option<(Uuid,)> = statement.bind(code.to_owned()).bind(email_folded.to_owned()).fetch_optional().await?;
    Ok(found.map(|(id,)| UserId(id)))
}

/// State of an address that somebody invites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invitee {
    Nobody,
    Registered,
    /// Registered, and leaving or locked, or one of the two has blocked the other.
    Blocked,
}

pub async fn find_invitee(tx: &mut Tx, inviter: UserId, email_folded: &str) -> Result<Invitee> {
    let statement = tx.query(
        "SELECT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = $1 AND b.blocked_id = u.id) \
         OR (b.blocker_id = u.id AND b.blocked_id = $1)) OR u.leaves_at IS NOT NULL OR u.locked_for IS NOT NULL FROM users u WHERE u.email_folded = $2",
    );
    let found: Option<(bool,)> = statement.bind(inviter.0).bind(email_folded.to_owned()).fetch_optional().await?;
    Ok(match found {
        None => Invitee::Nobody,
        Some((false,)) => Invitee::Registered,
        Some((true,)) => Invitee::Blocked,
    })
}

#[derive(Debug)]
pub struct SentInvitation {
    pub email: String,
    pub message: String,
    pub code: String,
    pub sent_at: DateTime<Utc>,
    pub sends: i64,
    pub expires_at: DateTime<Utc>,
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub is_used: bool,
}

#[derive(sqlx::FromRow)]
struct SentRow {
    email: String,
    message: Vec<u8>,
    data_key: Vec<u8>,
    code: String,
    sent_at: DateTime<Utc>,
    sends: i64,
    expires_at: DateTime<Utc>,
    withdrawn_at: Option<DateTime<Utc>>,
    is_used: bool,
}

pub async fn find(tx: &mut Tx, inviter: UserId, id: Uuid) -> Result<Option<SentInvitation>> {
    let statement = tx.query(
        "SELECT f.email, f.message, o.data_key, f.code, f.sent_at, f.sends, f.expires_at, f.withdrawn_at, \
         i.used_at IS NOT NULL AS is_used FROM friend_invitations f JOIN users o ON o.id = f.inviter_id \
         JOIN invitations i ON i.code = f.code WHERE f.id = $2 AND f.inviter_id = $1",
    );
    let row: Option<SentRow> = statement.bind(inviter.0).bind(id).fetch_optional().await?;
    let Some(SentRow { email, message: sealed, data_key, code, sent_at, sends, expires_at, withdrawn_at, is_used }) =
        row
    else {
        return Ok(None);
    };
    let message = message(tx.keyring(), &data_key, inviter, id, sealed)?;
    Ok(Some(SentInvitation { email, message, code, sent_at, sends, expires_at, withdrawn_at, is_used }))
}

#[derive(Debug, sqlx::FromRow)]
pub struct CodeRow {
    pub code: String,
    pub email: Option<String>,
    pub used_at: Option<DateTime<Utc>>,
    pub expires_at: Option<DateTime<Utc>>,
    pub is_withdrawn: bool,
}

/// Lists free codes first, oldest first. A mail takes the last free one.
pub async fn list_codes(db: &Db, owner: UserId, now: DateTime<Utc>, limit: usize) -> Result<Vec<CodeRow>> {
    db.read(
        "SELECT i.code, f.email, i.used_at, i.expires_at, f.withdrawn_at IS NOT NULL AS is_withdrawn FROM invitations i \
         LEFT JOIN friend_invitations f ON f.code = i.code AND f.inviter_id = $1 WHERE i.created_by = $1 \
         ORDER BY CASE WHEN i.used_at IS NULL AND i.expires_at IS NULL THEN 0 \
         WHEN i.used_at IS NULL AND i.expires_at > $2 THEN 1 ELSE 2 END, \
         CASE WHEN i.used_at IS NULL AND i.expires_at IS NULL THEN i.created_at END, i.created_at DESC, i.code LIMIT $3",
    )
    .bind(owner.0)
    .bind(now)
    .bind(i64::try_from(limit).unwrap_or(i64::MAX))
    .fetch_all()
    .await
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    email: String,
    message: Vec<u8>,
    data_key: Vec<u8>,
    created_at: DateTime<Utc>,
    sent_at: DateTime<Utc>,
    sends: i64,
    expires_at: DateTime<Utc>,
    withdrawn_at: Option<DateTime<Utc>>,
    used_at: Option<DateTime<Utc>>,
    person_id: Option<Uuid>,
    first_name: Option<String>,
    last_name: Option<String>,
    username: Option<String>,
    profile_image_url: Option<String>,
    email_confirmed: Option<bool>,
    is_friend: bool,
    is_requested: bool,
    is_incoming: bool,
}

impl Row {
    fn into_invitation(self, keyring: &Keyring, inviter: UserId, now: DateTime<Utc>) -> Result<FriendInvitation> {
        let message = message(keyring, &self.data_key, inviter, self.id, self.message)?;
        let person = self.person_id.zip(self.username).map(|(id, username)| Person {
            id: UserId(id),
            first_name: self.first_name.unwrap_or_default(),
            last_name: self.last_name.unwrap_or_default(),
            username,
            profile_image_url: self.profile_image_url,
        });
        let state = match (self.used_at, self.withdrawn_at) {
            (Some(_), _) if person.is_some() => InvitationState::Accepted,
            (Some(_), _) => InvitationState::Redeemed,
            (None, Some(_)) => InvitationState::Withdrawn,
            (None, None) if self.expires_at <= now => InvitationState::Expired,
            (None, None) => InvitationState::Open,
        };
        let standing = person.as_ref().map(|_| match (self.is_friend, self.is_requested, self.is_incoming) {
            (true, ..) => Standing::Friend,
            (_, true, _) => Standing::Requested,
            (.., true) => Standing::Incoming,
            _ => Standing::Stranger,
        });
        Ok(FriendInvitation {
            id: self.id,
            email: self.email,
            message,
            state,
            created_at: self.created_at,
            sent_at: self.sent_at,
            sends: self.sends,
            expires_at: self.expires_at,
            ended_at: self.used_at.or(self.withdrawn_at),
            person,
            email_confirmed: self.email_confirmed,
            standing,
        })
    }
}

/// The person who used the code is named only if they have the invited address and neither has blocked the other.
pub async fn list(
    db: &Db,
    inviter: UserId,
    now: DateTime<Utc>,
    hidden_since: DateTime<Utc>,
    limit: usize,
) -> Result<Vec<FriendInvitation>> {
    let rows: Vec<Row> = db
        .read(concat!(
            "SELECT f.id, f.email, f.message, o.data_key, f.created_at, f.sent_at, f.sends, f.expires_at, f.withdrawn_at, \
             i.used_at, u.id AS person_id, u.first_name, u.last_name, u.username, u.profile_image_url, u.email_confirmed, \
             EXISTS (SELECT 1 FROM friendships s WHERE s.user_id = $1 AND s.friend_id = u.id) AS is_friend, \
             EXISTS (SELECT 1 FROM friend_requests r WHERE r.requester_id = $1 AND r.addressee_id = u.id \
             AND r.withdrawn_at IS NULL) AS is_requested, \
             EXISTS (SELECT 1 FROM friend_requests r WHERE r.requester_id = u.id AND r.addressee_id = $1 AND ",
            shown!("r", "$4"),
            ") AS is_incoming \
             FROM friend_invitations f JOIN users o ON o.id = f.inviter_id JOIN invitations i ON i.code = f.code \
             LEFT JOIN people u ON u.id = i.used_by AND u.email_folded = f.email_folded AND NOT EXISTS \
             (SELECT 1 FROM blocks b WHERE (b.blocker_id = $1 AND b.blocked_id = u.id) \
             OR (b.blocker_id = u.id AND b.blocked_id = $1)) WHERE f.inviter_id = $1 \
             ORDER BY CASE WHEN i.used_at IS NULL AND f.withdrawn_at IS NULL AND f.expires_at > $2 THEN 0 ELSE 1 END, \
             f.created_at DESC, f.id LIMIT $3"
        ))
        .bind(inviter.0)
        .bind(now)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .bind(hidden_since)
        .fetch_all()
        .await?;
    rows.into_iter().map(|row| row.into_invitation(db.keyring(), inviter, now)).collect()
}

/// Deletes invitations that ended before then, with their addresses and messages, and the expired codes. An invitation for which the
/// inviter is still due a code stays.
pub async fn delete_ended(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write(
        "DELETE FROM friend_invitations WHERE EXISTS (SELECT 1 FROM invitations i \
         WHERE i.code = friend_invitations.code AND i.used_at < $1) OR (replaced_at IS NOT NULL \
         AND (withdrawn_at < $1 OR expires_at < $1))",
    )
    .bind(before)
    .execute()
    .await?;
    db.write(
        "DELETE FROM invitations WHERE used_at IS NULL AND expires_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM friend_invitations f WHERE f.code = invitations.code)",
    )
    .bind(before)
    .execute()
    .await
    .map(drop)
}
