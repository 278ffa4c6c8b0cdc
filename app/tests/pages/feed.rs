//! The feed on the dashboard.

use crate::world::{Answer, World, text, with_entries};
use backend::friends::{self, Whom};
use chrono::TimeDelta;
use domain::{EntryForm, FeedFilters, ShareOptions, Visibility};
use http::StatusCode;

const BOTH: FeedFilters = FeedFilters { own: true, friends: false, public: true };

async fn public(world: &World, name: &str, words: &str) -> backend::Viewer {
    let person = world.person(name).await;
    world.write(&person, EntryForm { visibility: Some(Visibility::Public), ..text(words) }).await;
    person
}

/// The filters' boxes.
fn boxes(page: &Answer) -> impl Iterator<Item = &str> {
    page.html.split('<').filter(|tag| tag.contains("type=\"checkbox\"") && tag.contains("name=\"feed\""))
}

fn ticked(page: &Answer) -> usize {
    boxes(page).filter(|tag| tag.contains(" checked")).count()
}

/// One of the island's props, as its attribute has it; `value`: in JSON.
fn prop(name: &str, value: &str) -> String {
    format!("&quot;{name}&quot;:{}", value.replace('"', "&quot;"))
}

/// The cursor of the link to older entries.
fn next_cursor(page: &Answer) -> Option<&str> {
    quoted(page, "href=\"/dashboard?before=")?.split('&').next()
}

#[tokio::test]
async fn the_first_paint_shows_the_filtered_entries_and_continues_todays_in_any_case() {
    let world = World::new().await;
    let anna = public(&world, "Anna", "Von Anna").await;
    public(&world, "Jonas", "Von Jonas").await;
    for (filters, has_own, has_public, checked) in [
        (FeedFilters::default(), true, false, 1),
        (FeedFilters::PUBLIC, false, true, 1),
        (FeedFilters::FRIENDS, false, false, 1),
        (BOTH, true, true, 2),
        (FeedFilters::NONE, false, false, 0),
    ] {
        let page = world.get_filtered(&anna, "/dashboard", filters).await;
        assert_eq!((page.has("Von Anna"), page.has("Von Jonas")), (has_own, has_public), "{filters:?}");
        assert_eq!(ticked(&page), checked, "{filters:?}");
        assert!(page.has("Guten Abend, Anna") && page.has("Heute weiterschreiben"), "{filters:?}");
    }
    let none = world.get_filtered(&anna, "/dashboard", FeedFilters::NONE).await;
    assert!(none.has("Keine Filter ausgewählt") && none.has("mindestens einen Filter"));
    assert!(none.has("id=\"icon-heart\""), "cards that come later find their drawings");
    let friends = world.get_filtered(&anna, "/dashboard", FeedFilters::FRIENDS).await;
    assert!(friends.has("Keine Einträge gefunden") && friends.has("Ersten Eintrag erstellen"));
}

#[tokio::test]
async fn without_script_the_form_and_the_next_page_name_the_filters() {
    let world = World::new().await;
    let (anna, jonas) = (world.person("Anna").await, world.person("Jonas").await);
    for day in 1..=21 {
        world.clock.advance(TimeDelta::days(1));
        world
            .write(&jonas, EntryForm { visibility: Some(Visibility::Public), ..text(&format!("Tag Nummer {day}.")) })
            .await;
    }
    let named = world.get(&anna, "/dashboard?feed=none&feed=public").await;
    assert!(named.has("Tag Nummer 21.") && named.has(&prop("is_named", "true")));
    assert_eq!(ticked(&named), 1);
    let next = named.html.split("href=\"/dashboard?before=").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(next.ends_with("&amp;feed=public"), "{next}");
    let older = world.get(&anna, &format!("/dashboard?before={}", next.replace("&amp;", "&"))).await;
    assert!(older.has("Tag Nummer 1.") && !older.has("Tag Nummer 2."));
    let none = world.get(&anna, "/dashboard?feed=none").await;
    assert!(none.has("Keine Filter ausgewählt"));
    let broken = world.get(&anna, "/dashboard?before=kein-anfang").await;
    assert_eq!(broken.status, StatusCode::BAD_REQUEST);
}

/// The text after `begin`, up to the next quotation mark.
fn quoted<'a>(page: &'a Answer, begin: &str) -> Option<&'a str> {
    page.html.split(begin).nth(1)?.split('"').next()
}

#[tokio::test]
async fn a_page_that_names_how_far_its_list_goes_comes_with_all_of_it_and_its_own_head() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let mut written = Vec::new();
    for day in 1..=70 {
        world.clock.advance(TimeDelta::days(1));
        written.push(world.write(&anna, text(&format!("Tag Nummer {day}."))).await);
    }
    let cards = |page: &Answer| page.html.matches("<article").count();
    let mut more = world.get(&anna, "/dashboard").await;
    for _ in 0..2 {
        let place = next_cursor(&more).unwrap();
        more = world.get(&anna, &format!("/dashboard?before={place}")).await;
    }
    let until = next_cursor(&more).unwrap();
    let back = world.get(&anna, &format!("/dashboard?until={until}")).await;
    assert_eq!((cards(&back), next_cursor(&back)), (60, Some(until)));
    assert!(back.has("Tag Nummer 11.") && !back.has("Tag Nummer 10."));
    assert!(back.has("Guten Abend, Anna") && back.has(&prop("is_older", "false")));
    let end = backend::feed::cursor(FeedFilters::default(), &written[0]);
    let whole = world.get(&anna, &format!("/dashboard?until={end}")).await;
    assert_eq!((cards(&whole), next_cursor(&whole)), (70, None));
    let older = world.get(&anna, &format!("/dashboard?before={until}&feed=own&until={end}")).await;
    assert_eq!(cards(&older), 10);
    let others = world.get_filtered(&anna, &format!("/dashboard?until={until}"), FeedFilters::PUBLIC).await;
    assert!(cards(&others) == 0 && others.has("Keine Einträge gefunden"));
    let broken = world.get(&anna, "/dashboard?until=kein-ende").await;
    assert_eq!(broken.status, StatusCode::BAD_REQUEST);
    let signed_out = world.get(&backend::Viewer::Guest, &format!("/dashboard?until={until}")).await;
    assert!(signed_out.status == StatusCode::UNAUTHORIZED && !signed_out.has("Tag Nummer"));
}

#[tokio::test]
async fn favourites_and_entries_with_a_link_are_addresses_of_their_own_with_their_own_next_page() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for day in 1..=22 {
        world.clock.advance(TimeDelta::days(1));
        let entry = world.write(&anna, text(&format!("Tag Nummer {day}."))).await;
        if day == 22 {
            let parts = ShareOptions { original_text: true, ..ShareOptions::NOTHING };
            backend::sharing::create(&world.backend, &anna, entry.id, parts).await.unwrap();
        } else {
            backend::entries::set_favorite(&world.backend, &anna, entry.id, true).await.unwrap();
        }
    }
    let favorites = world.get_filtered(&anna, "/dashboard?only=favorites", FeedFilters::PUBLIC).await;
    assert!(favorites.has("Tag Nummer 21.") && favorites.has("Tag Nummer 2.") && !favorites.has("Tag Nummer 22."));
    assert!(favorites.has(&prop("only", "\"favorites\"")) && favorites.has(&prop("is_named", "true")));
    assert!(boxes(&favorites).next().is_none() && favorites.has("Alle Einträge"), "no box says what is not so");
    let chosen =
        favorites.html.split('<').filter(|tag| tag.contains("?only=") && tag.contains("aria-current=\"page\""));
    assert_eq!(chosen.count(), 1);
    let next = quoted(&favorites, "href=\"/dashboard?before=").unwrap();
    assert!(next.ends_with("&amp;only=favorites"), "{next}");
    let older = world.get(&anna, &format!("/dashboard?before={}", next.replace("&amp;", "&"))).await;
    assert!(older.has("Tag Nummer 1.") && !older.has("Tag Nummer 2."));
    let back = older.html.split('<').find(|tag| tag.contains("back-link")).unwrap();
    assert!(back.contains("href=\"/dashboard?only=favorites\""), "{back}");

    let links = world.get(&anna, "/dashboard?only=links").await;
    assert!(links.has("Tag Nummer 22.") && links.has("Hat einen geheimen Link") && !links.has("Tag Nummer 21."));
    let jonas = world.person("Jonas").await;
    let none = world.get(&jonas, "/dashboard?only=favorites").await;
    assert!(none.has("Noch nichts dabei") && none.has("mit dem Herz markierst"));
    let unknown = world.get(&jonas, "/dashboard?only=all").await;
    assert!(boxes(&unknown).count() == 3 && unknown.has("Keine Einträge gefunden"));
}

#[tokio::test]
async fn somebody_elses_card_leads_to_them_and_has_no_tools_of_an_owner() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let jonas = public(&world, "Jonas", "Von Jonas").await;
    let page = world.get_filtered(&anna, "/dashboard", FeedFilters::PUBLIC).await;
    let id = jonas.user_id().unwrap();
    assert!(page.has(&format!("href=\"/friends/{id}\"")) && page.has("Jonas Berger"));
    assert!(!page.has("<entry-heart") && !page.has("/edit/") && page.has("href=\"/entry/"));
    let own = world.get_filtered(&jonas, "/dashboard", FeedFilters::default()).await;
    assert!(!own.has("data-offline"), "it is not the page without a connection");
    assert!(own.has("<entry-heart") && own.has("/edit/") && own.has("href=\"/create\"") && own.has("Öffentlich"));
}

#[tokio::test]
async fn a_page_of_twenty_entries_with_pictures_is_small() {
    // The page has the month beside the list, links to the other lists, and a phone's button for the filters.
    const LARGEST: usize = 54_500;
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for day in 1..=20 {
        world.clock.advance(TimeDelta::days(1));
        let form = text(&format!("Tag Nummer {day}. {}", "Regen, Suppe und ein langer Anruf. ".repeat(3)));
        world.write_with_photo(&anna, EntryForm { emojis: Some("🌧️🍲📞".into()), ..form }).await;
    }
    let page = world.get(&anna, "/dashboard").await;
    assert_eq!(page.html.matches("photo-placeholder").count(), 20);
    assert_eq!(page.html.matches("Tag Nummer 7.").count(), 1, "the island gets the list only once");
    assert_eq!(page.html.matches("<symbol").count(), 6, "drawn once");
    assert!(page.html.len() < LARGEST, "{}", page.html.len());
}

#[tokio::test]
async fn the_first_visit_is_a_greeting_a_sentence_and_a_button_and_the_rest_is_folded() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/dashboard").await;
    let (above, fold) = page.html.split_once("<details class=\"dashboard-later\">").unwrap();
    assert!(above.contains("Guten Abend, Anna") && above.contains("Ein Satz über heute genügt"));
    let main = &above[above.find("<main").unwrap()..];
    assert_eq!(main.matches("class=\"button button-main\"").count(), 1);
    assert!(!main.contains("id=\"feed-title\"") && !main.contains("Daily Streak"));
    assert!(fold.contains("Keine Einträge gefunden") && fold.contains("Daily Streak") && !fold.contains("month-days"));
    assert_eq!(boxes(&page).count(), 3);
    let named = world.get(&anna, "/dashboard?feed=none&feed=public").await;
    assert!(named.has("<details open class=\"dashboard-later\">"), "who chose a filter sees its list");
    world.write(&anna, text("Der erste Satz")).await;
    let later = world.get(&anna, "/dashboard").await;
    assert!(!later.has("dashboard-later") && later.has("month-days") && later.has("Der erste Satz"));
    assert!(later.has("<details class=\"feed-choose\">"), "the filters are one button");
}

#[tokio::test]
async fn the_filter_for_friends_is_offered_with_its_box_until_somebody_has_chosen() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let anna = with_entries(&anna, 1);
    let offer = "Du hast jetzt Freunde hier.";
    assert!(!world.get(&anna, "/dashboard").await.has(offer));
    let asked = Whom::User(ben.user_id().unwrap());
    let sent = friends::send_request(&world.backend, &anna, &asked).await.unwrap();
    friends::accept(&world.backend, &ben, sent.request.id).await.unwrap();
    let page = world.get(&anna, "/dashboard").await;
    assert!(page.has(offer) && page.has("<details open class=\"feed-choose\">"));
    assert!(!world.get_filtered(&anna, "/dashboard", FeedFilters::FRIENDS).await.has(offer));
    assert!(!world.get(&anna, "/dashboard?only=favorites").await.has(offer));
    friends::close_filter_offer(&world.backend, &anna).await.unwrap();
    assert!(!world.get(&anna, "/dashboard").await.has(offer));
}
