//! Parts that several pages share.

pub mod icon;

#[cfg(feature = "ssr")]
mod avatar;
#[cfg(feature = "ssr")]
pub mod drawing;
#[cfg(feature = "ssr")]
mod empty_state;
#[cfg(feature = "ssr")]
mod fixed;
#[cfg(feature = "ssr")]
mod footer;
#[cfg(feature = "ssr")]
mod frame;
#[cfg(feature = "ssr")]
mod login_link;
#[cfg(feature = "ssr")]
mod mail_notice;
#[cfg(feature = "ssr")]
mod navigation;
#[cfg(feature = "ssr")]
mod not_loaded;
#[cfg(feature = "ssr")]
mod preferences;
#[cfg(feature = "ssr")]
mod price;
#[cfg(feature = "ssr")]
mod pro_line;
#[cfg(feature = "ssr")]
mod profile_menu;
#[cfg(feature = "ssr")]
mod react_island;
#[cfg(feature = "ssr")]
pub mod refused;
#[cfg(feature = "ssr")]
mod settings_section;
#[cfg(feature = "ssr")]
mod sign_out_button;
#[cfg(feature = "ssr")]
mod stop_page;
#[cfg(feature = "ssr")]
mod text_area;
#[cfg(feature = "ssr")]
mod visibility_options;
#[cfg(feature = "ssr")]
mod waiting;

pub use icon::Icon;

#[cfg(feature = "ssr")]
pub use {
    avatar::{Avatar, avatar},
    empty_state::EmptyState,
    fixed::Fixed,
    frame::Frame,
    login_link::LoginLink,
    mail_notice::MailNotice,
    navigation::{Brand, MobileBar, Section, TopBar},
    not_loaded::not_loaded,
    preferences::{LanguageChoice, ThemeChoice},
    price::price_line,
    pro_line::ProLine,
    react_island::{ReactIsland, props},
    settings_section::SettingsSection,
    sign_out_button::SignOutButton,
    stop_page::{STOPPED, StopPage},
    text_area::TextArea,
    visibility_options::{VisibilityOptions, named as visibility_named, texts as visibility_texts},
    waiting::{Waiting, counted},
};
