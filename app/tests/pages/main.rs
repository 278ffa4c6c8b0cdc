//! Whole pages, rendered over a real backend.

#![expect(clippy::unwrap_used, reason = "a page that meets an error has failed")]

mod audit;
mod book;
mod editor;
mod entries;
mod feed;
mod frame;
mod linkedin;
mod people;
mod preview_as;
mod profile;
mod prose;
mod reading;
mod recovery;
mod search;
mod sharing;
mod stats;
mod subscription;
mod world;
