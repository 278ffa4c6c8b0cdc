//! The outside world: one adapter per service, an embedded default beside it.

pub mod ai;
pub mod http;
pub mod identity;
pub mod mail;
pub mod media;
pub mod openid;
pub mod payment;
