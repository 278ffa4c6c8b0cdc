//! Renders simple Markdown as HTML: headings, paragraphs, lists, quotes, emphasis and links. HTML in the source is shown as text.

use super::Rendered;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeStream, html};

pub fn render(source: &str) -> Rendered {
    let mut events: Vec<Event> = TextMergeStream::new(Parser::new_ext(source, Options::empty())).collect();
    let title = take_title(&mut events);
    let mut is_linked = Vec::new();
    let safe = events.into_iter().flat_map(|event| safe(event, &mut is_linked));
    let mut rendered = String::new();
    html::push_html(&mut rendered, safe);
    Rendered { title, html: rendered }
}

/// Removes the first heading, if the text begins with one. It becomes the title of the page.
fn take_title(events: &mut Vec<Event>) -> Option<String> {
    if !matches!(events.first(), Some(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }))) {
        return None;
    }
    let end = events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))))?;
    let heading: Vec<Event> = events.drain(..=end).collect();
    let words = heading.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    Some(words.collect())
}

/// `is_linked` has one value for each open link: whether its address is allowed.
fn safe<'a>(event: Event<'a>, is_linked: &mut Vec<bool>) -> Vec<Event<'a>> {
    match event {
        Event::Text(text) => marked(text),
        Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
        // The page shows its main heading elsewhere, so that headings here begin at the second level.
        Event::Start(Tag::Heading { level, .. }) => {
            vec![Event::Start(Tag::Heading { level: below(level), id: None, classes: Vec::new(), attrs: Vec::new() })]
        }
        Event::End(TagEnd::Heading(level)) => vec![Event::End(TagEnd::Heading(below(level)))],
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            is_linked.push(leads_somewhere(dest_url));
            if is_linked.last() == Some(&true) { vec![event] } else { Vec::new() }
        }
        Event::End(TagEnd::Link) => {
            if is_linked.pop() == Some(true) {
                vec![event]
            } else {
                Vec::new()
            }
        }
        // An image becomes its description, as text.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => Vec::new(),
        Event::Start(Tag::HtmlBlock) => vec![Event::Start(Tag::Paragraph)],
        Event::End(TagEnd::HtmlBlock) => vec![Event::End(TagEnd::Paragraph)],
        event => vec![event],
    }
}

fn below(level: HeadingLevel) -> HeadingLevel {
    level.max(HeadingLevel::H2)
}

/// Whether an address is allowed: on this site, at another site, or for mail or telephone.
fn leads_somewhere(address: &str) -> bool {
    let is_here = address.starts_with('/') && !address.starts_with("//");
    is_here || ["https://", "http://", "mailto:", "tel:", "#"].iter().any(|scheme| address.starts_with(scheme))
}

/// Highlights places that the operator has not filled in yet: `[[Name]]`.
fn marked(text: CowStr<'_>) -> Vec<Event<'_>> {
    if !text.contains("[[") {
        return vec![Event::Text(text)];
    }
    let mut events = Vec::new();
    let mut rest = text.as_ref();
    while let Some((before, place)) = rest.split_once("[[") {
        let (place, after) = place.split_once("]]").unwrap_or((place, ""));
        events.push(Event::Text(before.to_owned().into()));
        events.push(Event::InlineHtml("<mark>".into()));
        events.push(Event::Text(place.to_owned().into()));
        events.push(Event::InlineHtml("</mark>".into()));
        rest = after;
    }
    events.push(Event::Text(rest.to_owned().into()));
    events
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn simple_markdown_becomes_html_and_the_first_heading_the_title() {
        let rendered =
            render("# Kurz & *gut*\n\n## Eins\n\nEin **Wort**, _eines_.\n\n- a\n- b\n\n1. c\n\n[hier](/agb)");
        assert_eq!(rendered.title.as_deref(), Some("Kurz & gut"));
        assert_eq!(
            rendered.html,
            "<h2>Eins</h2>\n<p>Ein <strong>Wort</strong>, <em>eines</em>.</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n\
             <ol>\n<li>c</li>\n</ol>\n<p><a href=\"/agb\">hier</a></p>\n"
        );
        assert_eq!(render("Vorweg\n\n# Titel").title, None);
        assert!(render("Vorweg\n\n# Titel").html.contains("<h2>Titel</h2>"), "a page has one first heading");
    }

    #[test]
    fn whatever_else_stands_in_a_text_is_shown_as_text() {
        for (source, forbidden) in [
            ("<script>alert(1)</script>", "<script"),
            ("Ein <b onclick=x>Wort</b>", "<b"),
            ("<div>\n\n<img src=x onerror=y>", "<img"),
            ("[x](javascript:alert(1))", "href"),
            ("[x](data:text/html,a)", "href"),
            ("[x](//evil.example)", "href"),
            ("![Bild](https://evil.example/x.png)", "<img"),
            ("<javascript:alert(1)>", "href"),
            ("a\n{: onclick=x}", "<p onclick"),
        ] {
            let html = render(source).html;
            assert!(!html.contains(forbidden), "{source}: {html}");
        }
        assert!(render("<script>a</script>").html.contains("&lt;script&gt;"));
        assert!(render("[x](javascript:alert(1))").html.contains('x'));
        assert!(render("[x](mailto:a@b.example)").html.contains("href=\"mailto:a@b.example\""));
    }

    #[test]
    fn open_places_are_marked_wherever_they_stand() {
        let html = render("**[[Name und Anschrift]]**, [[A & B]]\n\n- [[offen").html;
        assert!(html.contains("<strong><mark>Name und Anschrift</mark></strong>, <mark>A &amp; B</mark>"), "{html}");
        assert!(html.contains("<mark>offen</mark>"), "{html}");
    }
}
