//! 'Ansehen als …': the owner sees what a friend, a stranger or the holder of the link gets.

use super::{
    audience::{Audience, Ways},
    entry_article::EntryArticle,
};
use crate::{
    PageRequest,
    components::{
        Frame, Icon, icon,
        refused::{refused, screen},
    },
    request::t,
    sharing::SharedDay,
};
use backend::{
    Error, Result,
    sharing::{self, Opened},
};
use domain::{Entry, EntryId, Key, Refusal, date, reflection::SharedAnswer};
use leptos::prelude::*;
use std::sync::Arc;

/// The result for the audience.
enum Seen {
    Entry(Box<Entry>, Vec<SharedAnswer>),
    Shared(Box<Opened>, String),
    /// The audience is refused, but not the owner.
    Nothing(Refusal),
}

/// The page at `?as=…`. An unknown audience is an unknown address.
pub async fn preview_as(request: &Arc<PageRequest>, id: &str, audience: &str) -> AnyView {
    let found = match (id.parse::<EntryId>(), Audience::parse(audience)) {
        (Ok(id), Some(audience)) => load(request, id, audience).await.map(|seen| (id, audience, seen)),
        _ => Err(Refusal::InvalidId.into()),
    };
    match found {
        Ok((id, audience, (own, seen))) => {
            let content = content(seen, request);
            let has_link = own.share_token.is_some();
            view! {
                <Frame title=date::long(own.date)>
                    <Bar id audience has_link />
                    <div class="look-frame">{content}</div>
                </Frame>
            }
            .into_any()
        }
        Err(error) => refused(request, &error, "/dashboard".into(), Key::EntryBack),
    }
}

/// The owner's own entry, and the audience's view of it.
async fn load(request: &PageRequest, id: EntryId, audience: Audience) -> Result<(Entry, Seen)> {
    let PageRequest { backend, viewer, language, .. } = request;
    let address = request.address();
    let seen = match audience {
        Audience::Of(whom) => match backend::entries::preview_as(backend, viewer, id, whom, *language).await? {
            Some((entry, answers)) => {
                Seen::Entry(Box::new(entry), answers.into_iter().map(SharedAnswer::from).collect())
            }
            None => Seen::Nothing(Refusal::AccessDenied),
        },
        Audience::Link => match sharing::open_own(backend, viewer, id, address, *language).await {
            Ok((token, opened)) => Seen::Shared(Box::new(opened), token),
            Err(Error::Refused(error)) if matches!(error.refusal, Refusal::LinkNotFound | Refusal::PinSpent) => {
                Seen::Nothing(error.refusal)
            }
            Err(error) => return Err(error),
        },
    };
    Ok((backend::entries::open(backend, viewer, id).await?, seen))
}

fn content(seen: Seen, request: &Arc<PageRequest>) -> AnyView {
    match seen {
        Seen::Entry(entry, answers) => {
            view! { <EntryArticle entry=*entry answers request=request.clone() is_preview=true /> }.into_any()
        }
        Seen::Shared(opened, token) => {
            let first = opened.has_pin.then(|| view! { <p class="notice">{t(Key::LookLinkPin)}</p> });
            view! {
                {first}
                <SharedDay entry=opened.entry token language=request.language />
            }
            .into_any()
        }
        Seen::Nothing(refusal) => {
            let back = match refusal {
                Refusal::LinkNotFound | Refusal::PinSpent => ("/", Key::SharedHome),
                _ => ("/dashboard", Key::EntryBack),
            };
            screen(request, &refusal.into(), back.0.into(), back.1)
        }
    }
}

/// The bar of the preview: the audience, and the way back.
#[component]
fn Bar(id: EntryId, audience: Audience, has_link: bool) -> impl IntoView {
    view! {
        <aside class="look-bar" aria-label=t(Key::LookAs)>
            <p class="look-text">
                <Icon of=icon::EYE />
                {t(audience.texts().1)}
            </p>
            <div class="look-ways">
                <Ways id has_link=has_link || audience == Audience::Link now=audience />
                <a class="button" href=format!("/entry/{id}")>
                    {t(Key::LookBack)}
                </a>
            </div>
        </aside>
    }
}
