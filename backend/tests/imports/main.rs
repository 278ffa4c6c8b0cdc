//! Files that other programs wrote, and files that somebody wrote to do harm. Without a database.

mod bag;
mod day_one;
mod files;
mod markdown;
mod merged;
mod others;
