//! Mistaken and malicious requests: each gets a clear 4xx with code and text, and changes nothing.

use crate::world::{
    Reply, World,
    form::{BOUNDARY, Form, PHOTO, content_type, in_pieces},
    json,
    people::Person,
    request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::json;

const SCRIPT: &str = "</textarea></title><script>alert(1)</script><img src=x onerror=alert(2)>\"'`";

async fn post(world: &World, anna: &Person, form: Form) -> Reply {
    world.form_as(anna, Method::POST, "/api/entries", form).await
}

async fn raw(world: &World, anna: &Person, kind: &str, body: impl Into<Body>) -> Reply {
    let request = anna.request(Method::POST, "/api/entries").header("content-type", kind);
    world.send(request.body(body.into()).unwrap()).await
}

#[tokio::test]
async fn invalid_or_unexpected_json_is_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    let put = |body: &'static [u8], kind: &str| {
        let request = anna.request(Method::PUT, "/api/users/zone").header("content-type", kind);
        world.send(request.body(Body::from(body)).unwrap())
    };
    for broken in [
        &b"{"[..],
        b"",
        b"{\"zone\":",
        b"nonsense",
        b"\xff\xfe",
        b"{\"zone\":\"\xff\"}",
        b"{\"zone\":\"a\"} {}",
        b"{\"zone\":\"a\"}x",
    ] {
        put(broken, "application/json").await.refused(400, "invalid_json");
    }
    for wrong in [&b"[]"[..], b"null", b"{\"zone\":1}", b"{\"zone\":[\"Europe/Berlin\"]}", b"\"Europe/Berlin\""] {
        put(wrong, "application/json").await.refused(400, "invalid_form");
    }
    let missing = put(b"{}", "application/json").await;
    missing.refused(400, "missing_field");
    assert!(missing.json()["message"].as_str().unwrap().contains("zone"));
    let deep = anna.request(Method::PUT, "/api/users/zone").header("content-type", "application/json");
    let deep = world.send(deep.body(Body::from("{\"zone\":".to_owned() + &"[".repeat(60_000))).unwrap()).await;
    assert_eq!(deep.status, StatusCode::BAD_REQUEST, "{}", deep.text());
    put(b"{\"zone\":\"Europe/\\u0000Berlin\"}", "application/json").await.refused(422, "invalid_zone");
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", ""]
    {
        put(b"{\"zone\":\"Europe/Berlin\"}", kind).await.refused(415, "unsupported_media_type");
    }
    let large = json(anna.request(Method::PUT, "/api/users/zone"), &json!({ "zone": "x".repeat(70_000) }));
    world.send(large).await.refused(413, "body_too_large");
    put(b"{\"zone\":\"Europe/Berlin\",\"more\":1}", "Application/JSON; charset=utf-8").await.expect(204);
}

#[tokio::test]
async fn invalid_forms_are_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    raw(&world, &anna, "application/json", "{}").await.refused(415, "unsupported_media_type");
    raw(&world, &anna, "multipart/form-data", "").await.refused(400, "invalid_form");
    raw(&world, &anna, "multipart/form-data; boundary=", "").await.refused(400, "invalid_form");
    raw(&world, &anna, &content_type(), "").await.refused(400, "invalid_form");
    raw(&world, &anna, &content_type(), "nonsense").await.refused(400, "invalid_form");
    let whole = Form::new("Ein Tag").image("a.jpg", PHOTO).into_bytes();
    raw(&world, &anna, &content_type(), whole[..whole.len() / 2].to_vec()).await.refused(400, "invalid_form");
    raw(&world, &anna, "multipart/form-data; boundary=other", whole).await.refused(400, "invalid_form");
    let nameless = format!("--{BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--{BOUNDARY}--\r\n");
    raw(&world, &anna, &content_type(), nameless).await.refused(400, "invalid_form");
    let headless = format!("--{BOUNDARY}\r\n\r\nx\r\n--{BOUNDARY}--\r\n");
    raw(&world, &anna, &content_type(), headless).await.refused(400, "invalid_form");

    for form in [
        Form::new("einmal").field("text", "zweimal"),
        Form::new("a").field("summary", [0xFF, 0xFE]),
        Form::new("a").field("version", "eins"),
        Form::new("a").field("mainImageIndex", "-1"),
        Form::new("a").field("existingImages", "nonsense"),
        Form::new("a").field("existingImages", "{\"a\":1}"),
        (0..50).fold(Form::new("a"), |form, n| form.field(&format!("field{n}"), "x")),
    ] {
        post(&world, &anna, form).await.refused(400, "invalid_form");
    }
    assert_eq!(world.get_as(&anna, "/api/entries").await.expect(200), json!([]), "nothing was written");
    world
        .send(Form::new("Ein Tag").into_request(request(Method::POST, "/api/entries")))
        .await
        .refused(401, "unauthenticated");
}

#[tokio::test]
async fn invalid_values_are_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    for (form, status, code) in [
        (Form::new(&"ä".repeat(3001)), 422, "text_too_long"),
        (Form::new(&"a".repeat(300_000)), 422, "text_too_long"),
        (Form::new("a").field("summary", "a".repeat(1001)), 422, "summary_too_long"),
        (Form::new("a").field("topMoment", "a".repeat(201)), 422, "top_moment_too_long"),
        (Form::new("a").field("emojis", "😀".repeat(8)), 422, "too_many_emojis"),
        (Form::new("a").field("mood", r#"{"level":11}"#), 422, "invalid_mood"),
        (Form::new("a").field("mood", "nonsense"), 422, "invalid_mood"),
        (Form::new("a").field("mood", r#"{"level":-1}"#), 422, "invalid_mood"),
        (Form::new("a").field("visibility", "everybody"), 422, "invalid_visibility"),
        (Form::new("a").field("date", "20.11.2026"), 422, "invalid_date"),
        (Form::new("a").field("date", "2026-02-30"), 422, "invalid_date"),
        (Form::new("a").field("date", "2026-11-19"), 409, "not_today"),
        (Form::new("a").field("date", "+262142-12-31"), 422, "invalid_date"),
        (Form::new("a").field("date", "-5000-01-01"), 422, "invalid_date"),
        (Form::new("a").field("date", "1899-12-31"), 422, "invalid_date"),
        (Form::new("a").field("existingImages", r#"["/media/x/original"]"#), 422, "unknown_image"),
        (Form::new(" \n "), 422, "empty_entry"),
        (Form::default().field("summary", "ohne Text"), 422, "empty_entry"),
        (Form::new("a").field("verison", "1"), 400, "invalid_form"),
        (Form::new("a\0b"), 422, "invalid_character"),
        (Form::new("a").field("summary", "a\0"), 422, "invalid_character"),
        (Form::new("a").field("topMoment", "\0"), 422, "invalid_character"),
    ] {
        post(&world, &anna, form).await.refused(status, code);
    }
    assert_eq!(world.get_as(&anna, "/api/entries").await.expect(200), json!([]), "nothing was written");
    let harmless = Form::new(&"ä".repeat(3000)).field("emojis", "\0a1 ").field("ticket", "nonsense");
    post(&world, &anna, harmless).await.expect(201);
}

#[tokio::test]
async fn invalid_pictures_are_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    for (name, bytes, status, code) in [
        ("brief.jpg", &b"Liebe Oma, das ist kein Bild."[..], 415, "not_an_image"),
        ("leer.jpg", b"", 415, "not_an_image"),
        ("bild.jpg", svg, 415, "image_format"),
        ("halb.jpg", &PHOTO[..PHOTO.len() / 2], 422, "image_damaged"),
        ("../../etc/passwd\".jpg", b"root:x:0:0", 415, "not_an_image"),
    ] {
        let reply = post(&world, &anna, Form::new("a").image(&name.replace('"', "%22"), bytes)).await;
        reply.refused(status, code);
    }
    let reply = post(&world, &anna, Form::new("a").image("a.jpg", PHOTO).image("b.jpg", PHOTO)).await;
    reply.refused(422, "too_many_images");
    assert!(reply.json()["message"].as_str().unwrap().contains('1'), "says how many: {}", reply.text());
    assert_eq!(world.get_as(&anna, "/api/entries").await.expect(200), json!([]), "nothing was written");
}

#[tokio::test]
async fn a_picture_of_25_megabytes_is_refused_by_name_after_all_of_it_was_read() {
    let world = world().await;
    let anna = world.person("anna").await;
    let name = "urlaub.jpg";
    let large = Form::new("Ein Tag").image(name, &vec![0xFF; 25 * 1024 * 1024]).into_bytes();
    let reply = raw(&world, &anna, &content_type(), large.clone()).await;
    reply.refused(413, "image_too_large");
    assert!(reply.json()["message"].as_str().unwrap().contains(name));

    // The body comes in chunks of unknown number; the last one says whether it was read.
    let (body, was_read) = in_pieces(large);
    raw(&world, &anna, &content_type(), body).await.refused(413, "image_too_large");
    was_read.await.unwrap();

    let four = (0..4).fold(Form::new("a"), |form, _| form.image("a.jpg", &vec![0xFF; 19 * 1024 * 1024]));
    let (body, was_read) = in_pieces(four.into_bytes());
    raw(&world, &anna, &content_type(), body).await.refused(422, "too_many_images");
    was_read.await.unwrap();
    assert_eq!(world.get_as(&anna, "/api/entries").await.expect(200), json!([]), "nothing was written");
}

#[tokio::test]
async fn markup_is_text_in_every_field() {
    let world = world().await;
    let anna = world.person("anna").await;
    let fields = ["summary", "topMoment", "emojis", "ticket"];
    let form = fields.iter().fold(Form::new(SCRIPT), |form, name| form.field(name, SCRIPT));
    let entry = post(&world, &anna, form).await.expect(201);
    assert_eq!(
        (&entry["text"], &entry["summary"], &entry["topMoment"]),
        (&json!(SCRIPT), &json!(SCRIPT), &json!(SCRIPT))
    );
    for (name, code) in [("visibility", 422), ("date", 422), ("mood", 422), ("version", 400), ("mainImageIndex", 400)] {
        let reply = post(&world, &anna, Form::new("a").field(name, SCRIPT)).await;
        assert_eq!(reply.status.as_u16(), code, "{name}");
        assert!(!reply.text().contains("<script"), "{name} is not given back: {}", reply.text());
    }
    world.backend.clock.advance(chrono::TimeDelta::days(1));
    let named = post(&world, &anna, Form::new("a").image("<script>alert(1)<%22script>.jpg", b"text")).await;
    named.refused(415, "not_an_image");
    assert_eq!(named.header("content-type"), "application/json");

    let profile = json!({ "firstName": SCRIPT, "lastName": SCRIPT });
    let user = world.json_as(&anna, Method::PUT, "/api/auth/update-profile", &profile).await;
    assert!(user.status.is_success() || user.status == StatusCode::UNPROCESSABLE_ENTITY, "{}", user.text());
    for path in ["/", "/dashboard", "/create", "/?next=</title><script>alert(1)</script>"] {
        let page = world.get_as(&anna, &path.replace('<', "%3C").replace('>', "%3E")).await.text();
        assert!(!page.contains("<script>alert"), "{path}: {page}");
        assert!(!page.contains("onerror=alert(2)>\""), "{path}: {page}");
    }
}

#[tokio::test]
async fn ids_that_are_none() {
    let world = world().await;
    let anna = world.person("anna").await;
    for id in ["1", "nonsense", "6f9619ff", "%00", "%ff", "..%2f..", "6f9619ff-8b86-4d01-b42d-00cf4fc964fg"] {
        for (method, rest) in [
            (Method::GET, ""),
            (Method::PATCH, ""),
            (Method::GET, "/versions"),
            (Method::POST, "/generate-share-token"),
            (Method::PATCH, "/update-share-options"),
            (Method::DELETE, "/remove-share-token"),
        ] {
            let reply = world.json_as(&anna, method.clone(), &format!("/api/entries/{id}{rest}"), &json!({})).await;
            reply.refused(400, "invalid_id");
        }
        world.get_as(&anna, &format!("/media/{id}/original")).await.refused(400, "invalid_id");
        let link = world.get(&format!("/api/shared/{id}")).await;
        assert!(link.status.is_client_error(), "{id}: {}", link.status);
    }
    world.get_as(&anna, "/api/entries/6f9619ff-8b86-4d01-b42d-00cf4fc964ff").await.refused(404, "entry_not_found");
}

/// The status and text of a server function, whose refusals have no detail.
fn said(reply: &Reply) -> (u16, String) {
    let json = reply.json();
    assert!(json["message"].as_str().is_some_and(|text| !text.is_empty()), "says so in words: {json}");
    (reply.status.as_u16(), json["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn server_functions_refuse_what_they_cannot_read() {
    let world = world().await;
    let anna = world.person("anna").await;
    let call = |kind: &str, body: &'static str| {
        let request = anna.request(Method::POST, "/rpc/sharing/remove").header("content-type", kind);
        world.send(request.body(Body::from(body)).unwrap())
    };
    for (kind, body) in [
        ("application/json", "{"),
        ("application/json", "{}"),
        ("application/json", "{\"id\":\"nonsense\",\"expected\":\"NoLink\"}"),
        ("application/json", "{\"id\":\"\u{fffd}\",\"expected\":\"NoLink\"}"),
        ("application/json", "{\"id\":\"6f9619ff-8b86-4d01-b42d-00cf4fc964ff\",\"expected\":7}"),
        ("application/x-www-form-urlencoded", "id=%ff"),
        ("text/plain", "x"),
    ] {
        let reply = call(kind, body).await;
        assert_eq!(said(&reply), (400, "invalid_form".into()), "{kind} {body}");
    }
    let one = "{\"id\":\"6f9619ff-8b86-4d01-b42d-00cf4fc964ff\",\"expected\":\"NoLink\"}";
    assert_eq!(said(&call("application/json", one).await), (404, "entry_not_found".into()));
    let large = anna.request(Method::POST, "/rpc/sharing/remove").header("content-type", "application/json");
    world.send(large.body(Body::from("x".repeat(100_000))).unwrap()).await.refused(413, "body_too_large");
    let guest = request(Method::POST, "/rpc/sharing/remove").header("content-type", "application/json");
    assert_eq!(said(&world.send(guest.body(Body::from(one)).unwrap()).await), (401, "unauthenticated".into()));
}

/// Addresses and headers of no good will: nothing breaks.
#[tokio::test]
async fn strange_addresses_and_headers_break_nothing() {
    let world = world().await;
    let anna = world.person("anna").await;
    for path in [
        "//",
        "//evil.example/",
        "/%00",
        "/%ff%fe",
        "/..%2f..%2fetc/passwd",
        "/entry/%00",
        "/shared/%ff",
        "/shared/",
        "/shared",
        "/entry/",
        "/edit/nonsense",
        "/?%00=%ff",
        "/?a=%",
        "/?next=%ff&login",
        "/dashboard/",
        "/:id",
        "/{id}",
        "/entry/{id}",
        "/a/b/c/d/e/f",
        "/rpc",
        "/rpc/",
        "/media",
        "/media/",
        "/identity",
        "/identity/v1/",
        "/api//entries",
        "/API/entries",
        "/shared/a/media/b/c",
    ] {
        for reply in [world.get(path).await, world.get_as(&anna, path).await] {
            assert!(!reply.status.is_server_error(), "{path}: {} {}", reply.status, reply.text());
        }
    }
    let long = format!("/{}", "%C3%A4".repeat(3000));
    assert!(!world.get(&long).await.status.is_server_error());
    let bytes = http::HeaderValue::from_bytes(b"\xff\xfe=\x80;;;=; session=\xff").unwrap();
    for name in [
        "cookie",
        "authorization",
        "accept-language",
        "accept",
        "content-type",
        "origin",
        "range",
        "if-none-match",
        "x-forwarded-for",
        "referer",
    ] {
        for path in ["/", "/api/auth/user", "/api/entries"] {
            let request = request(Method::GET, path).header(name, bytes.clone()).body(Body::empty()).unwrap();
            let reply = world.send(request).await;
            assert!(!reply.status.is_server_error(), "{name} {path}: {}", reply.status);
        }
    }
}
