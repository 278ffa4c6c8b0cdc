//! Every address this program answers, in one list.

use crate::{
    answer,
    api::{
        assistant, auth, blocks, entries, feed, friends, google, invitations, media, profile, recovery, reflection,
        sessions, sharing, users,
    },
    assets::{self, Site},
    body_limit, csrf,
    error::Failure,
    headers, health,
    limits::{self, exchange, portrait, small, sound, summary, upload},
    pages, request_context, serve,
    state::AppState,
    test_controls, viewer,
};
use axum::{
    Router,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{any, delete, get, patch, post, put},
};
use std::any::Any;
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{CompressionLayer, predicate::Predicate},
};

/// What differs between a server for people and one for tests.
#[derive(Debug, Default)]
pub struct Options {
    /// Where the built files lie; none: no such addresses.
    pub site: Option<Site>,
    /// `/test/…`: moves the clock, panics on purpose.
    pub test_controls: bool,
    /// `/dev/wait`: reloads the page when the server starts anew.
    pub dev: bool,
}

pub fn router(state: &AppState, options: &Options) -> Router {
    let personal = Router::new()
        .route("/api/auth/validate-invitation", small(post(auth::validate_invitation)))
        .route("/api/auth/simple-register", small(post(auth::register)))
        .route("/api/auth/user", small(get(auth::user)))
        .route("/api/auth/update-profile", small(put(auth::update_profile)))
        .route("/api/auth/session", small(post(auth::start_session).delete(auth::end_session)))
        .route("/api/auth/token", small(get(auth::id_token)))
        .route("/api/auth/sessions", small(get(sessions::list).delete(sessions::end_others)))
        .route("/api/auth/sessions/{id}", small(delete(sessions::end)))
        .route("/api/auth/cleanup-before-registration", small(post(google::clean_up)))
        .route("/api/auth/google", small(delete(google::disconnect)))
        .route("/api/auth/google/start", small(get(google::start)))
        .route("/api/auth/google/callback", exchange(get(google::callback)))
        .route("/api/auth/google/result", small(get(google::result)))
        .route("/api/auth/forgot-password", small(post(recovery::forgot_password)))
        .route("/api/auth/first-password", small(post(recovery::first_password)))
        .route("/api/auth/reset-password", small(post(recovery::reset_password)))
        .route("/api/auth/confirm-email", small(post(recovery::confirm_email)))
        .route("/api/auth/send-verification", small(post(recovery::send_verification)))
        .route("/api/auth/password", small(put(recovery::change_password)))
        .route("/api/auth/email", small(put(recovery::change_email)))
        .route("/api/login", small(get(auth::login)))
        .route("/api/profile", portrait(patch(profile::update)))
        .route("/api/users/default-visibility", small(put(users::set_default_visibility)))
        .route("/api/users/zone", small(put(users::set_zone)))
        .route("/api/users/day-end", small(put(users::set_day_end)))
        .route("/api/users/language", small(put(users::set_language)))
        .route("/api/users/assistant-consent", small(put(users::set_assistant_consent)))
        .route("/api/entries", small(get(entries::list)).merge(upload(post(entries::create))))
        .route("/api/entries/today", small(get(entries::today)))
        .route("/api/day-ticket", small(get(entries::day_ticket)))
        .route(
            "/api/entries/{id}",
            small(get(entries::open).delete(entries::delete)).merge(upload(patch(entries::update))),
        )
        .route("/api/entries/{id}/favorite", small(put(entries::set_favorite)))
        .route("/api/entries/{id}/restore", small(post(entries::restore)))
        .route("/api/feed", small(get(feed::page)))
        .route("/api/feed/friends", small(get(feed::friends)))
        .route("/api/feed/public", small(get(feed::public)))
        .route("/api/bin", small(get(entries::bin)))
        .route("/api/bin/{id}", small(get(entries::binned)))
        .route("/api/entries/{id}/visibility", small(put(entries::set_visibility)))
        .route("/api/entries/{id}/audio", small(get(media::open_audio)))
        .route("/api/entries/{id}/versions", small(get(entries::versions)))
        .route("/api/entries/{id}/versions/{version}", small(get(entries::version)))
        .route("/api/entries/{id}/generate-share-token", small(post(sharing::create)))
        .route("/api/entries/{id}/update-share-options", small(patch(sharing::update_options)))
        .route("/api/entries/{id}/remove-share-token", small(delete(sharing::remove)))
        .route("/api/entries/{id}/reflection-answers", small(get(reflection::answers)))
        .route("/api/reflection-questions", small(get(reflection::questions)))
        .route("/api/reflection-question", small(get(reflection::question_of_day)))
        .route("/api/reflection-answers", small(post(reflection::answer)))
        .route("/api/reflection-answers/{id}", small(delete(reflection::remove)))
        .route("/api/transcribe-audio", sound(post(assistant::transcribe)))
        .route("/api/generate-summary", summary(post(assistant::summarise)))
        .route("/api/assistant-calls", small(get(assistant::calls)))
        .route("/api/friends", small(get(friends::list)))
        .route("/api/friends/{id}", small(delete(friends::remove)))
        .route("/api/friends/{id}/entries", small(get(friends::entries)))
        .route("/api/friend-requests", small(get(friends::incoming).post(friends::send_request)))
        .route("/api/friend-requests/sent", small(get(friends::outgoing)))
        .route("/api/friend-requests/{id}", small(delete(friends::withdraw)))
        .route("/api/friend-requests/{id}/accept", small(put(friends::accept)))
        .route("/api/friend-requests/{id}/decline", small(put(friends::decline)))
        .route("/api/users/search", small(get(friends::search)))
        .route("/api/invitations", small(get(invitations::own_codes)))
        .route("/api/friend-invitations", small(get(invitations::list).post(invitations::send)))
        .route("/api/friend-invitations/{id}", small(delete(invitations::withdraw)))
        .route("/api/friend-invitations/{id}/resend", small(post(invitations::resend)))
        .route("/api/invitations/stop", small(post(invitations::unsubscribe)))
        .route("/api/blocks", small(get(blocks::blocked).post(blocks::block)))
        .route("/api/blocks/{id}", small(delete(blocks::unblock)))
        .route("/api/reports", small(post(blocks::report)))
        .route("/api/shared/{token}", small(get(sharing::open)))
        .route("/media/{id}/{rendition}", small(get(media::open)))
        .route("/shared/{token}/media/{id}/{rendition}", small(get(media::open_shared)))
        .route("/shared/{token}/card.jpg", small(get(sharing::card)))
        .route("/shared/{token}/audio", small(get(media::open_shared_audio)))
        .route("/rpc/{*call}", small(any(pages::call)))
        .route("/api", small(any(pages::nothing)))
        .route("/api/", small(any(pages::nothing)))
        .route("/api/{*path}", small(any(pages::nothing)))
        .route("/media/{id}", small(any(media::nothing)))
        // Named here so that the log can say which page it was without saying whose.
        .route("/", small(get(pages::show)))
        .route("/dashboard", small(get(pages::show)))
        .route("/create", small(get(pages::show)))
        .route("/edit/{id}", small(get(pages::show)))
        .route("/entry/{id}", small(get(pages::show).post(entries::put_back)))
        .route("/friends", small(get(pages::show)))
        .route("/friends/{id}", small(get(pages::show)))
        .route("/profile/edit", small(get(pages::show)))
        .route("/settings", small(get(pages::show)))
        .route("/settings/assistant", small(get(pages::show)))
        .route("/bin", small(get(pages::show)))
        .route("/bin/{id}", small(get(pages::show)))
        .route("/privacy", small(get(pages::show)))
        .route("/shared/{token}", small(get(sharing::show).post(sharing::unlock)))
        .route("/action", small(get(pages::show)))
        .route("/forgot-password", small(get(pages::show)))
        .route("/stop-invitations", small(get(pages::show)))
        .route("/offline", small(get(pages::show)))
        .route("/{*path}", small(any(pages::show)))
        .layer(from_fn_with_state(state.clone(), viewer::layer))
        .layer(from_fn_with_state(state.clone(), csrf::layer));

    let mut all = personal.route("/livez", get(health::live)).route("/readyz", get(health::ready));
    all = match state.backend.identity.router() {
        // Calls that carry tokens; no cookie opens anything here.
        Some(identity) => {
            let guard = from_fn(|body_limit, request, next| limits::guard(limits::SMALL, body_limit, request, next));
            all.nest_service("/identity/v1", identity.layer(guard))
        }
        None => all.route("/identity/{*path}", small(any(pages::nothing))),
    };
    if let Some(site) = &options.site {
        all = all.merge(assets::routes(site));
    }
    if options.test_controls {
        all = all.merge(test_controls::routes());
    }
    if options.dev {
        all = all.route("/dev/wait", get(std::future::pending::<()>));
    }
    all.method_not_allowed_fallback(pages::method_not_allowed)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(serve::layer))
        .layer(from_fn(body_limit::layer))
        .layer(from_fn_with_state(state.clone(), answer::write))
        .layer(compression())
        .layer(from_fn_with_state(state.clone(), headers::layer))
        .layer(from_fn_with_state(state.clone(), request_context::layer))
        .with_state(state.clone())
}

/// The hook of `log` has said where; what was said with it may hold words of a person.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    Failure::from(backend::Error::broken("handler", "panicked")).into_response()
}

/// Text that is made per request; files are compressed when they are built, pictures by their format.
fn compression() -> CompressionLayer<impl Predicate> {
    let worth_it = |_, _, headers: &http::HeaderMap, _: &http::Extensions| {
        let kind = headers.get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        kind.starts_with("text/html") || kind.starts_with("application/json")
    };
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(tower_http::compression::predicate::SizeAbove::new(1500).and(worth_it))
}
