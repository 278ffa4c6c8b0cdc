//! The purposes that encrypted columns are bound to.

pub const DECLARATION: &str = "declaration";
pub const IDENTITY_KEY: &str = "identity key";
pub const REPORT: &str = "report";
pub const MAIL: &str = "mail";
pub const SESSION_ID_TOKEN: &str = "session id token";
pub const SESSION_REFRESH_TOKEN: &str = "session refresh token";
pub const SHARE_TOKEN: &str = "share_token";
