//! `/friends`: a page with tabs, chosen by `?tab=`. Head and tabs stand still between them.

use super::{
    find_tab::{self, Finding},
    forms::DONE,
    friends_tab::{self, FriendsTab},
    invitations_tab::{self, Invitations},
    requests_tab,
    tab::Tab,
};
use crate::{
    PageRequest,
    components::{Frame, Icon, Section, Waiting, icon, refused::refused},
    forms::FormsStatus,
    request::t,
};
use backend::{Result, pagination::Page};
use domain::{FriendRequest, Key, limits};
use leptos::prelude::*;
use std::sync::Arc;

/// The content of the chosen tab.
enum Content {
    Friends(FriendsTab),
    Find(Finding),
    Incoming(Page<FriendRequest>),
    Outgoing(Page<FriendRequest>),
    Invitations(Invitations),
}

pub async fn friends_page(request: Arc<PageRequest>) -> AnyView {
    let tab = Tab::of(request.query("tab").as_deref());
    match Box::pin(load(&request, tab)).await {
        Ok(content) => page(&request, tab, content),
        Err(error) => refused(&request, &error, "/friends".into(), Key::FriendsTitle),
    }
}

async fn load(request: &PageRequest, tab: Tab) -> Result<Content> {
    let PageRequest { backend, viewer, .. } = request;
    let before = request.query("before").filter(|cursor| !cursor.is_empty());
    let before = before.as_deref();
    Ok(match tab {
        Tab::Friends => Content::Friends(Box::pin(friends_tab::load(request)).await?),
        Tab::Find => Content::Find(find_tab::find(request).await?),
        Tab::Incoming => Content::Incoming(backend::friends::incoming(backend, viewer, before, limits::PAGE).await?),
        Tab::Outgoing => Content::Outgoing(backend::friends::outgoing(backend, viewer, before, limits::PAGE).await?),
        Tab::Invitations => Content::Invitations(invitations_tab::load(request).await?),
    })
}

fn page(request: &PageRequest, tab: Tab, content: Content) -> AnyView {
    let current = move |one: Tab| (one == tab).then_some("page");
    let tabs = Tab::IN_ROW.map(|one| {
        let count = (one == Tab::Incoming).then(|| view! { <Waiting /> });
        view! {
            <li>
                <a class="page-tab" href=one.href() aria-current=current(one)>
                    {t(one.label())}
                    {count}
                </a>
            </li>
        }
    });
    let content = match content {
        Content::Friends(shown) => friends_tab::view(request, shown),
        Content::Find(finding) => find_tab::view(request, finding),
        Content::Incoming(page) => requests_tab::incoming(request, page),
        Content::Outgoing(page) => requests_tab::outgoing(request, page),
        Content::Invitations(shown) => invitations_tab::view(request, shown),
    };
    view! {
        <Frame title=t(tab.label()) section=Section::Friends class="friends">
            <header class="friends-head">
                <h1>{t(Key::FriendsTitle)}</h1>
                <a
                    class="button button-main"
                    href=Tab::Invitations.href()
                    aria-current=current(Tab::Invitations)
                >
                    <Icon of=icon::USER_PLUS />
                    {t(Key::InvitationsFriendsButton)}
                </a>
            </header>
            <nav aria-label=t(Key::FriendsTabs)>
                <ul class="page-tabs">{tabs.into_iter().collect_view()}</ul>
            </nav>
            <FormsStatus of=DONE />
            {content}
        </Frame>
    }
    .into_any()
}
