use super::{excerpt, html};
use proptest::prelude::{Strategy, any, prop_assert_eq, prop_oneof, proptest};

/// The HTML without what every paragraph has.
fn shown(text: &str) -> String {
    html(text).replace(" dir=\"auto\"", "")
}

fn paragraph(words: &str) -> String {
    format!("<p>{words}</p>")
}

#[test]
fn simple_marks_are_shown_as_what_they_mean() {
    for (text, expected) in [
        ("Ein **guter**, *stiller* Tag", "Ein <strong>guter</strong>, <em>stiller</em> Tag"),
        ("***Endlich!***", "<em><strong>Endlich!</strong></em>"),
        ("**Liebe Kolleg*innen**", "<strong>Liebe Kolleg*innen</strong>"),
        ("**zwei\nZeilen**", "<strong>zwei<br>Zeilen</strong>"),
        ("\u{201e}*Ja*\u{201c}, (**nein**)", "\u{201e}<em>Ja</em>\u{201c}, (<strong>nein</strong>)"),
    ] {
        assert_eq!(shown(text), paragraph(expected));
    }
}

#[test]
fn three_dashes_between_paragraphs_are_a_line() {
    assert_eq!(shown("Morgens\n\n---\n\nAbends"), "<p>Morgens</p><hr><p>Abends</p>");
    assert_eq!(excerpt("Morgens\n\n---\n\nAbends", 100), "Morgens Abends");
    for drawn in ["Morgens\n---\nAbends", "Morgens\n\n---\nAbends", "Morgens\n\n---", "---\n\nAbends"] {
        assert!(!html(drawn).contains("<hr>"), "{drawn}");
    }
}

#[test]
fn whatever_else_was_typed_is_shown_as_it_was_typed() {
    for text in [
        "# müde",
        "1. Mai",
        "3. Platz!",
        "- 5 Grad",
        "* Fußnote",
        "a*b*c",
        "2 * 3 * 4",
        "2*3*4",
        "Freund*innen und Kolleg*innen",
        "Anna (*1985) und Max (*1990)",
        "-----",
        "***",
        "* * *",
        "**** Hotel ****",
        "*****Hotel*****",
        ":-)",
        ":* und :*",
        "*_* oder *-*",
        "Das Haus*) *) im Wald*",
        "*.jpg, *.png und bild.*",
        "\\*nicht kursiv\\*",
        "**",
        "**offen",
        "_unten_ und __mehr__",
        "`code` und ~~weg~~",
        "![Bild](x.png) und [Wort](y)",
        "[a]: /b",
        "a | b",
        "    eingerückt",
        "www.beispiel.de",
        "javascript://x und data:text/html,x und ftp://x.de",
        "-> weiter => dort",
        "mailto:anna@beispiel.de",
    ] {
        assert_eq!(shown(text), paragraph(&text.replace('>', "&gt;")));
        assert_eq!(excerpt(text, 400), text.trim_start());
    }
    for (text, expected) in [
        (">:-(", "&gt;:-("),
        ("> 5 km gelaufen", "&gt; 5 km gelaufen"),
        (">Zitat", "&gt;Zitat"),
        ("> _ <", "&gt; _ &lt;"),
        ("<3 &amp; &lt;b&gt;", "&lt;3 &amp;amp; &amp;lt;b&amp;gt;"),
        ("Titel\n=====\nText\n---", "Titel<br>=====<br>Text<br>---"),
        ("- -\n- -", "- -<br>- -"),
        ("007. Bond\n008. Bill", "007. Bond<br>008. Bill"),
        ("- a\n  - b\nc", "- a<br>  - b<br>c"),
    ] {
        assert_eq!(shown(text), paragraph(expected));
    }
}

#[test]
fn lines_stay_lines_and_empty_lines_part_paragraphs() {
    assert_eq!(
        shown("\n\nEins  \nzwei\n \n\n  drei\n\nvier\n"),
        "<p>Eins<br>zwei</p><p class=\"far\">  drei</p><p>vier</p>"
    );
    assert_eq!(shown(" \n\t\n"), "");
}

#[test]
fn two_items_in_a_row_are_a_list_and_the_next_line_is_not() {
    assert_eq!(
        shown("Heute:\n- Milch\n- **Brot**\n  vom Markt\nDann heim."),
        "<p>Heute:</p><ul class=\"near\"><li class=\"dash\">Milch</li><li class=\"dash\"><strong>Brot</strong><br>vom Markt\
         </li></ul><p class=\"near\">Dann heim.</p>"
    );
    assert_eq!(shown("* eins\n* zwei"), "<ul><li>eins</li><li>zwei</li></ul>");
    assert_eq!(shown("3. Jonas\n7. ich"), "<ol><li value=\"3\">Jonas</li><li value=\"7\">ich</li></ol>");
    assert_eq!(shown("- eins\n\n- zwei"), "<p>- eins</p><p>- zwei</p>");
}

#[test]
fn quotes_are_the_lines_that_have_the_sign() {
    assert_eq!(
        shown("> Wer *schreibt*,\n> bleibt.\n>\n> 2. Satz\nsagt sie"),
        "<blockquote><p>Wer <em>schreibt</em>,<br>bleibt.</p><p>2. Satz</p></blockquote><p class=\"near\">sagt sie</p>"
    );
}

#[test]
fn web_addresses_are_links_and_stand_whole() {
    let link = |address: &str| format!("<a href=\"{address}\" rel=\"nofollow noopener\">{address}</a>");
    for (text, expected) in [
        ("Siehe https://beispiel.de/a?b=1&c=2.", format!("Siehe {}.", link("https://beispiel.de/a?b=1&amp;c=2"))),
        ("„Lies https://beispiel.de/a“ …", format!("„Lies {}“ …", link("https://beispiel.de/a"))),
        ("»https://beispiel.de/a.«", format!("»{}.«", link("https://beispiel.de/a"))),
        (
            "“https://beispiel.de/a?b=1”, ‘https://beispiel.de’",
            format!("“{}”, ‘{}’", link("https://beispiel.de/a?b=1"), link("https://beispiel.de")),
        ),
        (
            "«https://beispiel.de/ü» ‹https://beispiel.de›",
            format!("«{}» ‹{}›", link("https://beispiel.de/ü"), link("https://beispiel.de")),
        ),
        ("https://beispiel.de/a… und", format!("{}… und", link("https://beispiel.de/a"))),
        ("https://beispiel.de/\u{202e}gro.elpmaxe", format!("{}\u{202e}gro.elpmaxe", link("https://beispiel.de/"))),
        ("https://bei\u{200b}spiel.de/a", format!("{}\u{200b}spiel.de/a", link("https://bei"))),
        ("https://beispiel.de\u{2060}/\u{ad}a", format!("{}\u{2060}/\u{ad}a", link("https://beispiel.de"))),
        ("\u{feff}https://beispiel.de/a\u{feff}", format!("\u{feff}{}\u{feff}", link("https://beispiel.de/a"))),
        ("(http://beispiel.de/a_(b))", format!("({})", link("http://beispiel.de/a_(b)"))),
        ("**https://beispiel.de/*a*b**", format!("<strong>{}</strong>", link("https://beispiel.de/*a*b"))),
        ("[x](https://beispiel.de)", format!("[x]({})", link("https://beispiel.de"))),
        ("<https://beispiel.de>", format!("&lt;{}&gt;", link("https://beispiel.de"))),
    ] {
        assert_eq!(shown(text), paragraph(&expected));
    }
    assert_eq!(excerpt("**https://beispiel.de/*a*b**", 400), "https://beispiel.de/*a*b");
}

#[test]
fn nothing_breaks_out_of_the_text() {
    for text in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "https://a.de\"onmouseover=\"alert(1)",
        "https://a.de/'><img/src=x>",
        "**<b onclick=x>**",
        "- <script>\n- </li><style>",
        "> <iframe>",
        "javascript:alert(1)//https://a.de",
    ] {
        assert_eq!(letters(&read(&html(text))), letters(text), "{text}");
    }
}

#[test]
fn an_excerpt_has_the_words_without_marks() {
    let text = "Ein **guter** Tag\n> Wer *schreibt*\n- Milch\n- Brot\n2 * 3";
    assert_eq!(excerpt(text, 400), "Ein guter Tag Wer schreibt - Milch - Brot 2 * 3");
    assert_eq!(excerpt("* *Milch*\n* Brot", 400), "• Milch • Brot");
}

#[test]
fn deep_nesting_is_flat_work() {
    let text = format!("{}{}", "*a **b ".repeat(2000), "c** d* ".repeat(2000));
    assert_eq!(letters(&read(&html(&text))), letters(&text));
}

/// The words that a person reads, numbers of lists included. Panics at any tag that is not permitted.
fn read(html: &str) -> String {
    let mut words = String::new();
    let mut parts = html.split('<');
    words.push_str(parts.next().unwrap());
    let mut open: Vec<&str> = Vec::new();
    for part in parts {
        let (tag, text) = part.split_once('>').unwrap();
        let name = tag.split(' ').next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{html}"),
            None if name == "br" => {}
            None => open.push(name),
        }
        assert!(is_permitted(tag.trim_start_matches('/')), "{tag} in {html}");
        if let Some((_, number)) = tag.split_once("value=\"") {
            words.push_str(number.split('"').next().unwrap());
        }
        words.push_str(text);
    }
    assert!(open.is_empty(), "{html}");
    html_escape::decode_html_entities(&words).into_owned()
}

fn is_permitted(tag: &str) -> bool {
    let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    let plain = attributes.replace("dir=\"auto\"", "");
    match name {
        "br" | "strong" | "em" => attributes.is_empty(),
        "p" | "ul" | "ol" | "blockquote" => ["", "class=\"near\"", "class=\"far\""].contains(&plain.trim()),
        "li" => {
            let number = plain.trim().strip_prefix("value=\"").and_then(|rest| rest.strip_suffix('"'));
            ["", "class=\"dash\""].contains(&plain.trim()) || number.is_some_and(|number| number.parse::<u16>().is_ok())
        }
        "a" => {
            let address = attributes.strip_prefix("href=\"").and_then(|rest| {
                rest.strip_suffix("\" rel=\"nofollow noopener\"").filter(|address| !address.contains(['"', ' ']))
            });
            attributes.is_empty()
                || address.is_some_and(|address| {
                    let address = address.to_lowercase();
                    address.starts_with("http://") || address.starts_with("https://")
                })
        }
        _ => false,
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).collect()
}

/// Texts made of what means something somewhere.
fn nasty() -> impl Strategy<Value = String> {
    const PIECES: [&str; 44] = [
        "*",
        "**",
        "***",
        "_",
        "a",
        "ß",
        "7",
        " ",
        "  ",
        "\t",
        "\n",
        "\n\n",
        "- ",
        "* ",
        "+ ",
        "1. ",
        "12. ",
        "> ",
        ">",
        "#",
        "`",
        "```\n",
        "~",
        "[x]",
        "(y)",
        "!",
        "\\",
        "&amp;",
        "<b>",
        "</p>",
        "\"",
        "'",
        "https://a.de",
        "HTTP://b.de/*c*",
        "javascript:",
        "://",
        "|",
        "---",
        "===",
        ":",
        "\u{a0}",
        "\r",
        "👩‍👩‍👧",
        "\u{202e}",
    ];
    proptest::collection::vec(0..PIECES.len(), 0..60).prop_map(|at| at.into_iter().map(|at| PIECES[at]).collect())
}

proptest! {
    #[test]
    fn no_letter_and_no_digit_is_ever_lost(text in prop_oneof![nasty(), any::<String>()]) {
        prop_assert_eq!(letters(&read(&html(&text))), letters(&text));
        prop_assert_eq!(letters(&excerpt(&text, usize::MAX)), letters(&text));
    }
}
