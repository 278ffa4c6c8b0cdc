//! `/friends/{id}`: a person, the relationship to them, and the entries that the viewer may read.

use super::{
    forms::{DONE, REPORT},
    parts::{Pending, answer_buttons, ask_button, day, href, named, withdraw_button},
    person_menu::{Against, PersonMenu, Remove},
    report_form::ReportForm,
    tab::Tab,
};
use crate::{
    PageRequest,
    components::{Avatar, EmptyState, Frame, Icon, Section, drawing::Drawing, icon, refused::refused},
    forms::FormsStatus,
    markup::shown,
    reading::{CardList, Dated, entry_card},
    request::{encoded, set_status, t},
};
use backend::{Result, pagination::Page};
use chrono::NaiveDate;
use domain::{Entry, FoundPerson, Key, Refusal, Standing, UserId};
use http::StatusCode;
use leptos::prelude::*;
use maud::html;
use std::sync::Arc;

/// Entries of one page: a few screens on a phone.
const PAGE: usize = 20;

pub async fn person_page(request: Arc<PageRequest>) -> AnyView {
    match load(&request, &request.parameter).await {
        Ok(seen) if seen.found.standing == Standing::Oneself => {
            leptos_axum::redirect("/dashboard");
            ().into_any()
        }
        Ok(seen) => page(&request, seen),
        Err(error) => match error.refusal().refusal {
            Refusal::UserNotFound | Refusal::InvalidId => nobody(&request, &request.parameter).await,
            _ => refused(&request, &error, Tab::Friends.href(), Key::FriendsTitle),
        },
    }
}

struct Seen {
    found: FoundPerson,
    entries: Page<Entry>,
    older: bool,
    viewer: UserId,
    today: NaiveDate,
}

async fn load(request: &PageRequest, id: &str) -> Result<Seen> {
    let PageRequest { backend, viewer, .. } = request;
    let account = viewer.account()?;
    let found = backend::friends::person(backend, viewer, id.parse()?).await?;
    let before = request.query("before").filter(|cursor| !cursor.is_empty());
    let entries = backend::entries::list_of(backend, viewer, found.person.id, before.as_deref(), PAGE).await?;
    let (viewer, today) = (account.user.id, account.today(&backend.clock));
    Ok(Seen { found, entries, older: before.is_some(), viewer, today })
}

fn page(request: &PageRequest, seen: Seen) -> AnyView {
    let Seen { found, entries, older, viewer, today } = seen;
    let name = found.person.display_name();
    let language = request.language;
    let next = entries.next.as_deref().map(|cursor| {
        view! {
            <p class="entry-list-more">
                <a class="button" href=format!("{}?before={}", href(&found.person), encoded(cursor)) rel="next">
                    {t(Key::DashboardMore)}
                </a>
            </p>
        }
    });
    let list = if entries.items.is_empty() {
        let is_friend = found.standing == Standing::Friend;
        let text = if is_friend { Key::FriendsNoEntriesFriend } else { Key::FriendsNoEntriesOther };
        view! {
            <EmptyState
                drawing=Drawing::Closed
                title=t(Key::FriendsNoEntries)
                text=request.fill(text, &[("name", &name)])
                level=2
            />
        }
        .into_any()
    } else {
        let cards = html! {
            @for entry in &entries.items {
                li { (entry_card(entry, viewer, today, language)) }
            }
        };
        let label = request.fill(Key::FriendsEntriesOf, &[("name", &name)]);
        view! {
            <CardList label class="entry-list person-entries" language>
                {shown(cards)}
            </CardList>
        }
        .into_any()
    };
    let (back, words) = if older {
        (href(&found.person), name.clone())
    } else {
        (Tab::Friends.href(), t(Key::FriendsTitle).to_owned())
    };
    let head = head(request, &found);
    let report = request.query(REPORT).map(|_| {
        let title = named(request, Key::ReportTitlePerson, &found.person);
        view! { <ReportForm title about=("user_id", found.person.id.to_string()) name=name.clone() /> }
    });
    view! {
        <Frame title=name section=Section::Friends class="friends">
            <a class="back-link" href=back>
                <Icon of=icon::ARROW_LEFT />
                {words}
            </a>
            <FormsStatus of=DONE />
            {head}
            {report}
            {list}
            {next}
        </Frame>
    }
    .into_any()
}

fn head(request: &PageRequest, found: &FoundPerson) -> impl IntoView + use<> {
    let person = &found.person;
    let since = found.since.map(|since| {
        view! {
            <p>
                <Dated text=t(Key::FriendsSince) date=day(request, since) />
            </p>
        }
    });
    let buttons = match (found.standing, found.request_id) {
        (Standing::Friend, _) => ().into_any(),
        (Standing::Requested, Some(id)) => view! {
            <Pending />
            {withdraw_button(request, id, person)}
        }
        .into_any(),
        (Standing::Incoming, Some(id)) => view! {
            <p>{t(Key::FriendsAsksYou)}</p>
            {answer_buttons(request, id, person)}
        }
        .into_any(),
        _ => ask_button(request, person).into_any(),
    };
    let (id, name) = (person.id, person.display_name());
    let remove = (found.standing == Standing::Friend).then(|| view! { <Remove person=person.clone() /> });
    view! {
        <header class="person-head">
            <Avatar initials=person.initials() image=person.profile_image_url.clone() class="avatar-large" />
            <div class="person-head-words">
                <h1 dir="auto">{person.display_name()}</h1>
                <p>"@" {person.username.clone()}</p>
                {since}
            </div>
            <div class="person-buttons">
                {buttons} <PersonMenu person=person.clone()>
                    {remove} <Against id name />
                </PersonMenu>
            </div>
        </header>
    }
}

/// The page of a person who does not exist, or is hidden from this viewer. It does not say which, except for one's own
/// block.
async fn nobody(request: &PageRequest, id: &str) -> AnyView {
    set_status(StatusCode::NOT_FOUND);
    let PageRequest { backend, viewer, .. } = request;
    let blocked = match id.parse::<UserId>() {
        Ok(id) => backend::friends::blocks::has_blocked(backend, viewer, id).await.map(|blocked| blocked.then_some(id)),
        Err(_) => Ok(None),
    };
    let blocked = match blocked {
        Ok(blocked) => blocked,
        Err(error) => return refused(request, &error, Tab::Friends.href(), Key::FriendsTitle),
    };
    if let Some(id) = blocked {
        let entry = format!("/settings#blocked-{id}");
        return view! {
            <Frame title=t(Key::PeopleBlockedHere) section=Section::Friends>
                <EmptyState drawing=Drawing::Closed title=t(Key::PeopleBlockedHere) text=t(Key::PeopleBlockedHereText)>
                    <a class="button" href=entry>
                        {t(Key::PeopleBlockedTitle)}
                    </a>
                </EmptyState>
            </Frame>
        }
        .into_any();
    }
    view! {
        <Frame title=t(Key::ErrorsPersonNotFound)>
            <EmptyState drawing=Drawing::LoosePage title=t(Key::ErrorsPersonNotFound) text=t(Key::FriendsNobodyText)>
                <a class="button" href=Tab::Friends.href()>
                    {t(Key::FriendsTitle)}
                </a>
            </EmptyState>
        </Frame>
    }
    .into_any()
}
