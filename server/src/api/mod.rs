//! The REST calls of spec 7, a file per feature.

pub mod account;
pub mod archive;
pub mod assistant;
pub mod auth;
pub mod blocks;
pub mod declarations;
pub mod entries;
pub mod entry_form;
pub mod feed;
pub mod friends;
pub mod google;
pub mod health;
pub mod imports;
pub mod invitations;
pub mod linkedin;
pub mod media;
pub mod openapi;
pub mod profile;
pub mod reflection;
pub mod reminders;
pub mod search;
pub mod sharing;
pub mod stats;
pub mod subscription;
pub mod test_controls;
pub mod users;
