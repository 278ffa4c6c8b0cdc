//! E-mail addresses that are taken, in every place that asks for one (product 8.10).

use crate::world::{
    Reply, World, json as body,
    people::{PASSWORD, Person, bearer},
    world,
};
use http::{Method, StatusCode};
use serde_json::{Value, json};

/// Texts that are not one deliverable address.
const REFUSED: [&str; 12] = [
    "anna@example.org,",
    "anna@example.org;ben@example.org",
    "mailto:anna@example.org",
    "Anna <anna@example.org>",
    "an\u{200b}na@example.org",
    "anna@exam\u{ad}ple.org",
    "anna\u{2060}@example.org",
    "anna@example\u{feff}.org",
    "\u{202a}anna\u{202c}@example.org",
    "anna@example.org.",
    "„anna@example.org“",
    "anna berger@example.org",
];

async fn sign_up(world: &World, email: &str) -> Reply {
    let form = json!({ "email": email, "password": PASSWORD, "returnSecureToken": true });
    world.post("/identity/v1/accounts:signUp", &form).await
}

async fn sign_in(world: &World, email: &str) -> Reply {
    let form = json!({ "email": email, "password": PASSWORD, "returnSecureToken": true });
    world.post("/identity/v1/accounts:signInWithPassword", &form).await
}

fn code(reply: &Reply) -> Value {
    reply.json()["error"]["message"].clone()
}

/// Registers the person of a sign-up's tokens.
async fn register(world: &World, tokens: &Value, name: &str) -> Reply {
    let invitation = backend::invitation_codes::invite(&world.backend, 1).await.unwrap().remove(0);
    let form = json!({ "invitationCode": invitation, "firstName": name, "lastName": "Beispiel" });
    let id_token = tokens["idToken"].as_str().unwrap();
    world.send(body(bearer(Method::POST, "/api/auth/simple-register", id_token), &form)).await
}

async fn invite(world: &World, person: &Person, email: &str) -> Reply {
    world.json_as(person, Method::POST, "/api/friend-invitations", &json!({ "email": email })).await
}

async fn ask(world: &World, person: &Person, email: &str) -> Reply {
    world.json_as(person, Method::POST, "/api/friend-requests", &json!({ "email": email })).await
}

#[tokio::test]
async fn texts_that_are_not_one_address_are_refused_everywhere() {
    let world = world().await;
    let carla = world.person("carla").await;
    for typed in REFUSED {
        for reply in [sign_up(&world, typed).await, sign_in(&world, typed).await] {
            assert_eq!((reply.status, code(&reply)), (StatusCode::BAD_REQUEST, json!("INVALID_EMAIL")), "{typed:?}");
        }
        let reset = json!({ "requestType": "PASSWORD_RESET", "email": typed });
        let reply = world.post("/identity/v1/accounts:sendOobCode", &reset).await;
        assert_eq!((reply.status, code(&reply)), (StatusCode::BAD_REQUEST, json!("INVALID_EMAIL")), "{typed:?}");
        invite(&world, &carla, typed).await.refused(422, "invalid_email");
        ask(&world, &carla, typed).await.refused(404, "user_not_found");
    }
    let change = json!({ "idToken": carla.id_token, "email": "carla@example.org;", "returnSecureToken": true });
    assert_eq!(code(&world.post("/identity/v1/accounts:update", &change).await), json!("INVALID_EMAIL"));
}

#[tokio::test]
async fn an_address_is_taken_without_what_stands_around_it() {
    let world = world().await;
    let carla = world.person("carla").await;
    let tokens = sign_up(&world, " \u{feff}Anna@Example.org\u{200b}\n").await.expect(200);
    assert_eq!(tokens["email"], "Anna@Example.org");
    assert_eq!(register(&world, &tokens, "Anna").await.expect(201)["email"], "Anna@Example.org");
    assert_eq!(code(&sign_up(&world, "\u{2060}anna@example.org").await), json!("EMAIL_EXISTS"));
    sign_in(&world, "anna@example.org\u{200b}").await.expect(200);
    ask(&world, &carla, "\u{200b}anna@example.org ").await.expect(201);
    invite(&world, &carla, "\u{feff}anna@example.org").await.refused(409, "email_registered");
}

#[tokio::test]
async fn a_host_is_the_same_in_both_of_its_spellings() {
    let world = world().await;
    let carla = world.person("carla").await;
    let tokens = sign_up(&world, "anna@müller.example").await.expect(200);
    assert_eq!(register(&world, &tokens, "Anna").await.expect(201)["email"], "anna@müller.example");
    let ascii = "Anna@xn--mller-kva.example";
    assert_eq!(code(&sign_up(&world, ascii).await), json!("EMAIL_EXISTS"));
    for typed in ["anna@müller.example", "anna@MÜLLER.example", ascii] {
        sign_in(&world, typed).await.expect(200);
        invite(&world, &carla, typed).await.refused(409, "email_registered");
    }
    ask(&world, &carla, ascii).await.expect(201);
    world.backend.background.settled().await;
    assert!(
        world.backend.mail.newest("anna@xn--mller-kva.example").await.unwrap().is_some(),
        "hosts of mails are ASCII"
    );
}

#[tokio::test]
async fn accounts_from_before_the_rule_can_still_sign_in() {
    let world = world().await;
    for (n, stored) in ["an\u{200b}na@example.org", "anna@example.org,", "anna@müller.example"].into_iter().enumerate()
    {
        let name = format!("old{n}");
        world.person(&name).await;
        for sql in [
            "UPDATE identity_accounts SET email = $1, email_folded = $1 WHERE email = $2",
            "UPDATE users SET email = $1, email_folded = $1 WHERE email = $2",
        ] {
            let change = world.backend.db.write(sql).bind(stored.to_owned()).bind(format!("{name}@example.org"));
            assert_eq!(change.execute().await.unwrap(), 1);
        }
        let tokens = sign_in(&world, &format!(" {stored} ")).await.expect(200);
        let token = tokens["idToken"].as_str().unwrap();
        world.start_session(token, tokens["refreshToken"].as_str().unwrap()).await.expect(200);
        // A new password stores the account again.
        let change = json!({ "idToken": token, "password": "Tee & Torte", "returnSecureToken": true });
        world.post("/identity/v1/accounts:update", &change).await.expect(200);
        let form = json!({ "email": stored, "password": "Tee & Torte", "returnSecureToken": true });
        let again = world.post("/identity/v1/accounts:signInWithPassword", &form).await.expect(200);
        let confirm = json!({ "requestType": "VERIFY_EMAIL", "idToken": again["idToken"] });
        let reply = world.post("/identity/v1/accounts:sendOobCode", &confirm).await;
        let reaches = stored.contains("müller");
        assert_eq!((reply.status == StatusCode::OK, reply.status == StatusCode::BAD_REQUEST), (reaches, !reaches));
    }
    sign_up(&world, "new@example.org").await.expect(200);
    let sql = "UPDATE identity_accounts SET email = $1, email_folded = $1 WHERE email = 'new@example.org'";
    world.backend.db.write(sql).bind("ne\u{200b}w@example.org".to_owned()).execute().await.unwrap();
    let tokens = sign_in(&world, "ne\u{200b}w@example.org").await.expect(200);
    register(&world, &tokens, "New").await.refused(422, "invalid_email");
}

#[tokio::test]
async fn a_new_account_is_asked_once_to_confirm_the_address() {
    let world = world().await;
    let tokens = sign_up(&world, "anna@example.org").await.expect(200);
    let invitation = backend::invitation_codes::invite(&world.backend, 1).await.unwrap().remove(0);
    let link = format!("https://tagesecho.example/?invite={invitation}");
    let checked = world.post("/api/auth/validate-invitation", &json!({ "invitationCode": link })).await;
    assert_eq!(checked.status, StatusCode::NO_CONTENT, "the whole link was pasted");
    let form = json!({ "invitationCode": link, "firstName": "Anna", "lastName": "Berger", "language": "fr" });
    let register =
        || body(bearer(Method::POST, "/api/auth/simple-register", tokens["idToken"].as_str().unwrap()), &form);
    world.send(register()).await.expect(201);
    world.backend.background.settled().await;
    let mail = world.backend.mail.newest("anna@example.org").await.unwrap().unwrap();
    assert!(mail.contains("/action?mode=verifyEmail&oobCode=") && mail.contains("valable un jour"), "{mail}");
    world.send(register()).await.refused(409, "already_registered");
    world.backend.background.settled().await;
    assert_eq!(world.backend.mail.newest("anna@example.org").await.unwrap().unwrap(), mail);
}
