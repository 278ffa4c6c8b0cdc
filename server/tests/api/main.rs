//! The REST calls, pages and files through the real router: status, headers and JSON as a caller sees them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod addresses;
mod archive;
mod assets;
mod assistant;
mod auth;
mod bad_input;
mod bin;
mod blocks;
mod commands;
mod csrf;
mod declarations;
mod edges;
mod entries;
mod feed;
mod forged;
mod forms;
mod friends;
mod google;
mod invitations;
mod leaving;
mod legal;
mod linkedin;
mod logs;
mod media;
mod openapi;
mod pages;
mod postgres;
mod profile;
mod readers;
mod recordings;
mod recovery;
mod reflection;
mod reminders;
mod search;
mod sessions;
mod sharing;
mod sign_in;
mod slow_callers;
mod stats;
mod subscription;
mod transport;
mod trouble;
mod world;
