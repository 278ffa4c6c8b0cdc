//! Names and picture in one form of parts: `PATCH /api/profile`, and the form of `/profile/edit`.

use super::{
    entry_form::{file, text},
    openapi::{Conflict, Invalid, TooMany},
};
use crate::{
    http::{ApiResult, AppState, Context, Failure, extract, form_body::Multipart, uploads::Slot},
    pages::{self, RequestedPage},
};
use app::{profile::FORM, request::RefusedForm};
use axum::{
    Json,
    body::Body,
    extract::{FromRequest, Request, State},
    response::Response,
};
use backend::{
    Error, Viewer, entries,
    media::Upload,
    profile,
    profile::{Picture, ProfileForm},
};
use domain::{Key, Refusal, User, limits};

/// Parts of one form; the page sends five.
const PARTS: usize = 12;

/// Parts of the form, for the description only. A field that is left out stays as it is.
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

    /// Refuses guests before it reads the body.
    async fn from_request(request: Request, state: &AppState) -> ApiResult<Self> {
        let viewer = request.extensions().get::<Viewer>().cloned().unwrap_or(Viewer::Guest);
        let account = viewer.account()?;
        entries::admit_save(&state.backend, &viewer).await?;
        if !extract::is(request.headers(), "multipart/form-data") {
            return Err(Refusal::UnsupportedMediaType.into());
        }
        let multipart = Multipart::from_request(request, state).await?;
        let mut slot = state.uploads.begin(account.user.id)?;
        let mut form = ProfileForm::default();
        read(multipart, &mut slot, &mut form).await?;
        Ok(Self { form, slot })
    }
}

/// The form of the page. Success redirects to the start. A refusal shows the page with the typed values, but without
/// the picture.
pub async fn edit(
    State(state): State<AppState>,
    Context { backend, viewer, language, .. }: Context,
    RequestedPage(page): RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    let Ok(account) = viewer.account() else { return pages::signed_out(request.headers(), "/profile/edit") };
    entries::admit_save(&backend, &viewer).await?;
    if !extract::is(request.headers(), "multipart/form-data") {
        return Err(Refusal::UnsupportedMediaType.into());
    }
    let (parts, body) = request.into_parts();
    let shown = Request::from_parts(parts.clone(), Body::empty());
    let multipart = Multipart::from_request(Request::from_parts(parts, body), &state).await?;
    let mut slot = state.uploads.begin(account.user.id)?;
    let mut form = ProfileForm::default();
    let mut done = read(multipart, &mut slot, &mut form).await;
    let fields = [("firstName", &form.first_name), ("lastName", &form.last_name), ("username", &form.username)];
    let typed = fields.map(|(name, value)| (name.to_owned(), value.clone().unwrap_or_default()));
    if done.is_ok() {
        done = profile::update(&backend, &viewer, form).await.map(drop).map_err(Failure::from);
    }
    match done {
        Ok(()) => Ok(pages::show_done(&state, "/#form-profile")),
        Err(Failure(error)) if matches!(*error, Error::Refused(_)) => {
            let refused = error.refusal();
            let field = field_of(refused.refusal);
            let message = language.error_text(&refused);
            // Spec 8 puts the reason into a sentence of its own.
            let message = match refused.refusal {
                Refusal::FirstNameMissing => message,
                _ => language.fill(Key::ProfileFailed, &[("message", &message)]),
            };
            let form = RefusedForm {
                form: FORM.to_owned(),
                fields: typed.into(),
                asks: false,
                message,
                field: field.to_owned(),
            };
            pages::show_refused(&state, page, shown, form, &refused).await
        }
        Err(broken) => Err(broken),
    }
}

fn field_of(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::FirstNameMissing => "firstName",
        Refusal::UsernameTaken | Refusal::UsernameInvalid => "username",
        Refusal::PortraitTooLarge
        | Refusal::ImageFormat
        | Refusal::NotAnImage
        | Refusal::ImageDamaged
        | Refusal::ImageTooManyPixels => "profileImage",
        _ => "",
    }
}

/// A refused picture is reported after the whole form is read.
async fn read(mut multipart: Multipart, slot: &mut Slot, form: &mut ProfileForm) -> ApiResult<()> {
    let (mut removes, mut refused) = (false, None);
    for _ in 0..PARTS {
        let Some(field) = multipart.next_field().await? else {
            // A new picture replaces the old one anyway.
            if removes && matches!(form.picture, Picture::Keep) {
                form.picture = Picture::Remove;
            }
            return refused.map_or(Ok(()), Err);
        };
        match field.name().unwrap_or_default() {
            "firstName" => form.first_name = Some(text(field).await?),
            "lastName" => form.last_name = Some(text(field).await?),
            "username" => form.username = Some(text(field).await?),
            "removeImage" => removes = text(field).await? == "true",
            "profileImage" => {
                let is_file = field.file_name().is_some_and(|name| !name.is_empty());
                match file(field, slot, limits::PORTRAIT_BYTES, Refusal::PortraitTooLarge).await {
                    // A browser sends an empty part for an empty file input.
                    Ok(upload) if is_file || !upload.bytes.is_empty() => form.picture = Picture::New(upload),
                    Ok(_) => {}
                    Err(error) => refused = Some(error),
                }
            }
            _ => drop(text(field).await?),
        }
    }
    Err(Refusal::InvalidForm.into())
}
