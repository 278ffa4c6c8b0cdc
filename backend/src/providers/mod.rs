//! External services: one adapter per service, with an embedded default where there is one.

pub mod ai;
pub mod http;
pub mod identity;
pub mod mail;
pub mod media;
pub mod openid;
pub mod payment;
