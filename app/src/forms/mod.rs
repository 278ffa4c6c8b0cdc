//! Forms that post to their page's own path. They work without a script: done, the page comes again and says so once;
//! refused, the same page shows what was typed and what is wrong with it.

mod post_form;

pub use post_form::{FieldError, FormStatus, PostForm};

use crate::{PageRequest, error::CallError};
use axum::body::to_bytes;
use backend::Error;
use bytes::Bytes;
use domain::Refusal;
use http::{Method, Request, StatusCode, header};
use std::sync::Arc;

/// The hidden field with the name of the form.
pub const NAME: &str = "form";

/// Where the server functions of forms stand. A name leads nowhere else.
const FUNCTIONS: &str = "/rpc/form/";

/// A form that was refused just now.
#[derive(Debug)]
pub struct Refused {
    /// The form's name.
    pub form: String,
    /// What was typed, by the names of the fields.
    pub fields: Vec<(String, String)>,
    pub status: StatusCode,
    pub error: CallError,
}

/// What a form comes to.
#[derive(Debug)]
pub enum Outcome {
    /// The form's name; the page is asked for anew, and says so.
    Done(String),
    /// The page is shown with this request, which knows what was refused.
    Refused(Box<PageRequest>),
}

impl PageRequest {
    /// What was typed into a field of a form that was refused just now.
    pub fn typed(&self, form: &str, field: &str) -> Option<&str> {
        let refused = self.refused.as_deref().filter(|refused| refused.form == form)?;
        refused.fields.iter().find(|(name, _)| name == field).map(|(_, value)| value.as_str())
    }
}

/// What a server function of a form does: a change, counted as one of the viewer's saves.
pub async fn change<F>(work: impl FnOnce(PageRequest) -> F) -> Result<(), CallError>
where
    F: Future<Output = backend::Result<()>>,
{
    let request = PageRequest::current();
    let done = match backend::entries::admit_save(&request.backend, &request.viewer) {
        Ok(()) => work(request.clone()).await,
        Err(error) => Err(error),
    };
    done.map_err(|error| CallError::answer(&error, &request))
}

/// Runs the server function that the form names, with the rights of whoever sends it.
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
    let status = answer.status();
    if status.is_success() {
        return Ok(Outcome::Done(form));
    }
    let words = to_bytes(answer.into_body(), usize::MAX).await.map_err(|e| Error::broken("form", e))?;
    let error = serde_json::from_slice(&words).map_err(|e| Error::broken("form", e))?;
    request.refused = Some(Arc::new(Refused { form, fields, status, error }));
    Ok(Outcome::Refused(Box::new(request)))
}
