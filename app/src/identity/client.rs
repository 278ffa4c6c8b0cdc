//! Signing in and registering, step by step (spec 4): the identity provider first, then our own session.

use super::{
    form::{Typed, UNKNOWN, text_of},
    http::{self, Refused},
    registration_outcome::{RegistrationOutcome, registration_outcome},
};
use crate::browser;
use domain::identity::{Credentials, IdentityCode, InvitationForm, RegistrationForm, SessionForm, Tokens};
use serde::Serialize;
use std::time::Duration;

/// Before the second and the third try of a registration that got no certain answer.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(4)];

const SIGN_IN: &str = "/accounts:signInWithPassword";
const SIGN_UP: &str = "/accounts:signUp";
const UPDATE: &str = "/accounts:update";
const DELETE: &str = "/accounts:delete";

/// Why it did not work: one of the dialog's texts, or what the server says in the viewer's language.
#[derive(Clone, Debug)]
pub enum Failure {
    Text(&'static str),
    Message(String),
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Unreachable => Self::Text("identity.network"),
            Refused::Identity(code) => Self::Text(text_of(code)),
            Refused::Api { message, .. } if !message.is_empty() => Self::Message(message),
            Refused::Api { .. } => Self::Text(UNKNOWN),
        }
    }
}

/// Where the identity provider answers.
#[derive(Debug)]
pub struct Provider {
    pub base: String,
    /// Empty: it wants none.
    pub key: String,
}

impl Provider {
    fn address(&self, call: &str) -> String {
        let Self { base, key } = self;
        if key.is_empty() { [base, call].concat() } else { [base, call, "?key=", key].concat() }
    }

    async fn tokens(&self, call: &str, typed: &Typed) -> Result<Tokens, Refused> {
        let email = typed.email.trim().to_owned();
        let credentials = Credentials { email, password: typed.password.clone(), return_secure_token: true };
        let answer = http::post(&self.address(call), None, http::json(&credentials)).await?;
        let id_token = answer.text("idToken");
        if id_token.is_empty() {
            return Err(Refused::Unreachable);
        }
        Ok(Tokens { id_token, refresh_token: answer.text("refreshToken"), local_id: answer.text("localId") })
    }
}

/// Opens the session of an existing account and gives the account's id.
pub async fn sign_in(provider: &Provider, typed: &Typed) -> Result<String, Failure> {
    let tokens = provider.tokens(SIGN_IN, typed).await?;
    http::get_as("/api/auth/user", &tokens.id_token).await?;
    open_session(&tokens).await
}

/// Makes identity, account and session. The identity is taken back only where it is certain that no account has it.
pub async fn register(provider: &Provider, typed: &Typed) -> Result<String, Failure> {
    drop(http::delete("/api/auth/session").await);
    let invitation = InvitationForm { invitation_code: typed.invitation_code.trim().to_owned() };
    if let Err(refused) = http::post("/api/auth/validate-invitation", None, http::json(&invitation)).await {
        return match refused {
            // Perhaps by this person, who never learned of it.
            Refused::Api { ref code, .. } if code == "invitation_used" => {
                sign_in(provider, typed).await.map_err(|_| refused.into())
            }
            _ => Err(refused.into()),
        };
    }

    let (tokens, is_new) = match provider.tokens(SIGN_UP, typed).await {
        Ok(tokens) => (tokens, true),
        Err(Refused::Identity(IdentityCode::EmailExists)) => (half_made(provider, typed).await?, false),
        Err(refused) => return Err(refused.into()),
    };
    if let Err(failure) = make_account(provider, typed, &invitation, &tokens).await {
        if is_new && failure.is_certain {
            drop(http::post(&provider.address(DELETE), None, http::json(&IdToken::of(&tokens))).await);
        }
        return Err(failure.why);
    }
    open_session(&tokens).await
}

/// The identity of somebody whose registration broke off: theirs if the password is, and if no account has it.
async fn half_made(provider: &Provider, typed: &Typed) -> Result<Tokens, Failure> {
    let taken = Failure::Text("identity.email_exists");
    let tokens = match provider.tokens(SIGN_IN, typed).await {
        Ok(tokens) => tokens,
        Err(Refused::Unreachable) => return Err(Refused::Unreachable.into()),
        Err(_) => return Err(taken),
    };
    match http::get_as("/api/auth/user", &tokens.id_token).await {
        Ok(_) => Err(taken),
        Err(Refused::Api { status: 404, .. }) => Ok(tokens),
        Err(refused) => Err(refused.into()),
    }
}

struct NoAccount {
    why: Failure,
    /// There is none, and none can come of a try that is still on its way.
    is_certain: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IdToken<'a> {
    id_token: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    display_name: Option<String>,
}

impl<'a> IdToken<'a> {
    fn of(tokens: &'a Tokens) -> Self {
        Self { id_token: &tokens.id_token, display_name: None }
    }
}

/// Sent again where no certain answer came: the server makes one account of an identity.
async fn make_account(
    provider: &Provider,
    typed: &Typed,
    invitation: &InvitationForm,
    tokens: &Tokens,
) -> Result<(), NoAccount> {
    let named = IdToken { display_name: Some(typed.display_name()), ..IdToken::of(tokens) };
    // The account has the name from the form.
    drop(http::post(&provider.address(UPDATE), None, http::json(&named)).await);
    let form = RegistrationForm {
        invitation_code: invitation.invitation_code.clone(),
        first_name: typed.first_name.trim().to_owned(),
        last_name: typed.last_name.trim().to_owned(),
        email_token: typed.email_token.clone(),
        language: browser::language(),
    };
    let form = http::json(&form);
    let mut pauses = PAUSES.iter();
    let mut is_certain = true;
    loop {
        let Err(refused) = http::post("/api/auth/simple-register", Some(&tokens.id_token), form.clone()).await else {
            return Ok(());
        };
        let (status, code) = refused.status_and_code();
        match registration_outcome(status, code) {
            RegistrationOutcome::Registered => return Ok(()),
            RegistrationOutcome::Refused => return Err(NoAccount { why: refused.into(), is_certain }),
            RegistrationOutcome::Unsure => is_certain = false,
        }
        let Some(pause) = pauses.next() else {
            let why = match refused {
                Refused::Api { status: 500.., .. } => Failure::Text("identity.database_registration_failed"),
                Refused::Api { status: 429, .. } => refused.into(),
                _ => Failure::Text("identity.registration_unsure"),
            };
            return Err(NoAccount { why, is_certain });
        };
        browser::wait(*pause).await;
    }
}

async fn open_session(tokens: &Tokens) -> Result<String, Failure> {
    let form =
        SessionForm { refresh_token: tokens.refresh_token.clone(), zone: http::zone(), language: browser::language() };
    let form = http::json(&form);
    let open = || http::post("/api/auth/session", Some(&tokens.id_token), form.clone());
    let answer = match open().await {
        // The browser still holds somebody else's session.
        Err(Refused::Api { status: 401, .. }) => {
            drop(http::delete("/api/auth/session").await);
            open().await?
        }
        other => other?,
    };
    let id = answer.text("id");
    if id.is_empty() { Err(Refused::Unreachable.into()) } else { Ok(id) }
}
