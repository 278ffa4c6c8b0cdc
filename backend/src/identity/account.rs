//! The account of an identity that has an invitation code (spec 4, product 8).

use super::store;
use crate::{
    Backend, Error, Result, Viewer,
    db::{self, Tx},
    friends::invitations::redeem,
    invitation_codes, reminders,
    throttle::Action,
};
use domain::{
    Email, Language, Refusal, User, UserId, Visibility, day,
    identity::{RegistrationForm, Tokens, invitation_of},
    user, username,
};
use store::NewUser;
use uuid::Uuid;

/// The first this many usernames are the plain name and the name with a small number. The rest have a random number.
const COUNTED_NAMES: u32 = 5;
const NAMES: u32 = 10;

/// Creates the account of a signed-in identity and consumes the code (spec 4). A registered uid is refused before the code is checked,
/// so that a registration whose response was lost can be sent again.
pub async fn create(backend: &Backend, viewer: &Viewer, form: &RegistrationForm) -> Result<User> {
    let made = db::once_more(|| by_form(backend, viewer, form)).await;
    as_already_registered(backend, viewer, made).await
}

async fn by_form(backend: &Backend, viewer: &Viewer, form: &RegistrationForm) -> Result<User> {
    let person = look(backend, viewer, &form.invitation_code).await?;
    let (first_name, last_name) = (user::name(&form.first_name)?, user::name(&form.last_name)?);
    if first_name.is_empty() || last_name.is_empty() {
        return Err(Refusal::NameMissing.into());
    }
    let proof = match form.email_token.as_str() {
        "" => invitation_of(&form.invitation_code).1,
        proof => proof,
    };
    let language = form.language.as_deref().and_then(Language::parse).unwrap_or(Language::De);
    make(backend, person, Names { first_name, last_name, language }, proof).await
}

/// Like [`create`], with the names that another provider gives. The last name may be empty.
pub(super) async fn create_named(
    backend: &Backend,
    viewer: &Viewer,
    code: &str,
    first_name: String,
    last_name: String,
) -> Result<User> {
    let made = db::once_more(|| async {
        let person = look(backend, viewer, code).await?;
        let names = Names { first_name: first_name.clone(), last_name: last_name.clone(), language: Language::De };
        make(backend, person, names, "").await
    });
    as_already_registered(backend, viewer, made.await).await
}

/// Two equal registrations can run at once, and the slower one may be refused for another reason. That becomes `already_registered`.
async fn as_already_registered(backend: &Backend, viewer: &Viewer, made: Result<User>) -> Result<User> {
    if let (Viewer::Identity { uid, .. }, Err(Error::Refused(_))) = (viewer, &made)
        && store::find_by_uid(&backend.db, uid).await?.is_some()
    {
        return Err(Refusal::AlreadyRegistered.into());
    }
    made
}

/// Deletes an identity that this sign-in made and that got no account.
pub(super) async fn delete_identity(backend: &Backend, tokens: &Tokens) {
    if let Err(error) = backend.identity.delete(&tokens.id_token).await {
        tracing::warn!(error = %Error::from(error), "an identity without an account is left to the sweep");
    }
}

/// Somebody who may register.
struct Registrant<'a> {
    uid: &'a str,
    email: Email,
    email_confirmed: bool,
    code: String,
}

struct Names {
    first_name: String,
    last_name: String,
    language: Language,
}

async fn look<'a>(backend: &Backend, viewer: &'a Viewer, code: &str) -> Result<Registrant<'a>> {
    let (uid, email, email_confirmed) = match viewer {
        Viewer::Guest => return Err(Refusal::Unauthenticated.into()),
        Viewer::User(_) => return Err(Refusal::AlreadyRegistered.into()),
        Viewer::Identity { uid, email, verified } => (uid, email, *verified),
    };
    if store::find_by_uid(&backend.db, uid).await?.is_some() {
        return Err(Refusal::AlreadyRegistered.into());
    }
    backend.throttle.take(Action::Invitation, uid).await?;
    let code = invitation_codes::check(backend, code).await?;
    // An identity from before this rule, or of another provider, may have an address that no mail reaches.
    let email = Email::parse(email)?;
    if let Some(owner) = store::uid_of_email(&backend.db, &email.folded()).await? {
        return Err(taken_by(&owner, uid));
    }
    Ok(Registrant { uid, email, email_confirmed, code })
}

/// `proof` is the secret in the mail of an invitation, or empty.
async fn make(backend: &Backend, person: Registrant<'_>, names: Names, proof: &str) -> Result<User> {
    let Names { first_name, last_name, language } = names;
    let Registrant { uid, email, email_confirmed, code } = person;
    let now = backend.clock.now();
    let mut new = NewUser {
        id: UserId(id_at(now)),
        uid: uid.to_owned(),
        email: email.as_str().to_owned(),
        email_folded: email.folded(),
        email_confirmed,
        username: String::new(),
        display_name: format!("{first_name} {last_name}").trim().to_owned(),
        first_name,
        last_name,
        default_visibility: Visibility::default(),
        zone: day::DEFAULT_ZONE,
        language,
        created_at: now,
    };
    let mut tx = backend.db.begin().await?;
    // This lock comes first: a deletion of the identity then ends before this point, or finds the account.
    if !backend.identity.lock(&mut tx, &new.uid).await? {
        return Err(Refusal::Unauthenticated.into());
    }
    let inviter = redeem::lock_inviter(&mut tx, &code, &new.email_folded).await?;
    // The code is taken before anything is inserted: if many send it at once, all but one wait here and are then refused.
    if !invitation_codes::take(&mut tx, &code, now).await? {
        // The code was usable a moment ago. It was used or has expired since.
        drop(tx);
        return Err(invitation_codes::check(backend, &code)
            .await
            .err()
            .unwrap_or_else(|| Refusal::InvitationUsed.into()));
    }
    // The mail of an invitation to exactly this address confirms it as well as any other mail.
    if inviter.is_some()
        && !new.email_confirmed
        && redeem::is_proven(backend, &mut tx, &code, &new.email, proof).await?
    {
        new.email_confirmed = backend.identity.note_confirmed(&mut tx, &new.uid, &new.email_folded).await?;
    }
    insert(backend, &mut tx, &mut new).await?;
    invitation_codes::set_user(&mut tx, &code, new.id).await?;
    // An unconfirmed address may be somebody else's. The friend request is then made once the address is confirmed.
    if let Some(inviter) = inviter
        && new.email_confirmed
    {
        redeem::ask(backend, &mut tx, inviter, new.id).await?;
    }
    let is_invited = inviter.is_some() && new.email_confirmed;
    reminders::tell_registered(backend, &mut tx, &code, new.id, is_invited).await?;
    tx.commit().await?;
    backend.mail.start_sending();
    Ok(new.into())
}

/// Inserts the user with the first free username.
async fn insert(backend: &Backend, tx: &mut Tx, new: &mut NewUser) -> Result<()> {
    let base = username::from_name(&new.first_name, &new.last_name);
    for n in 1..=NAMES {
        new.username = match n {
            1 => base.clone(),
            2..=COUNTED_NAMES => format!("{base}{n}"),
            _ => format!("{base}{}", number(&backend.secret.bytes(4)?)),
        };
        if store::insert_user(tx, new).await? {
            return Ok(());
        }
        if let Some(owner) = store::taken_by(tx, &new.uid, &new.email_folded).await? {
            return Err(taken_by(&owner, &new.uid));
        }
    }
    Err(Error::broken("username", "no free name was found"))
}

/// The refusal when the address belongs to `owner`. If another tab was faster, that is the same person.
fn taken_by(owner: &str, uid: &str) -> Error {
    if owner == uid { Refusal::AlreadyRegistered.into() } else { Refusal::EmailTaken.into() }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0_u32, |n, byte| n << 8 | u32::from(*byte)) % 900_000 + 100_000
}

/// An id that sorts by time, as our clock tells it.
fn id_at(now: chrono::DateTime<chrono::Utc>) -> Uuid {
    let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
    Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, seconds, now.timestamp_subsec_nanos()))
}
