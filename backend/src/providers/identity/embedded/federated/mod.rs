//! `accounts:signInWithIdp`: signs in with a Google account, or connects one with an existing account.
//!
//! The token is verified here, because any browser can make this call. People are identified by the issuer's subject, never by
//! an e-mail address. An address connects two accounts only if both sides have confirmed it.

mod input;
pub mod store;

use super::{
    Embedded,
    accounts::add_tokens,
    answer::Refused,
    input::{Caller, IsForeign, JsonBody},
    store::{self as accounts, Account},
};
use crate::{
    Result,
    audit::record_of_uid,
    db::Tx,
    providers::{
        mail::Kind,
        openid::{OpenIdError, PROVIDER_ID, Person},
    },
    throttle::Action,
};
use axum::{Json, extract::State, http::StatusCode};
use chrono::{SubsecRound, TimeDelta};
use domain::{AuditKind, Email, email, identity::IdentityCode, limits, text};
use input::{IdpForm, PostBody};
use serde_json::{Value, json};
use store::Link;

/// Attempts: if another request creates the same account at the same time, the second attempt finds it.
const LOOKS: usize = 2;
/// How recent the sign-in must be: five minutes when the redirect to the other provider begins, plus ten for the redirect.
const CONNECTING: TimeDelta = TimeDelta::minutes(15);

pub async fn sign_in(
    State(embedded): State<Embedded>,
    Caller(address): Caller,
    IsForeign(is_foreign): IsForeign,
    JsonBody(form): JsonBody<IdpForm>,
) -> Result<Json<Value>, Refused> {
    let google = embedded.google.as_ref().ok_or(IdentityCode::OperationNotAllowed)?;
    let asked = PostBody::read(&form)?;
    // Only invalid tokens stay counted.
    embedded.take(Action::SignIn, &address).await?;
    let verified = google.verify(&asked.id_token, &asked.nonce).await;
    if matches!(verified, Ok(_) | Err(OpenIdError::Away(_))) {
        embedded.give_back(Action::SignIn, &address).await;
    }
    let person = plain(verified.map_err(refused)?);
    if let Some(id_token) = &form.id_token {
        return connect(&embedded, id_token, &person).await;
    }
    for _ in 0..LOOKS {
        if let Some(answer) = enter(&embedded, &person, is_foreign).await? {
            return Ok(answer);
        }
    }
    Err(Refused::status(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE"))
}

fn refused(error: OpenIdError) -> Refused {
    match error {
        OpenIdError::Away(error) => error.into(),
        // The reason is only logged: the caller may be the forger.
        OpenIdError::Invalid(why) | OpenIdError::Misconfigured(why) => {
            tracing::info!(why, "an ID token of another provider was refused");
            IdentityCode::InvalidIdpResponse.into()
        }
    }
}

/// Drops values that cannot be stored or shown.
fn plain(mut person: Person) -> Person {
    let fits = |text: &String, longest| !text.chars().any(char::is_control) && text::length(text) <= longest;
    person.name = person.name.filter(|name| fits(name, 2 * limits::NAME + 1));
    person.picture = person.picture.filter(|url| fits(url, limits::URL) && url.starts_with("http"));
    person.email = person.email.and_then(|email| Email::parse(&email).ok()).map(|email| email.as_str().to_owned());
    person
}

/// None: another request has changed or created the account meanwhile.
async fn enter(embedded: &Embedded, person: &Person, is_foreign: bool) -> Result<Option<Json<Value>>, Refused> {
    let mut tx = embedded.db.begin().await?;
    if let Some(local_id) = store::find_local_id(&mut tx, PROVIDER_ID, &person.subject).await? {
        let account = accounts::lock(&mut tx, &local_id).await?.ok_or(IdentityCode::UserNotFound)?;
        if store::find_local_id(&mut tx, PROVIDER_ID, &person.subject).await?.as_ref() != Some(&local_id) {
            // A password reset has removed the link meanwhile.
            return Ok(None);
        }
        return finish(embedded, tx, &account, person, (false, is_foreign)).await;
    }
    let Some(email) = person.email.as_deref() else { return Err(IdentityCode::InvalidIdpResponse.into()) };
    if embedded.hides_accounts && !person.email_verified {
        // Anybody could claim an address at the other provider, and learn whether it has an account here.
        return Err(IdentityCode::UnverifiedEmail.into());
    }
    let folded = email::fold(email);
    let found = match accounts::find_by_email_in(&mut tx, &folded).await? {
        Some(account) => accounts::lock(&mut tx, &account.local_id).await?,
        None => None,
    };
    let Some(mut account) = found.filter(|account| email::fold(&account.email) == folded) else {
        if !person.email_verified {
            // Otherwise the address's owner would later find a stranger's account.
            return Err(IdentityCode::UnverifiedEmail.into());
        }
        let Some(account) = create(embedded, &mut tx, person, email).await? else { return Ok(None) };
        return finish(embedded, tx, &account, person, (true, is_foreign)).await;
    };
    let has_other =
        store::list_in(&mut tx, &account.local_id).await?.iter().any(|link| link.provider_id == PROVIDER_ID);
    if !person.email_verified || !person.is_authoritative || !account.email_verified || has_other {
        return Ok(Some(need_confirmation(&account, person)));
    }
    fill(&mut account, person);
    accounts::update(&mut tx, &account, &email::fold(&account.email)).await?;
    finish(embedded, tx, &account, person, (false, is_foreign)).await
}

async fn create(embedded: &Embedded, tx: &mut Tx, person: &Person, email: &str) -> Result<Option<Account>> {
    let now = embedded.clock.now();
    let account = Account {
        local_id: embedded.secret.token(21)?,
        email: email.to_owned(),
        email_verified: true,
        password_hash: None,
        display_name: person.name.clone(),
        photo_url: person.picture.clone(),
        valid_since: now.trunc_subsecs(0),
        created_at: now,
        last_login_at: now,
    };
    Ok(accounts::insert(tx, &account, &email::fold(email)).await?.then_some(account))
}

/// Connects with the account of `id_token`. Its owner must have signed in recently.
async fn connect(embedded: &Embedded, id_token: &str, person: &Person) -> Result<Json<Value>, Refused> {
    let (claims, account) = embedded.account(id_token).await?;
    if !claims.is_fresh(embedded.clock.now(), CONNECTING) {
        return Err(IdentityCode::CredentialTooOld.into());
    }
    let mut tx = embedded.db.begin().await?;
    let mut account = accounts::lock(&mut tx, &account.local_id).await?.ok_or(IdentityCode::UserNotFound)?;
    if claims.is_older_than(account.valid_since) {
        return Err(IdentityCode::TokenExpired.into());
    }
    let owner = store::find_local_id(&mut tx, PROVIDER_ID, &person.subject).await?;
    if owner.is_some_and(|owner| owner != account.local_id) {
        return Err(IdentityCode::AlreadyLinked.into());
    }
    let same = person.email.as_deref().map(email::fold) == Some(email::fold(&account.email));
    account.email_verified |= same && person.email_verified;
    fill(&mut account, person);
    accounts::update(&mut tx, &account, &email::fold(&account.email)).await?;
    let answer = finish(embedded, tx, &account, person, (false, false)).await?;
    answer.ok_or(IdentityCode::AlreadyLinked.into())
}

fn fill(account: &mut Account, person: &Person) {
    account.display_name = account.display_name.take().or_else(|| person.name.clone());
    account.photo_url = account.photo_url.take().or_else(|| person.picture.clone());
}

/// Links the accounts, issues tokens and answers. None: another link was made meanwhile.
async fn finish(
    embedded: &Embedded,
    mut tx: Tx,
    account: &Account,
    person: &Person,
    (is_new, is_foreign): (bool, bool),
) -> Result<Option<Json<Value>>, Refused> {
    let now = embedded.clock.now();
    let link = Link {
        provider_id: PROVIDER_ID.into(),
        subject: person.subject.clone(),
        local_id: account.local_id.clone(),
        email: person.email.clone().unwrap_or_default(),
        display_name: person.name.clone(),
        photo_url: person.picture.clone(),
    };
    let is_known = is_new || store::find_local_id(&mut tx, PROVIDER_ID, &person.subject).await?.is_some();
    if !store::upsert(&mut tx, &link, now).await? {
        return Ok(None);
    }
    accounts::signed_in(&mut tx, &account.local_id, now).await?;
    let pair = embedded.issue(&mut tx, account, PROVIDER_ID).await?;
    if !is_known {
        record_of_uid(&mut tx, &embedded.clock, &account.local_id, AuditKind::GoogleConnected).await?;
    }
    if is_foreign {
        record_of_uid(&mut tx, &embedded.clock, &account.local_id, AuditKind::SignedInGoogle).await?;
    }
    tx.commit().await?;
    if !is_known {
        embedded.tell(&account.local_id, account.email.clone(), Kind::GoogleConnected).await;
    }
    let mut answer = assertion_response(account, person);
    answer["isNewUser"] = is_new.into();
    add_tokens(&mut answer, pair);
    Ok(Some(Json(answer)))
}

/// Signs nobody in. The owner has to sign in as usual first, and can then connect the accounts.
fn need_confirmation(account: &Account, person: &Person) -> Json<Value> {
    let mut answer = assertion_response(account, person);
    answer["needConfirmation"] = true.into();
    answer["verifiedProvider"] =
        json!(account.password_hash.as_ref().map(|_| "password").into_iter().collect::<Vec<_>>());
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("localId");
    }
    Json(answer)
}

fn assertion_response(account: &Account, person: &Person) -> Value {
    let raw = json!({
        "sub": person.subject,
        "email": person.email,
        "email_verified": person.email_verified,
        "name": person.name,
        "given_name": person.given_name,
        "family_name": person.family_name,
        "picture": person.picture,
    });
    json!({
        "kind": "identitytoolkit#VerifyAssertionResponse",
        "providerId": PROVIDER_ID,
        "federatedId": format!("https://accounts.google.com/{}", person.subject),
        "localId": account.local_id,
        "email": person.email,
        "emailVerified": person.email_verified,
        "displayName": person.name,
        "fullName": person.name,
        "firstName": person.given_name,
        "lastName": person.family_name,
        "photoUrl": person.picture,
        "rawUserInfo": raw.to_string(),
    })
}
