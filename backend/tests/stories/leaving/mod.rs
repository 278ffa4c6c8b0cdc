//! Leaving: gone at once for everybody, back by signing in, and gone for good (product 30).

mod coming_back;
mod for_good;
mod payments;
mod proof;

use crate::world::{World, people::email};
use backend::{Result, leaving};
use chrono::{DateTime, TimeDelta, Utc};
use domain::identity::LeaveForm;

const ADDRESS: &str = "192.0.2.1";

impl World {
    /// Signs in and leaves.
    pub async fn leave(&self, name: &str, immediately: bool) -> Result<DateTime<Utc>> {
        let tokens = self.sign_in(name).await;
        let viewer = self.viewer(&tokens.id_token).await;
        let form = LeaveForm { password: crate::world::people::PASSWORD.into(), immediately };
        let left = leaving::leave(&self.backend, &viewer, &tokens.id_token, &form, ADDRESS).await;
        self.backend.background.settled().await;
        left
    }

    /// How many rows a person has.
    async fn accounts(&self, name: &str) -> i64 {
        let query = self.backend.db.read("SELECT COUNT(*) FROM users WHERE email = $1").bind(email(name));
        query.fetch_one::<(i64,)>().await.unwrap().0
    }

    async fn fourteen_days(&self) {
        self.later(TimeDelta::days(14));
        leaving::sweep(&self.backend).await.unwrap();
        self.backend.background.settled().await;
    }

    /// All mails to somebody that lie in the folder.
    async fn mails_to(&self, name: &str) -> usize {
        self.mail(name).await;
        let line = format!("To: {}", email(name));
        let Ok(folder) = std::fs::read_dir(self.data.path().join("mail")) else { return 0 };
        let mails = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
        mails.filter(|mail| mail.lines().any(|header| header == line)).count()
    }
}
