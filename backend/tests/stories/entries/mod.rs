//! Writing a day's entry, changing it, and who may read it.

mod bin;
mod conflicts;
mod days;
mod favorite;
mod pictures;
mod reading;
mod summaries;
mod writing;
