//! The pages and islands: Leptos pages on the server (feature `ssr`) and islands in the browser (feature `hydrate`).

mod browser;
pub mod components;
#[cfg(feature = "ssr")]
pub mod entries;
pub mod error;
pub mod feed;
pub mod identity;
pub mod islands;
mod newest_request;
pub mod search;
pub mod server_html;

#[cfg(feature = "ssr")]
mod archive;
#[cfg(feature = "ssr")]
pub mod assets;
#[cfg(feature = "ssr")]
pub mod assistant;
#[cfg(feature = "ssr")]
mod audit;
#[cfg(feature = "ssr")]
mod dashboard;
#[cfg(feature = "ssr")]
mod declarations;
#[cfg(feature = "ssr")]
pub mod forms;
#[cfg(feature = "ssr")]
pub mod friends;
#[cfg(feature = "ssr")]
mod head;
#[cfg(feature = "ssr")]
pub mod imports;
#[cfg(feature = "ssr")]
pub mod landing;
#[cfg(feature = "ssr")]
pub mod leaving;
#[cfg(feature = "ssr")]
pub mod legal;
#[cfg(feature = "ssr")]
pub mod linkedin;
#[cfg(feature = "ssr")]
mod markup;
#[cfg(feature = "ssr")]
pub mod not_found;
#[cfg(feature = "ssr")]
pub mod offline;
#[cfg(feature = "ssr")]
pub mod profile;
#[cfg(feature = "ssr")]
mod reading;
#[cfg(feature = "ssr")]
pub mod reminders;
#[cfg(feature = "ssr")]
mod render;
#[cfg(feature = "ssr")]
pub mod request;
#[cfg(feature = "ssr")]
pub mod routes;
#[cfg(feature = "ssr")]
pub mod security;
#[cfg(feature = "ssr")]
mod settings;
#[cfg(feature = "ssr")]
pub mod sharing;
#[cfg(feature = "ssr")]
mod shell;
#[cfg(feature = "ssr")]
pub mod stats;
#[cfg(feature = "ssr")]
pub mod subscription;

#[cfg(feature = "ssr")]
pub use assets::Assets;
#[cfg(feature = "ssr")]
pub use render::render;
#[cfg(feature = "ssr")]
pub use request::PageRequest;

/// Answers a server function under `/rpc`.
#[cfg(feature = "ssr")]
pub async fn call(request: PageRequest, http: http::Request<axum::body::Body>) -> http::Response<axum::body::Body> {
    use axum::response::IntoResponse;
    let request = std::sync::Arc::new(request);
    let context = move || request.provide();
    leptos_axum::handle_server_fns_with_context(context, http).await.into_response()
}

/// Whether `/rpc` has a server function at this path.
#[cfg(feature = "ssr")]
pub fn is_call(path: &str, method: &http::Method) -> bool {
    server_fn::axum::get_server_fn_service(path, method.clone()).is_some()
}

/// Paths and methods of all server functions.
#[cfg(feature = "ssr")]
pub fn calls() -> impl Iterator<Item = (&'static str, http::Method)> {
    server_fn::axum::server_fn_paths()
}

/// Text for between two tags.
#[cfg(feature = "ssr")]
pub fn escape(text: &str) -> String {
    html_escape::encode_text(text).into_owned()
}
