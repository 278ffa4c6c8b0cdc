//! Bringing a diary along: what other programs and other servers exported becomes entries of one's own (design 14).

pub mod source;
