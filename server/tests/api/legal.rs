//! The pages that the law asks for: open to everybody, with a way to each of them from every page.

use crate::world::{get, world};
use axum::body::Body;
use http::{StatusCode, header};

const PAGES: [&str; 6] = ["/impressum", "/datenschutz", "/agb", "/barrierefreiheit", "/kuendigen", "/widerrufen"];

#[tokio::test]
async fn the_pages_are_open_to_guests_and_in_four_languages() {
    let world = world().await;
    let anna = world.person("anna").await;
    for path in PAGES {
        assert_eq!(world.get(path).await.status, StatusCode::OK, "{path}");
        assert_eq!(world.get_as(&anna, path).await.status, StatusCode::OK, "{path}");
    }
    for (language, title) in
        [("de", "Impressum"), ("en", "Legal notice"), ("fr", "Mentions légales"), ("es", "Aviso legal")]
    {
        let request = get("/impressum").header("cookie", format!("language={language}"));
        let page = world.send(request.body(Body::empty()).unwrap()).await.text();
        assert!(page.contains(&format!("<h1>{title}")) && page.contains("<mark>"), "{language}");
    }
    let terms = world.get("/agb").await.text();
    assert!(
        terms.contains("3,99 € pro Monat inkl. MwSt., monatlich kündbar") && terms.contains("Muster-Widerrufsformular")
    );
    assert!(world.get("/impressum").await.text().contains("Das ist eine Vorlage"));
}

#[tokio::test]
async fn the_old_address_of_the_text_on_data_leads_to_the_new_one() {
    let moved = world().await.get("/privacy").await;
    assert_eq!(moved.status, StatusCode::PERMANENT_REDIRECT);
    assert_eq!(moved.header(header::LOCATION), "/datenschutz");
}

#[tokio::test]
async fn every_page_but_the_offline_one_links_the_legal_pages() {
    let world = world().await;
    let anna = world.person("anna").await;
    let mut shown = Vec::new();
    for path in ["/", "/impressum", "/shared/nonsense", "/gibt-es-nicht", "/forgot-password"] {
        shown.push((path, world.get(path).await.text()));
    }
    for path in ["/dashboard", "/create", "/friends", "/settings", "/gibt-es-nicht"] {
        shown.push((path, world.get_as(&anna, path).await.text()));
    }
    for (path, page) in shown {
        for link in PAGES {
            assert!(page.contains(&format!("href=\"{link}\"")), "{link} on {path}");
        }
        assert!(page.contains("Verträge hier kündigen") && page.contains("Vertrag widerrufen"), "{path}");
    }
    assert!(!world.get("/offline").await.text().contains("/kuendigen"));
}
