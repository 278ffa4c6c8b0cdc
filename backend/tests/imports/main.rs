//! Files that other programs wrote, and files that somebody wrote to do harm. Without a database.

#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod bag;
mod day_one;
mod files;
mod hostile;
mod markdown;
mod merged;
mod others;
mod samples;
