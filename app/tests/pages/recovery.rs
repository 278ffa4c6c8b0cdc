//! The pages for a forgotten password: what a link shows, and where it leads.

use crate::world::{Answer, World};
use backend::{Viewer, identity};
use domain::identity::{ForgottenForm, ResetForm};
use http::StatusCode;

const ANNA: &str = "anna@example.org";

async fn code(world: &World) -> String {
    identity::forgot_password(&world.backend, &ForgottenForm { email: ANNA.into() }, "203.0.113.7").await.unwrap();
    let mail = world.backend.mail.newest(ANNA).await.unwrap().unwrap();
    mail.split_once("&oobCode=").unwrap().1.lines().next().unwrap().to_owned()
}

async fn action(world: &World, code: &str) -> Answer {
    world.get(&Viewer::Guest, &format!("/action?mode=resetPassword&oobCode={code}")).await
}

#[tokio::test]
async fn a_link_shows_its_form_to_guests_until_it_is_used() {
    let world = World::new().await;
    world.backend.identity.sign_up(ANNA, "Kaffee & Kuchen").await.unwrap();
    let code = code(&world).await;
    for _ in 0..2 {
        let page = action(&world, &code).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.has(ANNA) && page.has("name=\"form\" value=\"reset-password\""));
        assert_eq!(page.meta("robots"), Some("noindex"));
        assert!(page.has("<form method=\"post\""), "a password is never sent as an address");
    }
    let form = ResetForm { oob_code: code.clone(), new_password: "ganz neu".into() };
    identity::reset_password(&world.backend, &form, "203.0.113.7").await.unwrap();
    let used = action(&world, &code).await;
    assert_eq!(used.status, StatusCode::GONE);
    assert!(!used.has(ANNA) && used.has("href=\"/forgot-password\"") && !used.has("new_password"));
}

#[tokio::test]
async fn nonsense_in_a_link_is_neither_believed_nor_shown() {
    let world = World::new().await;
    for address in [
        "/action",
        "/action?oobCode=",
        "/action?mode=verifyEmail&oobCode=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
        "/action?mode=%3Cscript%3Ealert(1)&oobCode=x&continueUrl=https://evil.example",
    ] {
        let page = world.get(&Viewer::Guest, address).await;
        assert_eq!(page.status, StatusCode::GONE, "{address}");
        assert!(!page.has("<script>alert") && !page.has("evil.example"), "{address}");
    }
}

#[tokio::test]
async fn too_many_wrong_links_are_asked_to_wait() {
    let world = World::new().await;
    for _ in 0..30 {
        action(&world, "x").await;
    }
    let page = action(&world, "x").await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(page.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn the_dialog_leads_to_a_page_that_knows_the_address_and_shows_nothing_else_of_it() {
    let world = World::new().await;
    assert!(world.get(&Viewer::Guest, "/").await.has("href=\"/forgot-password\""));
    let page = world.get(&Viewer::Guest, "/forgot-password?email=anna%40example.org").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.has("value=\"anna@example.org\""));
    for nonsense in ["%22%3E%3Cb%3E", "anna", "Ruf%20an%20unter%200900"] {
        let page = world.get(&Viewer::Guest, &format!("/forgot-password?email={nonsense}")).await;
        assert!(page.has("value=\"\"") && !page.has("Ruf an") && !page.has("<b>"), "{nonsense}");
        let dialog = world.get(&Viewer::Guest, &format!("/?login=1&email={nonsense}")).await;
        assert!(!dialog.has("Ruf an") && !dialog.has("<b>"), "{nonsense}");
    }
    let dialog = world.get(&Viewer::Guest, "/?login=1&email=anna%40example.org").await;
    assert!(dialog.has(" open ") && dialog.has("value=\"anna@example.org\""));
}

#[tokio::test]
async fn another_mail_goes_to_the_same_address() {
    let world = World::new().await;
    let sent = world.get(&Viewer::Guest, "/forgot-password?sent=1&email=anna%40example.org").await;
    assert!(sent.has("href=\"/forgot-password?email=anna%40example.org\""), "{}", sent.html);
    let nonsense = world.get(&Viewer::Guest, "/forgot-password?sent=1&email=%22%3E%3Cb%3E").await;
    assert!(nonsense.has("href=\"/forgot-password\"") && !nonsense.has("<b>"));
}

#[tokio::test]
async fn a_link_of_another_account_says_whose_address_is_confirmed() {
    let world = World::new().await;
    let tokens = world.backend.identity.sign_up("ben@example.org", "Kaffee & Kuchen").await.unwrap();
    world.backend.identity.mail_verification(&tokens.id_token).await.unwrap();
    let mail = world.backend.mail.newest("ben@example.org").await.unwrap().unwrap();
    let code = mail.split_once("&oobCode=").unwrap().1.lines().next().unwrap().to_owned();
    let anna = world.person("Anna").await;
    let page = world.get(&anna, &format!("/action?mode=verifyEmail&oobCode={code}")).await;
    assert!(page.has("angemeldet und bleibt es auch. Bestätigt wird ben@example.org"), "{}", page.html);
}
