//! Calls for forgotten passwords and for the confirmation of addresses.

use super::{CallError, IdentityProvider, Profile, embedded};
use crate::db::Tx;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

/// The purpose of a code from a mail. Looking it up does not consume it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailedCode {
    pub request_type: String,
    #[serde(default)]
    pub email: String,
    pub new_email: Option<String>,
}

/// The account whose address was confirmed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Confirmed {
    pub local_id: String,
    pub email: String,
}

impl Profile {
    /// False: the person signs in only with other providers.
    pub fn has_password(&self) -> bool {
        self.provider_user_info.iter().any(|way| way.provider_id == "password")
    }
}

impl IdentityProvider {
    pub async fn mail_password_reset(&self, email: &str) -> Result<(), CallError> {
        self.mail_code(&json!({ "requestType": "PASSWORD_RESET", "email": email })).await
    }

    pub async fn mail_verification(&self, id_token: &str) -> Result<(), CallError> {
        self.mail_code(&json!({ "requestType": "VERIFY_EMAIL", "idToken": id_token })).await
    }

    /// Sends a mail to the new address. The sign-in must be recent.
    pub async fn mail_email_change(&self, id_token: &str, new_email: &str) -> Result<(), CallError> {
        let body = json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": id_token, "newEmail": new_email });
        self.mail_code(&body).await
    }

    /// The new address of a pending change, and when its code expires. Only the embedded provider tells.
    pub async fn pending_email(&self, uid: &str) -> crate::Result<Option<(String, DateTime<Utc>)>> {
        match &self.embedded {
            Some(embedded) => embedded.pending_email(uid).await,
            None => Ok(None),
        }
    }

    /// Marks the address as confirmed, after the person has shown in another way that they read its mail. The embedded provider does this in
    /// our transaction; other providers accept only their own mails. False: the account has another address by now.
    pub(crate) async fn note_confirmed(&self, tx: &mut Tx, uid: &str, email_folded: &str) -> crate::Result<bool> {
        match &self.embedded {
            Some(_) => embedded::note_confirmed(tx, uid, email_folded).await,
            None => Ok(true),
        }
    }

    async fn mail_code(&self, body: &Value) -> Result<(), CallError> {
        self.post::<Value>("/accounts:sendOobCode", body).await.map(drop)
    }

    pub async fn look_at_code(&self, oob_code: &str) -> Result<MailedCode, CallError> {
        self.post("/accounts:resetPassword", &json!({ "oobCode": oob_code })).await
    }

    pub async fn reset_password(&self, oob_code: &str, new_password: &str) -> Result<MailedCode, CallError> {
        self.post("/accounts:resetPassword", &json!({ "oobCode": oob_code, "newPassword": new_password })).await
    }

    /// Confirms an address, or changes it to the one that the code was sent to.
    pub async fn confirm_email(&self, oob_code: &str) -> Result<Confirmed, CallError> {
        self.post("/accounts:update", &json!({ "oobCode": oob_code })).await
    }

    /// The sign-in must be recent. It ends then, as do all others.
    pub async fn set_password(&self, id_token: &str, password: &str) -> Result<(), CallError> {
        let body = json!({ "idToken": id_token, "password": password, "returnSecureToken": true });
        self.post::<Value>("/accounts:update", &body).await.map(drop)
    }
}
