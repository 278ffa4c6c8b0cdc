//! Identities without a person and people without an identity. A crash or an old bug may have left them.

use super::{
    Embedded, UNREGISTERED,
    store::{self, Account},
};
use crate::{Result, audit::record_of_uid};
use chrono::SubsecRound;
use domain::AuditKind;

/// Both are lists of e-mail addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// Identities older than an hour with which nobody has registered.
    pub identities: Vec<String>,
    /// People without an identity: nobody can sign in to their diary.
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

    /// Removes the identities, and creates new ones for the people. These have no password: the person has to request a mail for a
    /// forgotten password. People stay unmatched if another identity has their address.
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
                record_of_uid(&mut tx, &self.clock, &account.local_id, AuditKind::AccountMended).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}
