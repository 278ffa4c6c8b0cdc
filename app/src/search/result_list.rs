//! Results as the page and its island show them.

use super::calls::{Line, Results, Way};
use domain::Piece;
use leptos::prelude::*;

pub fn result_list(results: Results) -> impl IntoView {
    let Results { count, lines, ways, nothing, refused, .. } = results;
    view! {
        {(!refused.is_empty()).then(|| view! { <p class="alert" role="alert">{refused}</p> })}
        <p class="search-count" role="status">{count}</p>
        {(!nothing.is_empty()).then(|| view! { <div inner_html=nothing></div> })}
        {(!lines.is_empty()).then(|| view! { <ol class="search-list">{lines.into_iter().map(line).collect_view()}</ol> })}
        {(!ways.is_empty()).then(|| view! { <p class="search-ways">{ways.into_iter().map(way).collect_view()}</p> })}
    }
}

fn line(line: Line) -> impl IntoView {
    let Line { anchor, href, date, day, part, pieces, marks } = line;
    view! {
        <li class="search-line" id=anchor>
            <a class="search-link" href=href>
                <time lang="de" datetime=date>{day}</time>
            </a>
            {(!part.is_empty()).then(|| view! { <span class="search-part">{part}</span> })}
            <p class="search-snippet" dir="auto">{pieces.into_iter().map(piece).collect_view()}</p>
            {(!marks.is_empty()).then(|| view! { <p class="search-marks">{marks.join(" · ")}</p> })}
        </li>
    }
}

fn piece(piece: Piece) -> AnyView {
    if piece.is_hit {
        view! { <mark>{piece.text}</mark> }.into_any()
    } else {
        view! { <span>{piece.text}</span> }.into_any()
    }
}

fn way(way: Way) -> impl IntoView {
    view! {
        <a class="button" href=way.href>
            {way.label}
        </a>
    }
}
