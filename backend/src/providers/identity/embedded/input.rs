//! Parses and validates the requests.

use super::{LONGEST_BODY, answer::Refused};
use crate::{
    providers::identity::is_common,
    throttle::{OwnCall, PeerAddress, ShownDevice},
};
use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts, Request},
    http::{StatusCode, request::Parts},
};
use domain::{Email, identity::IdentityCode, limits, text};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::{Deserialize, de::DeserializeOwned};
use std::convert::Infallible;

/// Most characters of a display name: a first and a last name.
const DISPLAY_NAME: usize = 2 * limits::NAME + 1;

/// One form for all calls on accounts. Each call reads the fields that it needs.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AccountForm {
    pub email: Option<String>,
    pub password: Option<String>,
    pub id_token: Option<String>,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
    pub oob_code: Option<String>,
    pub delete_attribute: Vec<String>,
    pub delete_provider: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct TokenForm {
    pub grant_type: String,
    pub refresh_token: String,
}

impl AccountForm {
    /// The address as it was typed.
    pub fn typed_email(&self) -> Result<&str, Refused> {
        typed_email(self.email.as_deref(), "MISSING_EMAIL")
    }

    pub fn email(&self) -> Result<Email, Refused> {
        email(self.email.as_deref(), "MISSING_EMAIL")
    }

    /// Like [`Self::email`], for a new account.
    pub fn new_email(&self) -> Result<Email, Refused> {
        Email::parse_new(self.typed_email()?).map_err(|_| IdentityCode::InvalidEmail.into())
    }

    pub fn password(&self) -> Result<&str, Refused> {
        password(self.password.as_deref())
    }

    /// A password that meets the rules for new ones.
    pub fn new_password(&self) -> Result<&str, Refused> {
        new_password(self.password.as_deref())
    }

    pub fn id_token(&self) -> Result<&str, Refused> {
        id_token(self.id_token.as_deref())
    }

    pub fn display_name(&self) -> Result<Option<&str>, Refused> {
        line(self.display_name.as_deref(), DISPLAY_NAME, "INVALID_DISPLAY_NAME")
    }

    pub fn photo_url(&self) -> Result<Option<&str>, Refused> {
        line(self.photo_url.as_deref(), limits::URL, "INVALID_PHOTO_URL")
    }
}

fn typed_email<'a>(typed: Option<&'a str>, missing: &'static str) -> Result<&'a str, Refused> {
    typed.filter(|typed| !typed.trim().is_empty()).ok_or_else(|| Refused::new(missing))
}

pub fn email(typed: Option<&str>, missing: &'static str) -> Result<Email, Refused> {
    Email::parse(typed_email(typed, missing)?).map_err(|_| IdentityCode::InvalidEmail.into())
}

fn password(typed: Option<&str>) -> Result<&str, Refused> {
    typed.filter(|typed| !typed.is_empty()).ok_or(IdentityCode::MissingPassword.into())
}

pub fn new_password(typed: Option<&str>) -> Result<&str, Refused> {
    let password = password(typed)?;
    if password.len() > limits::PASSWORD_BYTES {
        Err(Refused::new("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may contain at most 1024 bytes"))
    } else if text::length(password) < limits::PASSWORD {
        Err(Refused::new(format!(
            "{} : Password should be at least {} characters",
            IdentityCode::WeakPassword.wire(),
            limits::PASSWORD
        )))
    } else if is_common(password) {
        Err(IdentityCode::CommonPassword.into())
    } else {
        Ok(password)
    }
}

pub fn id_token(given: Option<&str>) -> Result<&str, Refused> {
    given.ok_or(IdentityCode::InvalidIdToken.into())
}

fn line<'a>(text: Option<&'a str>, longest: usize, code: &'static str) -> Result<Option<&'a str>, Refused> {
    let text = text.map(str::trim);
    if text.is_some_and(|text| text.chars().any(char::is_control) || text::length(text) > longest) {
        return Err(Refused::new(code));
    }
    Ok(text)
}

/// A JSON body of limited size.
pub struct JsonBody<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refused> {
        let body = read(request.into_body()).await?;
        serde_json::from_slice(&body)
            .map(Self)
            .map_err(|_| Refused::new("INVALID_ARGUMENT : Invalid JSON payload received."))
    }
}

/// A form-encoded body of limited size.
pub struct FormBody<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for FormBody<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refused> {
        let body = read(request.into_body()).await?;
        serde_urlencoded::from_bytes(&body)
            .map(Self)
            .map_err(|_| Refused::new("INVALID_ARGUMENT : Invalid form payload received."))
    }
}

async fn read(body: Body) -> Result<bytes::Bytes, Refused> {
    match Limited::new(body, LONGEST_BODY).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Refused::status(StatusCode::PAYLOAD_TOO_LARGE, "INVALID_ARGUMENT : The request is too large."))
        }
        Err(_) => Err(Refused::new("INVALID_ARGUMENT : The request broke off.")),
    }
}

/// The caller's address. All callers for whom no middleware has set it share one.
pub struct Caller(pub String);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let address = parts.extensions.get::<PeerAddress>();
        Ok(Self(address.map_or_else(|| "unknown".into(), |PeerAddress(address)| address.clone())))
    }
}

/// Whether the call comes from outside, not from this server, which writes sign-ins down with their device.
pub struct IsForeign(pub bool);

impl<S: Sync> FromRequestParts<S> for IsForeign {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<OwnCall>().is_none()))
    }
}

/// The cookie of a known device that the caller's browser sent.
pub struct Device(pub Option<String>);

impl<S: Sync> FromRequestParts<S> for Device {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.extensions.get::<ShownDevice>().map(|ShownDevice(shown)| shown.clone())))
    }
}
