//! The mails in people's mailboxes.

use super::{World, people::email};

impl World {
    /// The text of the newest mail to somebody.
    pub async fn mail(&self, name: &str) -> Option<String> {
        self.mail_to(&email(name)).await
    }

    pub async fn mail_to(&self, address: &str) -> Option<String> {
        self.backend.mail.newest(address).await.unwrap()
    }

    /// The code in the newest mail to somebody.
    pub async fn mailed_code(&self, name: &str) -> String {
        code_in(&self.mail(name).await.unwrap())
    }
}

pub fn code_in(mail: &str) -> String {
    let (_, rest) = mail.split_once("&oobCode=").unwrap();
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}
