//! Own codes, invitations by mail, and the way to get none.

use crate::world::{json as body, people::bearer, world};
use http::Method;
use serde_json::json;

fn behind<'a>(mail: &'a str, start: &str) -> &'a str {
    mail.split_once(start).unwrap().1.lines().next().unwrap()
}

/// Code and proof in the link of an invitation's mail.
fn link_in(mail: &str) -> (&str, &str) {
    behind(mail, "/?invite=").split_once("#proof=").unwrap()
}

#[tokio::test]
async fn the_link_of_the_mail_confirms_the_address_and_nobody_else_sees_what_it_holds() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = json!({ "email": "ben@example.org" });
    let sent = world.json_as(&anna, Method::POST, "/api/friend-invitations", &form).await.expect(201);
    let mail = world.backend.mail.newest("ben@example.org").await.unwrap().unwrap();
    let (code, proof) = link_in(&mail);
    assert!(!sent.to_string().contains(proof));
    for address in ["/api/invitations", "/api/friend-invitations", "/friends?tab=invitations"] {
        let shown = world.get_as(&anna, address).await.text();
        assert!(shown.contains("ben@example.org") && !shown.contains(proof), "{address}");
    }

    let (token, _) = world.sign_up("ben").await;
    let names = json!({ "invitationCode": code, "firstName": "Ben", "lastName": "Beispiel", "emailToken": proof });
    world.send(body(bearer(Method::POST, "/api/auth/simple-register", &token), &names)).await.expect(201);
    let list = world.get_as(&anna, "/api/friend-invitations").await.expect(200);
    assert_eq!((&list[0]["standing"], &list[0]["emailConfirmed"]), (&json!("requested"), &json!(true)));
    let tab = world.get_as(&anna, "/friends?tab=invitations").await;
    assert!(!tab.text().contains("noch nicht bestätigt"), "{}", tab.text());
    let asked = bearer(Method::GET, "/api/friend-requests", &token).body(axum::body::Body::empty()).unwrap();
    let asked = world.send(asked).await.expect(200);
    assert_eq!((asked.as_array().unwrap().len(), &asked[0]["requester"]["firstName"]), (1, &json!("anna")));
}

#[tokio::test]
async fn an_invited_person_registers_and_the_list_says_so() {
    let world = world().await;
    let anna = world.person("anna").await;
    let codes = world.get_as(&anna, "/api/invitations").await.expect(200);
    assert_eq!((codes.as_array().unwrap().len(), &codes[0]["state"]), (3, &json!("free")));
    let link = format!("http://localhost/?invite={}", codes[0]["code"].as_str().unwrap());
    assert_eq!(codes[0]["link"], json!(link));

    let form = json!({ "email": "ben@example.org", "message": "Komm!" });
    let sent = world.json_as(&anna, Method::POST, "/api/friend-invitations", &form).await.expect(201);
    assert_eq!(
        (&sent["state"], &sent["email"], &sent["sends"]),
        (&json!("open"), &json!("ben@example.org"), &json!(1))
    );
    let mail = world.backend.mail.newest("ben@example.org").await.unwrap().unwrap();
    let until = behind(&mail, "Er gilt bis zum ").split(' ').next().unwrap();
    let open = world.get_as(&anna, "/friends?tab=invitations").await;
    assert!(open.text().contains(&format!("gilt bis {until}")), "{until} in the list as in the mail");
    let own = json!({ "email": "Anna@example.org" });
    world.json_as(&anna, Method::POST, "/api/friend-invitations", &own).await.refused(422, "own_invitation");
    let (code, _) = link_in(&mail);
    let address = format!("/api/friend-invitations/{}", sent["id"].as_str().unwrap());
    let resend = format!("{address}/resend");
    world.json_as(&anna, Method::POST, &resend, &json!({})).await.refused(429, "resend_too_soon");
    world.json_as(&anna, Method::POST, "/api/friend-invitations", &form).await.refused(409, "already_invited");

    let (token, _) = world.sign_up("ben").await;
    let form = json!({ "invitationCode": code, "firstName": "Ben", "lastName": "Beispiel" });
    world.send(body(bearer(Method::POST, "/api/auth/simple-register", &token), &form)).await.expect(201);
    let list = world.get_as(&anna, "/api/friend-invitations").await.expect(200);
    assert_eq!((&list[0]["state"], &list[0]["person"]["firstName"]), (&json!("accepted"), &json!("Ben")));
    assert_eq!(list[0]["standing"], "stranger", "he has not confirmed the address");
    assert_eq!(list[0]["emailConfirmed"], false);
    let waiting = world
        .send(bearer(Method::GET, "/api/friend-requests", &token).body(axum::body::Body::empty()).unwrap())
        .await
        .expect(200);
    assert_eq!(waiting, json!([]));
    let person = list[0]["person"]["id"].as_str().unwrap();
    let tab = world.get_as(&anna, "/friends?tab=invitations").await;
    assert!(tab.text().contains(&format!("href=\"/friends/{person}\"")), "the name leads to them");
    let found = world.get_as(&anna, "/friends?tab=find&q=ben%40example.org").await;
    for page in [tab.text(), found.text()] {
        assert!(page.contains("hat diese Adresse noch nicht bestätigt."), "as a search says it: {page}");
    }
    world.json_as(&anna, Method::DELETE, &address, &json!({})).await.refused(409, "friend_invitation_over");
}

#[tokio::test]
async fn an_invitation_is_withdrawn_by_its_sender_alone() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let form = json!({ "email": "carla@example.org" });
    let sent = world.json_as(&anna, Method::POST, "/api/friend-invitations", &form).await.expect(201);
    let address = format!("/api/friend-invitations/{}", sent["id"].as_str().unwrap());
    let mail = world.backend.mail.newest("carla@example.org").await.unwrap().unwrap();
    world.json_as(&ben, Method::DELETE, &address, &json!({})).await.refused(404, "friend_invitation_not_found");
    world.json_as(&anna, Method::DELETE, &address, &json!({})).await.expect(204);
    let tab = world.get_as(&anna, "/friends?tab=invitations").await.text();
    let words = (tab.matches("Zurückgenommen am").count(), tab.contains("Abgelaufen am"));
    assert_eq!(words, (2, false), "the invitation and its code have the same word");
    let code = json!({ "invitationCode": link_in(&mail).0 });
    world.post("/api/auth/validate-invitation", &code).await.refused(410, "invitation_expired");
    let again = world.json_as(&anna, Method::POST, "/api/friend-invitations", &form).await;
    again.refused(429, "invitation_not_now");
    let registered = json!({ "email": "ben@example.org" });
    let refused = world.json_as(&anna, Method::POST, "/api/friend-invitations", &registered).await;
    refused.refused(409, "email_registered");
    for address in ["/api/invitations", "/api/friend-invitations"] {
        world.get(address).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn unsubscribing_from_invitations_needs_no_account() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = json!({ "email": "ben@example.org" });
    world.json_as(&anna, Method::POST, "/api/friend-invitations", &form).await.expect(201);
    let mail = world.backend.mail.newest("ben@example.org").await.unwrap().unwrap();
    let token = behind(&mail, "/stop-invitations?token=");

    let page = world.get(&format!("/stop-invitations?token={token}")).await;
    assert_eq!(page.headers["cache-control"], "private, no-store", "its address is a key");
    assert!(page.status == 200 && page.text().contains("Nie wieder einladen"), "{}", page.text());
    assert_eq!((page.header("referrer-policy"), page.header("x-robots-tag")), ("no-referrer", "noindex"));
    assert!(!page.text().contains("ben@example.org"));
    let broken = world.get("/stop-invitations?token=x").await;
    assert!(broken.status == 404 && broken.text().contains("unvollständig"), "{}", broken.text());
    world.post("/stop-invitations?token=x", &json!(null)).await.refused(404, "stop_link_invalid");
    let done = world.post(&format!("/stop-invitations?token={token}"), &json!(null)).await;
    assert!(done.status == 200 && done.text().contains("bekommt keine Einladungen mehr"), "{}", done.text());
}
