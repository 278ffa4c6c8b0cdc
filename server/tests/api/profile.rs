//! The own profile and choices: one form, small calls, and who sees the picture.

use crate::world::{
    World,
    form::{Form, PHOTO},
    json,
    people::{Person, bearer},
    request, world,
};
use axum::body::Body;
use domain::Said;
use http::{Method, StatusCode};
use serde_json::{Value, json};

const PROFILE: &str = "/api/profile";

fn names(first: &str, last: &str) -> Form {
    Form::default().field("firstName", first).field("lastName", last)
}

fn with_picture(form: Form, name: &str, bytes: &[u8]) -> Form {
    form.part(&format!("name=\"profileImage\"; filename=\"{name}\""), Some("image/jpeg"), bytes)
}

/// The address of Anna's new picture.
async fn picture(world: &World, anna: &Person) -> String {
    let form = with_picture(names("Anna", "Berger"), "ich.jpg", PHOTO);
    let user = world.form_as(anna, Method::PATCH, PROFILE, form).await.expect(200);
    user["profileImageUrl"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_profile_is_changed_in_one_form_and_answered_as_the_person() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = names("  Änne ", "").field("username", "Aenne.B").field("something", "else");
    let user = world.form_as(&anna, Method::PATCH, PROFILE, form).await.expect(200);
    assert_eq!(
        (&user["firstName"], &user["lastName"], &user["displayName"]),
        (&json!("Änne"), &json!(""), &json!("Änne"))
    );
    assert_eq!(user["username"], "aenne.b");
    assert_eq!(world.get_as(&anna, "/api/auth/user").await.expect(200), user);

    // The form of the page without a picture.
    let form = with_picture(names("Anna", "Berger"), "", b"").field("removeImage", "false");
    let user = world.form_as(&anna, Method::PATCH, PROFILE, form).await.expect(200);
    assert_eq!((&user["displayName"], &user["profileImageUrl"]), (&json!("Anna Berger"), &Value::Null));
}

#[tokio::test]
async fn a_refusal_changes_nothing_and_gives_its_reason() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let taken = world.get_as(&ben, "/api/auth/user").await.expect(200)["username"].as_str().unwrap().to_owned();
    let before = world.get_as(&anna, "/api/auth/user").await.expect(200);
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    for (form, status, code) in [
        (names("", "Berger"), 422, "first_name_missing"),
        (names("Anna", &"x".repeat(81)), 422, "name_too_long"),
        (names("Anna", "").field("username", &taken), 409, "username_taken"),
        (names("Anna", "").field("username", "zwei Worte"), 422, "username_invalid"),
        (with_picture(names("Neu", ""), "ich.heic", heic), 415, "image_format"),
        (with_picture(names("Neu", ""), "ich.jpg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, "image_format"),
        (with_picture(names("Neu", ""), "ich.jpg", &PHOTO[..PHOTO.len() / 2]), 422, "image_damaged"),
    ] {
        world.form_as(&anna, Method::PATCH, PROFILE, form).await.refused(status, code);
    }
    let missing = world.form_as(&anna, Method::PATCH, PROFILE, names(" ", "")).await;
    assert_eq!(missing.json()["message"], "Vorname erforderlich");
    for (form, words) in [
        (names(" ", ""), "Vorname erforderlich"),
        (names("Anna", "").field("username", &taken), "Profil konnte nicht aktualisiert werden: Diesen Benutzernamen"),
    ] {
        let page = world.form_as(&anna, Method::POST, "/profile/edit", form).await.text();
        assert!(page.contains(words), "{page}");
    }
    assert_eq!(world.get_as(&anna, "/api/auth/user").await.expect(200), before);
    let not_a_form = world.json_as(&anna, Method::PATCH, PROFILE, &json!({ "firstName": "x" })).await;
    not_a_form.refused(415, "unsupported_media_type");
    world.send(names("x", "").into_request(request(Method::PATCH, PROFILE))).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_picture_is_five_megabytes_at_most() {
    let world = world().await;
    let anna = world.person("anna").await;
    // A JPEG may have anything behind its end.
    let padded = |bytes: usize| {
        let mut picture = PHOTO.to_vec();
        picture.resize(bytes, 0);
        with_picture(names("Anna", ""), "ich.jpg", &picture)
    };
    let most = 5 * 1024 * 1024;
    world.form_as(&anna, Method::PATCH, PROFILE, padded(most + 1)).await.refused(413, "portrait_too_large");
    let far = world.form_as(&anna, Method::PATCH, PROFILE, padded(9 * 1024 * 1024)).await;
    assert_eq!(far.status, StatusCode::PAYLOAD_TOO_LARGE);
    let exact = world.form_as(&anna, Method::PATCH, PROFILE, padded(most)).await;
    assert_ne!(exact.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", exact.text());
}

#[tokio::test]
async fn a_profile_picture_is_for_registered_people_before_any_304() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let url = picture(&world, &anna).await;
    let seen = world.get_as(&ben, &url).await;
    assert_eq!((seen.status, seen.header("content-type")), (StatusCode::OK, "image/jpeg"));
    assert_eq!(seen.header("cache-control"), "private, no-cache");
    assert!(seen.bytes.len() < 60_000, "{}", seen.bytes.len());
    let etag = seen.header("etag").to_owned();
    let again = ben.request(Method::GET, &url).header("if-none-match", &etag).body(Body::empty()).unwrap();
    assert_eq!(world.send(again).await.status, StatusCode::NOT_MODIFIED);
    let guest = request(Method::GET, &url).header("if-none-match", &etag).body(Body::empty()).unwrap();
    world.send(guest).await.refused(401, "unauthenticated");

    let entry = world.entry(&anna, Form::new("Geteilt").image("kaffee.jpg", PHOTO)).await;
    let link = format!("/api/entries/{}/generate-share-token", entry["id"].as_str().unwrap());
    let options = json!({ "shareOptions": { "images": true, "allImages": true } });
    let token = world.json_as(&anna, Method::POST, &link, &options).await.expect(200);
    let shared = format!("/shared/{}{url}", token["shareToken"].as_str().unwrap());
    assert_eq!(world.get(&shared).await.status, StatusCode::NOT_FOUND);

    let removed = names("Anna", "").field("removeImage", "true");
    let user = world.form_as(&anna, Method::PATCH, PROFILE, removed).await.expect(200);
    assert_eq!(user["profileImageUrl"], Value::Null);
    let known = ben.request(Method::GET, &url).header("if-none-match", &etag).body(Body::empty()).unwrap();
    world.send(known).await.refused(404, "media_not_found");
}

#[tokio::test]
async fn the_older_call_keeps_or_removes_the_picture_and_hot_links_none() {
    let world = world().await;
    let anna = world.person("anna").await;
    let url = picture(&world, &anna).await;
    let put = async |body: Value| world.json_as(&anna, Method::PUT, "/api/auth/update-profile", &body).await;
    assert_eq!(
        put(json!({ "firstName": "Änne", "profileImageUrl": url })).await.expect(200)["profileImageUrl"],
        json!(url)
    );
    let foreign = json!({ "firstName": "Eve", "profileImageUrl": "https://example.org/track.gif" });
    put(foreign).await.refused(422, "foreign_picture");
    let gone = put(json!({ "profileImageUrl": "" })).await.expect(200);
    assert_eq!((&gone["firstName"], &gone["profileImageUrl"]), (&json!("Änne"), &Value::Null));
}

#[tokio::test]
async fn choices_are_kept_and_strange_ones_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    for (path, good, bad, code) in [
        (
            "default-visibility",
            json!({ "visibility": "friends" }),
            json!({ "visibility": "all" }),
            "invalid_visibility",
        ),
        ("day-end", json!({ "minutes": 210 }), json!({ "minutes": 211 }), "invalid_day_end"),
        ("language", json!({ "language": "fr" }), json!({ "language": "it" }), "invalid_language"),
    ] {
        let path = format!("/api/users/{path}");
        let set = world.json_as(&anna, Method::PUT, &path, &good).await;
        assert_eq!(set.status, StatusCode::NO_CONTENT, "{path}: {}", set.text());
        world.json_as(&anna, Method::PUT, &path, &bad).await.refused(422, code);
        world.json_as(&anna, Method::PUT, &path, &json!({})).await.refused(400, "missing_field");
        world.send(json(request(Method::PUT, &path), &good)).await.refused(401, "unauthenticated");
    }
    world
        .json_as(&anna, Method::PUT, "/api/users/day-end", &json!({ "minutes": -30 }))
        .await
        .refused(400, "invalid_form");
    assert_eq!(world.get_as(&anna, "/api/auth/user").await.expect(200)["defaultVisibility"], "friends");
    assert_eq!(world.entry(&anna, Form::new("x")).await["visibility"], "friends");

    let consent = "/api/users/assistant-consent";
    let said = world.json_as(&anna, Method::PUT, consent, &json!({ "summary": true, "provider": "KI" })).await;
    assert_eq!(said.status, StatusCode::NO_CONTENT);
    world.json_as(&anna, Method::PUT, consent, &json!({ "summary": "yes" })).await.refused(400, "invalid_form");
    let viewer = backend::identity::viewer_of_bearer(&world.backend, &anna.id_token).await.unwrap();
    let consent = &viewer.account().unwrap().consent;
    assert_eq!((&consent.summary, &consent.transcription), (&Said::Yes("KI".into()), &Said::Nothing));
}

#[tokio::test]
async fn visibility_alone_is_lowered_on_a_closed_day_and_not_raised() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Gestern").field("visibility", "public")).await;
    let path = format!("/api/entries/{}/visibility", entry["id"].as_str().unwrap());
    world.backend.clock.advance(chrono::TimeDelta::days(1));
    let (id_token, _) = world.sign_in("anna").await;
    let put = async |visibility: &str| {
        let body = json!({ "visibility": visibility });
        world.send(json(bearer(Method::PUT, &path, &id_token), &body)).await
    };
    let lowered = put("private").await.expect(200);
    assert_eq!((&lowered["visibility"], &lowered["text"]), (&json!("private"), &json!("Gestern")));
    put("friends").await.refused(403, "edit_closed");
    put("everybody").await.refused(422, "invalid_visibility");
}
