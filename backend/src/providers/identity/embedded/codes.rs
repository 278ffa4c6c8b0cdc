//! Codes sent by mail: `accounts:sendOobCode`, `accounts:resetPassword`, and `accounts:update` with a code.

use super::{
    Embedded, accounts,
    answer::Refused,
    federated,
    input::{self, Caller, JsonBody},
    store::{self, Account, Code},
};
use crate::{
    Result,
    audit::record_of_uid,
    providers::mail::{CODE_LIFETIME, CONFIRMATION_LIFETIME, Kind, Mail, Message},
    throttle::Action,
};
use axum::{Json, extract::State};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{AuditKind, email, identity::IdentityCode};
use serde::Deserialize;
use serde_json::{Value, json};

/// The time during which an ended code is reported as expired and not as unknown.
pub const REMEMBERED: TimeDelta = TimeDelta::days(1);
const PURPOSE: &str = "identity code";
/// Characters of a code: 32 bytes in base64.
const LENGTH: usize = 43;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    ResetPassword,
    VerifyEmail,
    ChangeEmail,
}

impl Request {
    const ALL: [Self; 3] = [Self::ResetPassword, Self::VerifyEmail, Self::ChangeEmail];

    fn wire(self) -> &'static str {
        match self {
            Self::ResetPassword => "PASSWORD_RESET",
            Self::VerifyEmail => "VERIFY_EMAIL",
            Self::ChangeEmail => "VERIFY_AND_CHANGE_EMAIL",
        }
    }

    /// The mode in links.
    fn mode(self) -> &'static str {
        match self {
            Self::ResetPassword => "resetPassword",
            Self::VerifyEmail => "verifyEmail",
            Self::ChangeEmail => "verifyAndChangeEmail",
        }
    }

    fn parse(wire: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|request| request.wire() == wire)
    }

    fn lifetime(self) -> TimeDelta {
        if self == Self::VerifyEmail { CONFIRMATION_LIFETIME } else { CODE_LIFETIME }
    }

    fn mail(self, link: String, disconnects: bool) -> Kind {
        match self {
            Self::ResetPassword => Kind::ResetPassword { link, disconnects },
            Self::VerifyEmail => Kind::VerifyEmail { link },
            Self::ChangeEmail => Kind::ChangeEmail { link },
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SendForm {
    request_type: Option<String>,
    email: Option<String>,
    new_email: Option<String>,
    id_token: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResetForm {
    oob_code: Option<String>,
    new_password: Option<String>,
}

pub async fn send(
    State(embedded): State<Embedded>,
    Caller(address): Caller,
    JsonBody(form): JsonBody<SendForm>,
) -> Result<Json<Value>, Refused> {
    let wanted = form.request_type.as_deref().ok_or(Refused::new("MISSING_REQ_TYPE"))?;
    let request = Request::parse(wanted).ok_or(Refused::new("OPERATION_NOT_ALLOWED"))?;
    embedded.take(Action::Recovery, &address).await?;
    let email = match request {
        Request::ResetPassword => reset_by_mail(&embedded, form.email.as_deref()).await?,
        Request::VerifyEmail => {
            let (_, account) = embedded.account(input::id_token(form.id_token.as_deref())?).await?;
            reachable(&account.email)?;
            embedded.throttle.take(Action::RecoveryAccount, &format!("verify {}", account.local_id)).await?;
            embedded.mail_code(&account, request, &account.email).await?;
            account.email
        }
        Request::ChangeEmail => {
            let (claims, account) = embedded.account(input::id_token(form.id_token.as_deref())?).await?;
            accounts::recent(&embedded, &claims)?;
            let new = input::email(form.new_email.as_deref(), "MISSING_NEW_EMAIL")?;
            embedded.throttle.take(Action::RecoveryAccount, &format!("change {}", account.local_id)).await?;
            if embedded.key(new.as_str()).await?.is_none() {
                embedded.mail_code(&account, request, new.as_str()).await?;
            } else if !embedded.hides_accounts {
                return Err(IdentityCode::EmailExists.into());
            }
            account.email
        }
    };
    Ok(Json(json!({ "kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": email })))
}

/// Answers every address alike and in the same time if accounts are hidden.
async fn reset_by_mail(embedded: &Embedded, email: Option<&str>) -> Result<String, Refused> {
    let email = input::email(email, "MISSING_EMAIL")?;
    embedded.throttle.take(Action::RecoveryAccount, &email.folded()).await?;
    let account = match embedded.key(email.as_str()).await? {
        Some(key) => store::find_by_email(&embedded.db, &key).await?,
        None => None,
    };
    match account {
        None if !embedded.hides_accounts => return Err(IdentityCode::EmailNotFound.into()),
        None => {}
        Some(account) if !embedded.hides_accounts => {
            reachable(&account.email)?;
            embedded.mail_code(&account, Request::ResetPassword, &account.email).await?;
        }
        Some(account) => {
            let later = embedded.clone();
            embedded.background.spawn(async move {
                if let Err(error) = later.mail_code(&account, Request::ResetPassword, &account.email).await {
                    tracing::error!(%error, "no way to a new password was sent");
                }
            });
        }
    }
    Ok(email.as_str().to_owned())
}

/// An account from before [`domain::Email`] may have an address that no mail reaches.
fn reachable(email: &str) -> Result<(), Refused> {
    if Mail::can_reach(email) { Ok(()) } else { Err(IdentityCode::InvalidEmail.into()) }
}

/// Sets a new password. A call without one only checks the code, which stays valid.
pub async fn reset_password(
    State(embedded): State<Embedded>,
    Caller(address): Caller,
    JsonBody(form): JsonBody<ResetForm>,
) -> Result<Json<Value>, Refused> {
    let (hash, code, request) = embedded.find_code(form.oob_code.as_deref(), &address).await?;
    let email = match &form.new_password {
        Some(password) => {
            if request != Request::ResetPassword {
                return Err(IdentityCode::InvalidOobCode.into());
            }
            embedded.reset(hash, &code, input::new_password(Some(password))?).await?.email
        }
        None => store::find(&embedded.db, &code.local_id).await?.ok_or(IdentityCode::InvalidOobCode)?.email,
    };
    let mut answer = json!({
        "kind": "identitytoolkit#ResetPasswordResponse",
        "email": email,
        "requestType": code.request_type,
    });
    if request == Request::ChangeEmail {
        answer["newEmail"] = code.email.into();
    }
    Ok(Json(answer))
}

/// `accounts:update` with a code: confirms the account's address, or changes it (then `true`).
pub async fn apply(embedded: &Embedded, oob_code: &str, address: &str) -> Result<(Account, bool), Refused> {
    let (hash, code, request) = embedded.find_code(Some(oob_code), address).await?;
    let mut tx = embedded.db.begin().await?;
    let mut account = store::lock(&mut tx, &code.local_id).await?.ok_or(IdentityCode::InvalidOobCode)?;
    if request == Request::ResetPassword || !store::take_code(&mut tx, hash).await? {
        return Err(IdentityCode::InvalidOobCode.into());
    }
    let old = account.email.clone();
    let folded = email::fold(&code.email);
    let changes = request == Request::ChangeEmail;
    if changes {
        account.email.clone_from(&code.email);
        account.valid_since = embedded.next_second();
    } else if folded != email::fold(&account.email) {
        return Err(IdentityCode::InvalidOobCode.into());
    }
    account.email_verified = true;
    if !store::update(&mut tx, &account, &folded).await? {
        return Err(IdentityCode::EmailExists.into());
    }
    if changes {
        embedded.revoke_access(&mut tx, &account).await?;
        record_of_uid(&mut tx, &embedded.clock, &account.local_id, AuditKind::EmailChanged).await?;
    }
    tx.commit().await?;
    if changes {
        embedded.tell(&account.local_id, old, Kind::EmailChanged).await;
    }
    Ok((account, changes))
}

impl Embedded {
    /// The key of the account that has this address, if there is one.
    pub(super) async fn key(&self, typed: &str) -> Result<Option<String>> {
        for key in email::keys(typed) {
            if store::find_by_email(&self.db, &key).await?.is_some() {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    async fn mail_code(&self, account: &Account, request: Request, email: &str) -> Result<()> {
        let code = self.secret.token(32)?;
        let row = Code {
            local_id: account.local_id.clone(),
            request_type: request.wire().to_owned(),
            email: email.to_owned(),
            expires_at: self.clock.now() + request.lifetime(),
        };
        let link = format!("{}/action?mode={}&oobCode={code}", self.rules.issuer, request.mode());
        let language = self.mail.language_of(&account.local_id).await?;
        let disconnects = !federated::store::list(&self.db, &account.local_id).await?.is_empty();
        let message = Message { to: row.email.clone(), language, kind: request.mail(link, disconnects) };
        let mut tx = self.db.begin().await?;
        store::insert_code(&mut tx, self.secret.hash(PURPOSE, &code), &row).await?;
        self.mail.keep(&mut tx, &message).await?;
        tx.commit().await?;
        self.mail.start_sending();
        Ok(())
    }

    /// Finds a code and refuses an expired one. Only unknown codes count as attempts.
    async fn find_code(&self, code: Option<&str>, address: &str) -> Result<(Vec<u8>, Code, Request), Refused> {
        let code = code.filter(|code| !code.is_empty()).ok_or(Refused::new("MISSING_OOB_CODE"))?;
        self.take(Action::RecoveryCode, address).await?;
        if code.len() != LENGTH {
            return Err(IdentityCode::InvalidOobCode.into());
        }
        let hash = self.secret.hash(PURPOSE, code);
        let found = store::find_code(&self.db, hash.clone()).await?.ok_or(IdentityCode::InvalidOobCode)?;
        self.give_back(Action::RecoveryCode, address).await;
        if found.expires_at <= self.clock.now() {
            return Err(IdentityCode::ExpiredOobCode.into());
        }
        let request = Request::parse(&found.request_type).ok_or(IdentityCode::InvalidOobCode)?;
        Ok((hash, found, request))
    }

    /// Sets a new password. Whoever reads the account's mail owns the account: its address is confirmed, and
    /// all other sign-ins and connections end.
    async fn reset(&self, hash: Vec<u8>, code: &Code, password: &str) -> Result<Account, Refused> {
        let password_hash = self.passwords.hash(password).await?;
        let mut tx = self.db.begin().await?;
        let mut account = store::lock(&mut tx, &code.local_id).await?.ok_or(IdentityCode::InvalidOobCode)?;
        if !store::take_code(&mut tx, hash).await? {
            return Err(IdentityCode::InvalidOobCode.into());
        }
        let folded = email::fold(&account.email);
        if folded != email::fold(&code.email) {
            return Err(IdentityCode::InvalidOobCode.into());
        }
        account.password_hash = Some(password_hash);
        account.email_verified = true;
        account.valid_since = self.next_second();
        store::update(&mut tx, &account, &folded).await?;
        let was_connected = store::delete_connections_of(&mut tx, &account.local_id).await?;
        self.revoke_access(&mut tx, &account).await?;
        record_of_uid(&mut tx, &self.clock, &account.local_id, AuditKind::PasswordReset).await?;
        if was_connected {
            record_of_uid(&mut tx, &self.clock, &account.local_id, AuditKind::GoogleDisconnected).await?;
        }
        tx.commit().await?;
        // Wrong guesses at the old password must not delay a sign-in with the new one.
        self.throttle.reset(Action::AccountSignIn, &folded).await;
        self.throttle.reset(Action::AccountSignIn, &accounts::of_known_browsers(&folded)).await;
        self.tell(&account.local_id, account.email.clone(), Kind::PasswordChanged).await;
        Ok(account)
    }

    /// The new address of a pending change, and when its code expires. None: no change is pending.
    pub async fn pending_email(&self, local_id: &str) -> Result<Option<(String, DateTime<Utc>)>> {
        let kind = Request::ChangeEmail.wire();
        let code = store::find_open_code(&self.db, local_id, kind, self.clock.now()).await?;
        Ok(code.map(|code| (code.email, code.expires_at)))
    }

    /// Sends a mail about a change. The change stands even if that fails.
    pub(super) async fn tell(&self, local_id: &str, to: String, kind: Kind) {
        let told = match self.mail.language_of(local_id).await {
            Ok(language) => self.mail.send(&Message { to, language, kind }).await,
            Err(error) => Err(error),
        };
        if let Err(error) = told {
            tracing::error!(%error, "nobody was told of a change");
        }
    }
}
