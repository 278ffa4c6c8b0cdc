//! Every address this program answers, in one list.

use crate::{
    api::{
        archive, assistant, auth, blocks, declarations, entries, feed, friends, google, health, invitations, linkedin,
        media, openapi, profile, reflection, reminders, search, sharing, stats, subscription, test_controls, users,
    },
    http::{
        AppState, Failure, answer, body_limit, csrf, headers,
        limits::{self, exchange, portrait, sound, summary, upload},
        request_context, serve, viewer,
    },
    pages::{
        self,
        assets::{self, Site},
    },
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
    // With the limits of every route that names no others.
    let usual = Router::new()
        .route("/api/auth/validate-invitation", post(auth::validate_invitation))
        .route("/api/auth/simple-register", post(auth::register))
        .route("/api/auth/user", get(auth::user))
        .route("/api/auth/update-profile", put(auth::update_profile))
        .route("/api/auth/session", post(auth::start_session).delete(auth::end_session))
        .route("/api/auth/token", get(auth::id_token))
        .route("/api/auth/cleanup-before-registration", post(google::clean_up))
        .route("/api/auth/google/start", get(google::start))
        .route("/api/auth/google/result", get(google::result))
        .route("/api/login", get(auth::login))
        .route("/api/users/default-visibility", put(users::set_default_visibility))
        .route("/api/users/zone", put(users::set_zone))
        .route("/api/users/day-end", put(users::set_day_end))
        .route("/api/users/language", put(users::set_language))
        .route("/api/users/assistant-consent", put(users::set_assistant_consent))
        .route("/api/users/notifications", get(reminders::settings).put(reminders::change))
        .route("/api/entries", get(entries::list))
        .route("/api/entries/today", get(entries::today))
        .route("/api/entries/date-range/{year}", get(stats::year))
        .route("/api/archive/{year}", get(archive::export_year))
        .route("/api/stats", get(stats::figures))
        .route("/api/user-streak", get(stats::streak))
        .route("/api/day-ticket", get(entries::day_ticket))
        .route("/api/entries/{id}", get(entries::open).delete(entries::delete))
        .route("/api/entries/{id}/favorite", put(entries::set_favorite))
        .route("/api/entries/{id}/restore", post(entries::restore))
        .route("/api/feed", get(feed::page))
        .route("/api/feed/friends", get(feed::friends))
        .route("/api/feed/public", get(feed::public))
        .route("/api/search", get(search::find))
        .route("/api/bin", get(entries::bin).delete(entries::empty_bin))
        .route("/api/bin/{id}", get(entries::binned))
        .route("/api/entries/{id}/visibility", put(entries::set_visibility))
        .route("/api/entries/{id}/audio", get(media::open_audio))
        .route("/api/entries/{id}/versions", get(entries::versions))
        .route("/api/entries/{id}/versions/{version}", get(entries::version))
        .route("/api/entries/{id}/generate-share-token", post(sharing::create))
        .route("/api/entries/{id}/update-share-options", patch(sharing::update_options))
        .route("/api/entries/{id}/remove-share-token", delete(sharing::remove))
        .route("/api/entries/{id}/reflection-answers", get(reflection::answers))
        .route("/api/reflection-questions", get(reflection::questions))
        .route("/api/reflection-question", get(reflection::question_of_day))
        .route("/api/reflection-answers", post(reflection::answer))
        .route("/api/reflection-answers/{id}", delete(reflection::remove))
        .route("/api/assistant-calls", get(assistant::calls))
        .route("/api/linkedin-profile", get(linkedin::profile).post(linkedin::save_profile))
        .route("/api/friends", get(friends::list))
        .route("/api/friends/{id}", delete(friends::remove))
        .route("/api/friends/{id}/entries", get(friends::entries))
        .route("/api/friend-requests", get(friends::incoming).post(friends::send_request))
        .route("/api/friend-requests/sent", get(friends::outgoing))
        .route("/api/friend-requests/{id}", delete(friends::withdraw))
        .route("/api/friend-requests/{id}/accept", put(friends::accept))
        .route("/api/friend-requests/{id}/decline", put(friends::decline))
        .route("/api/users/search", get(friends::search))
        .route("/api/invitations", get(invitations::own_codes))
        .route("/api/friend-invitations", get(invitations::list).post(invitations::send))
        .route("/api/friend-invitations/{id}", delete(invitations::withdraw))
        .route("/api/friend-invitations/{id}/resend", post(invitations::resend))
        .route("/api/blocks", get(blocks::blocked).post(blocks::block))
        .route("/api/blocks/{id}", delete(blocks::unblock))
        .route("/api/reports", post(blocks::report))
        .route("/api/subscriptions", get(subscription::list))
        .route("/api/paypal/webhook", post(subscription::webhook))
        .route("/api/shared/{token}", get(sharing::open))
        .route("/media/{id}/{rendition}", get(media::open))
        .route("/shared/{token}/media/{id}/{rendition}", get(media::open_shared))
        .route("/shared/{token}/card.jpg", get(sharing::card))
        .route("/shared/{token}/audio", get(media::open_shared_audio))
        .route("/beleg/{token}/text", get(declarations::receipt))
        .route("/privacy", get(pages::privacy))
        .route("/rpc/{*call}", any(pages::call))
        .route("/api", any(pages::nothing))
        .route("/api/", any(pages::nothing))
        .route("/api/{*path}", any(pages::nothing))
        .route("/media/{id}", any(media::nothing))
        .route("/stop-invitations", post(invitations::stop))
        .route("/stop-mails", post(reminders::stop))
        .route("/shared/{token}", get(sharing::show).post(sharing::unlock))
        .merge(pages::routes())
        .route_layer(from_fn(limits::small));
    let large = Router::new()
        .route("/api/auth/google/callback", exchange(get(google::callback)))
        .route("/api/subscriptions/cancel", exchange(post(subscription::cancel)))
        .route("/api/subscriptions/reactivate", exchange(post(subscription::reactivate)))
        .route("/api/subscriptions/activate", exchange(post(subscription::activate)))
        .route("/api/paypal/create-subscription", exchange(post(subscription::create)))
        .route("/api/profile", portrait(patch(profile::update)))
        .route("/profile/edit", portrait(post(profile::edit)))
        .route("/api/entries", upload(post(entries::create)))
        .route("/api/entries/{id}", upload(patch(entries::update)))
        .route("/api/transcribe-audio", sound(post(assistant::transcribe)))
        .route("/api/generate-summary", summary(post(assistant::summarise)))
        .route("/api/generate-linkedin-post", summary(post(linkedin::generate)));
    let personal = usual
        .merge(large)
        .layer(from_fn_with_state(state.clone(), viewer::layer))
        .layer(from_fn_with_state(state.clone(), csrf::layer))
        .layer(from_fn(pages::name_redirects));

    let mut all = personal
        .route("/share-target", post(pages::share_target))
        .route("/livez", get(health::live))
        .route("/readyz", get(health::ready));
    all = match state.backend.identity.router() {
        // Calls that carry tokens; no cookie opens anything here.
        Some(identity) => all.nest_service("/identity/v1", identity.layer(from_fn(limits::small))),
        None => all.route("/identity/{*path}", any(pages::nothing)),
    };
    if let Some(site) = &options.site {
        all = all.merge(assets::routes(site));
    }
    if options.test_controls {
        all = all.merge(test_controls::routes());
        if let Some(sandbox) = state.backend.payment.sandbox() {
            all = all.nest_service("/sandbox/paypal/v1", sandbox.router().layer(from_fn(limits::small)));
        }
    }
    if !state.backend.settings.production {
        all = all.merge(openapi::routes());
    }
    if options.dev {
        all = all.route("/dev/wait", get(std::future::pending::<()>));
    }
    all.method_not_allowed_fallback(pages::method_not_allowed)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(body_limit::layer))
        .layer(from_fn(serve::layer))
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
