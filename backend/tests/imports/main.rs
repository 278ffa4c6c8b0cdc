//! Files that other programs wrote, and files that somebody wrote to do harm. Without a database.

mod bag;
mod files;
mod merged;
