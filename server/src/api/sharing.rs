//! Secret links.

use super::openapi::{Conflict, Forbidden, Invalid, NotFound, TooMany};
use crate::{
    http::{ApiResult, AppState, Context, Id, Json, answer, body_limit, cookies::LinkCookies, headers::PIN, range},
    pages::{self, RequestedPage},
};
use app::request::encoded;
use axum::{
    body::Body,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use backend::{
    Error,
    sharing::{self, OPENING, Opening, Visitor},
};
use bytes::Bytes;
use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    EntryId, ExpectedLink, Expiry, LinkForm, PinChange, Refusal, ShareOptions, SharedEntry, sharing::ShareOptionsForm,
};
use futures::stream;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::convert::Infallible;

/// `shareOptions` is an object or a JSON text of one (spec 3), and names exactly the parts that the link shows. An
/// absent `expiresAt` or `pin` stays as it is, and `null` removes it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LinkBody {
    #[serde(default)]
    #[schema(value_type = Option<ShareOptionsForm>)]
    share_options: Value,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pin: Option<Value>,
    /// The link that the change starts from, by its `shareToken` and `shareOptions`; `null`: there is none.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Seen>)]
    expected: Option<Value>,
}

/// Keeps `null` apart from a missing field.
fn given<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

impl LinkBody {
    fn form(self) -> ApiResult<LinkForm> {
        let options = parts(self.share_options)?;
        let expected = self.expected.map(expected).transpose()?;
        let expiry = match self.expires_at {
            None => None,
            Some(Value::Null) => Some(Expiry::Never),
            Some(at) => Some(expiry(at)?),
        };
        let pin = match self.pin {
            None => None,
            Some(Value::Null) => Some(PinChange::Remove),
            Some(Value::String(pin)) => Some(PinChange::Set(pin)),
            Some(_) => return Err(Refusal::InvalidPin.into()),
        };
        Ok(LinkForm { options, expiry, pin, expected })
    }
}

/// A moment, or a day, at whose end the link expires.
fn expiry(at: Value) -> Result<Expiry, Refusal> {
    if let Some(date) = at.as_str().and_then(|text| text.parse::<NaiveDate>().ok()) {
        return Ok(Expiry::Date(date));
    }
    serde_json::from_value::<DateTime<Utc>>(at).map(Expiry::At).map_err(|_| Refusal::InvalidExpiry)
}

/// The link that the page showed, in the form that an entry names it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ExpectedLink)]
struct Seen {
    share_token: String,
    #[schema(value_type = ShareOptionsForm)]
    share_options: Value,
}

fn expected(value: Value) -> ApiResult<ExpectedLink> {
    if value.is_null() {
        return Ok(ExpectedLink::NoLink);
    }
    let Seen { share_token: token, share_options } =
        serde_json::from_value(value).map_err(|_| Refusal::InvalidShareOptions)?;
    let options = parts(share_options)?.ok_or(Refusal::InvalidShareOptions)?;
    Ok(ExpectedLink::Link { token, options })
}

/// Options as an object or as a text of one.
fn parts(value: Value) -> ApiResult<Option<ShareOptions>> {
    Ok(match value {
        Value::Null => None,
        Value::String(text) => Some(serde_json::from_str(&text).map_err(|_| Refusal::InvalidShareOptions)?),
        value => Some(serde_json::from_value(value).map_err(|_| Refusal::InvalidShareOptions)?),
    })
}

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareToken {
    share_token: String,
}

/// Makes a secret link to an own entry, or changes the one there is.
///
/// Without `shareOptions` an existing link shows the same as before, a new one the defaults.
#[utoipa::path(
    post, path = "/api/entries/{id}/generate-share-token",
    params(("id" = EntryId, Path)),
    responses((status = 200, body = ShareToken), Conflict, Invalid, TooMany),
)]
pub async fn create(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<EntryId>,
    Json(body): Json<LinkBody>,
) -> ApiResult<axum::Json<ShareToken>> {
    let share_token = sharing::create(&backend, &viewer, id, body.form()?).await?;
    Ok(axum::Json(ShareToken { share_token }))
}

/// Changes a secret link.
///
/// Without `shareOptions` the link shows the same as before.
#[utoipa::path(
    patch, path = "/api/entries/{id}/update-share-options",
    params(("id" = EntryId, Path)),
    responses((status = 204), Conflict, Invalid, TooMany),
)]
pub async fn update_options(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<EntryId>,
    Json(body): Json<LinkBody>,
) -> ApiResult<StatusCode> {
    sharing::update_options(&backend, &viewer, id, body.form()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndBody {
    /// The link that is to end, as in a [`LinkBody`]; absent: whichever there is.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Seen>)]
    expected: Option<Value>,
}

/// Ends a secret link.
#[utoipa::path(
    delete, path = "/api/entries/{id}/remove-share-token",
    params(("id" = EntryId, Path)), request_body = Option<EndBody>,
    responses((status = 204), Conflict, Invalid),
)]
pub async fn remove(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<EntryId>,
    body: Option<Json<EndBody>>,
) -> ApiResult<StatusCode> {
    let expected = body.and_then(|Json(body)| body.expected).map(expected).transpose()?;
    sharing::remove(&backend, &viewer, id, expected.as_ref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Facts about the visitor of a link: address and pass.
pub fn visitor<'v>(context: &'v Context, headers: &'v HeaderMap) -> Visitor<'v> {
    Visitor {
        address: &context.address,
        pass: LinkCookies::pass(headers, &context.backend.settings.origin),
        pin: headers.get(PIN).and_then(|pin| pin.to_str().ok()),
    }
}

/// The entry behind a secret link.
#[utoipa::path(
    get, path = "/api/shared/{token}",
    params(("token" = String, Path), ("x-share-pin" = Option<String>, Header)), security(()),
    responses((status = 200, body = SharedEntry), NotFound, Forbidden, TooMany),
)]
pub async fn open(context: Context, headers: HeaderMap, Id(token): Id<String>) -> ApiResult<axum::Json<SharedEntry>> {
    let Context { backend, viewer, language, .. } = &context;
    let opened = sharing::open(backend, viewer, &token, visitor(&context, &headers), *language).await?;
    Ok(axum::Json(opened.entry))
}

/// The page behind a link, which counts how often somebody opens it.
pub async fn show(
    State(state): State<AppState>,
    context: Context,
    Id(token): Id<String>,
    page: RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    let (method, headers) = (request.method().clone(), request.headers().clone());
    let mut response = pages::show(State(state.clone()), page, request).await?;
    if method != Method::GET {
        return Ok(response);
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_prefetch = ["sec-purpose", "purpose", "x-purpose", "x-moz"].into_iter().any(|name| is_ahead(text(name)));
    // A prefetched page has not been read yet, so its refusal stays for the real visit.
    if !is_prefetch
        && LinkCookies::refused(&headers, state.origin()).is_some()
        && let Some(cookie) = LinkCookies::clear_refused(state.origin(), &encoded(&token))
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    if response.status() != StatusCode::OK {
        return Ok(response);
    }
    let opening = Opening {
        address: &context.address,
        agent: text(header::USER_AGENT.as_str()),
        is_prefetch,
        is_known: LinkCookies::was_opened(&headers, state.origin()),
    };
    if sharing::note(&context.backend, &context.viewer, &token, opening).await
        && let Some(cookie) = LinkCookies::set_opened(state.origin(), &token, OPENING.num_seconds())
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Whether the browser only prefetches or prerenders the page.
fn is_ahead(purpose: &str) -> bool {
    let purpose = purpose.to_ascii_lowercase();
    ["prefetch", "prerender", "preview"].iter().any(|word| purpose.contains(word))
}

#[derive(Deserialize)]
struct PinForm {
    #[serde(default)]
    pin: String,
}

/// Takes the PIN from the form of the link's page and redirects back there, with the pass or the refusal as a cookie.
/// So neither a reload nor Back sends the PIN again. Programs get their answer without a redirect.
pub async fn unlock(
    State(state): State<AppState>,
    Context { backend, viewer, address, .. }: Context,
    Id(token): Id<String>,
    request: Request,
) -> ApiResult<Response> {
    let (parts, body) = request.into_parts();
    let body = body_limit::collect(body).await?;
    let form: PinForm = serde_urlencoded::from_bytes(&body).map_err(|_| Refusal::InvalidForm)?;
    let visitor = Visitor { pin: Some(&form.pin), ..Visitor::from(&*address) };
    let unlocked = sharing::unlock(&backend, &viewer, &token, visitor).await;
    // The token comes from the address and may hold anything.
    let token = encoded(&token);
    let cookies: Vec<_> = match unlocked {
        Ok(None) => Vec::new(),
        Ok(Some(pass)) => LinkCookies::set_pass(state.origin(), &token, &pass.value, pass.seconds).collect(),
        Err(Error::Refused(refused)) if answer::wants_page(&parts.headers) => {
            LinkCookies::set_refused(state.origin(), &token, &refused).into_iter().collect()
        }
        Err(error) => return Err(error.into()),
    };
    let mut answer = HeaderMap::new();
    let page = HeaderValue::from_str(&format!("/shared/{token}")).map_err(|e| Error::broken("address of a link", e))?;
    answer.insert(header::LOCATION, page);
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    for cookie in cookies {
        answer.append(header::SET_COOKIE, cookie);
    }
    Ok((StatusCode::SEE_OTHER, answer).into_response())
}

/// The reader's own browser may keep a file but must ask each time; a file behind a PIN is not kept.
pub const fn caching(is_guarded: bool) -> &'static str {
    if is_guarded { "private, no-store" } else { "private, no-cache" }
}

/// The picture for messengers. The link is checked before a 304, too. A HEAD request draws nothing.
#[utoipa::path(
    get, path = "/shared/{token}/card.jpg",
    params(("token" = String, Path), ("x-share-pin" = Option<String>, Header)), security(()),
    responses((status = 200, content_type = "image/jpeg"), (status = 304), NotFound, Forbidden, TooMany),
)]
pub async fn card(context: Context, method: Method, asked: HeaderMap, Id(token): Id<String>) -> ApiResult<Response> {
    let backend = &context.backend;
    let card = sharing::card(backend, &context.viewer, &token, visitor(&context, &asked)).await?;
    let etag = format!("\"{}\"", card.etag);
    let mut answer = HeaderMap::new();
    let tag = HeaderValue::from_str(&etag).map_err(|e| Error::broken("tag of a card", e))?;
    answer.insert(header::ETAG, tag);
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching(card.is_guarded)));
    if range::is_known(&asked, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, answer).into_response());
    }
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"));
    answer.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    answer.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    if method == Method::HEAD {
        // The length of the card is unknown until it is drawn.
        let none = stream::empty::<Result<Bytes, Infallible>>();
        return Ok((answer, Body::from_stream(none)).into_response());
    }
    Ok((answer, card.draw(backend).await?).into_response())
}
