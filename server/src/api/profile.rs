//! `PATCH /api/profile`: names and picture in one multipart form.

use super::{
    entry_form::{file, text},
    openapi::{Conflict, Invalid, TooMany},
};
use crate::http::{ApiResult, AppState, Context, Failure, extract, form_body::Multipart, uploads::Slot};
use axum::{
    Json,
    extract::{FromRequest, Request},
};
use backend::{
    Viewer, entries,
    media::Upload,
    profile,
    profile::{Picture, ProfileForm},
};
use domain::{Refusal, User, limits};

/// Parts of one form; the page sends five.
const PARTS: usize = 12;

/// What the form has. What is left out stays as it is.
#[derive(utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is only described")]
struct ProfileParts {
    first_name: Option<String>,
    last_name: Option<String>,
    username: Option<String>,
    #[schema(value_type = Option<String>, format = Binary)]
    profile_image: Option<Upload>,
    remove_image: Option<bool>,
}

#[derive(Debug)]
pub struct Submission {
    form: ProfileForm,
    /// Holds the form's place in memory until the handler is done.
    slot: Slot,
}

/// Changes names and picture.
#[utoipa::path(
    patch, path = "/api/profile",
    request_body(content = ProfileParts, content_type = "multipart/form-data"),
    responses((status = 200, body = User), Conflict, Invalid, TooMany),
)]
pub async fn update(
    Context { backend, viewer, .. }: Context,
    Submission { form, slot: _slot }: Submission,
) -> ApiResult<Json<User>> {
    Ok(Json(profile::update(&backend, &viewer, form).await?))
}

impl FromRequest<AppState> for Submission {
    type Rejection = Failure;

    /// Only for accounts: nobody else's bytes are read.
    async fn from_request(request: Request, state: &AppState) -> ApiResult<Self> {
        let viewer = request.extensions().get::<Viewer>().cloned().unwrap_or(Viewer::Guest);
        let account = viewer.account()?;
        entries::admit_save(&state.backend, &viewer)?;
        if !extract::is(request.headers(), "multipart/form-data") {
            return Err(Refusal::UnsupportedMediaType.into());
        }
        let multipart = Multipart::from_request(request, state).await?;
        let mut slot = state.uploads.begin(account.user.id)?;
        Ok(Self { form: read(multipart, &mut slot).await?, slot })
    }
}

async fn read(mut multipart: Multipart, slot: &mut Slot) -> ApiResult<ProfileForm> {
    let mut form = ProfileForm::default();
    let mut removes = false;
    for _ in 0..PARTS {
        let Some(field) = multipart.next_field().await? else {
            // A new picture takes the place of the old one anyway.
            if removes && matches!(form.picture, Picture::Keep) {
                form.picture = Picture::Remove;
            }
            return Ok(form);
        };
        match field.name().unwrap_or_default() {
            "firstName" => form.first_name = Some(text(field).await?),
            "lastName" => form.last_name = Some(text(field).await?),
            "username" => form.username = Some(text(field).await?),
            "removeImage" => removes = text(field).await? == "true",
            "profileImage" => {
                let is_file = field.file_name().is_some_and(|name| !name.is_empty());
                let upload = file(field, slot, limits::PORTRAIT_BYTES, Refusal::PortraitTooLarge).await?;
                // A browser sends an empty part for an empty file input.
                if is_file || !upload.bytes.is_empty() {
                    form.picture = Picture::New(upload);
                }
            }
            _ => drop(text(field).await?),
        }
    }
    Err(Refusal::InvalidForm.into())
}
