//! Search for a person by the whole e-mail address or username, never by a part of it.

use super::{account, hidden_since, store, user_not_found};
use crate::{Account, Backend, Result, Viewer, throttle::Action};
use domain::{Email, FoundPerson, Person, Refusal, Standing, UserId, limits, text, username};
use store::By;

/// The person to whom a request is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    Email(String),
    User(UserId),
}

/// A search for a person, as typed (spec 5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    Email(String),
    Username(String),
}

impl Sought {
    /// Text with an at sign is an e-mail address, other text is a username. A leading at sign is dropped, because pages show it before usernames.
    pub fn parse(typed: &str) -> Self {
        let typed = typed.trim();
        let name = typed.strip_prefix('@').filter(|name| !name.is_empty()).unwrap_or(typed);
        if name.contains('@') { Self::Email(typed.to_owned()) } else { Self::Username(name.to_owned()) }
    }

    fn typed(&self) -> &str {
        match self {
            Self::Email(typed) | Self::Username(typed) => typed.trim(),
        }
    }
}

/// Finds a person. If one of the two has blocked the other: `user_not_found`.
pub async fn search(backend: &Backend, viewer: &Viewer, sought: &Sought) -> Result<FoundPerson> {
    let account = account(viewer)?;
    let typed = sought.typed();
    if typed.is_empty() {
        return Err(Refusal::SearchEmpty.into());
    }
    backend.throttle.take(Action::PersonSearch, &account.user.id.to_string()).await?;
    let by = match sought {
        Sought::Email(_) => by_email(typed)?,
        Sought::Username(_) => By::Username(typed.to_lowercase()),
    };
    let found = find(backend, account, by).await?;
    let is_by_email = matches!(sought, Sought::Email(_));
    let email_confirmed = found.email_confirmed.filter(|_| is_by_email);
    Ok(FoundPerson { email: is_by_email.then(|| typed.to_owned()), email_confirmed, ..found })
}

/// A person by id, and their relationship to the viewer.
pub async fn person(backend: &Backend, viewer: &Viewer, id: UserId) -> Result<FoundPerson> {
    Ok(FoundPerson { email_confirmed: None, ..find(backend, account(viewer)?, By::Id(id)).await? })
}

/// The person to whom the account sends a friend request.
pub(super) async fn existing(backend: &Backend, account: &Account, whom: &Whom) -> Result<Person> {
    let by = match whom {
        Whom::Email(typed) if typed.trim().is_empty() => return Err(Refusal::SearchEmpty.into()),
        Whom::Email(typed) => by_email(typed)?,
        Whom::User(id) => By::Id(*id),
    };
    Ok(find(backend, account, by).await?.person)
}

/// An invalid address belongs to nobody.
fn by_email(typed: &str) -> Result<By> {
    Email::parse(typed).map(|email| By::Email(email.folded())).map_err(|_| user_not_found())
}

async fn find(backend: &Backend, account: &Account, by: By) -> Result<FoundPerson> {
    // No stored text is longer, and the databases cannot search for a text with a NUL character.
    if let By::Username(typed) = &by
        && (text::length(typed) > limits::EMAIL || typed.contains('\0'))
    {
        return Err(user_not_found());
    }
    let own = account.user.id;
    let known = store::find_person(&backend.db, own, by, hidden_since(backend.clock.now())).await?;
    let known = known.ok_or_else(user_not_found)?;
    let (standing, request_id) = match (known.since, known.outgoing, known.incoming) {
        _ if known.person.id == own => (Standing::Oneself, None),
        (Some(_), ..) => (Standing::Friend, None),
        (_, Some(id), _) => (Standing::Requested, Some(id)),
        (.., Some(id)) => (Standing::Incoming, Some(id)),
        _ => (Standing::Stranger, None),
    };
    let email_confirmed = Some(known.email_confirmed);
    Ok(FoundPerson { person: known.person, email: None, email_confirmed, standing, request_id, since: known.since })
}

/// Sorts by the plain letters of the name, without accents, then by the name itself.
pub(super) fn sort_key(person: &Person) -> (String, String) {
    let plain = username::from_name(&person.first_name, &person.last_name);
    (plain, person.display_name().to_lowercase())
}
