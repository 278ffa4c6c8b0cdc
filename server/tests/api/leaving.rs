//! Deleting one's account, by a call and by the page's form.

use crate::world::{
    Reply, World, get, json,
    people::{PASSWORD, Person, bearer},
    request, world,
};
use axum::body::Body;
use http::{Method, StatusCode, header};
use serde_json::{Value, json};

async fn delete(world: &World, person: &Person, body: &Value) -> Reply {
    world.json_as(person, Method::DELETE, "/api/account", body).await
}

fn clears(reply: &Reply) {
    assert_eq!(reply.header("clear-site-data"), "\"cache\", \"storage\"");
    let cookies: Vec<_> = reply.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap()).collect();
    assert!(cookies.iter().any(|line| line.starts_with("session=;")), "{cookies:?}");
}

async fn page(world: &World, path: &str) -> String {
    world.send(get(path).header("accept", "text/html").body(Body::empty()).unwrap()).await.text()
}

#[tokio::test]
async fn an_account_goes_in_fourteen_days_and_a_session_brings_it_back() {
    let world = world().await;
    let anna = world.person("anna").await;
    let right = json!({ "password": PASSWORD });
    let as_guest = json(request(Method::DELETE, "/api/account"), &right);
    world.send(as_guest).await.refused(401, "unauthenticated");
    for wrong in [json!({}), json!({ "password": "geraten" })] {
        delete(&world, &anna, &wrong).await.refused(422, "wrong_password");
    }
    delete(&world, &anna, &json!({ "password": PASSWORD, "soon": true })).await.refused(400, "invalid_form");
    world.get_as(&anna, "/api/auth/user").await.expect(200);

    let reply = delete(&world, &anna, &right).await;
    let leaves_at = reply.expect(202)["leavesAt"].as_str().unwrap().to_owned();
    clears(&reply);
    assert_eq!(
        leaves_at.parse::<chrono::DateTime<chrono::Utc>>().unwrap(),
        world.backend.clock.now() + chrono::TimeDelta::days(14)
    );
    world.get_as(&anna, "/api/auth/user").await.refused(401, "unauthenticated");
    let token = |token: &str| bearer(Method::GET, "/api/auth/user", token).body(Body::empty()).unwrap();
    world.send(token(&anna.id_token)).await.refused(401, "unauthenticated");

    // The provider lets her in, which alone shows nothing yet.
    let (id_token, refresh_token) = world.sign_in("anna").await;
    world.send(token(&id_token)).await.refused(401, "unauthenticated");
    let session = world.start_session(&id_token, &refresh_token).await;
    let back = Person { cookie: crate::world::reply::cookie(&session), ..anna };
    let dashboard = world.get_as(&back, "/dashboard").await.text();
    assert!(dashboard.contains("Schön, dass du wieder da bist. Dein Konto bleibt"), "{dashboard}");
    world.send(token(&id_token)).await.expect(200);
}

#[tokio::test]
async fn an_account_that_goes_at_once_leaves_its_address_free() {
    let world = world().await;
    let anna = world.person("anna").await;
    let body = json!({ "password": PASSWORD, "immediately": true });
    let call = json(bearer(Method::DELETE, "/api/account", &anna.id_token), &body);
    clears(&world.send(call).await);
    let body = json!({ "email": "anna@example.org", "password": PASSWORD, "returnSecureToken": true });
    let refused = world.post("/identity/v1/accounts:signInWithPassword", &body).await;
    assert_eq!(refused.json()["error"]["message"], "EMAIL_NOT_FOUND");
    let again = world.person("anna").await;
    world.get_as(&again, "/api/auth/user").await.expect(200);
}

#[tokio::test]
async fn the_page_says_what_goes_and_its_form_deletes() {
    let world = world().await;
    let anna = world.person("anna").await;
    let path = "/settings/delete-account";
    assert!(world.get_as(&anna, "/settings").await.text().contains(&format!("href=\"{path}\"")));
    let text = world.get_as(&anna, path).await.text();
    for said in
        ["Vierzehn Tage lang", "href=\"/yearly\"", "drei Jahre", "Sofort und endgültig löschen", "name=\"when\""]
    {
        assert!(text.contains(said), "{said}");
    }
    assert!(!text.contains("PayPal") && !text.contains("Steuerrecht"), "she has paid nothing");
    let password = PASSWORD.replace('&', "%26").replace(' ', "+");
    let guest = world.press_as_guest(path, &format!("form=leave&current_password={password}")).await;
    assert_eq!(guest.header(header::LOCATION), "/api/login?next=%2Fsettings%2Fdelete-account");
    let wrong = world.press(&anna, path, "form=leave&current_password=geraten&when=now").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text().contains("leave-password-error"), "{}", wrong.text());

    let done = world.press(&anna, path, &format!("form=leave&current_password={password}")).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    clears(&done);
    let farewell = done.header(header::LOCATION).to_owned();
    assert!(page(&world, &farewell).await.contains("gelöscht. Bis dahin kommst du zurück"), "{farewell}");
    let forged = page(&world, "/account-deleted?at=1").await;
    assert!(forged.contains("Von hier aus geht es zur Startseite.") && !forged.contains("gelöscht"), "{forged}");

    let ben = world.person("ben").await;
    let done = world.press(&ben, path, &format!("form=leave&current_password={password}&when=now")).await;
    let text = page(&world, done.header(header::LOCATION)).await;
    assert!(text.contains("Dein Konto ist gelöscht."), "{text}");
}

#[tokio::test]
async fn whoever_signs_in_with_google_alone_confirms_with_google() {
    let world = world().await;
    let anna = world.person("anna").await;
    world.backend.db.write("UPDATE identity_accounts SET password_hash = NULL").execute().await.unwrap();
    let path = "/settings/delete-account";
    let text = world.get_as(&anna, path).await.text();
    assert!(text.contains("Du hast dich gerade angemeldet") && !text.contains("current_password"), "{text}");
    world.backend.clock.advance(chrono::TimeDelta::minutes(6));
    let text = world.get_as(&anna, path).await.text();
    assert!(text.contains("/api/auth/google/start?mode=login") && !text.contains("name=\"when\""), "{text}");
    delete(&world, &anna, &json!({})).await.refused(403, "google_recent");
}
