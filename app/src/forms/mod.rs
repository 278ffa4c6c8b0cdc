//! Forms that post to their page's own path and work without script. After success the page is loaded anew and says so
//! once. After a refusal it shows the typed values and the errors.

mod button_form;
mod post_form;
mod question;

pub use button_form::{ButtonForm, CloseNotice, FormsStatus};
pub use post_form::{Field, FieldError, FormStatus, LongField, PostForm, error_of};
pub use question::Question;

use crate::{
    PageRequest,
    error::CallError,
    request::{RefusedForm, set_status},
};
use axum::body::to_bytes;
use backend::Error;
use bytes::Bytes;
use domain::Refusal;
use http::{HeaderValue, Method, Request, StatusCode, header};
use std::sync::Arc;

/// The hidden field with the name of the form.
pub const NAME: &str = "form";

/// The value of `step` on the second press of a form that asks once more.
pub const CONFIRM: &str = "confirm";

/// The prefix of a form's anchor; the form's name follows.
const PLACE: &str = "#form-";

/// The path of the forms' server functions. A name leads nowhere else.
const FUNCTIONS: &str = "/rpc/form/";

/// The outcome of a form.
#[derive(Debug)]
pub enum Outcome {
    /// The address to redirect to. Unless the function says otherwise it is the form's own page.
    Done(HeaderValue),
    /// Nothing is done yet: the page is shown with this request, to confirm what was typed.
    Asks(Box<PageRequest>),
    /// The page is shown with this request, which has the refusal.
    Refused(Box<PageRequest>, Refusing),
}

/// How the answer to a refused form differs from the page.
#[derive(Debug)]
pub struct Refusing {
    pub status: StatusCode,
    pub retry_after: Option<HeaderValue>,
}

/// Runs the work of a form's server function.
pub async fn attempt<F>(work: impl FnOnce(Arc<PageRequest>) -> F) -> Result<(), CallError>
where
    F: Future<Output = backend::Result<()>>,
{
    let request = PageRequest::current();
    work(request.clone()).await.map_err(|error| CallError::answer(&error, &request))
}

/// Redirects to `address`, whose page then says that the form `done` succeeded.
pub fn leads_to(address: &str, done: &str) {
    leptos_axum::redirect(&format!("{address}{PLACE}{done}"));
}

/// The finished form named by `location`.
pub fn done_form(location: &HeaderValue) -> Option<&str> {
    location.to_str().ok()?.split_once(PLACE).map(|(_, form)| form)
}

/// Shows the page once more, because the form is valid but wants a second press.
pub fn ask_once_more() {
    set_status(StatusCode::ACCEPTED);
}

/// The same for a change, which counts as one of the viewer's saves.
pub async fn change<F>(work: impl FnOnce(Arc<PageRequest>) -> F) -> Result<(), CallError>
where
    F: Future<Output = backend::Result<()>>,
{
    attempt(|request| async move {
        backend::entries::admit_save(&request.backend, &request.viewer).await?;
        work(request).await
    })
    .await
}

/// Runs the named server function with the rights of the sender.
pub async fn submit(mut request: PageRequest, body: Bytes) -> backend::Result<Outcome> {
    let fields: Vec<(String, String)> = form_urlencoded::parse(&body).into_owned().collect();
    let named = fields.iter().find(|(name, _)| name == NAME).map(|(_, form)| form.clone());
    let form = named.ok_or(Refusal::InvalidForm)?;
    let path = format!("{FUNCTIONS}{form}");
    if !crate::is_call(&path, &Method::POST) {
        return Err(Refusal::InvalidForm.into());
    }
    let call = Request::post(path)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(body.into())
        .map_err(|e| Error::broken("form", e))?;
    let answer = crate::call(request.clone(), call).await;
    let (head, body) = answer.into_parts();
    if head.status == StatusCode::ACCEPTED {
        let typed = RefusedForm { form, fields, asks: true, message: String::new(), field: String::new() };
        request.refused = Some(Arc::new(typed));
        return Ok(Outcome::Asks(Box::new(request)));
    }
    if head.status.is_success() {
        if let Some(elsewhere) = head.headers.get(header::LOCATION) {
            return Ok(Outcome::Done(elsewhere.clone()));
        }
        let own = HeaderValue::from_str(&format!("{}{PLACE}{form}", request.here()));
        return Ok(Outcome::Done(own.map_err(|e| Error::broken("form", e))?));
    }
    let words = to_bytes(body, usize::MAX).await.map_err(|e| Error::broken("form", e))?;
    let CallError { message, field, .. } = serde_json::from_slice(&words).map_err(|e| Error::broken("form", e))?;
    request.refused = Some(Arc::new(RefusedForm { form, fields, asks: false, message, field }));
    let retry_after = head.headers.get(header::RETRY_AFTER).cloned();
    Ok(Outcome::Refused(Box::new(request), Refusing { status: head.status, retry_after }))
}
