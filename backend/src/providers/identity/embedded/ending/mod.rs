//! Ends all sign-ins of an account except one.

mod store;

use super::{
    Embedded,
    store::{delete_refresh_tokens_of, find_refresh_token, lock},
    tokens::PURPOSE,
};
use crate::{Result, db::Tx};
use chrono::{DateTime, Utc};

impl Embedded {
    /// Keeps the sign-in of the refresh token `kept`. ID tokens of sign-ins before `since` become invalid.
    pub async fn end_other_sign_ins(
        &self,
        tx: &mut Tx,
        uid: &str,
        kept: Option<&str>,
        since: Option<DateTime<Utc>>,
    ) -> Result<()> {
        lock(tx, uid).await?;
        let family = match kept {
            Some(token) => find_refresh_token(tx, self.secret.hash(PURPOSE, token)).await?.map(|token| token.family),
            None => None,
        };
        match family {
            Some(family) => store::delete_other_families(tx, uid, family).await?,
            None => delete_refresh_tokens_of(tx, uid).await?,
        }
        match since {
            Some(since) => store::raise_valid_since(tx, uid, since).await,
            None => Ok(()),
        }
    }
}
