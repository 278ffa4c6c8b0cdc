//! Another secret, and another key that signs.

use crate::{
    identity::refusal,
    sharing::ADDRESS,
    world::{
        World,
        diary::{code, writing},
        people::PASSWORD,
    },
};
use backend::{
    Backend, Settings, Viewer, entries,
    friends::invitations::{check_stop, stop},
    identity,
    secret::{Rotation, columns, rotate},
    sharing::{self, Visitor, create},
};
use chrono::TimeDelta;
use domain::{EntryForm, Language, LinkForm, PinChange, ShareOptions};
