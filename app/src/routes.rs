//! The list of all pages: path, access, caching, scripts and view.

use crate::{
    PageRequest,
    archive::book_page,
    assistant::assistant_log_page,
    audit::audit_page,
    dashboard::dashboard_page,
    declarations::{CancelPage, WithdrawPage, receipt_page},
    entries::{SAVE_ENTRY, bin_page, create_page, edit_page, entry_page, restore_page},
    friends::{UnsubscribePage, friends_page, person_page},
    identity::{ForgotPasswordPage, action_page},
    imports::import_page,
    landing::LandingPage,
    leaving::{LEAVE_PATH, LEFT_PATH, LeftPage, leave_page},
    legal::{accessibility_page, imprint_page, privacy_page, terms_page},
    linkedin::linkedin_page,
    not_found::NotFoundPage,
    offline::OfflinePage,
    profile::ProfilePage,
    reminders::StopMailsPage,
    request::{Access, Address, Caching, Route, Scripts, View, set_status},
    search::search_page,
    settings::settings_page,
    sharing::shared_page,
    stats::{calendar_page, year_page},
    subscription::{ORDER_PATH, approval_page, order_page, subscription_page, success_page},
};
use http::StatusCode;
use leptos::prelude::*;
use std::{future::ready, sync::Arc};

/// The view of a page that loads no data.
fn at_once(view: impl IntoView + 'static) -> View {
    Box::pin(ready(view.into_any()))
}

/// The route of every path without a page.
pub static NOT_FOUND: Route = DEFAULT;
/// Defaults of a route.
const DEFAULT: Route = Route {
    path: "/{*path}",
    access: Access::Account,
    caching: Caching::Guests,
    address: Address::Plain,
    scripts: Scripts::NONE,
    has_forms: false,
    view: |_| at_once(NotFoundPage()),
};

pub static ROUTES: [Route; 38] = [
    Route {
        path: "/",
        scripts: Scripts::ISLANDS,
        has_forms: true,
        view: |request| Box::pin(dashboard_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/dashboard",
        scripts: Scripts::ISLANDS,
        has_forms: true,
        view: |request| Box::pin(dashboard_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/create",
        scripts: Scripts::EDITOR,
        has_forms: true,
        view: |request| Box::pin(create_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/edit/{id}",
        scripts: Scripts::EDITOR,
        has_forms: true,
        view: |request| Box::pin(edit_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/entry/{id}",
        scripts: Scripts::ENTRY,
        has_forms: true,
        view: |request| Box::pin(entry_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/linkedin-sharing/{id}",
        scripts: Scripts::LINKEDIN,
        view: |request| Box::pin(linkedin_page(request)),
        ..DEFAULT
    },
    Route { path: "/yearly", view: |request| Box::pin(year_page(request)), ..DEFAULT },
    Route { path: "/yearly/{year}/book", view: |request| Box::pin(book_page(request)), ..DEFAULT },
    Route { path: "/calendar", view: |request| Box::pin(calendar_page(request)), ..DEFAULT },
    Route { path: "/search", scripts: Scripts::ISLANDS, view: |request| Box::pin(search_page(request)), ..DEFAULT },
    Route { path: "/friends", has_forms: true, view: |request| Box::pin(friends_page(request)), ..DEFAULT },
    Route { path: "/friends/{id}", has_forms: true, view: |request| Box::pin(person_page(request)), ..DEFAULT },
    Route { path: "/bin", has_forms: true, view: |request| Box::pin(bin_page(request)), ..DEFAULT },
    Route { path: "/bin/{id}", has_forms: true, view: |request| Box::pin(restore_page(request)), ..DEFAULT },
    Route { path: "/profile/edit", view: |_| at_once(ProfilePage()), ..DEFAULT },
    Route {
        path: "/settings",
        scripts: Scripts::SETTINGS,
        has_forms: true,
        view: |request| Box::pin(settings_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/settings/assistant",
        scripts: Scripts::SETTINGS,
        view: |request| Box::pin(assistant_log_page(request)),
        ..DEFAULT
    },
    // Its forms have a handler of their own, because one of them sends a file.
    Route { path: "/import", caching: Caching::Never, view: |request| Box::pin(import_page(request)), ..DEFAULT },
    Route { path: "/settings/audit", view: |request| Box::pin(audit_page(request)), ..DEFAULT },
    Route {
        path: LEAVE_PATH,
        caching: Caching::Never,
        scripts: Scripts::SETTINGS,
        has_forms: true,
        view: |request| Box::pin(leave_page(request)),
        ..DEFAULT
    },
    Route {
        path: LEFT_PATH,
        access: Access::Everyone,
        caching: Caching::Never,
        address: Address::Unlisted,
        view: |_| at_once(LeftPage()),
        ..DEFAULT
    },
    Route { path: "/subscription", has_forms: true, view: |request| Box::pin(subscription_page(request)), ..DEFAULT },
    Route { path: ORDER_PATH, has_forms: true, view: |request| Box::pin(order_page(request)), ..DEFAULT },
    Route {
        path: "/subscription/success",
        caching: Caching::Never,
        address: Address::Secret,
        view: |request| Box::pin(success_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/sandbox/paypal/approve",
        access: Access::Everyone,
        caching: Caching::Never,
        address: Address::Unlisted,
        has_forms: true,
        view: |request| Box::pin(approval_page(request)),
        ..DEFAULT
    },
    Route { path: "/impressum", access: Access::Everyone, view: |_| at_once(imprint_page()), ..DEFAULT },
    Route { path: "/datenschutz", access: Access::Everyone, view: |_| at_once(privacy_page()), ..DEFAULT },
    Route { path: "/agb", access: Access::Everyone, view: |_| at_once(terms_page()), ..DEFAULT },
    Route { path: "/barrierefreiheit", access: Access::Everyone, view: |_| at_once(accessibility_page()), ..DEFAULT },
    Route { path: "/kuendigen", access: Access::Everyone, has_forms: true, view: |_| at_once(CancelPage()), ..DEFAULT },
    Route {
        path: "/widerrufen",
        access: Access::Everyone,
        has_forms: true,
        view: |_| at_once(WithdrawPage()),
        ..DEFAULT
    },
    Route {
        path: "/beleg/{token}",
        access: Access::Everyone,
        caching: Caching::Never,
        address: Address::Secret,
        view: |request| Box::pin(receipt_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/shared/{token}",
        access: Access::Everyone,
        caching: Caching::Link,
        address: Address::Secret,
        view: |request| Box::pin(shared_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/action",
        access: Access::Everyone,
        caching: Caching::Never,
        address: Address::Secret,
        has_forms: true,
        view: |request| Box::pin(action_page(request)),
        ..DEFAULT
    },
    Route {
        path: "/stop-invitations",
        access: Access::Everyone,
        caching: Caching::Never,
        address: Address::Secret,
        view: |_| at_once(UnsubscribePage()),
        ..DEFAULT
    },
    Route {
        path: "/stop-mails",
        access: Access::Everyone,
        caching: Caching::Never,
        address: Address::Secret,
        view: |_| at_once(StopMailsPage()),
        ..DEFAULT
    },
    Route {
        path: "/forgot-password",
        access: Access::Everyone,
        caching: Caching::Never,
        address: Address::Unlisted,
        has_forms: true,
        view: |_| at_once(ForgotPasswordPage()),
        ..DEFAULT
    },
    Route {
        path: "/offline",
        access: Access::Everyone,
        caching: Caching::Offline,
        scripts: Scripts::OFFLINE,
        view: |_| at_once(OfflinePage()),
        ..DEFAULT
    },
];

/// The route with a path of the router, which may have a slash at its end.
pub fn route_at(template: &str) -> Option<&'static Route> {
    let path = template.strip_suffix('/').filter(|path| !path.is_empty()).unwrap_or(template);
    ROUTES.iter().find(|route| route.path == path)
}

/// The requested page, or the landing page in its place.
pub async fn page(request: &Arc<PageRequest>) -> AnyView {
    // Words from the form without a script stay on the page if their writer is signed out.
    if request.shows_landing() && !request.was_refused(SAVE_ENTRY) {
        if request.path != "/" {
            set_status(StatusCode::UNAUTHORIZED);
        }
        return LandingPage().into_any();
    }
    (request.route.view)(request.clone()).await
}

#[cfg(test)]
mod tests {
    use super::{NOT_FOUND, route_at};
    use crate::request::Route;

    fn route(path: &str) -> &'static Route {
        route_at(path).unwrap_or(&NOT_FOUND)
    }

    #[test]
    fn a_page_is_found_with_and_without_a_slash() {
        for path in ["/", "/friends", "/friends/", "/shared/{token}/"] {
            assert!(route_at(path).is_some(), "{path}");
        }
        for path in ["", "/friends//", "/{*path}", "/rpc/{*call}"] {
            assert!(route_at(path).is_none(), "{path}");
        }
    }

    #[test]
    fn guests_see_the_landing_page_everywhere_but_behind_a_secret_link() {
        for path in ["/", "/dashboard", "/create", "/edit/{id}", "/entry/{id}", "/gibt-es-nicht", "/{*path}"] {
            assert!(route(path).shows_landing(false), "{path}");
            assert!(!route(path).shows_landing(true), "{path}");
        }
        for path in ["/shared/{token}", "/action", "/forgot-password", "/stop-invitations", "/stop-mails", "/offline"] {
            assert!(!route(path).shows_landing(false), "{path}");
        }
        let legal =
            ["/impressum", "/datenschutz", "/agb", "/barrierefreiheit", "/kuendigen", "/widerrufen", "/beleg/{token}"];
        for path in legal {
            assert!(!route(path).shows_landing(false), "{path}");
        }
    }

    #[test]
    fn only_pages_with_a_form_of_react_load_it_and_only_feed_and_search_load_the_module() {
        for (path, is_signed_in, loader, wasm) in [
            ("/", false, false, false),
            ("/create", false, false, false),
            ("/shared/{token}", false, false, false),
            ("/action", false, false, false),
            ("/shared/{token}", true, false, false),
            ("/", true, false, true),
            ("/dashboard", true, false, true),
            ("/search", true, false, true),
            ("/bin", true, false, false),
            ("/bin/{id}", true, false, false),
            ("/friends", true, false, false),
            ("/friends/{id}", true, false, false),
            ("/entry/{id}", true, true, false),
            ("/create", true, true, false),
            ("/edit/{id}", true, true, false),
            ("/linkedin-sharing/{id}", true, true, false),
            ("/settings", true, false, false),
        ] {
            let needed = route(path).scripts(is_signed_in);
            assert_eq!((needed.loader, needed.wasm), (loader, wasm), "{path}, signed in: {is_signed_in}");
        }
    }

    #[test]
    fn browsers_keep_no_page_of_somebody_who_is_signed_in() {
        for (path, is_signed_in, kept) in [
            ("/", false, true),
            ("/", true, false),
            ("/datenschutz", false, true),
            ("/datenschutz", true, false),
            ("/shared/{token}", true, true),
            ("/action", false, false),
            ("/forgot-password", false, false),
            ("/offline", true, true),
        ] {
            let value = route(path).cache_control(is_signed_in);
            assert_eq!(value == "private, no-cache", kept, "{path}, signed in: {is_signed_in}");
        }
    }
}
