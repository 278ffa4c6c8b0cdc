//! JSON of any size and from anybody: values are read one by one, and a wrong one spoils no other.

mod fields;
mod scan;

pub use fields::{Fields, Wrong};
pub use scan::scan;

use super::Refused;

/// Most bytes of a value. One that is longer is given as `None`.
pub const VALUE: usize = 8 << 20;

/// Gets the number of the wanted path and the value there.
pub type Found<'f> = dyn FnMut(usize, Option<&[u8]>) -> Result<(), Refused> + 'f;
