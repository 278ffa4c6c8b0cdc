//! Reading from day to day, the way back to the list, and the age of a day.

use crate::world::{Answer, World, text};
use backend::Viewer;
use chrono::TimeDelta;
use domain::{Entry, EntryForm, Expiry, LinkForm, ShareOptions, Visibility};

/// Three days of Anna's; it is the day after the last.
async fn three_days(world: &World) -> (Viewer, Vec<Entry>) {
    let anna = world.person("Anna").await;
    let mut days = Vec::new();
    for n in 1..=3 {
        let form = EntryForm { visibility: Some(Visibility::Public), ..text(&format!("Tag Nummer {n}.")) };
        days.push(world.write(&anna, form).await);
        world.clock.advance(TimeDelta::days(1));
    }
    (anna, days)
}

/// The tag that has `mark`.
fn tag<'a>(page: &'a Answer, mark: &str) -> Option<&'a str> {
    page.html.split('<').find(|tag| tag.contains(mark))
}

#[tokio::test]
async fn ones_own_entry_leads_to_the_days_before_and_after_it_with_their_dates() {
    let world = World::new().await;
    let (anna, days) = three_days(&world).await;
    let page = world.get(&anna, &format!("/entry/{}", days[1].id)).await;
    for (rel, key, day, words) in [
        ("prev", "ArrowLeft", &days[0], "Freitag, 20. November 2026"),
        ("next", "ArrowRight", &days[2], "Sonntag, 22. November 2026"),
    ] {
        let link = tag(&page, &format!("rel=\"{rel}\"")).unwrap();
        assert!(link.contains(&format!("href=\"/entry/{}\"", day.id)), "{link}");
        assert!(link.contains(&format!("aria-keyshortcuts=\"{key}\"")), "{link}");
        assert!(page.has(words));
    }
    assert!(page.has("Vorheriger Tag") && page.has("Nächster Tag"));
    let last = world.get(&anna, &format!("/entry/{}", days[2].id)).await;
    assert!(last.has("rel=\"prev\"") && !last.has("rel=\"next\""));

    let jonas = world.person("Jonas").await;
    let of_anna = world.get(&jonas, &format!("/entry/{}", days[1].id)).await;
    assert!(of_anna.has("Tag Nummer 2.") && !of_anna.has("data-days"), "others are not led through a diary");
    let as_others = world.get(&anna, &format!("/entry/{}?as=public", days[1].id)).await;
    assert!(!as_others.has("data-days"));
}

#[tokio::test]
async fn the_way_back_leads_to_the_entrys_place_in_the_list_one_came_from_also_after_other_days() {
    let world = World::new().await;
    let (anna, days) = three_days(&world).await;
    let address = format!("/entry/{}", days[1].id);
    let back = |page: &Answer| {
        let link = tag(page, "class=\"back-link\"").unwrap();
        link.split("href=\"").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&")
    };
    assert_eq!(back(&world.get(&anna, &address).await), "/dashboard");
    let list = "/dashboard?only=favorites&until=abc";
    *world.referrer.lock().unwrap() = Some(list.into());
    let page = world.get(&anna, &address).await;
    assert_eq!(back(&page), format!("{list}#e-{}", days[1].id));
    assert!(world.get(&anna, "/dashboard").await.has(&format!("id=\"e-{}\"", days[1].id)));
    let next = tag(&page, "rel=\"next\"").unwrap().split("href=\"").nth(1).unwrap().split('"').next().unwrap();
    *world.referrer.lock().unwrap() = Some(address.clone());
    assert_eq!(back(&world.get(&anna, next).await), format!("{list}#e-{}", days[2].id));

    for elsewhere in ["//example.org/dashboard", "https://example.org", "/settings", "/friends/", "/create"] {
        *world.referrer.lock().unwrap() = Some(elsewhere.into());
        assert_eq!(back(&world.get(&anna, &address).await), "/dashboard", "{elsewhere}");
        let named = format!("{address}?from={}", elsewhere.replace('/', "%2F"));
        assert_eq!(back(&world.get(&anna, &named).await), "/dashboard", "{elsewhere}");
    }
    *world.referrer.lock().unwrap() = Some("/friends/1".into());
    let page = world.get(&anna, &address).await;
    assert!(back(&page).starts_with("/friends/1#e-") && !page.has("Zur Übersicht"));
}

#[tokio::test]
async fn a_day_says_how_long_ago_it_was_and_on_a_card_only_in_its_first_week() {
    let world = World::new().await;
    let (anna, days) = three_days(&world).await;
    let list = world.get(&anna, "/dashboard").await;
    assert!(list.has("gestern") && list.has("vor 2 Tagen") && list.has("vor 3 Tagen"));
    world.clock.advance(TimeDelta::days(7));
    let list = world.get(&anna, "/dashboard").await;
    assert!(!list.has("vor einer Woche") && !list.has("card-ago"));
    let page = world.get(&anna, &format!("/entry/{}", days[2].id)).await;
    assert!(page.has("vor einer Woche") && page.has("Sonntag, 22.\u{a0}November"));
}

#[tokio::test]
async fn todays_entry_can_be_read_and_a_card_with_a_link_says_so_while_it_opens() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write(&anna, text("Ein Tag")).await;
    let mark = "Hat einen geheimen Link";
    let list = world.get(&anna, "/dashboard").await;
    let view = tag(&list, "card-action\"").unwrap();
    assert!(view.contains(&format!("href=\"/entry/{}\"", entry.id)), "{view}");
    assert!(view.contains("Ansehen") && !list.has(mark), "{view}");
    assert!(tag(&list, "card-link").unwrap().contains("href=\"/create\""));
    let options = Some(ShareOptions { original_text: true, ..ShareOptions::NOTHING });
    let form = LinkForm { options, expiry: Some(Expiry::Days(1)), ..LinkForm::default() };
    backend::sharing::create(&world.backend, &anna, entry.id, form).await.unwrap();
    assert!(world.get(&anna, "/dashboard").await.has(mark));
    world.clock.advance(TimeDelta::days(2));
    assert!(!world.get(&anna, "/dashboard").await.has(mark));
}
