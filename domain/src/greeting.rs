//! The dashboard's greeting (spec 2).

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    Morning,
    Day,
    Evening,
}

/// The greeting for the viewer's hour, 0 to 23: 5-11 morning, 12-17 day, otherwise evening.
pub fn at(hour: u32) -> Greeting {
    match hour {
        5..=11 => Greeting::Morning,
        12..=17 => Greeting::Day,
        _ => Greeting::Evening,
    }
}

#[cfg(test)]
mod tests {
    use super::{Greeting, at};

    #[test]
    fn the_greeting_changes_at_five_noon_and_eighteen() {
        assert_eq!([4, 5, 11, 12, 17, 18].map(at), {
            use Greeting::{Day, Evening, Morning};
            [Evening, Morning, Morning, Day, Day, Evening]
        });
    }
}
