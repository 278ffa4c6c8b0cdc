//! Writing a day's entry, changing it, and who may read it.

mod conflicts;
mod days;
mod reading;
mod writing;
