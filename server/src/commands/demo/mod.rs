//! `tagesecho demo`: an account with a believable year, and two friends.
//!
//! The use cases write it on a clock that runs through the year, each entry on its own day.

mod year;

use super::{embedded_only, failed, open, say};
use crate::config::Config;
use backend::{
    Backend, Clock, Viewer, entries,
    error::StartError,
    friends::{self, Whom},
    identity, invitation_codes,
    providers::identity::CallError,
    subscription,
};
use chrono::TimeDelta;
use domain::identity::{IdentityCode, RegistrationForm};
pub use year::photo;
use year::{Person, Year};

const EMAIL: &str = "demo@tagesecho.example";
/// Random bytes of the password.
const PASSWORD: usize = 12;
/// How long the account has Pro, so that there is everything to look at.
const PRO: TimeDelta = TimeDelta::days(366);

pub async fn run(config: Config) -> Result<(), StartError> {
    if config.settings.production {
        return Err(StartError("the demo account is not for production".into()));
    }
    embedded_only(&config, "the demo account")?;
    let now = Clock::system().now();
    let year = Year::read(now)?;
    let clock = Clock::fixed(year.start());
    let backend = open(&config, clock).await?;

    let password = backend.secret.token(PASSWORD).map_err(failed("no password could be made"))?;
    let Some(viewer) = register(&backend, EMAIL, &year.person, &password).await? else {
        return say(&format!("The demo account {EMAIL} is there already; its password was shown when it was made."));
    };
    let mut days: Vec<_> = year.days.into_iter().map(|day| (viewer.clone(), day)).collect();
    let mut others = Vec::new();
    for friend in Year::friends(now)? {
        let email = format!("{}@tagesecho.example", friend.person.first_name.to_lowercase());
        let other = register(&backend, &email, &friend.person, &password).await?;
        let other = other.ok_or_else(|| StartError(format!("there is an account {email} already")))?;
        make_friends(&backend, &other, &viewer).await.map_err(failed("a friendship"))?;
        days.extend(friend.days.into_iter().map(|day| (other.clone(), day)));
        others.push(email);
    }
    days.sort_by_key(|(_, day)| day.at);
    say(&format!("Writing {} entries …", days.len()))?;
    let pro = now.date_naive() + PRO;
    subscription::grant(&backend, EMAIL, pro).await.map_err(failed("Pro"))?;
    for (writer, day) in &days {
        backend.clock.advance(day.at - backend.clock.now());
        let written = entries::create(&backend, writer, day.form(), day.photos()?).await;
        let written = written.map_err(failed(&format!("the entry of {}", day.at.date_naive())))?;
        if day.is_favorite() {
            let marked = entries::set_favorite(&backend, writer, written.id, true).await;
            marked.map_err(failed("a favourite"))?;
        }
    }
    backend.db.close().await;
    let (origin, others) = (config.settings.origin, others.join(" and "));
    say(&format!(
        "Sign in at {origin}\n  e-mail    {EMAIL}\n  friends   {others}, with the same password\n  password  {password}"
    ))
}

async fn make_friends(backend: &Backend, one: &Viewer, other: &Viewer) -> backend::Result<()> {
    let whom = Whom::User(other.account()?.user.id);
    let asked = friends::send_request(backend, one, &whom).await?;
    friends::accept(backend, other, asked.request.id).await.map(drop)
}

/// Registers a person through the same use cases as everybody. `None`: the account exists.
async fn register(
    backend: &Backend,
    email: &str,
    person: &Person,
    password: &str,
) -> Result<Option<Viewer>, StartError> {
    let tokens = match backend.identity.sign_up(email, password).await {
        Ok(tokens) => tokens,
        Err(CallError::Refused(IdentityCode::EmailExists)) => return Ok(None),
        Err(error) => return Err(failed("the demo account could not sign up")(error.into())),
    };
    let code = invitation_codes::invite(backend, 1).await.map_err(failed("the invitation"))?.remove(0);
    let viewer = || identity::viewer_of_bearer(backend, &tokens.id_token);
    let form = RegistrationForm {
        invitation_code: code,
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        ..RegistrationForm::default()
    };
    let guest = viewer().await.map_err(failed("the sign-in"))?;
    identity::create_account(backend, &guest, &form).await.map_err(failed("the registration"))?;
    viewer().await.map(Some).map_err(failed("the sign-in"))
}
