//! Events in small groups, so that each is matched whole in a function of readable length.

/// Lets a rule record an event of a group as it is: `groups! { Event: Turn(TurnEvent), Units(UnitEvent) }` makes of each
/// kind the variant that holds it, or a box of it.
#[macro_export]
macro_rules! groups {
    ($event:ident: $($group:ident($kind:ty)),+ $(,)?) => {$(
        impl ::std::convert::From<$kind> for $event {
            fn from(event: $kind) -> Self {
                Self::$group(event.into())
            }
        }
    )+};
}
