//! The embedded identity provider: a small server for the Identity Toolkit's calls. It knows nothing of invitations
//! and diaries.

mod accounts;
mod answer;
mod codes;
mod device;
mod ending;
mod federated;
mod input;
mod keys;
mod pairs;
mod password;
mod store;
mod tokens;

use super::{
    key_cache::KeyCache,
    token::{self, Claims, Rules, SignedToken},
    verified::Verified,
};
use crate::{
    Background, Clock, Db, Result, Secret, Settings,
    db::Tx,
    error::StartError,
    providers::{mail::Mail, openid::OpenIdProvider},
    revocation::revoke,
    throttle::{Action, OURSELVES, Throttle},
};
use answer::Refused;
use axum::{
    Json, Router,
    extract::State,
    http::{StatusCode, header::CACHE_CONTROL},
    response::IntoResponse,
    routing::{get, post},
};
use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use domain::identity::IdentityCode;
use keys::SigningKey;
use password::Passwords;
use std::{ops::Deref, sync::Arc};

pub use pairs::Unmatched;
pub use store::{delete as remove, lock, note_confirmed};

/// Most bytes of a request. The longest have two addresses, a password and an ID token.
const LONGEST_BODY: usize = 32 * 1024;
/// How long an account stays with which nobody has registered.
const UNREGISTERED: TimeDelta = TimeDelta::hours(1);
/// How long replaced refresh tokens are stored, to notice when a stolen one is used late.
const REMEMBERED: TimeDelta = TimeDelta::days(30);
/// The longest sign-in, refreshed or not: a month more than the longest session.
const OLDEST_REFRESH_TOKEN: TimeDelta = TimeDelta::days(396);

#[derive(Clone, Debug)]
pub struct Embedded(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    db: Db,
    secret: Secret,
    clock: Clock,
    throttle: Throttle,
    passwords: Passwords,
    signing: SigningKey,
    keys: KeyCache,
    verified: Verified,
    rules: Rules,
    mail: Mail,
    background: Background,
    hides_accounts: bool,
    google: Option<OpenIdProvider>,
}

impl Deref for Embedded {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Embedded {
    pub async fn open(
        settings: &Settings,
        db: &Db,
        secret: &Secret,
        clock: &Clock,
        rules: Rules,
        mail: &Mail,
        google: Option<&OpenIdProvider>,
    ) -> Result<Self, StartError> {
        Ok(Self(Arc::new(Parts {
            db: db.clone(),
            secret: secret.clone(),
            clock: clock.clone(),
            throttle: Throttle::new("identity provider", settings, db, secret, clock),
            passwords: Passwords::new(),
            signing: SigningKey::open(db, secret, clock).await?,
            keys: KeyCache::of_own_keys(),
            verified: Verified::default(),
            rules,
            mail: mail.clone(),
            background: mail.background().clone(),
            hides_accounts: settings.hide_accounts,
            google: google.cloned(),
        })))
    }

    /// The new key is used by servers that start from now on.
    pub async fn renew_signing_key(&self) -> Result<u64> {
        keys::renew(&self.db, &self.secret, &self.clock).await
    }

    /// The routes, relative to the path at which they are mounted.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/accounts:signUp", post(accounts::sign_up))
            .route("/accounts:signInWithPassword", post(accounts::sign_in))
            .route("/accounts:signInWithIdp", post(federated::sign_in))
            .route("/accounts:lookup", post(accounts::lookup))
            .route("/accounts:update", post(accounts::update))
            .route("/accounts:delete", post(accounts::delete))
            .route("/accounts:sendOobCode", post(codes::send))
            .route("/accounts:resetPassword", post(codes::reset_password))
            .route("/token", post(tokens::refresh))
            .route("/jwks", get(jwks))
            .fallback(|| async { Refused::status(StatusCode::NOT_FOUND, "NOT_FOUND") })
            .method_not_allowed_fallback(|| async {
                Refused::status(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED")
            })
            .with_state(self.clone())
    }

    /// Counts an attempt from this address. Our own server counts its callers itself.
    async fn take(&self, action: Action, address: &str) -> Result<()> {
        if address == OURSELVES { Ok(()) } else { self.throttle.take(action, address).await }
    }

    async fn give_back(&self, action: Action, address: &str) {
        if address != OURSELVES {
            self.throttle.give_back(action, address).await;
        }
    }

    /// Ends every sign-in before the account's `valid_since`, and deletes its codes.
    async fn revoke_access(&self, tx: &mut Tx, account: &store::Account) -> Result<()> {
        store::delete_refresh_tokens_of(tx, &account.local_id).await?;
        store::delete_codes_of(tx, &account.local_id).await?;
        revoke(tx, &self.secret, &account.local_id, account.valid_since).await
    }

    /// The next whole second, so that tokens that anybody gets within this second become invalid too.
    fn next_second(&self) -> DateTime<Utc> {
        self.clock.now().trunc_subsecs(0) + TimeDelta::seconds(1)
    }

    pub async fn sweep(&self) -> Result<()> {
        let now = self.clock.now();
        store::delete_refresh_tokens(&self.db, now - REMEMBERED, now - OLDEST_REFRESH_TOKEN).await?;
        store::delete_codes(&self.db, now - codes::REMEMBERED).await?;
        store::delete_unregistered(&self.db, now - UNREGISTERED).await.map(drop)
    }

    /// The token's claims and account. A token from before `valid_since` has expired.
    async fn account(&self, id_token: &str) -> Result<(Claims, store::Account), Refused> {
        let token = SignedToken::parse(id_token, &self.rules).ok_or(IdentityCode::InvalidIdToken)?;
        let now = self.clock.now();
        let key = self.keys.find(&token.kid, now, || keys::public(&self.db)).await?;
        let claims = self.verified.claims(&token, &key.ok_or(IdentityCode::InvalidIdToken)?, now);
        let claims =
            claims.and_then(|claims| token::believe(claims, &self.rules, now)).map_err(|invalid| match invalid {
                token::Invalid::Expired => IdentityCode::TokenExpired,
                token::Invalid::Forged => IdentityCode::InvalidIdToken,
            })?;
        let account = store::find(&self.db, &claims.sub).await?.ok_or(IdentityCode::UserNotFound)?;
        if claims.is_older_than(account.valid_since) {
            return Err(IdentityCode::TokenExpired.into());
        }
        Ok((claims, account))
    }
}

async fn jwks(State(embedded): State<Embedded>) -> Result<impl IntoResponse, Refused> {
    Ok(([(CACHE_CONTROL, "public, max-age=3600")], Json(keys::public(&embedded.db).await?)))
}
