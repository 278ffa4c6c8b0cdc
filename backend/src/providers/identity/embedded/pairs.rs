//! Identities and people that do not match: what a crash or an old fault may have left.

use super::{
    Embedded, UNREGISTERED,
    store::{self, Account},
};
use crate::Result;
use chrono::SubsecRound;

/// By their addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// Identities of more than an hour that nobody registered with.
    pub identities: Vec<String>,
    /// People whose identity is gone: nobody can sign in to their diary.
    pub people: Vec<String>,
}

impl Embedded {
    pub async fn unmatched(&self) -> Result<Unmatched> {
        let identities = store::list_unregistered(&self.db, self.clock.now() - UNREGISTERED).await?;
        let people = store::list_without_account(&self.db).await?;
        Ok(Unmatched {
            identities: identities.into_iter().map(|(email,)| email).collect(),
            people: people.into_iter().map(|(_, email, _)| email).collect(),
        })
    }

    /// Removes such identities, and makes those of such people anew, without a password: the way in is the mail for a
    /// forgotten one. Who stays unmatched has an address that another identity holds.
    pub async fn mend(&self) -> Result<()> {
        let now = self.clock.now();
        store::delete_unregistered(&self.db, now - UNREGISTERED).await?;
        for (local_id, email, folded) in store::list_without_account(&self.db).await? {
            let account = Account {
                local_id,
                email,
                email_verified: false,
                password_hash: None,
                display_name: None,
                photo_url: None,
                valid_since: now.trunc_subsecs(0),
                created_at: now,
                last_login_at: now,
            };
            let mut tx = self.db.begin().await?;
            if store::insert(&mut tx, &account, &folded).await? {
                tx.commit().await?;
            }
        }
        Ok(())
    }
}
