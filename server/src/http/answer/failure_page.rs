//! A page about a failure. It needs no part of the server that could fail, too.

use crate::http::request_context::RequestContext;
use domain::Key;

pub fn html(request_context: &RequestContext, status: u16, message: &str, styles: &[String]) -> String {
    let language = request_context.language;
    let styles = styles.iter().fold(String::new(), |all, href| all + "<link rel=\"stylesheet\" href=\"" + href + "\">");
    // The same address again helps only where the fault was ours. What was too large is still on the page before.
    let way_on = match status {
        413 => format!("<p>{}</p>", language.text(Key::AppGoBack)),
        500.. => link("", language.text(Key::AppRetry)),
        _ => link("/", language.text(Key::SharedHome)),
    };
    format!(
        r#"<!DOCTYPE html><html lang="{lang}"{theme}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>{name}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">{styles}</head><body><div class="frame"><main class="main"><div class="empty"><h1>{name}</h1><p>{message}</p>{way_on}<p><small>{id}</small></p></div></main></div></body></html>"#,
        lang = language.as_str(),
        theme = request_context.theme.map(|theme| format!(" data-theme=\"{}\"", theme.as_str())).unwrap_or_default(),
        name = language.text(Key::AppName),
        message = app::escape(message),
        id = request_context.id,
    )
}

fn link(href: &str, text: &str) -> String {
    format!(r#"<a class="button button-main" href="{href}">{text}</a>"#)
}
