//! An entry's text where it is read (product 27).

use crate::world::{Answer, World, text};
use backend::Viewer;
use domain::{EntryForm, ShareOptions};

const TYPED: &str = "Ein **guter** Tag, siehe https://beispiel.de/a?b=1&c=2.\n- Milch\n- Brot\n\n\
                     <script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))\n\
                     https://a\"onmouseover=\"alert(1) # müde &amp;";

/// The text as its page shows it.
fn prose(page: &Answer) -> &str {
    let (_, rest) = page.html.split_once("<div class=\"prose\">").unwrap();
    rest.split("</div>").next().unwrap()
}

#[tokio::test]
async fn entry_page_and_link_show_marks_as_what_they_mean_and_everything_else_as_typed() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write(&anna, text(TYPED)).await;
    let words = ShareOptions { original_text: true, ..ShareOptions::NOTHING };
    let token = backend::sharing::create(&world.backend, &anna, entry.id, words).await.unwrap();
    let own = world.get(&anna, &format!("/entry/{}", entry.id)).await;
    let shared = world.get(&Viewer::Guest, &format!("/shared/{token}")).await;
    for page in [&own, &shared] {
        assert_eq!(
            prose(page),
            "<p dir=\"auto\">Ein <strong>guter</strong> Tag, siehe <a href=\"https://beispiel.de/a?b=1&amp;c=2\" \
             rel=\"nofollow noopener\">https://beispiel.de/a?b=1&amp;c=2</a>.</p>\
             <ul class=\"near\"><li class=\"dash\" dir=\"auto\">Milch</li><li class=\"dash\" dir=\"auto\">Brot</li></ul>\
             <p dir=\"auto\">&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt; \
             [x](javascript:alert(1))<br><a href=\"https://a\" rel=\"nofollow noopener\">https://a</a>\"onmouseover=\"\
             alert(1) # müde &amp;amp;</p>"
        );
    }
    assert!(shared.meta("og:description").unwrap().starts_with("Ein **guter** Tag"), "previews have what was typed");
    assert_eq!(entry.text, TYPED);
}

#[tokio::test]
async fn other_parts_of_an_entry_are_plain_and_a_card_has_the_words_alone() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let form = EntryForm { summary: Some("Ein *Summand*".into()), ..text("Ein **Text**") };
    let entry = world.write(&anna, form).await;
    let page = world.get(&anna, &format!("/entry/{}", entry.id)).await;
    assert!(page.has("Ein *Summand*") && page.has("Ein <strong>Text</strong>"));
    world.clock.advance(chrono::TimeDelta::days(1));
    world.write(&anna, text("Noch *ein* Tag, 2 * 3")).await;
    assert!(world.get(&anna, "/dashboard").await.has("Noch ein Tag, 2 * 3"));
}

#[tokio::test]
async fn the_editor_says_how_marks_are_typed_where_there_is_one() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/create").await;
    assert!(page.has("id=\"text-marks\" data-marks hidden") && page.has("aria-describedby=\"text-count\""));
    let entry = world.write(&anna, text("Ein *stiller* Tag")).await;
    let page = world.get(&anna, &format!("/edit/{}", entry.id)).await;
    assert!(page.has("Zwei Sterne um ein Wort") && page.has("aria-describedby=\"text-count text-marks\""));
    assert!(!page.has("id=\"text-marks\" data-marks hidden"));
}
