//! Friends, requests, finding people.

use crate::world::{
    Reply, World,
    form::{Form, PHOTO},
    people::Person,
    world,
};
use http::{Method, StatusCode};
use serde_json::{Value, json};

async fn id_of(world: &World, person: &Person) -> String {
    world.get_as(person, "/api/auth/user").await.expect(200)["id"].as_str().unwrap().to_owned()
}

async fn ask(world: &World, person: &Person, body: &Value) -> Reply {
    world.json_as(person, Method::POST, "/api/friend-requests", body).await
}

async fn put(world: &World, person: &Person, path: &str) -> Reply {
    world.json_as(person, Method::PUT, path, &json!({})).await
}

async fn make_friends(world: &World, one: &Person, other: &Person) {
    let made = ask(world, one, &json!({ "userId": id_of(world, other).await })).await.expect(201);
    let path = format!("/api/friend-requests/{}/accept", made["id"].as_str().unwrap());
    put(world, other, &path).await.expect(200);
}

#[tokio::test]
async fn a_request_goes_from_asking_to_friends_and_away_again() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let made = ask(&world, &anna, &json!({ "email": "ben@example.org" })).await.expect(201);
    assert_eq!(made["requester"]["firstName"], "anna");
    assert_eq!((&made["addressee"]["username"], &made["state"]), (&json!("ben.beispiel"), &json!("pending")));
    assert!(!made.to_string().contains('@'), "no address of anybody: {made}");
    assert_eq!(ask(&world, &anna, &json!({ "email": "ben@example.org" })).await.expect(200), made);
    assert_eq!(world.get_as(&anna, "/api/friend-requests/sent").await.expect(200), json!([made]));
    assert_eq!(world.get_as(&anna, "/api/friend-requests").await.expect(200), json!([]));
    assert_eq!(world.get_as(&ben, "/api/friend-requests").await.expect(200), json!([made]));

    let path = format!("/api/friend-requests/{}", made["id"].as_str().unwrap());
    put(&world, &anna, &format!("{path}/accept")).await.refused(404, "request_not_found");
    let accepted = put(&world, &ben, &format!("{path}/accept")).await.expect(200);
    assert_eq!(accepted["state"], "accepted");
    let friends = world.get_as(&anna, "/api/friends").await.expect(200);
    let mut fields: Vec<_> = friends[0].as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["firstName", "id", "lastName", "profileImageUrl", "since", "username"]);
    assert_eq!(friends[0]["firstName"], "ben");
    ask(&world, &anna, &json!({ "email": "ben@example.org" })).await.refused(409, "already_friends");

    let friend = format!("/api/friends/{}", friends[0]["id"].as_str().unwrap());
    assert_eq!(world.json_as(&anna, Method::DELETE, &friend, &json!({})).await.status, StatusCode::NO_CONTENT);
    world.json_as(&anna, Method::DELETE, &friend, &json!({})).await.refused(404, "friend_not_found");
    assert_eq!(world.get_as(&ben, "/api/friends").await.expect(200), json!([]));
}

#[tokio::test]
async fn a_request_is_declined_or_withdrawn() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let made = ask(&world, &anna, &json!({ "email": "ben@example.org" })).await.expect(201);
    let path = format!("/api/friend-requests/{}", made["id"].as_str().unwrap());
    assert_eq!(put(&world, &ben, &format!("{path}/decline")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(world.get_as(&ben, "/api/friend-requests").await.expect(200), json!([]));
    assert_eq!(world.get_as(&anna, "/api/friend-requests/sent").await.expect(200), json!([made]), "silent");
    world.json_as(&ben, Method::DELETE, &path, &json!({})).await.refused(404, "request_not_found");
    assert_eq!(world.json_as(&anna, Method::DELETE, &path, &json!({})).await.status, StatusCode::NO_CONTENT);
    world.json_as(&anna, Method::DELETE, &path, &json!({})).await.refused(404, "request_not_found");
}

#[tokio::test]
async fn requests_that_cannot_be_read_or_made_are_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    let own = id_of(&world, &anna).await;
    ask(&world, &anna, &json!({})).await.refused(400, "missing_field");
    ask(&world, &anna, &json!({ "email": " " })).await.refused(422, "search_empty");
    ask(&world, &anna, &json!({ "userId": "x" })).await.refused(400, "invalid_form");
    ask(&world, &anna, &json!({ "userId": own, "email": "x@y.de" })).await.refused(400, "invalid_form");
    ask(&world, &anna, &json!({ "userId": own })).await.refused(422, "own_request");
    let nobody = ask(&world, &anna, &json!({ "email": "nobody@example.org" })).await;
    nobody.refused(404, "user_not_found");
    assert_eq!(nobody.json()["message"], "Person nicht gefunden", "about the other one, not about the account");
    put(&world, &anna, "/api/friend-requests/x/accept").await.refused(400, "invalid_id");
    for path in ["/api/friends", "/api/friend-requests", "/api/friend-requests/sent", "/api/users/search?username=a"] {
        world.get(path).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn a_search_finds_exactly_one_and_tells_only_what_was_typed() {
    let world = world().await;
    let (anna, _ben) = (world.person("anna").await, world.person("ben").await);
    let found = world.get_as(&anna, "/api/users/search?email=Ben%40example.org").await.expect(200);
    assert_eq!((&found["username"], &found["email"]), (&json!("ben.beispiel"), &json!("Ben@example.org")));
    assert_eq!(found["standing"], "stranger");
    let found = world.get_as(&anna, "/api/users/search?username=ben.beispiel").await.expect(200);
    assert!(found.get("email").is_none() && found.get("requestId").is_none());
    for (query, status, code) in [
        ("username=ben", 404, "user_not_found"),
        ("email=ben.beispiel", 404, "user_not_found"),
        ("username=", 422, "search_empty"),
        ("", 422, "search_empty"),
        ("username=a&email=b", 400, "invalid_form"),
    ] {
        world.get_as(&anna, &format!("/api/users/search?{query}")).await.refused(status, code);
    }
}

#[tokio::test]
async fn the_entries_of_somebody_are_those_one_may_see() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    for (day, visibility) in ["private", "friends", "public", "friends"].into_iter().enumerate() {
        if day > 0 {
            world.post("/test/clock", &json!({ "days": 1 })).await;
        }
        world.entry(&anna, Form::new(visibility).field("visibility", visibility).image("a.jpg", PHOTO)).await;
    }
    let path = format!("/api/friends/{}/entries", id_of(&world, &anna).await);
    let texts = |reply: &Reply| {
        let entries = reply.expect(200);
        entries.as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&world.get_as(&ben, &path).await), ["public"]);
    make_friends(&world, &ben, &anna).await;
    let reply = world.get_as(&ben, &path).await;
    assert_eq!(texts(&reply), ["friends", "public", "friends"]);
    let entry = reply.json()[0].clone();
    assert_eq!(entry["user"]["firstName"], "anna");
    assert!(entry.get("version").is_none() && entry.get("shareToken").is_none());
    let picture = entry["thumbnailUrls"][0].as_str().unwrap().to_owned();
    assert_eq!(world.get_as(&ben, &picture).await.status, StatusCode::OK);

    let first = world.get_as(&ben, &format!("{path}?limit=2")).await;
    assert_eq!(texts(&first), ["friends", "public"]);
    let next = first.header("link").strip_prefix('<').unwrap().split('>').next().unwrap();
    let second = world.get_as(&ben, next).await;
    assert_eq!((texts(&second), second.header("link")), (vec!["friends".to_owned()], ""));
    assert_eq!(texts(&world.get_as(&anna, &path).await).len(), 4, "one's own are all there");

    let friend = path.strip_suffix("/entries").unwrap();
    world.json_as(&ben, Method::DELETE, friend, &json!({})).await;
    assert_eq!(texts(&world.get_as(&ben, &path).await), ["public"]);
    world.get_as(&ben, &picture).await.refused(403, "access_denied");
    world
        .get_as(&ben, "/api/friends/01935f5e-6d5c-7000-8000-000000000001/entries")
        .await
        .refused(404, "user_not_found");
    world.get_as(&ben, "/api/friends/x/entries").await.refused(400, "invalid_id");
}

#[tokio::test]
async fn pages_show_friends_what_was_looked_for_and_what_one_may_read() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let (annas, bens) = (id_of(&world, &anna).await, id_of(&world, &ben).await);
    world.entry(&anna, Form::new("Worte für Freunde").field("visibility", "friends")).await;
    let page = async |person: &Person, path: &str| {
        let reply = world.get_as(person, path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        reply.text()
    };
    assert!(page(&anna, "/friends").await.contains("Noch ist niemand hier"));
    for (q, expected) in [
        ("ben.beispiel", "Anfragen: ben Beispiel"),
        ("ben%40example.org", "ben@example.org"),
        ("anna.beispiel", "Das bist du"),
        ("nobody", "Person nicht gefunden"),
        ("%3Cb%3E", "&lt;b&gt;"),
        ("", "Bitte gib eine E-Mail-Adresse"),
    ] {
        let html = page(&anna, &format!("/friends?tab=find&q={q}")).await;
        assert!(html.contains(expected), "{q}");
    }
    let stranger = page(&ben, &format!("/friends/{annas}")).await;
    assert!(stranger.contains("anna Beispiel") && !stranger.contains("Worte für Freunde"));
    assert!(!stranger.contains("anna@example.org"));

    let made = ask(&world, &ben, &json!({ "userId": annas })).await.expect(201);
    assert!(page(&ben, "/friends?tab=outgoing").await.contains("Ausstehend"));
    let waiting = page(&anna, "/friends").await;
    assert!(waiting.contains("1 Anfrage wartet auf deine Antwort"));
    assert!(page(&anna, "/friends?tab=incoming").await.contains("Annehmen: ben Beispiel"));
    put(&world, &anna, &format!("/api/friend-requests/{}/accept", made["id"].as_str().unwrap())).await.expect(200);
    assert!(page(&anna, "/friends").await.contains(&format!("/friends/{bens}")));
    let friend = page(&ben, &format!("/friends/{annas}")).await;
    assert!(friend.contains("Worte für Freunde") && friend.contains("Befreundet seit"));

    assert_eq!(world.get_as(&ben, &format!("/friends/{bens}")).await.header("location"), "/dashboard");
    for nobody in ["/friends/x", "/friends/01935f5e-6d5c-7000-8000-000000000001"] {
        let reply = world.get_as(&ben, nobody).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND);
        assert!(reply.text().contains("Person nicht gefunden"));
    }
    for path in ["/friends".to_owned(), format!("/friends/{annas}")] {
        let reply = world.get(&path).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "guests get the landing page");
        assert!(!reply.text().contains("anna"));
    }
}
