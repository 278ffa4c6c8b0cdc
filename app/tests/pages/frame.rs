//! The frame of every page: who may see it, where a guest goes on, head and menu.

use crate::world::{World, text};
use backend::Viewer;
use http::{StatusCode, header};
use leptos::{hydration::HydrationScripts, prelude::*};

const HERO: &str = "Halte deinen Tag fest.";

#[tokio::test]
async fn guests_get_the_landing_page_in_place_and_go_on_where_they_wanted_to_be() {
    let world = World::new().await;
    let home = world.get(&Viewer::Guest, "/").await;
    assert_eq!(home.status, StatusCode::OK);
    assert!(home.has(HERO) && home.has("Schönster Moment") && !home.has("Du bist nicht angemeldet"));
    assert!(home.has("action=\"/?login=1\"") && !home.has("data-next"));
    assert_eq!(home.meta("og:title"), Some("Tagesecho"), "what messengers show of the product's own address");
    assert!(home.meta("description").is_some_and(|words| words.contains("Ein Eintrag am Tag")));
    for path in ["/dashboard", "/create", "/entry/0", "/gibt-es-nicht"] {
        let page = world.get(&Viewer::Guest, path).await;
        assert_eq!(page.status, StatusCode::UNAUTHORIZED, "{path}");
        assert!(page.has(HERO) && page.has("Du bist nicht angemeldet"), "{path}");
        assert!(page.has(&format!("data-next=\"{path}\"")), "{path}");
        assert!(page.has(&format!("name=\"next\" value=\"{path}\"")), "{path}: without script as well");
    }
    let filtered = world.get(&Viewer::Guest, "/dashboard?before=2026-01-01").await;
    assert!(filtered.has("data-next=\"/dashboard?before=2026-01-01\""));
}

#[tokio::test]
async fn the_page_for_no_connection_needs_no_nonce_and_knows_nobody() {
    let world = World::new().await;
    let page = world.get(&Viewer::Guest, "/offline").await;
    assert_eq!(page.status, StatusCode::OK);
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.contains("script-src 'self';") && !policy.contains("nonce"), "{policy}");
    assert!(
        page.has("<template><entry-form") && page.has("data-offline") && page.has("href=\"/manifest.webmanifest\"")
    );
    assert!(!page.has("data-user-id"), "{}", page.html);
}

#[tokio::test]
async fn an_identity_without_an_account_is_a_guest() {
    let world = World::new().await;
    let half = Viewer::Identity { uid: "u".into(), email: "u@example.org".into(), verified: false };
    assert_eq!(world.get(&half, "/dashboard").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn the_address_opens_the_dialog_and_never_leads_to_another_site() {
    let world = World::new().await;
    let login = world.get(&Viewer::Guest, "/?login=1&next=%2Fcreate").await;
    assert!(
        login.has(" open ")
            && login.has("data-next=\"/create\"")
            && login.has("action=\"/?login=1&amp;next=%2Fcreate\"")
    );
    for next in ["%2F%2Fexample.org", "https%3A%2F%2Fexample.org", "%2F%5Cexample.org", "%2F%09%2Fexample.org"] {
        let page = world.get(&Viewer::Guest, &format!("/?login=1&next={next}")).await;
        assert!(page.has("action=\"/?login=1\"") && !page.has("example.org"), "{next}");
    }
    let invited = world.get(&Viewer::Guest, "/?invite=ABCD-%22%3E%3Cb%3E").await;
    assert!(invited.has(" open ") && invited.has("value=\"ABCD-&quot;&gt;&lt;b&gt;\""));
    assert!(!world.get(&Viewer::Guest, "/").await.has(" open "));
}

#[tokio::test]
async fn unknown_addresses_are_not_found_for_people_who_are_signed_in() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/gibt-es-nicht").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.has("<title>Diese Seite gibt es nicht – Tagesecho</title>") && page.has("href=\"/dashboard\""));
}

#[tokio::test]
async fn the_navigation_marks_where_one_is_and_leads_nowhere_else() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (address, item) in [
        ("/", "/dashboard"),
        ("/dashboard", "/dashboard"),
        ("/create", "/create"),
        ("/yearly", "/yearly"),
        ("/calendar", "/yearly"),
        ("/friends", "/friends"),
    ] {
        let page = world.get(&anna, address).await;
        let link = page.html.split("<a ").find(|tag| tag.contains("top-link") && tag.contains("aria-current"));
        assert!(link.is_some_and(|tag| tag.contains(&format!("href=\"{item}\""))), "{address}");
    }
}

#[tokio::test]
async fn names_break_out_of_neither_title_nor_menu() {
    let world = World::new().await;
    let eve = world.person("</title><script>alert(1)</script>").await;
    let entry = world.write(&eve, text("Ein Tag")).await;
    let options = domain::ShareOptions { original_text: true, ..domain::ShareOptions::default() };
    let token = backend::sharing::create(&world.backend, &eve, entry.id, options).await.unwrap();
    for (viewer, address) in [(&eve, "/".to_owned()), (&Viewer::Guest, format!("/shared/{token}"))] {
        let page = world.get(viewer, &address).await;
        assert_eq!(page.status, StatusCode::OK, "{address}");
        assert!(page.has("&lt;script&gt;alert(1)") && !page.has("<script>alert"), "{address}");
        assert_eq!(page.html.matches("</title>").count(), 1, "{address}");
    }
}

#[tokio::test]
async fn pages_forbid_inline_scripts_and_only_those_with_islands_compile_a_module() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (viewer, address, compiles) in [
        (&Viewer::Guest, "/", false),
        (&Viewer::Guest, "/shared/kein-link", false),
        (&anna, "/dashboard", true),
        (&anna, "/search", true),
        (&anna, "/bin", false),
        (&anna, "/create", false),
    ] {
        let page = world.get(viewer, address).await;
        let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'nonce-"), "{address}: {policy}");
        assert!(!policy.contains("unsafe-inline"), "{address}");
        assert_eq!(policy.contains("'wasm-unsafe-eval'"), compiles, "{address}");
        assert_eq!(page.html.matches("<leptos-island").count(), usize::from(compiles), "{address}");
        assert!(!page.has(" style=\"") && !page.has(" onclick="), "{address}");
    }
}

/// `frontend-react/src/wasm-boot.ts` starts the islands in place of this script of Leptos. Where Leptos changes it, compare the two before
/// changing the figure.
#[test]
fn leptos_starts_islands_as_wasm_boot_does() {
    let options = LeptosOptions::builder().output_name("app").build();
    let html = Owner::new().with(|| view! { <HydrationScripts options islands=true /> }.to_html());
    let script: String = html.split_once("<script").unwrap().1.split_whitespace().collect();
    for step in [
        "mod.default({module_or_path:",
        "mod.hydrate();hydrateIslands(document.body,mod)",
        "if(tag==='leptos-island')",
        "id=node.dataset.component",
        "islandFn=mod[id]",
        "res=islandFn(el);if(res&&res.then){awaitres;}",
    ] {
        assert!(script.contains(step), "{step}: {script}");
    }
    assert_eq!(script.len(), 1399, "{script}");
}

#[tokio::test]
async fn only_pages_on_which_a_session_may_end_while_somebody_writes_ask_to_sign_in_again() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let create = world.get(&anna, "/create").await;
    assert!(create.has("data-again") && create.has("value=\"anna@example.org\"") && !create.has("role=\"tablist\""));
    assert!(!world.get(&anna, "/dashboard").await.has("id=\"sign-in\""));
}
