//! The calls on accounts: sign up, sign in, look up, change, delete.

use super::{
    Embedded,
    answer::Refused,
    codes,
    device::device_of,
    federated::store::{self as federated, Link},
    input::{AccountForm, Caller, Device, IsForeign, JsonBody},
    password::Passwords,
    store::{self, Account},
    tokens::{PASSWORD, Pair},
};
use crate::{
    Result,
    audit::record_of_uid,
    providers::{
        identity::token::{Claims, LIFETIME},
        mail::Kind,
        openid::PROVIDER_ID,
    },
    throttle::{Action, OURSELVES, network_key},
};
use axum::{Json, extract::State};
use chrono::{SubsecRound, TimeDelta};
use domain::{AuditKind, email, identity::IdentityCode};
use serde_json::{Value, json};

/// How recent a sign-in must be for changes that can lock somebody out.
const RECENT: TimeDelta = TimeDelta::minutes(5);

pub async fn sign_up(
    State(embedded): State<Embedded>,
    Caller(address): Caller,
    JsonBody(form): JsonBody<AccountForm>,
) -> Result<Json<Value>, Refused> {
    if form.id_token.is_some() {
        // This would add a password to an account without one, which is not supported.
        return Err(Refused::new("OPERATION_NOT_ALLOWED"));
    }
    let (email, password, display_name) = (form.new_email()?, form.new_password()?, form.display_name()?);
    embedded.take(Action::SignUp, &address).await?;
    if embedded.key(email.as_str()).await?.is_some() {
        return Err(IdentityCode::EmailExists.into());
    }
    let now = embedded.clock.now();
    let account = Account {
        local_id: embedded.secret.token(21)?,
        email: email.as_str().to_owned(),
        email_verified: false,
        password_hash: Some(embedded.passwords.hash(password).await?),
        display_name: display_name.filter(|name| !name.is_empty()).map(Into::into),
        photo_url: None,
        valid_since: now.trunc_subsecs(0),
        created_at: now,
        last_login_at: now,
    };
    let mut tx = embedded.db.begin().await?;
    if !store::insert(&mut tx, &account, &email.folded()).await? {
        return Err(IdentityCode::EmailExists.into());
    }
    let pair = embedded.issue(&mut tx, &account, PASSWORD).await?;
    tx.commit().await?;
    Ok(Json(signed_in(&account, pair, "SignupNewUserResponse")))
}

/// Our own server checks passwords of signed-in people with this call. It counts their wrong attempts itself.
pub async fn sign_in(
    State(embedded): State<Embedded>,
    Caller(address): Caller,
    Device(device): Device,
    IsForeign(is_foreign): IsForeign,
    JsonBody(form): JsonBody<AccountForm>,
) -> Result<Json<Value>, Refused> {
    let (typed, password) = (form.typed_email()?, form.password()?);
    let folded = match embedded.key(typed).await? {
        Some(key) => key,
        None => form.email()?.folded(),
    };
    let device = match device {
        Some(shown) => known(&embedded, &folded, &shown).await?,
        None => None,
    };
    let from = device.as_deref().map_or_else(|| network_key(&address), str::to_owned);
    // Right passwords are limited too: they take as much work as wrong ones, and insert a row.
    let any = (Action::AnySignIn, format!("{folded} {from}"));
    let tries = match device {
        _ if address == OURSELVES => Vec::new(),
        Some(device) => vec![
            (Action::DeviceSignIn, format!("{folded} {device}")),
            (Action::AccountSignIn, of_known_browsers(&folded)),
        ],
        None => vec![(Action::SignIn, address), (Action::AccountSignIn, folded.clone())],
    };
    // Counted before the password is checked, so that parallel guesses count as well.
    embedded.throttle.take_all(&[&[any], &*tries].concat()).await?;
    let account = store::find_by_email(&embedded.db, &folded).await?;
    let entered = enter(&embedded, account, password, is_foreign).await;
    // Only wrong passwords stay counted, not successes or our own failures.
    if !matches!(entered, Ok(Err(_))) {
        embedded.throttle.give_all_back(&tries).await;
    }
    let (account, pair) = entered??;
    let mut answer = signed_in(&account, pair, "VerifyPasswordResponse");
    answer["registered"] = true.into();
    Ok(Json(answer))
}

/// The browser's name, if its cookie belongs to this account and was issued since the last change of `valid_since`.
async fn known(embedded: &Embedded, folded: &str, shown: &str) -> Result<Option<String>> {
    let account = store::find_by_email(&embedded.db, folded).await?;
    let name = account
        .and_then(|account| device_of(&embedded.secret, shown, &email::fold(&account.email), account.valid_since));
    Ok(name.map(str::to_owned))
}

/// The throttle key for wrong passwords from known browsers.
pub(super) fn of_known_browsers(email_folded: &str) -> String {
    format!("known {email_folded}")
}

/// The inner error means wrong credentials.
async fn enter(
    embedded: &Embedded,
    account: Option<Account>,
    password: &str,
    is_foreign: bool,
) -> Result<Result<(Account, Pair), IdentityCode>> {
    let wrong =
        if embedded.hides_accounts { IdentityCode::InvalidLoginCredentials } else { IdentityCode::InvalidPassword };
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let right = embedded.passwords.verify(password, hash).await?;
    let account = match account {
        Some(account) if right => account,
        None if !embedded.hides_accounts => return Ok(Err(IdentityCode::EmailNotFound)),
        _ => return Ok(Err(wrong)),
    };
    let renewed = match account.password_hash.as_deref() {
        Some(hash) if Passwords::is_outdated(hash) => embedded.passwords.hash(password).await.map(Some),
        _ => Ok(None),
    };
    // The old hash stays valid if renewing fails, and the next sign-in tries again.
    let renewed = renewed.unwrap_or_else(|error| {
        tracing::warn!(%error, "an outdated password hash was not renewed");
        None
    });
    let mut tx = embedded.db.begin().await?;
    let checked = account.password_hash;
    // The password may have been changed during the check.
    let now = store::lock(&mut tx, &account.local_id).await?.filter(|now| now.password_hash == checked);
    let Some(account) = now else { return Ok(Err(wrong)) };
    if let Some(renewed) = renewed {
        store::set_password_hash(&mut tx, &account.local_id, renewed).await?;
    }
    store::signed_in(&mut tx, &account.local_id, embedded.clock.now()).await?;
    let pair = embedded.issue(&mut tx, &account, PASSWORD).await?;
    if is_foreign {
        record_of_uid(&mut tx, &embedded.clock, &account.local_id, AuditKind::SignedIn).await?;
    }
    tx.commit().await?;
    Ok(Ok((account, pair)))
}

pub async fn lookup(
    State(embedded): State<Embedded>,
    JsonBody(form): JsonBody<AccountForm>,
) -> Result<Json<Value>, Refused> {
    let id_token = form.id_token.as_deref().ok_or(Refused::new("MISSING_ID_TOKEN"))?;
    let (_, account) = embedded.account(id_token).await?;
    let mut user = profile(&account, &federated::list(&embedded.db, &account.local_id).await?);
    user["createdAt"] = account.created_at.timestamp_millis().to_string().into();
    user["lastLoginAt"] = account.last_login_at.timestamp_millis().to_string().into();
    user["validSince"] = account.valid_since.timestamp().to_string().into();
    Ok(Json(json!({ "kind": "identitytoolkit#GetAccountInfoResponse", "users": [user] })))
}

/// Changes the account. An absent field stays as it is; an empty name or picture is removed. A new password or address ends all other
/// sign-ins.
pub async fn update(
    State(embedded): State<Embedded>,
    Caller(address): Caller,
    JsonBody(form): JsonBody<AccountForm>,
) -> Result<Json<Value>, Refused> {
    if let Some(code) = &form.oob_code {
        let (account, is_changed) = codes::apply(&embedded, code, &address).await?;
        let mut answer = profile(&account, &federated::list(&embedded.db, &account.local_id).await?);
        if is_changed {
            answer["newEmail"] = account.email.into();
        }
        answer["kind"] = "identitytoolkit#SetAccountInfoResponse".into();
        return Ok(Json(answer));
    }
    let (claims, account) = embedded.account(form.id_token()?).await?;
    let new_sign_in = form.password.is_some() || form.email.is_some();
    if new_sign_in {
        recent(&embedded, &claims)?;
    }
    if form.email.is_some() && embedded.hides_accounts {
        return Err(Refused::new("OPERATION_NOT_ALLOWED : Please verify the new email before changing email."));
    }
    let password_hash = match form.password {
        Some(_) => Some(embedded.passwords.hash(form.new_password()?).await?),
        None => None,
    };
    let mut tx = embedded.db.begin().await?;
    let mut account = store::lock(&mut tx, &account.local_id).await?.ok_or(IdentityCode::UserNotFound)?;
    if claims.is_older_than(account.valid_since) {
        return Err(IdentityCode::TokenExpired.into());
    }
    if let Some(name) = form.display_name()? {
        account.display_name = Some(name.to_owned()).filter(|name| !name.is_empty());
    }
    if let Some(url) = form.photo_url()? {
        account.photo_url = Some(url.to_owned()).filter(|url| !url.is_empty());
    }
    for attribute in &form.delete_attribute {
        match attribute.as_str() {
            "DISPLAY_NAME" => account.display_name = None,
            "PHOTO_URL" => account.photo_url = None,
            _ => return Err(Refused::new("OPERATION_NOT_ALLOWED")),
        }
    }
    if new_sign_in {
        account.valid_since = embedded.next_second();
    }
    let old = account.email.clone();
    if form.email.is_some() {
        form.email()?.as_str().clone_into(&mut account.email);
        account.email_verified = false;
    }
    account.password_hash = password_hash.or(account.password_hash);
    if !form.delete_provider.is_empty() && account.password_hash.is_none() {
        return Err(Refused::new("OPERATION_NOT_ALLOWED : The account has no other way in."));
    }
    if !store::update(&mut tx, &account, &email::fold(&account.email)).await? {
        return Err(IdentityCode::EmailExists.into());
    }
    for provider in &form.delete_provider {
        if federated::delete(&mut tx, &account.local_id, provider).await? && provider == PROVIDER_ID {
            record_of_uid(&mut tx, &embedded.clock, &account.local_id, AuditKind::GoogleDisconnected).await?;
        }
    }
    let mut answer = profile(&account, &federated::list_in(&mut tx, &account.local_id).await?);
    answer["kind"] = "identitytoolkit#SetAccountInfoResponse".into();
    for (is_changed, kind) in
        [(form.password.is_some(), AuditKind::PasswordChanged), (form.email.is_some(), AuditKind::EmailChanged)]
    {
        if is_changed {
            record_of_uid(&mut tx, &embedded.clock, &account.local_id, kind).await?;
        }
    }
    if new_sign_in {
        embedded.revoke_access(&mut tx, &account).await?;
        let pair = embedded.issue(&mut tx, &account, PASSWORD).await?;
        add_tokens(&mut answer, pair);
    }
    tx.commit().await?;
    if form.email.is_some() {
        answer["newEmail"] = account.email.into();
    }
    if form.password.is_some() {
        embedded.tell(&account.local_id, old.clone(), Kind::PasswordChanged).await;
    }
    if form.email.is_some() {
        embedded.tell(&account.local_id, old, Kind::EmailChanged).await;
    }
    Ok(Json(answer))
}

pub async fn delete(
    State(embedded): State<Embedded>,
    JsonBody(form): JsonBody<AccountForm>,
) -> Result<Json<Value>, Refused> {
    let (claims, account) = embedded.account(form.id_token()?).await?;
    recent(&embedded, &claims)?;
    let mut tx = embedded.db.begin().await?;
    let account = store::lock(&mut tx, &account.local_id).await?.ok_or(IdentityCode::UserNotFound)?;
    if claims.is_older_than(account.valid_since) {
        return Err(IdentityCode::TokenExpired.into());
    }
    // Otherwise there would be a diary that nobody can open.
    if store::is_registered(&mut tx, &account.local_id).await? {
        return Err(Refused::new("OPERATION_NOT_ALLOWED : Somebody is registered with this account."));
    }
    store::delete(&mut tx, &account.local_id).await?;
    tx.commit().await?;
    Ok(Json(json!({ "kind": "identitytoolkit#DeleteAccountResponse" })))
}

pub fn recent(embedded: &Embedded, claims: &Claims) -> Result<(), Refused> {
    if claims.is_fresh(embedded.clock.now(), RECENT) {
        Ok(())
    } else {
        Err(Refused::new("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"))
    }
}

fn signed_in(account: &Account, pair: Pair, kind: &str) -> Value {
    let mut answer = json!({
        "kind": format!("identitytoolkit#{kind}"),
        "localId": account.local_id,
        "email": account.email,
        "displayName": account.display_name,
    });
    add_tokens(&mut answer, pair);
    answer
}

fn profile(account: &Account, links: &[Link]) -> Value {
    let password = account.password_hash.as_ref().map(|_| {
        json!({
            "providerId": PASSWORD,
            "federatedId": account.email,
            "email": account.email,
            "rawId": account.email,
            "displayName": account.display_name,
            "photoUrl": account.photo_url,
        })
    });
    let links = links.iter().map(|link| {
        json!({
            "providerId": link.provider_id,
            "federatedId": link.subject,
            "email": link.email,
            "rawId": link.subject,
            "displayName": link.display_name,
            "photoUrl": link.photo_url,
        })
    });
    json!({
        "localId": account.local_id,
        "email": account.email,
        "emailVerified": account.email_verified,
        "displayName": account.display_name,
        "photoUrl": account.photo_url,
        "providerUserInfo": password.into_iter().chain(links).collect::<Vec<_>>(),
    })
}

pub(super) fn add_tokens(answer: &mut Value, pair: Pair) {
    answer["idToken"] = pair.id_token.into();
    answer["refreshToken"] = pair.refresh_token.into();
    answer["expiresIn"] = LIFETIME.to_string().into();
}
