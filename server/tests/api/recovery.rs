//! Coming back by mail, and changing password and address, as a browser does it.

use crate::world::{
    Reply, World, get,
    people::{PASSWORD, Person, bearer},
    reply::{cookie, is_known},
    request, world,
};
use axum::body::Body;
use chrono::TimeDelta;
use http::{Method, StatusCode, header};
use serde_json::{Value, json};

async fn mail(world: &World, name: &str) -> Option<String> {
    let reply = world.get(&format!("/test/mail?to={name}@example.org")).await;
    (reply.status == StatusCode::OK).then(|| reply.text())
}

/// The page behind the link of the newest mail to somebody.
async fn mailed_page(world: &World, name: &str) -> String {
    let mail = mail(world, name).await.unwrap();
    let (_, page) = mail.split_once("/action?").unwrap();
    format!("/action?{}", page.lines().next().unwrap())
}

async fn forget(world: &World, name: &str) -> Reply {
    world.press_as_guest("/forgot-password", &format!("form=forgot-password&email={name}%40example.org")).await
}

async fn reset(world: &World, page: &str, password: &str) -> Reply {
    world.press_as_guest(page, &format!("form=reset-password&new_password={}", password.replace(' ', "+"))).await
}

async fn sign_in(world: &World, name: &str, password: &str) -> Value {
    let body = json!({ "email": format!("{name}@example.org"), "password": password, "returnSecureToken": true });
    world.post("/identity/v1/accounts:signInWithPassword", &body).await.json()
}

/// The address to which a finished form leads.
fn leads_to(reply: &Reply) -> &str {
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text());
    reply.header(header::LOCATION)
}

#[tokio::test]
async fn asking_for_a_new_password_looks_the_same_for_everybody() {
    let world = world().await;
    world.person("anna").await;
    let (known, unknown) = (forget(&world, "anna").await, forget(&world, "niemand").await);
    assert_eq!(leads_to(&known).replace("anna", "niemand"), leads_to(&unknown));
    let names = |reply: &Reply| reply.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&known), names(&unknown));
    assert!(mail(&world, "anna").await.is_some());
    assert!(mail(&world, "niemand").await.is_none());
}

#[tokio::test]
async fn an_invalid_code_and_a_common_password_are_refused_in_plain_words() {
    let world = world().await;
    world.person("anna").await;
    for code in ["", "+", "x"] {
        let page = format!("/action?oobCode={code}");
        assert_eq!(world.press_as_guest(&page, "form=confirm-email").await.status, StatusCode::GONE);
        assert_eq!(reset(&world, &page, "abendlicht 9").await.status, StatusCode::GONE);
    }
    forget(&world, "anna").await;
    let page = mailed_page(&world, "anna").await;
    for refused in ["Password1", "kurz"] {
        assert_eq!(reset(&world, &page, refused).await.status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    }
}

#[tokio::test]
async fn a_new_password_by_mail_ends_the_session_and_opens_no_new_one() {
    let world = world().await;
    let anna = world.person("anna").await;
    world.backend.clock.advance(TimeDelta::seconds(1));
    forget(&world, "anna").await;
    let page = mailed_page(&world, "anna").await;
    world.get_as(&anna, "/api/auth/user").await.expect(200);
    let done = reset(&world, &page, "ganz neu").await;
    assert_eq!(leads_to(&done), "/?login=1&email=anna%40example.org&said=password");
    assert!(done.header("set-cookie").is_empty(), "a mail alone signs nobody in");
    world.get_as(&anna, "/api/auth/user").await.refused(401, "unauthenticated");
    let by_token = bearer(Method::GET, "/api/auth/user", &anna.id_token).body(Body::empty()).unwrap();
    world.send(by_token).await.refused(401, "unauthenticated");
    assert_eq!(reset(&world, &page, "noch neuer").await.status, StatusCode::GONE);
    assert_eq!(sign_in(&world, "anna", PASSWORD).await["error"]["message"], "INVALID_PASSWORD");
    let tokens = sign_in(&world, "anna", "ganz neu").await;
    let session = world.start_session(tokens["idToken"].as_str().unwrap(), tokens["refreshToken"].as_str().unwrap());
    session.await.expect(200);

    forget(&world, "anna").await;
    let late = mailed_page(&world, "anna").await;
    world.backend.clock.advance(TimeDelta::minutes(10));
    assert_eq!(reset(&world, &late, "zu spät").await.status, StatusCode::GONE);
}

#[tokio::test]
async fn opening_a_link_changes_nothing_and_leaves_no_trace() {
    let world = world().await;
    world.person("anna").await;
    forget(&world, "anna").await;
    let path = mailed_page(&world, "anna").await;
    for method in [Method::HEAD, Method::GET, Method::GET] {
        let page = world.send(request(method, &path).header("accept", "text/html").body(Body::empty()).unwrap()).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(page.header("x-robots-tag"), "noindex");
        assert_eq!(page.header("cache-control"), "private, no-store");
    }
    leads_to(&reset(&world, &path, "ganz neu").await);
    let used = world.send(get(&path).header("accept", "text/html").body(Body::empty()).unwrap()).await;
    assert_eq!(used.status, StatusCode::GONE);
    assert!(used.text().contains("href=\"/forgot-password\""), "{}", used.text());
}

#[tokio::test]
async fn an_address_is_confirmed_and_changed_by_mail() {
    let world = world().await;
    let anna = world.person("anna").await;
    let settings = async |form: &str| world.press(&anna, "/settings", form).await;
    leads_to(&settings("form=send-verification").await);
    let page = mailed_page(&world, "anna").await;
    let confirm = "form=confirm-email";
    assert_eq!(leads_to(&world.press(&anna, &page, confirm).await), "/settings#form-confirm-email");
    assert_eq!(world.press(&anna, &page, confirm).await.status, StatusCode::GONE);
    assert_eq!(settings("form=send-verification").await.status, StatusCode::CONFLICT, "it is confirmed");

    let change = |password: &str| {
        let password = password.replace('&', "%26");
        format!("form=change-email&email=aenne%40example.org&current_password={password}")
    };
    assert_eq!(settings(&change("geraten")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    leads_to(&settings(&change(PASSWORD)).await);
    world.backend.clock.advance(TimeDelta::seconds(1));
    let page = mailed_page(&world, "aenne").await;
    let done = world.press_as_guest(&page, confirm).await;
    assert_eq!(leads_to(&done), "/?login=1&email=aenne%40example.org&said=changed");
    world.get_as(&anna, "/api/auth/user").await.refused(401, "unauthenticated");
    assert!(mail(&world, "anna").await.unwrap().contains("Das warst du nicht?"));
    let tokens = sign_in(&world, "aenne", PASSWORD).await;
    let asks = bearer(Method::GET, "/api/auth/user", tokens["idToken"].as_str().unwrap()).body(Body::empty()).unwrap();
    assert_eq!(world.send(asks).await.expect(200)["email"], "aenne@example.org");
}

#[tokio::test]
async fn a_new_password_gives_this_browser_a_new_cookie_and_ends_the_others() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (id_token, refresh_token) = world.sign_in("anna").await;
    let elsewhere = Person { cookie: cookie(&world.start_session(&id_token, &refresh_token).await), ..anna.clone() };
    world.backend.clock.advance(TimeDelta::seconds(1));
    let change = |current: &str, new: &str| {
        let current = current.replace('&', "%26");
        format!("form=change-password&current_password={current}&new_password={new}")
    };
    for wrong in [change("geraten", "ganz+neu"), change(PASSWORD, "kurz")] {
        assert_eq!(world.press(&anna, "/settings", &wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let right = change(PASSWORD, "ganz+neu");
    let guest = world.press_as_guest("/settings", &right).await;
    assert_eq!(leads_to(&guest), "/api/login?next=%2Fsettings");

    let reply = world.press(&anna, "/settings", &right).await;
    leads_to(&reply);
    assert!(is_known(&reply), "what it was known by has ended with the old password");
    let mut cookies = reply.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap());
    let session = cookies.find_map(|line| line.split(';').next().filter(|line| line.starts_with("session=")));
    let here = Person { cookie: session.unwrap().to_owned(), ..anna.clone() };
    world.get_as(&here, "/api/auth/user").await.expect(200);
    for ended in [&anna, &elsewhere] {
        world.get_as(ended, "/api/auth/user").await.refused(401, "unauthenticated");
    }
}
