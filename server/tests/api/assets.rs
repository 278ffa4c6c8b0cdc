//! The built files as a browser gets them.

use crate::world::{ORIGIN, World, get, request, world};
use axum::body::Body;
use http::{Method, StatusCode};
use server::{Options, pages::assets::Site};
use std::{fs, path::Path};

fn write(folder: &Path, name: &str, content: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn build(folder: &Path) {
    write(
        folder,
        "islands/manifest.json",
        r#"{"src/page.ts":{"file":"assets/page-1.js"},"../style/index.css":{"file":"assets/index-1.css"}}"#,
    );
    write(folder, "islands/assets/page-1.js", "plain");
    write(folder, "islands/assets/page-1.js.br", "brotli");
    write(folder, "islands/assets/page-1.js.gz", "gzip");
    write(folder, "islands/assets/font-1.woff2", "font");
    write(folder, "islands/sw.js", "worker");
    write(folder, "manifest.webmanifest", "{}");
    write(folder, "pkg/manifest.json", r#"{"js":"/pkg/app-1.js","wasm":"/pkg/app-1.wasm"}"#);
    write(folder, "pkg/app-1.wasm", "wasm");
    write(folder, "robots.txt", "User-agent: *");
    write(folder, "landing/photo.webp", "photo");
}

#[tokio::test]
async fn built_files_are_compressed_and_kept_for_ever_others_for_a_day() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    let (site, assets) = Site::open(folder.path()).unwrap();
    let world = World::with(ORIGIN, Options { site: Some(site), ..Options::default() }, assets).await;
    let page = world.get("/").await.text();
    assert!(page.contains("/islands/assets/page-1.js") && page.contains("/islands/assets/index-1.css"), "{page}");

    for (accepted, expected) in [("br, gzip", "brotli"), ("gzip", "gzip"), ("identity", "plain")] {
        let ask = get("/islands/assets/page-1.js").header("accept-encoding", accepted).body(Body::empty()).unwrap();
        let reply = world.send(ask).await;
        assert_eq!((reply.status, reply.text().as_str()), (StatusCode::OK, expected));
        assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
        assert!(reply.header("content-type").contains("javascript"));
        assert!(reply.header("vary").contains("accept-encoding"), "{:?}", reply.headers);
        assert!(reply.headers.get("set-cookie").is_none());
    }
    for (path, kind, keep) in [
        ("/islands/assets/font-1.woff2", "font/woff2", "public, max-age=31536000, immutable"),
        ("/pkg/app-1.wasm", "application/wasm", "public, max-age=31536000, immutable"),
        ("/robots.txt", "text/plain", "public, max-age=86400"),
        ("/landing/photo.webp", "image/webp", "public, max-age=86400"),
    ] {
        let reply = world.get(path).await;
        assert_eq!((reply.status, reply.header("cache-control")), (StatusCode::OK, keep), "{path}");
        assert!(reply.header("content-type").starts_with(kind), "{path}: {}", reply.header("content-type"));
        let head = world.send(request(Method::HEAD, path).body(Body::empty()).unwrap()).await;
        assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0), "{path}");
    }
    let worker = world.get("/sw.js").await;
    assert_eq!((worker.status, worker.text().as_str()), (StatusCode::OK, "worker"));
    assert_eq!((worker.header("cache-control"), worker.header("content-type")), ("no-cache", "text/javascript"));
    assert_eq!(worker.header("content-security-policy"), "default-src 'none'; connect-src 'self'");
    assert_eq!(world.get("/manifest.webmanifest").await.header("content-type"), "application/manifest+json");
    for path in [
        "/islands/assets/page-0.js",
        "/islands/..%2f..%2fetc/passwd",
        "/islands/../../etc/passwd",
        "/pkg/",
        "/landing/",
    ] {
        let reply = world.get(path).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}");
        assert!(!reply.header("cache-control").contains("immutable"), "{path}");
    }
}

#[tokio::test]
async fn a_missing_build_names_the_command_that_makes_it() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Site::open(folder.path()).unwrap_err().0;
    assert!(refused.contains("cargo xtask build") && refused.contains("TAGESECHO_SITE"), "{refused}");
    assert_eq!(
        world().await.get("/islands/assets/page-1.js").await.status,
        StatusCode::UNAUTHORIZED,
        "a page like any other"
    );
}
