//! All routes. The paths of calls are in the `#[utoipa::path]` of their handlers.

use crate::{
    api::{
        account, archive, assistant, auth, blocks, declarations, entries, feed, friends, google, health, imports,
        invitations, linkedin, media, openapi, profile, reflection, reminders, search, sharing, stats, subscription,
        test_controls, users,
    },
    http::{
        AppState, Failure, answer, body_limit, csrf, headers,
        limits::{self, exchange, import, portrait, sound, summary, upload},
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
    routing::{any, get, post},
};
use std::any::Any;
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{CompressionLayer, predicate::Predicate},
};
use utoipa_axum::{
    router::{OpenApiRouter, UtoipaMethodRouterExt},
    routes,
};

/// Options that differ between a production server and one for tests.
#[derive(Debug, Default)]
pub struct Options {
    /// The folder of the built files. `None`: no assets are served.
    pub site: Option<Site>,
    /// `/test/…`: moves the clock, panics on purpose.
    pub test_controls: bool,
    /// `/dev/wait`: reloads the page when the server starts anew.
    pub dev: bool,
}

/// Handlers of one module for one path, which their attributes name.
macro_rules! calls {
    ($module:ident::{$($handler:ident),+}) => {
        openapi::of_module(stringify!($module), routes!($($module::$handler),+))
    };
    ($module:ident::$handler:ident) => { calls!($module::{$handler}) };
}

/// The calls that `docs/openapi.json` describes.
fn calls() -> OpenApiRouter<AppState> {
    // Routes with the usual limits.
    let usual = OpenApiRouter::default()
        .routes(calls!(auth::validate_invitation))
        .routes(calls!(auth::register))
        .routes(calls!(auth::user))
        .routes(calls!(auth::update_profile))
        .routes(calls!(auth::{start_session, end_session}))
        .routes(calls!(auth::id_token))
        .routes(calls!(google::clean_up))
        .routes(calls!(google::start))
        .routes(calls!(google::result))
        .routes(calls!(auth::login))
        .routes(calls!(account::delete))
        .routes(calls!(users::set_default_visibility))
        .routes(calls!(users::set_zone))
        .routes(calls!(users::set_day_end))
        .routes(calls!(users::set_language))
        .routes(calls!(users::set_assistant_consent))
        .routes(calls!(reminders::{settings, change}))
        .routes(calls!(entries::list))
        .routes(calls!(entries::today))
        .routes(calls!(stats::year))
        .routes(calls!(archive::export))
        .routes(calls!(archive::export_year))
        .routes(calls!(archive::book))
        .routes(calls!(imports::{open, remove}))
        .routes(calls!(imports::take_over))
        .routes(calls!(stats::figures))
        .routes(calls!(stats::streak))
        .routes(calls!(entries::day_ticket))
        .routes(calls!(entries::{open, delete}))
        .routes(calls!(entries::set_favorite))
        .routes(calls!(entries::restore))
        .routes(calls!(feed::page))
        .routes(calls!(feed::friends))
        .routes(calls!(feed::public))
        .routes(calls!(search::find))
        .routes(calls!(entries::{bin, empty_bin}))
        .routes(calls!(entries::binned))
        .routes(calls!(entries::set_visibility))
        .routes(calls!(media::open_audio))
        .routes(calls!(entries::versions))
        .routes(calls!(entries::version))
        .routes(calls!(sharing::create))
        .routes(calls!(sharing::update_options))
        .routes(calls!(sharing::remove))
        .routes(calls!(reflection::answers))
        .routes(calls!(reflection::questions))
        .routes(calls!(reflection::question_of_day))
        .routes(calls!(reflection::answer))
        .routes(calls!(reflection::remove))
        .routes(calls!(assistant::calls))
        .routes(calls!(linkedin::{profile, save_profile}))
        .routes(calls!(friends::list))
        .routes(calls!(friends::remove))
        .routes(calls!(friends::entries))
        .routes(calls!(friends::{incoming, send_request}))
        .routes(calls!(friends::outgoing))
        .routes(calls!(friends::withdraw))
        .routes(calls!(friends::accept))
        .routes(calls!(friends::decline))
        .routes(calls!(friends::search))
        .routes(calls!(invitations::own_codes))
        .routes(calls!(invitations::{list, send}))
        .routes(calls!(invitations::withdraw))
        .routes(calls!(invitations::resend))
        .routes(calls!(blocks::{blocked, block}))
        .routes(calls!(blocks::unblock))
        .routes(calls!(blocks::report))
        .routes(calls!(subscription::list))
        .routes(calls!(subscription::webhook))
        .routes(calls!(sharing::open))
        .routes(calls!(media::open))
        .routes(calls!(media::open_shared))
        .routes(calls!(sharing::card))
        .routes(calls!(media::open_shared_audio))
        .route_layer(from_fn(limits::small));
    usual
        .routes(calls!(google::callback).map(exchange))
        .routes(calls!(subscription::cancel).map(exchange))
        .routes(calls!(subscription::reactivate).map(exchange))
        .routes(calls!(subscription::activate).map(exchange))
        .routes(calls!(subscription::create).map(exchange))
        .routes(calls!(profile::update).map(portrait))
        .routes(calls!(imports::create).map(import))
        .routes(calls!(entries::create).map(upload))
        .routes(calls!(entries::update).map(upload))
        .routes(calls!(assistant::transcribe).map(sound))
        .routes(calls!(assistant::summarise).map(summary))
        .routes(calls!(linkedin::generate).map(summary))
}

/// `docs/openapi.json`, as it is to be checked in.
pub fn description() -> String {
    openapi::description(calls().into_openapi())
}

pub fn router(state: &AppState, options: &Options) -> Router {
    let others = Router::new()
        .route("/beleg/{token}/text", get(declarations::receipt))
        .route("/privacy", get(pages::privacy))
        .route("/preferences", post(pages::preferences::choose))
        .route("/sign-out", post(pages::sign_out::sign_out))
        .route("/rpc/{*call}", any(pages::call))
        .route("/api", any(pages::nothing))
        .route("/api/", any(pages::nothing))
        .route("/api/{*path}", any(pages::nothing))
        .route("/media/{id}", any(media::nothing))
        .route("/stop-invitations", post(invitations::stop))
        .route("/stop-mails", post(reminders::stop))
        .route("/shared/{token}", get(sharing::show).post(sharing::unlock))
        .merge(pages::routes())
        .route_layer(from_fn(limits::small))
        .route("/profile/edit", portrait(post(profile::edit)))
        .route("/import", import(post(imports::page)))
        .merge(pages::writing_routes());
    let personal = Router::from(calls())
        .merge(others)
        .layer(from_fn_with_state(state.clone(), viewer::layer))
        .layer(from_fn_with_state(state.clone(), csrf::layer))
        .layer(from_fn(pages::name_redirects))
        .layer(from_fn({
            let reads = state.reads.clone();
            move |request, next| reads.clone().admit(request, next)
        }));

    let mut all = personal
        .route("/share-target", post(pages::share_target))
        .route("/livez", get(health::live))
        .route("/readyz", get(health::ready));
    all = match state.backend.identity.router() {
        // Calls with tokens in their bodies; a cookie gives no access to them.
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

/// Answers 500. The hook in `log` has logged the place; the message is left out because it may contain a person's words.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    Failure::from(backend::Error::broken("handler", "panicked")).into_response()
}

/// Compresses text that is made per request. Files are compressed when they are built, pictures by their format.
fn compression() -> CompressionLayer<impl Predicate> {
    let worth_it = |_, _, headers: &http::HeaderMap, _: &http::Extensions| {
        let kind = headers.get(http::header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        kind.starts_with("text/html") || kind.starts_with("application/json")
    };
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(tower_http::compression::predicate::SizeAbove::new(1500).and(worth_it))
}
