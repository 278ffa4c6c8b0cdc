//! The menu behind the avatar: name, language, theme, signing out.

use crate::{
    components::{Avatar, Icon, LanguageChoice, SignOutButton, ThemeChoice, fixed::Fixed, icon},
    markup::written,
    request::{PageRequest, Theme, t},
};
use domain::{Key, Plan, User};
use leptos::prelude::*;

/// The menu below the name: for each theme and for none, without and with Pro.
static ACTIONS: Fixed<6> = Fixed::new();

/// A popover, so that it opens, closes and keeps the focus without script.
#[component]
pub fn ProfileMenu(user: User, plan: Plan) -> impl IntoView {
    let (initials, image) = (user.initials(), user.profile_image_url);
    let request = PageRequest::current();
    let theme = match request.theme {
        None => 0,
        Some(Theme::Light) => 1,
        Some(Theme::Dark) => 2,
    };
    let variant = theme * 2 + usize::from(plan == Plan::Pro);
    let actions = ACTIONS.html(request.language, variant, || actions(plan));
    view! {
        <button type="button" class="menu-button" popovertarget="profile-menu" aria-label=t(Key::MenuOpen)>
            <Avatar initials image />
        </button>
        <div class="menu" id="profile-menu" popover>
            <div class="menu-person">
                <p class="menu-name">{user.display_name}</p>
                <p class="menu-email">{user.email}</p>
            </div>
            {written(actions)}
        </div>
    }
}

fn actions(plan: Plan) -> impl IntoView {
    view! {
            <nav class="menu-group menu-links" aria-label=t(Key::MenuLinks)>
                <a class="menu-action" href="/profile/edit">
                    <Icon of=icon::USER_PEN />
                    {t(Key::MenuEditProfile)}
                </a>
                <a class="menu-action" href="/settings">
                    <Icon of=icon::SETTINGS />
                    {t(Key::MenuSettings)}
                </a>
                <a class="menu-action" href="/subscription">
                    <Icon of=icon::SPARKLES />
                    {t(if plan == Plan::Pro { Key::MenuProYours } else { Key::MenuPro })}
                </a>
                <a class="menu-action" href="/datenschutz">
                    <Icon of=icon::SHIELD_CHECK />
                    {t(Key::MenuPrivacy)}
                </a>
            </nav>
            <div class="menu-group">
                <p class="menu-label">{t(Key::MenuLanguage)}</p>
                <LanguageChoice />
            </div>
            <div class="menu-group">
                <p class="menu-label">{t(Key::MenuTheme)}</p>
                <ThemeChoice />
            </div>
            <SignOutButton class="menu-action">
                <Icon of=icon::LOG_OUT />
                {t(Key::MenuLogout)}
            </SignOutButton>
    }
}
