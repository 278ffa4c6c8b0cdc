//! Questions and answers.

use crate::world::{form::Form, get, request, world};
use axum::body::Body;
use chrono::TimeDelta;
use http::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test]
async fn questions_are_asked_in_the_readers_language() {
    let world = world().await;
    let anna = world.person("anna").await;
    let questions = world.get_as(&anna, "/api/reflection-questions").await.expect(200);
    assert!(questions.as_array().unwrap().len() >= 60);
    let song = |all: &Value| all.as_array().unwrap().iter().find(|one| one["id"] == "song").unwrap().clone();
    assert_eq!(song(&questions), json!({ "id": "song", "question": "Welches Lied passt zu diesem Tag?" }));
    let french = anna.request(Method::GET, "/api/reflection-questions").header("cookie", "language=fr");
    let french = world.send(french.body(Body::empty()).unwrap()).await.expect(200);
    assert_eq!(song(&french)["question"], "Quelle chanson va avec cette journée\u{202f}?");
    let today = world.get_as(&anna, "/api/reflection-question").await.expect(200);
    assert!(questions.as_array().unwrap().contains(&today));
    for path in ["/api/reflection-questions", "/api/reflection-question"] {
        world.send(get(path).body(Body::empty()).unwrap()).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn answers_are_saved_read_changed_and_removed() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = Form::new("Ein Tag").field("reflectionAnswers", r#"[{"questionId":"song","answer":" Misty\r\n"}]"#);
    let entry = world.entry(&anna, form).await;
    let path = format!("/api/entries/{}/reflection-answers", entry["id"].as_str().unwrap());
    let answers = world.get_as(&anna, &path).await.expect(200);
    let first = &answers[0];
    assert_eq!(
        (&first["questionId"], &first["answer"], &first["entryId"]),
        (&json!("song"), &json!("Misty"), &entry["id"])
    );
    assert_eq!(first["question"], "Welches Lied passt zu diesem Tag?");

    let body = json!({ "entryId": entry["id"], "questionId": "song", "answer": "Summertime" });
    let saved = world.json_as(&anna, Method::POST, "/api/reflection-answers", &body).await.expect(200);
    assert_eq!((&saved["id"], &saved["answer"]), (&first["id"], &json!("Summertime")));
    assert_eq!(world.get_as(&anna, &path).await.expect(200), json!([saved]));

    let ben = world.person("ben").await;
    world.get_as(&ben, &path).await.refused(403, "access_denied");
    world.json_as(&ben, Method::POST, "/api/reflection-answers", &body).await.refused(403, "access_denied");
    let one = format!("/api/reflection-answers/{}", saved["id"].as_str().unwrap());
    let delete =
        |person: &crate::world::people::Person| person.request(Method::DELETE, &one).body(Body::empty()).unwrap();
    world.send(delete(&ben)).await.refused(403, "access_denied");

    world.backend.clock.advance(TimeDelta::days(1));
    world.json_as(&anna, Method::POST, "/api/reflection-answers", &body).await.refused(403, "edit_closed");
    world.send(delete(&anna)).await.refused(403, "edit_closed");
    world.backend.clock.advance(TimeDelta::days(-1));
    assert_eq!(world.send(delete(&anna)).await.status, StatusCode::NO_CONTENT);
    world.json_as(&anna, Method::DELETE, &one, &json!({ "ticket": "x" })).await.refused(404, "answer_not_found");
    assert_eq!(world.get_as(&anna, &path).await.expect(200), json!([]));
}

#[tokio::test]
async fn an_answer_that_changed_elsewhere_comes_with_the_refusal() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Ein Tag")).await;
    let say = |previous: &str, answer: &str| json!({ "entryId": entry["id"], "questionId": "song", "answer": answer, "previous": previous });
    let path = "/api/reflection-answers";
    let saved = world.json_as(&anna, Method::POST, path, &say("", "Misty")).await.expect(200);
    let refused = world.json_as(&anna, Method::POST, path, &say("", "Summertime")).await;
    refused.refused(409, "answer_changed");
    assert_eq!(refused.json()["detail"], saved);
    let one = format!("{path}/{}", saved["id"].as_str().unwrap());
    let refused = world.json_as(&anna, Method::DELETE, &one, &json!({ "previous": "Anders" })).await;
    refused.refused(409, "answer_changed");
    assert_eq!(refused.json()["detail"], saved);
    world.json_as(&anna, Method::DELETE, &one, &json!({ "previous": 1 })).await.refused(400, "invalid_form");
    let gone = world.json_as(&anna, Method::DELETE, &one, &json!({ "previous": "Misty" })).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn an_invalid_answer_gets_a_clear_refusal() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Ein Tag")).await;
    let id = entry["id"].as_str().unwrap();
    let path = "/api/reflection-answers";
    for (body, status, code) in [
        (json!({}), 400, "missing_field"),
        (json!([]), 400, "invalid_form"),
        (json!({ "entryId": id, "questionId": "song" }), 400, "missing_field"),
        (json!({ "entryId": "x", "questionId": "song", "answer": "a" }), 400, "invalid_form"),
        (json!({ "entryId": id, "questionId": 1, "answer": "a" }), 400, "invalid_form"),
        (json!({ "entryId": id, "questionId": "song", "answer": null }), 400, "invalid_form"),
        (json!({ "entryId": id, "questionId": "song", "answer": "a", "ticket": 1 }), 400, "invalid_form"),
        (json!({ "entryId": id, "questionId": "song", "answer": " \n" }), 422, "empty_answer"),
        (json!({ "entryId": id, "questionId": "song", "answer": "a\u{0}" }), 422, "invalid_character"),
        (json!({ "entryId": id, "questionId": "song", "answer": "ä".repeat(2001) }), 422, "answer_too_long"),
        (json!({ "entryId": id, "questionId": "song", "answer": "ä".repeat(60_000) }), 413, "body_too_large"),
        (json!({ "entryId": id, "questionId": "'; DROP TABLE entries", "answer": "a" }), 422, "unknown_question"),
        (json!({ "entryId": uuid::Uuid::nil(), "questionId": "song", "answer": "a" }), 404, "entry_not_found"),
    ] {
        world.json_as(&anna, Method::POST, path, &body).await.refused(status, code);
    }
    let body = json!({ "entryId": id, "questionId": "song", "answer": "a" });
    world.post(path, &body).await.refused(401, "unauthenticated");
    let elsewhere = request(Method::POST, path).header("cookie", &anna.cookie).header("sec-fetch-site", "cross-site");
    world.send(crate::world::json(elsewhere, &body)).await.refused(403, "cross_site");
    for (path, status, code) in [
        ("/api/reflection-answers/x".to_owned(), 400, "invalid_id"),
        (format!("/api/reflection-answers/{}", uuid::Uuid::nil()), 404, "answer_not_found"),
    ] {
        let request = anna.request(Method::DELETE, &path).body(Body::empty()).unwrap();
        world.send(request).await.refused(status, code);
    }
    world.get_as(&anna, "/api/entries/x/reflection-answers").await.refused(400, "invalid_id");
    world.backend.clock.advance(TimeDelta::days(1));
    for (part, status, code) in [
        ("nonsense", 400, "invalid_form"),
        (r#"{"song":"a"}"#, 400, "invalid_form"),
        (r#"[{"questionId":"song"}]"#, 400, "invalid_form"),
        (r#"[{"questionId":"nie","answer":"a"}]"#, 422, "unknown_question"),
        (r#"[{"questionId":"song","answer":"a\u0000"}]"#, 422, "invalid_character"),
    ] {
        let form = Form::new("Noch ein Tag").field("reflectionAnswers", part);
        world.form_as(&anna, Method::POST, "/api/entries", form).await.refused(status, code);
    }
    assert_eq!(world.get_as(&anna, "/api/entries/today").await.expect(200), Value::Null);
    assert_eq!(world.get_as(&anna, &format!("/api/entries/{id}/reflection-answers")).await.expect(200), json!([]));
}
