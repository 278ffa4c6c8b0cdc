//! Sending a file, taking it over, and the page without a script.

use crate::world::{World, form::Form, people::Person, request, world};
use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

const IMPORTS: &str = "/api/imports";

fn file(bytes: &[u8]) -> Form {
    Form::default().part("name=\"file\"; filename=\"mein archiv.zip\"", Some("application/zip"), bytes)
}

async fn work(world: &World) {
    while backend::imports::work(&world.backend).await.unwrap() {}
}

/// The archive of somebody with one entry.
async fn archive(world: &World, name: &str) -> Vec<u8> {
    let person = world.person(name).await;
    world.entry(&person, Form::new("Stachelbeeren gepflückt")).await;
    world.get_as(&person, "/api/archive").await.bytes
}

async fn looked(world: &World, person: &Person, bytes: &[u8]) -> Value {
    let sent = world.form_as(person, Method::POST, IMPORTS, file(bytes)).await.expect(202);
    assert_eq!(sent["state"], "looking");
    work(world).await;
    world.get_as(person, &format!("{IMPORTS}/{}", sent["id"].as_str().unwrap())).await.expect(200)
}

#[tokio::test]
async fn a_file_is_sent_looked_at_taken_over_and_undone() {
    let world = world().await;
    let bytes = archive(&world, "anna").await;
    let (ben, carla) = (world.person("ben").await, world.person("carla").await);
    let import = looked(&world, &ben, &bytes).await;
    assert_eq!((&import["state"], &import["report"]["days"]), (&json!("looked"), &json!(1)));
    assert_eq!(
        (&import["report"]["file"], &import["report"]["origin"]),
        (&json!("mein archiv.zip"), &json!("tagesecho"))
    );
    let path = format!("{IMPORTS}/{}", import["id"].as_str().unwrap());
    let take = format!("{path}/take-over");

    // It is nobody else's.
    world.get_as(&carla, &path).await.refused(404, "import_not_found");
    world.json_as(&carla, Method::POST, &take, &json!({ "existing": "keep" })).await.refused(404, "import_not_found");
    world.send(request(Method::GET, &path).body(Body::empty()).unwrap()).await.refused(401, "unauthenticated");
    world.send(file(&bytes).into_request(request(Method::POST, IMPORTS))).await.refused(401, "unauthenticated");
    // One at a time, and only what is said.
    world.form_as(&ben, Method::POST, IMPORTS, file(&bytes)).await.refused(409, "import_running");
    world.json_as(&ben, Method::POST, &take, &json!({ "existing": "replace" })).await.refused(400, "invalid_form");
    world.json_as(&ben, Method::POST, &take, &json!({})).await.refused(400, "missing_field");
    world.get_as(&ben, &format!("{IMPORTS}/x")).await.refused(400, "invalid_id");

    let taking = world.json_as(&ben, Method::POST, &take, &json!({ "existing": "keep" })).await.expect(202);
    assert_eq!(taking["state"], "taking");
    work(&world).await;
    let taken = world.get_as(&ben, &path).await.expect(200);
    assert_eq!((&taken["state"], &taken["report"]["taken"]["receipt"]["same"]), (&json!("taken"), &json!(1)));
    let entries = world.get_as(&ben, "/api/entries").await.expect(200);
    let entry = &entries[0];
    assert_eq!((&entry["text"], &entry["visibility"]), (&json!("Stachelbeeren gepflückt"), &json!("private")));
    assert_eq!(entry["origin"], "tagesecho");
    let page = world.get_as(&ben, &format!("/entry/{}", entry["id"].as_str().unwrap())).await.text();
    assert!(page.contains("Übernommen aus Tagesecho"));

    let undo = world.send(ben.request(Method::DELETE, &path).body(Body::empty()).unwrap()).await.expect(202);
    assert_eq!(undo["state"], "undoing");
    work(&world).await;
    assert_eq!(world.get_as(&ben, "/api/entries").await.expect(200), json!([]));
    let again = world.send(ben.request(Method::DELETE, &path).body(Body::empty()).unwrap()).await;
    again.refused(409, "import_undo_over");
}

#[tokio::test]
async fn the_page_names_earlier_imports_and_each_can_be_undone() {
    let world = world().await;
    let archives = [archive(&world, "anna").await, archive(&world, "ben").await];
    let carla = world.person("carla").await;
    let mut ids = Vec::new();
    for bytes in archives {
        let import = looked(&world, &carla, &bytes).await;
        let id = import["id"].as_str().unwrap().to_owned();
        let take = format!("{IMPORTS}/{id}/take-over");
        world.json_as(&carla, Method::POST, &take, &json!({ "existing": "keep" })).await.expect(202);
        work(&world).await;
        ids.push(id);
    }
    let page = world.get_as(&carla, "/import").await.text();
    assert!(page.contains("Frühere Importe"));
    for id in ids {
        assert!(page.contains(&format!("id=\"undo-{id}\"")), "{id}");
    }
}

#[tokio::test]
async fn what_is_no_import_is_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    world.form_as(&anna, Method::POST, IMPORTS, Form::default().field("x", "y")).await.refused(400, "missing_file");
    world.form_as(&anna, Method::POST, IMPORTS, file(b"")).await.refused(400, "import_empty");
    let none = Form::default().part("name=\"file\"; filename=\"\"", Some("application/octet-stream"), b"");
    world.form_as(&anna, Method::POST, IMPORTS, none).await.refused(400, "missing_file");
    let two = file(b"a").part("name=\"file\"; filename=\"b\"", None, b"b");
    world.form_as(&anna, Method::POST, IMPORTS, two).await.refused(400, "invalid_form");
    let no_form = world.json_as(&anna, Method::POST, IMPORTS, &json!({})).await;
    no_form.refused(415, "unsupported_media_type");
    let refused = looked(&world, &anna, b"kein Tagebuch").await;
    assert_eq!(refused["state"], "refused");
    assert!(refused["report"]["refused"].as_str().is_some_and(|code| code.starts_with("import_")), "{refused}");
    let path = format!("{IMPORTS}/{}", refused["id"].as_str().unwrap());
    let forgotten = world.send(anna.request(Method::DELETE, &path).body(Body::empty()).unwrap()).await;
    assert_eq!(forgotten.status.as_u16(), 204);
}

#[tokio::test]
async fn the_page_takes_a_file_without_a_script() {
    let world = world().await;
    let bytes = archive(&world, "anna").await;
    let ben = world.person("ben").await;
    let page = world.get_as(&ben, "/import").await.text();
    assert!(page.contains("name=\"file\"") && page.contains("Day One"), "{page}");
    let send = async |form: Form| {
        let request =
            request(Method::POST, "/import").header("cookie", &ben.cookie).header("sec-fetch-site", "same-origin");
        world.send(form.into_request(request.header("accept", "text/html"))).await
    };
    let refused = send(file(b"")).await;
    assert_eq!(refused.status.as_u16(), 400);
    assert!(refused.text().contains("role=\"alert\""), "{}", refused.text());
    let begun = send(file(&bytes)).await;
    assert_eq!((begun.status.as_u16(), begun.header("location")), (303, "/import"));
    let page = world.get_as(&ben, "/import").await.text();
    assert!(page.contains("http-equiv=\"refresh\"") && page.contains("Wir sehen uns die Datei an"), "{page}");
    work(&world).await;
    let page = world.get_as(&ben, "/import").await.text();
    assert!(page.contains("mein archiv.zip") && page.contains("\"import-counts\">1 Tag<"), "{page}");
    let id = page.split("name=\"id\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let taken = world.press(&ben, "/import", &format!("form=take-over&id={id}&existing=keep")).await;
    assert_eq!(taken.status.as_u16(), 303);
    work(&world).await;
    let page = world.get_as(&ben, "/import").await.text();
    assert!(page.contains("Umzugsnachweis") && page.contains("1 Tag, 0 Fotos, 0 verloren"), "{page}");
    let undone = world.press(&ben, "/import", &format!("form=remove-import&id={id}")).await;
    assert_eq!(undone.status.as_u16(), 303);
    work(&world).await;
    assert!(world.get_as(&ben, "/import").await.text().contains("Der Import ist rückgängig gemacht"));
    // A form that is none of a file is as small as any other.
    let large = format!("form=take-over&id={id}&existing={}", "a".repeat(100_000));
    assert_eq!(world.press(&ben, "/import", &large).await.status.as_u16(), 413);
}
