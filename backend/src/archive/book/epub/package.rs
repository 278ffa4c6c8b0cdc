//! The files of an EPUB that are about the others: container, package, contents and cover.

use super::Book;
use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use domain::{Key, Language, date};
use html_escape::{encode_double_quoted_attribute as attribute, encode_text as escaped};
use ring::digest::{SHA256, digest};
use std::fmt::Write;
use uuid::{Builder, Uuid};

pub const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n\
    <rootfiles><rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\n\
    </container>\n";

pub const STYLE: &str = include_str!("epub.css");

/// A photo in the book.
#[derive(Debug)]
pub struct Photo {
    pub id: String,
    pub href: String,
    pub is_cover: bool,
}

/// A page in XHTML. `content` is the inside of its body.
pub fn xhtml(language: Language, title: &str, content: &str) -> String {
    let language = language.as_str();
    xml(&format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
         xml:lang=\"{language}\" lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"style.css\"/>\n</head>\n<body>\n{content}</body>\n</html>\n",
        escaped(title),
    ))
}

/// The text without the characters that XML 1.0 forbids.
fn xml(text: &str) -> String {
    let is_allowed = |sign: char| matches!(sign, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(|sign| is_allowed(*sign)).collect()
}

pub fn cover(book: &Book, photo: Option<&(String, String)>) -> String {
    let mut content = "<section class=\"book-cover\" epub:type=\"titlepage\">\n".to_owned();
    // `write!` to a `String` cannot fail.
    if let Some((href, alt)) = photo {
        let _ = writeln!(content, "<img src=\"{}\" alt=\"{}\"/>", attribute(href), attribute(alt));
    }
    let _ = writeln!(
        content,
        "<h1>{}</h1>\n<p class=\"book-author\">{}</p>\n<p class=\"book-counts\">{}</p>\n</section>",
        escaped(&book.title()),
        escaped(&book.author),
        escaped(&book.counts()),
    );
    xhtml(book.language, &book.title(), &content)
}

pub fn contents(book: &Book) -> String {
    let heading = escaped(book.language.text(Key::ArchiveMonths));
    let mut content = format!("<nav epub:type=\"toc\" id=\"toc\">\n<h2>{heading}</h2>\n<ol>\n");
    for month in &book.months {
        let number = month.first.month();
        let name = date::month_name(book.language, number);
        let _ = writeln!(content, "<li><a href=\"month-{number:02}.xhtml\">{name}</a></li>");
    }
    content.push_str("</ol>\n</nav>\n");
    xhtml(book.language, &book.title(), &content)
}

/// The metadata, and the list of all files.
pub fn package(book: &Book, photos: &[Photo], now: DateTime<Utc>) -> String {
    let mut manifest = String::new();
    let mut spine = "<itemref idref=\"title\"/>\n<itemref idref=\"nav\"/>\n".to_owned();
    for month in &book.months {
        let id = format!("month-{:02}", month.first.month());
        let _ = writeln!(manifest, "<item id=\"{id}\" href=\"{id}.xhtml\" media-type=\"application/xhtml+xml\"/>");
        let _ = writeln!(spine, "<itemref idref=\"{id}\"/>");
    }
    for Photo { id, href, is_cover } in photos {
        let cover = if *is_cover { " properties=\"cover-image\"" } else { "" };
        let _ = writeln!(manifest, "<item id=\"{id}\" href=\"{href}\" media-type=\"image/jpeg\"{cover}/>");
    }
    let visual = if photos.is_empty() { "" } else { "<meta property=\"schema:accessMode\">visual</meta>\n" };
    xml(&format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{language}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n\
         <dc:identifier id=\"id\">urn:uuid:{id}</dc:identifier>\n<dc:title>{title}</dc:title>\n\
         <dc:language>{language}</dc:language>\n{creator}\
         <meta property=\"dcterms:modified\">{modified}</meta>\n\
         <meta property=\"schema:accessMode\">textual</meta>\n{visual}\
         <meta property=\"schema:accessModeSufficient\">textual</meta>\n\
         <meta property=\"schema:accessibilityFeature\">tableOfContents</meta>\n\
         <meta property=\"schema:accessibilityFeature\">alternativeText</meta>\n\
         <meta property=\"schema:accessibilityHazard\">none</meta>\n</metadata>\n\
         <manifest>\n<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
         <item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n\
         <item id=\"title\" href=\"cover.xhtml\" media-type=\"application/xhtml+xml\"/>\n{manifest}</manifest>\n\
         <spine>\n{spine}</spine>\n</package>\n",
        language = book.language.as_str(),
        id = identifier(book),
        title = escaped(&book.title()),
        creator = creator(&book.author),
        modified = now.to_rfc3339_opts(SecondsFormat::Secs, true),
    ))
}

/// No element for an empty name.
fn creator(author: &str) -> String {
    let author = xml(author);
    if author.trim().is_empty() { String::new() } else { format!("<dc:creator>{}</dc:creator>\n", escaped(&author)) }
}

/// The same for each edition of a person's year, so that a reader replaces the book. It does not tell who they are here.
fn identifier(book: &Book) -> Uuid {
    let hash = digest(&SHA256, format!("book {} {}", book.owner, book.year).as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_ref()[..16]);
    Builder::from_random_bytes(bytes).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::{creator, xml};

    #[test]
    fn what_xml_forbids_is_left_out() {
        assert_eq!(xml("a\u{1}\u{b}b\tc\u{fffe}\u{ffff}🦔\u{7f}\r\n"), "ab\tc🦔\u{7f}\r\n");
        assert_eq!(creator("\u{1} "), "");
        assert_eq!(creator("A & B"), "<dc:creator>A &amp; B</dc:creator>\n");
    }
}
