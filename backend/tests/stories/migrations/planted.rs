//! Rows as the release before migration 23 wrote them: each column by its name, nothing through a use case of today.

use crate::world::{
    people::{PASSWORD, email},
    start,
};
use argon2::{Argon2, password_hash::PasswordHasher};
use backend::{Db, Secret, Settings};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{
    migrate::Migrator,
    postgres::PgPoolOptions,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};
use std::str::FromStr;
use uuid::Uuid;

/// The newest migration of that release.
const NEWEST: i64 = 22;

static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

pub struct Planted {
    db: Db,
    secret: Secret,
    password_hash: String,
}

/// The id of everything that has this name, 16 letters at most.
pub fn id(name: &str) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    Uuid::from_bytes(bytes)
}

/// So many hours before the stories begin.
pub fn ago(hours: i64) -> DateTime<Utc> {
    start() - TimeDelta::hours(hours)
}

/// Of the secret link of this entry.
pub fn token(entry: &str) -> String {
    format!("{entry:-<43}")
}

/// What became of an invitation by mail, and when.
#[derive(Clone, Copy, Default)]
pub struct Fate<'a> {
    pub used_by: Option<&'a str>,
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub replaced_at: Option<DateTime<Utc>>,
}

impl Planted {
    pub async fn open(settings: &Settings) -> Self {
        let url = &settings.database_url;
        let db = if url.starts_with("sqlite:") {
            let options = SqliteConnectOptions::from_str(url).unwrap().create_if_missing(true).foreign_keys(true);
            let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap();
            SQLITE.run_to(NEWEST, &pool).await.unwrap();
            Db::Sqlite { writer: pool.clone(), readers: pool }
        } else {
            let pool = PgPoolOptions::new().max_connections(1).connect(url).await.unwrap();
            POSTGRES.run_to(NEWEST, &pool).await.unwrap();
            pool.into()
        };
        let password_hash = Argon2::default().hash_password(PASSWORD.as_bytes()).unwrap().to_string();
        Self { db, secret: Secret::open(settings).unwrap(), password_hash }
    }

    pub async fn close(self) {
        self.db.close().await;
    }

    /// `anna` is Anna Beispiel with `anna@example.org`; `confirmed` is the address that the identity provider knows to be
    /// theirs, if there is one.
    pub async fn person(&self, name: &str, confirmed: Option<&str>) {
        let first_name = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        self.db
            .write(
                "INSERT INTO users (id, uid, email, email_folded, username, first_name, last_name, display_name, \
                 default_visibility, zone, day_end_minutes, language, valid_since, created_at, codes_given_at) \
                 VALUES ($1, $2, $3, $3, $2, $4, 'Beispiel', $4, 'private', 'Europe/Berlin', 0, 'de', $5, $6, $6)",
            )
            .bind(id(name))
            .bind(name.to_owned())
            .bind(email(name))
            .bind(first_name)
            .bind(DateTime::UNIX_EPOCH)
            .bind(ago(1000))
            .execute()
            .await
            .unwrap();
        self.db
            .write(
                "INSERT INTO identity_accounts (local_id, email, email_folded, email_verified, password_hash, valid_since, \
                 created_at, last_login_at) VALUES ($1, $2, $2, $3, $4, $5, $6, $6)",
            )
            .bind(name.to_owned())
            .bind(confirmed.map_or_else(|| email(name), str::to_owned))
            .bind(confirmed.is_some())
            .bind(self.password_hash.clone())
            .bind(DateTime::UNIX_EPOCH)
            .bind(ago(1000))
            .execute()
            .await
            .unwrap();
    }

    pub async fn friends(&self, one: &str, other: &str) {
        for (one, other) in [(one, other), (other, one)] {
            let sql = "INSERT INTO friendships (user_id, friend_id, created_at) VALUES ($1, $2, $3)";
            self.db.write(sql).bind(id(one)).bind(id(other)).bind(ago(200)).execute().await.unwrap();
        }
    }

    pub async fn request(
        &self,
        from: &str,
        to: &str,
        declined_at: Option<DateTime<Utc>>,
        withdrawn_at: Option<DateTime<Utc>>,
    ) {
        self.db
            .write(
                "INSERT INTO friend_requests (id, requester_id, addressee_id, created_at, declined_at, withdrawn_at) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(id(&format!("{from} {to}")))
            .bind(id(from))
            .bind(id(to))
            .bind(ago(72))
            .bind(declined_at)
            .bind(withdrawn_at)
            .execute()
            .await
            .unwrap();
    }

    pub async fn block(&self, from: &str, whom: &str) {
        let sql = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3)";
        self.db.write(sql).bind(id(from)).bind(id(whom)).bind(ago(50)).execute().await.unwrap();
    }

    /// A report of the person, or of the entry; `done` by the operator.
    pub async fn report(&self, reporter: &str, person: &str, entry: Option<&str>, done: Option<DateTime<Utc>>) {
        self.db
            .write(
                "INSERT INTO reports (id, reporter_id, person_id, entry_id, reason, words, created_at, done_at, subject_id) \
                 VALUES ($1, $2, $3, $4, 'spam', 'Werbung', $5, $6, $7)",
            )
            .bind(id(&format!("report {person}")))
            .bind(id(reporter))
            .bind(id(person))
            .bind(entry.map(id))
            .bind(ago(40))
            .bind(done)
            .bind(id(entry.unwrap_or(person)))
            .execute()
            .await
            .unwrap();
    }

    /// `days` ago.
    pub async fn entry(&self, name: &str, owner: &str, visibility: &str, days: i64) {
        let at = ago(24 * days);
        self.db
            .write(
                "INSERT INTO entries (id, user_id, date, text, summary, top_moment, emojis, mood_level, visibility, images, \
                 main_image_index, is_favorite, version, created_at, updated_at) \
                 VALUES ($1, $2, $3, $4, '', '', '', 7, $5, '[]', 0, FALSE, 1, $6, $6)",
            )
            .bind(id(name))
            .bind(id(owner))
            .bind(at.date_naive())
            .bind(format!("Text von {name}"))
            .bind(visibility.to_owned())
            .bind(at)
            .execute()
            .await
            .unwrap();
    }

    /// A link that shows the text, its PIN with three wrong tries.
    pub async fn link(&self, entry: &str, expires_at: Option<DateTime<Utc>>, pin: Option<&str>) {
        let token = token(entry);
        let salt = pin.map(|_| vec![7_u8; 16]);
        let hash = pin.zip(salt.as_ref()).map(|(pin, salt)| {
            let salted = format!("{}:{pin}", URL_SAFE_NO_PAD.encode(salt));
            self.secret.hash("share_pin", &salted)
        });
        self.db
            .write(
                "INSERT INTO share_links (entry_id, token_hash, token, options, created_at, expires_at, pin_salt, pin_hash, \
                 opened, last_opened_at, pin_failures) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 5, $5, $9)",
            )
            .bind(id(entry))
            .bind(self.secret.hash("share_token", &token))
            .bind(self.secret.encrypt("share_token", &token).unwrap())
            .bind(r#"{"images":false,"allImages":false,"summary":false,"details":false,"mood":false,"originalText":true,"audio":false}"#)
            .bind(ago(30))
            .bind(expires_at)
            .bind(salt)
            .bind(hash)
            .bind(pin.map_or(0, |_| 3_i64))
            .execute()
            .await
            .unwrap();
    }

    pub async fn code(&self, code: &str, owner: &str, used_by: Option<&str>, expires_at: Option<DateTime<Utc>>) {
        self.db
            .write(
                "INSERT INTO invitations (code, created_by, created_at, used_by, used_at, expires_at) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(code.to_owned())
            .bind(id(owner))
            .bind(ago(900))
            .bind(used_by.map(id))
            .bind(used_by.map(|_| ago(60)))
            .bind(expires_at)
            .execute()
            .await
            .unwrap();
    }

    /// By mail with a code of its own, sent once.
    pub async fn invitation(&self, inviter: &str, name: &str, expires_at: DateTime<Utc>, fate: Fate<'_>) {
        // Ten letters that codes have.
        let code: String = format!("{:A<10}", name.to_uppercase().replace(['I', 'L', 'O', 'U'], "X"));
        self.code(&code, inviter, fate.used_by, Some(fate.withdrawn_at.unwrap_or(expires_at))).await;
        let sent_at = expires_at - TimeDelta::days(30);
        self.db
            .write(
                "INSERT INTO friend_invitations (id, inviter_id, email, email_folded, message, code, created_at, sent_at, \
                 sends, expires_at, withdrawn_at, replaced_at) VALUES ($1, $2, $3, $3, 'Komm!', $4, $5, $5, 1, $6, $7, $8)",
            )
            .bind(id(&format!("to {name}")))
            .bind(id(inviter))
            .bind(email(name))
            .bind(code)
            .bind(sent_at)
            .bind(expires_at)
            .bind(fate.withdrawn_at)
            .bind(fate.replaced_at)
            .execute()
            .await
            .unwrap();
    }

    /// What was kept of an address that got an invitation, or wants none.
    pub async fn invited(&self, name: &str, sent_at: Option<DateTime<Utc>>, refused_at: Option<DateTime<Utc>>) {
        let sql = "INSERT INTO invited_addresses (email_hash, sent_at, refused_at) VALUES ($1, $2, $3)";
        let hash = self.secret.hash("invited address", &email(name));
        self.db.write(sql).bind(hash).bind(sent_at).bind(refused_at).execute().await.unwrap();
    }
}
