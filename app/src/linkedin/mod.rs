//! Posts for LinkedIn, made of one's own entries.

mod linkedin_page;

pub use linkedin_page::linkedin_page;
