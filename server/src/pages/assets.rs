//! The built files: their addresses from the manifests, and the routes that serve them.

use crate::{http::state::AppState, pages::manifest};
use app::Assets;
use axum::{Router, middleware::from_fn, response::Response};
use backend::error::StartError;
use http::{HeaderValue, header};
use serde::de::DeserializeOwned;
use std::{
    fmt::Display,
    fs,
    path::{Path, PathBuf},
};
use tower_http::services::{ServeDir, ServeFile};

/// The folder that `xtask` assembles.
#[derive(Clone, Debug)]
pub struct Site(PathBuf);

/// The script that browsers run for pages without a connection. It has no hash in its name, since browsers look for a new
/// one at the address of the old one; from the root it may answer for every page.
const WORKER: &str = "/sw.js";

/// Folders whose file names contain a hash of the content.
const HASHED: [&str; 2] = ["islands", "pkg"];

impl Site {
    /// Opens the folder. The error names the command that builds it.
    pub fn open(folder: &Path) -> Result<(Self, Assets), StartError> {
        let assets = manifest::assets(&read(folder, "islands")?, &read(folder, "pkg")?);
        Ok((Self(folder.to_owned()), assets))
    }
}

fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T, StartError> {
    let path = folder.join(name).join("manifest.json");
    let missing = |e: &dyn Display| {
        StartError(format!(
            "the built pages are missing ({}: {e}). Build them with 'cargo xtask build', or name their folder in TAGESECHO_SITE",
            path.display()
        ))
    };
    let json = fs::read(&path).map_err(|e| missing(&e))?;
    serde_json::from_slice(&json).map_err(|e| missing(&e))
}

pub fn routes(site: &Site) -> Router<AppState> {
    let mut routes = Router::new();
    for name in HASHED {
        let folder = ServeDir::new(site.0.join(name)).precompressed_br().precompressed_gzip();
        let hashed =
            Router::new().fallback_service(folder).layer(from_fn(|request, next: axum::middleware::Next| async {
                kept(next.run(request).await, "public, max-age=31536000, immutable")
            }));
        routes = routes.nest_service(&format!("/{name}"), hashed);
    }
    let worker = Router::new().route_service(WORKER, ServeFile::new(site.0.join("islands/sw.js")));
    routes = routes.merge(worker.layer(from_fn(|request, next: axum::middleware::Next| async {
        let mut response = kept(next.run(request).await, "no-cache");
        let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'");
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        response
    })));
    for path in fs::read_dir(&site.0).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let is_compressed_copy = path.extension().is_some_and(|ending| ending == "br" || ending == "gz");
        if HASHED.contains(&name) || name.starts_with('.') || is_compressed_copy {
            continue;
        }
        let public = if path.is_dir() {
            Router::new().fallback_service(ServeDir::new(&path).precompressed_br().precompressed_gzip())
        } else {
            Router::new().fallback_service(ServeFile::new(&path).precompressed_br().precompressed_gzip())
        };
        let public = public.layer(from_fn(|request, next: axum::middleware::Next| async {
            kept(next.run(request).await, "public, max-age=86400")
        }));
        routes = if path.is_dir() {
            routes.nest_service(&format!("/{name}"), public)
        } else {
            routes.route_service(&format!("/{name}"), public)
        };
    }
    routes
}

/// Only successful answers may be cached.
fn kept(mut response: Response, caching: &'static str) -> Response {
    if response.status().is_success() || response.status() == http::StatusCode::NOT_MODIFIED {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}
