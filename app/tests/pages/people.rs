//! Notes between people: waiting requests, one's own blocks, unconfirmed addresses.

use crate::world::{World, text};
use backend::{
    Viewer,
    friends::{
        self, Whom,
        blocks::{block, unblock},
        invitations,
    },
    sharing,
};
use domain::{EntryForm, LinkForm, ShareOptions, Visibility};
use http::StatusCode;

async fn ask(world: &World, requester: &Viewer, addressee: &Viewer) {
    let whom = Whom::User(addressee.user_id().unwrap());
    friends::send_request(&world.backend, requester, &whom).await.unwrap();
}

#[tokio::test]
async fn the_dashboard_tells_of_requests_that_wait() {
    let world = World::new().await;
    let (anna, ben, carla) = (world.person("Anna").await, world.person("Ben").await, world.person("Carla").await);
    let way = "href=\"/friends?tab=incoming\"";
    assert!(!world.get(&anna, "/dashboard").await.has(way));
    ask(&world, &ben, &anna).await;
    let page = world.get(&anna, "/dashboard").await;
    assert!(page.has(way) && page.has("Jemand möchte mit dir befreundet sein."));
    ask(&world, &carla, &anna).await;
    assert!(world.get(&anna, "/dashboard").await.has("2 Menschen möchten mit dir befreundet sein."));
    assert!(!world.get(&ben, "/dashboard").await.has(way));
}

#[tokio::test]
async fn ones_own_block_is_named_and_leads_to_its_end_and_to_a_report() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let (her_id, his_id) = (anna.user_id().unwrap(), ben.user_id().unwrap());
    block(&world.backend, &anna, his_id).await.unwrap();

    let hers = world.get(&anna, &format!("/friends/{his_id}")).await;
    assert_eq!(hers.status, StatusCode::NOT_FOUND);
    assert!(hers.has("Du hast diese Person blockiert") && hers.has(&format!("/settings#blocked-{his_id}")));
    assert!(!hers.has("Ben Berger"));
    let his = world.get(&ben, &format!("/friends/{her_id}")).await;
    assert_eq!(his.status, StatusCode::NOT_FOUND);
    assert!(!his.has("blockiert"), "he is not told");

    let settings = world.get(&anna, "/settings").await;
    assert!(settings.has(&format!("id=\"blocked-{his_id}\"")) && settings.has("Ben Berger melden"));
    let form = "name=\"form\" value=\"report\"";
    assert!(!settings.has(form));
    let settings = world.get(&anna, &format!("/settings?report={his_id}")).await;
    assert!(settings.has(form) && settings.has(&format!("value=\"{his_id}\"")));
    assert!(!world.get(&anna, &format!("/settings?report={her_id}")).await.has(form));

    unblock(&world.backend, &anna, his_id).await.unwrap();
    assert_eq!(world.get(&anna, &format!("/friends/{his_id}")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn somebody_found_by_an_unconfirmed_address_may_be_somebody_else() {
    let world = World::new().await;
    let (anna, _) = (world.person("Anna").await, world.person("Ben").await);
    let warning = "Ben Berger hat diese Adresse noch nicht bestätigt.";
    let found = world.get(&anna, "/friends?tab=find&q=ben%40example.org").await;
    assert!(found.has("Ben Berger") && found.has(warning));
    let found = world.get(&anna, "/friends?tab=find&q=%40ben.berger").await;
    assert!(found.has("Ben Berger") && !found.has(warning), "a username is nobody's address");
    assert!(!world.get(&anna, "/friends?tab=find&q=anna%40example.org").await.has(warning), "she knows herself");
}

#[tokio::test]
async fn the_visibility_control_mentions_the_link() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let form = EntryForm { visibility: Some(Visibility::Friends), ..text("Ein Tag") };
    let entry = world.write(&anna, form).await;
    let address = format!("/entry/{}", entry.id);
    let link = "Für diesen Tag gibt es einen geheimen Link.";
    assert!(!world.get(&anna, &address).await.has(link));

    let options = ShareOptions { original_text: true, ..ShareOptions::NOTHING };
    let form = LinkForm { options: Some(options), ..LinkForm::default() };
    sharing::create(&world.backend, &anna, entry.id, form).await.unwrap();
    assert!(world.get(&anna, &address).await.has(link));
}

#[tokio::test]
async fn a_request_that_waits_is_the_first_thing_on_the_page_of_friends() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let quiet = world.get(&anna, "/friends").await;
    assert!(quiet.has("Noch ist niemand hier") && !quiet.has("Wartet auf deine Antwort"));
    ask(&world, &ben, &anna).await;
    let page = world.get(&anna, "/friends").await;
    let at = |text: &str| page.html.find(text).unwrap();
    assert!(at("page-tabs") < at("Wartet auf deine Antwort"), "what stands above the tabs is the same on each");
    assert!(page.has("Annehmen: Ben Berger") && !page.has("Noch ist niemand hier"));
    let asked = world.get(&ben, "/friends").await;
    assert!(asked.has("Anna Berger") && !asked.has("Noch ist niemand hier"), "who asked sees whom");
}

#[tokio::test]
async fn the_head_of_the_friends_page_is_the_same_on_each_tab() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let plain = |html: &str| {
        let head = html.split("<main").nth(1).unwrap().split("</nav>").next().unwrap();
        head.replace(" aria-current=\"page\"", "")
    };
    let first = plain(&world.get(&anna, "/friends").await.html);
    assert!(first.contains("Freunde einladen") && first.contains("page-tabs"));
    for tab in ["find", "incoming", "outgoing", "invitations"] {
        assert_eq!(plain(&world.get(&anna, &format!("/friends?tab={tab}")).await.html), first, "{tab}");
    }
    let inviting = world.get(&anna, "/friends?tab=invitations").await;
    let code = &invitations::own_codes(&world.backend, &anna).await.unwrap()[0];
    assert!(inviting.has(&format!("data-copy=\"{}\"", code.link)) && inviting.has("data-pass-on"));
}

#[tokio::test]
async fn somebody_new_is_asked_about_the_owner_of_their_code() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let code = invitations::own_codes(&world.backend, &anna).await.unwrap().remove(0).code;
    let ben = world.person_with("Ben", &code).await;
    for address in ["/dashboard", "/friends"] {
        let page = world.get(&ben, address).await;
        assert!(page.has("Mit Anna befreunden?") && page.has("value=\"inviter-ask\""), "{address}");
        assert!(!page.has(&anna.user_id().unwrap().to_string()), "the form names nobody");
        assert!(!world.get(&anna, address).await.has("befreunden?"), "{address}");
    }
    friends::skip_inviter(&world.backend, &ben).await.unwrap();
    assert!(!world.get(&ben, "/dashboard").await.has("befreunden?"));
}

#[tokio::test]
async fn registering_says_that_it_wants_an_invitation_and_what_applies() {
    let world = World::new().await;
    let page = world.get(&Viewer::Guest, "/").await;
    let terms = page.html.split("sign-in-terms").nth(1).unwrap().split("</p>").next().unwrap();
    assert!(terms.contains("href=\"/agb\"") && terms.contains("href=\"/datenschutz\""));
    assert!(page.has("mit Einladung"));
}
