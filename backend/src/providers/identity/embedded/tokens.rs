//! ID tokens and refresh tokens: issued at a sign-in, replaced at each refresh.

use super::{
    Embedded, OLDEST_REFRESH_TOKEN, UNREGISTERED,
    answer::Refused,
    federated::store::{self as federated, Link},
    input::{Caller, FormBody, TokenForm},
    store::{self, Account, RefreshToken},
};
use crate::{
    Result,
    db::Tx,
    providers::identity::token::{Claims, LIFETIME, SignIn},
    throttle::Action,
};
use axum::{Json, extract::State};
use chrono::{DateTime, TimeDelta, Utc};
use domain::identity::IdentityCode;
use serde_json::{Value, json};
use uuid::Uuid;

/// The time during which a replaced refresh token still works, because the answer with the new one may have been lost.
const GRACE: TimeDelta = TimeDelta::seconds(60);
/// The `sign_in_provider` of sign-ins with a password.
pub const PASSWORD: &str = "password";
/// The purpose of the refresh tokens' hashes.
pub(super) const PURPOSE: &str = "identity refresh token";

pub struct Pair {
    pub id_token: String,
    pub refresh_token: String,
}

/// `POST /token`, form-encoded.
pub async fn refresh(
    State(embedded): State<Embedded>,
    Caller(address): Caller,
    FormBody(form): FormBody<TokenForm>,
) -> Result<Json<Value>, Refused> {
    if form.grant_type.is_empty() {
        return Err(Refused::new("MISSING_GRANT_TYPE"));
    }
    if form.grant_type != "refresh_token" {
        return Err(Refused::new("INVALID_GRANT_TYPE"));
    }
    if form.refresh_token.is_empty() {
        return Err(Refused::new("MISSING_REFRESH_TOKEN"));
    }
    embedded.take(Action::Refresh, &address).await?;
    let (account, pair) = embedded.rotate(&form.refresh_token).await?;
    Ok(Json(json!({
        "id_token": pair.id_token,
        "access_token": pair.id_token,
        "refresh_token": pair.refresh_token,
        "expires_in": LIFETIME.to_string(),
        "token_type": "Bearer",
        "user_id": account.local_id,
        "project_id": embedded.rules.audience,
    })))
}

impl Embedded {
    /// Issues the first tokens of a sign-in with `provider`. Does not commit `tx`.
    pub(super) async fn issue(&self, tx: &mut Tx, account: &Account, provider: &str) -> Result<Pair> {
        let now = self.clock.now();
        let first = RefreshToken {
            local_id: account.local_id.clone(),
            family: Uuid::new_v4(),
            // Tokens count whole seconds: one from the second of a change would look as old as those that the change ended.
            auth_time: now.max(account.valid_since),
            sign_in_provider: provider.to_owned(),
            replaced_at: None,
        };
        self.pair(tx, account, &first, now).await
    }

    async fn rotate(&self, refresh_token: &str) -> Result<(Account, Pair), Refused> {
        let now = self.clock.now();
        let hash = self.secret.hash(PURPOSE, refresh_token);
        let mut tx = self.db.begin().await?;
        let Some(token) = store::find_refresh_token(&mut tx, hash.clone()).await? else {
            return Err(IdentityCode::InvalidRefreshToken.into());
        };
        let account = store::lock(&mut tx, &token.local_id).await?.ok_or(IdentityCode::UserNotFound)?;
        // The sign-in may have been ended while this waited for the lock.
        let Some(token) = store::find_refresh_token(&mut tx, hash.clone()).await? else {
            return Err(IdentityCode::InvalidRefreshToken.into());
        };
        if token.replaced_at.is_some_and(|at| now - at > GRACE) {
            // Two clients have this token, so one of them has stolen it.
            store::delete_family(&mut tx, token.family).await?;
            tx.commit().await?;
            return Err(IdentityCode::InvalidRefreshToken.into());
        }
        // The sign-in was made while the password was being changed, or it is too old.
        if token.auth_time < account.valid_since || now - token.auth_time > OLDEST_REFRESH_TOKEN {
            return Err(IdentityCode::TokenExpired.into());
        }
        // An account with which nobody registers must not block its address for the owner.
        if now - account.created_at > UNREGISTERED && !store::is_registered(&mut tx, &account.local_id).await? {
            return Err(IdentityCode::UserNotFound.into());
        }
        store::replace_refresh_token(&mut tx, hash, now).await?;
        let pair = self.pair(&mut tx, &account, &token, now).await?;
        tx.commit().await?;
        Ok((account, pair))
    }

    /// Ends the sign-ins of the refresh tokens `ended`, except those that a token of `kept` belongs to.
    pub async fn end_sign_ins(&self, tx: &mut Tx, ended: &[String], kept: &[String]) -> Result<()> {
        let kept = self.families(tx, kept).await?;
        for family in self.families(tx, ended).await? {
            if !kept.contains(&family) {
                store::delete_family(tx, family).await?;
            }
        }
        Ok(())
    }

    async fn families(&self, tx: &mut Tx, refresh_tokens: &[String]) -> Result<Vec<Uuid>> {
        let mut families = Vec::new();
        for token in refresh_tokens {
            let found = store::find_refresh_token(tx, self.secret.hash(PURPOSE, token)).await?;
            families.extend(found.map(|token| token.family));
        }
        Ok(families)
    }

    async fn pair(&self, tx: &mut Tx, account: &Account, of: &RefreshToken, now: DateTime<Utc>) -> Result<Pair> {
        let links = federated::list_in(tx, &account.local_id).await?;
        let id_token = self.sign(account, &links, of, now)?;
        let refresh_token = self.secret.token(32)?;
        store::insert_refresh_token(tx, self.secret.hash(PURPOSE, &refresh_token), of, now).await?;
        Ok(Pair { id_token, refresh_token })
    }

    fn sign(&self, account: &Account, links: &[Link], of: &RefreshToken, now: DateTime<Utc>) -> Result<String> {
        let email = ("email".to_owned(), json!([account.email]));
        let links = links.iter().map(|link| (link.provider_id.clone(), json!([link.subject])));
        let identities = links.chain([email]).collect();
        let claims = Claims {
            iss: self.rules.issuer.clone(),
            aud: self.rules.audience.clone(),
            sub: account.local_id.clone(),
            user_id: account.local_id.clone(),
            auth_time: of.auth_time.timestamp(),
            iat: now.timestamp(),
            exp: now.timestamp() + LIFETIME,
            email: account.email.clone(),
            email_verified: account.email_verified,
            name: account.display_name.clone(),
            picture: account.photo_url.clone(),
            firebase: SignIn { identities, sign_in_provider: of.sign_in_provider.clone() },
            jti: self.secret.token(12)?,
        };
        self.signing.sign(&claims)
    }
}
