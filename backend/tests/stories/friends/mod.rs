//! Becoming friends, staying it, and ceasing to be it.

mod cost;
mod declines;
mod limits;
mod races;
mod reading;
mod requests;
mod search;
