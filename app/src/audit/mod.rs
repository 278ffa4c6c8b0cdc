//! 'Was geschehen ist': the audit log in the settings, and the page with its earlier events.

mod audit_page;
mod days;
mod section;

pub use audit_page::audit_page;
pub use section::AuditSection;
