//! The page for people who are not signed in.

mod example;
mod features;
mod landing_page;
mod prices;

pub use landing_page::LandingPage;
