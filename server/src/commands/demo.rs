//! `tagesecho demo`: an account with a believable year.
//!
//! It is written as a person would have: on a clock that goes through the year, every entry on its own day.

mod year;

use super::{embedded_only, failed, open, say};
use crate::config::Config;
use backend::{
    Backend, Clock, Viewer, entries, error::StartError, identity, providers::identity::CallError, subscription,
};
use chrono::TimeDelta;
use domain::identity::{IdentityCode, RegistrationForm};
use year::Year;
pub use year::photo;

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
    let Some(viewer) = register(&backend, &year, &password).await? else {
        return say(&format!("The demo account {EMAIL} is there already; its password was shown when it was made."));
    };
    say(&format!("Writing {} entries …", year.days.len()))?;
    let pro = now.date_naive() + PRO;
    subscription::grant(&backend, EMAIL, pro).await.map_err(failed("Pro"))?;
    for day in &year.days {
        backend.clock.advance(day.at - backend.clock.now());
        let written = entries::create(&backend, &viewer, day.form(), day.photos()?).await;
        let written = written.map_err(failed(&format!("the entry of {}", day.at.date_naive())))?;
        if day.is_favorite() {
            let marked = entries::set_favorite(&backend, &viewer, written.id, true).await;
            marked.map_err(failed("a favourite"))?;
        }
    }
    backend.db.close().await;
    say(&format!("Sign in at {}\n  e-mail    {EMAIL}\n  password  {password}", config.settings.origin))
}

/// As everybody comes in. `None`: the account is there.
async fn register(backend: &Backend, year: &Year, password: &str) -> Result<Option<Viewer>, StartError> {
    let tokens = match backend.identity.sign_up(EMAIL, password).await {
        Ok(tokens) => tokens,
        Err(CallError::Refused(IdentityCode::EmailExists)) => return Ok(None),
        Err(error) => return Err(failed("the demo account could not sign up")(error.into())),
    };
    let code = identity::invite(backend, 1).await.map_err(failed("the invitation"))?.remove(0);
    let viewer = || identity::viewer_of_bearer(backend, &tokens.id_token);
    let form = RegistrationForm {
        invitation_code: code,
        first_name: year.person.first_name.clone(),
        last_name: year.person.last_name.clone(),
    };
    let guest = viewer().await.map_err(failed("the sign-in"))?;
    identity::register(backend, &guest, &form).await.map_err(failed("the registration"))?;
    viewer().await.map(Some).map_err(failed("the sign-in"))
}
