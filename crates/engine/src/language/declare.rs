//! The macros by which titles declare their order language.

/// Declares kinds that are read by the names of a title: `Type: Value = |names, reader| read, |names| schema;`. With
/// `struct` before it, the type is declared too; with `, or_nothing` behind it, nothing behind a key can be read as well.
#[macro_export]
macro_rules! kinds {
    (@empty $names:ty, or_nothing) => { true };
    (@empty $names:ty) => { false };
    ($names:ty; $(
        $(#[$about:meta])* $vis:vis struct $name:ident: $value:ty =
            |$by:pat_param, $reader:ident| $read:expr, |$with:pat_param| $schema:expr $(, $empty:ident)?;
    )+) => {$(
        $(#[$about])*
        #[derive(Debug)]
        $vis struct $name;
        $crate::kinds! { $names; $name: $value = |$by, $reader| $read, |$with| $schema $(, $empty)?; }
    )+};
    ($names:ty; $(
        $name:ty: $value:ty =
            |$by:pat_param, $reader:ident| $read:expr, |$with:pat_param| $schema:expr $(, $empty:ident)?;
    )+) => {$(
        impl $crate::language::Kind for $name {
            type Value = $value;
        }

        impl $crate::language::Readable<$names> for $name {
            const EMPTY: bool = $crate::kinds!(@empty $names $(, $empty)?);

            fn read(
                $by: &$names,
                $reader: &$crate::Reader<'_>,
            ) -> Option<$value> {
                $read
            }

            fn schema($with: &$names) -> $crate::serde_json::Value {
                $schema
            }
        }
    )+};
}

/// Declares what the order sheet offers for kinds, given a draft: `Kind: |draft| part;`.
#[macro_export]
macro_rules! offered {
    ($drafts:ty; $($name:ty: |$draft:pat_param| $form:expr;)+) => {$(
        impl $crate::language::Offered<$drafts> for $name {
            fn form($draft: &$drafts) -> $crate::offers::form::Part {
                $form
            }
        }
    )+};
}

/// Declares a map of orders: `presence field: Type [as Kind] = "key", "heading" [, "help for editors"];`. `struct Name = "what it is
/// called", "what is expected"` may be followed by the name under which schemas share it.
#[macro_export]
macro_rules! keys {
    (@type maybe $value:ty) => { Option<$value> };
    (@type $presence:ident $value:ty) => { $value };
    (@kind $value:ty) => { $value };
    (@kind $value:ty as $kind:ty) => { $kind };

    (@read must $names:ident $kind:ty, $key:literal, $what:expr, $reader:ident) => {
        $crate::language::need::<Given>($reader, $key, $what)
            .and_then(|part| <$kind as $crate::language::Readable<Given>>::read($names, &part))
    };
    (@read lenient $names:ident $kind:ty, $key:literal, $what:expr, $reader:ident) => {
        match $reader.get($key) {
            Some(part) => <$kind as $crate::language::Readable<Given>>::read($names, &part),
            None => Some(Default::default()),
        }
    };
    (@read maybe $names:ident $kind:ty, $key:literal, $what:expr, $reader:ident) => {
        Some($reader.get($key).and_then(|part| {
            <$kind as $crate::language::Readable<Given>>::read($names, &part)
        }))
    };
    (@read default $names:ident $kind:ty, $key:literal, $what:expr, $reader:ident) => {
        $crate::keys!(@read maybe $names $kind, $key, $what, $reader).map(Option::unwrap_or_default)
    };

    (@write maybe $map:ident, $key:literal, $value:expr) => {
        if let Some(value) = $value { $map.serialize_entry($key, value)?; }
    };
    (@write default $map:ident, $key:literal, $value:expr) => {
        if !$crate::language::is_default($value) { $map.serialize_entry($key, $value)?; }
    };
    (@write $presence:ident $map:ident, $key:literal, $value:expr) => {
        $map.serialize_entry($key, $value)?;
    };

    (@about $heading:literal, $help:literal) => { $help };
    (@about $heading:literal) => { $heading };
    (@schema must $kind:ty, $names:ident) => { $crate::language::needed::<Given, $kind>($names) };
    (@schema $presence:ident $kind:ty, $names:ident) => {
        <$kind as $crate::language::Readable<Given>>::schema($names)
    };
    (@required must $key:literal) => { Some($key) };
    (@required $presence:ident $key:literal) => { None };
    (@key must $key:literal, $heading:literal, $part:expr) => {
        $crate::offers::form::Key::must($key, $heading, $part)
    };
    (@key lenient $key:literal, $heading:literal, $part:expr) => {
        $crate::offers::form::Key::must($key, $heading, $part)
    };
    (@key $presence:ident $key:literal, $heading:literal, $part:expr) => {
        $crate::offers::form::Key::new($key, $heading, $part)
    };
    (@shared $names:ident $name:literal) => { $crate::grammar::shared($name) };
    (@shared $names:ident) => {
        $crate::grammar::map(
            <Self as $crate::language::Keys<Given>>::entries($names),
            &<Self as $crate::language::Keys<Given>>::required(),
        )
    };

    ($(
        $(#[$about:meta])*
        $vis:vis struct $name:ident = $what:literal, $such_as:literal $(, $shared:literal)? {
            $($(#[$note:meta])* $presence:ident $field:ident: $value:ty $(as $kind:ty)? = $key:literal, $heading:literal $(, $help:literal)?;)+
        }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $name { $($(#[$note])* $(#[doc = $help])? pub $field: $crate::keys!(@type $presence $value)),+ }

        impl $crate::language::Kind for $name {
            type Value = Self;
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use $crate::serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                $($crate::keys!(@write $presence map, $key, &self.$field);)+
                map.end()
            }
        }

        impl<Given: $crate::language::Names> $crate::language::Keys<Given> for $name
        where $($crate::keys!(@kind $value $(as $kind)?): $crate::language::Readable<Given>),+
        {
            const WHAT: &'static str = $what;
            const KEYS: &'static [&'static str] = &[$($key),+];

            fn entries(names: &Given) -> Vec<$crate::grammar::Entry> {
                vec![$((
                    $key,
                    $crate::keys!(@about $heading $(, $help)?),
                    $crate::keys!(@schema $presence $crate::keys!(@kind $value $(as $kind)?), names),
                )),+]
            }

            fn required() -> Vec<&'static str> {
                let all: &[Option<&'static str>] = &[$($crate::keys!(@required $presence $key)),+];
                all.iter().copied().flatten().collect()
            }

            fn read_keys(
                names: &Given,
                reader: &$crate::Reader<'_>
            ) -> Option<Self> {
                $(let $field = $crate::keys!(@read $presence names $crate::keys!(@kind $value $(as $kind)?), $key, $what, reader);)+
                Some(Self { $($field: $field?),+ })
            }
        }

        impl<Given: $crate::language::Names> $crate::language::Readable<Given> for $name
        where $($crate::keys!(@kind $value $(as $kind)?): $crate::language::Readable<Given>),+
        {
            fn read(
                names: &Given,
                reader: &$crate::Reader<'_>
            ) -> Option<Self> {
                $crate::language::read_map(names, $such_as, reader)
            }

            fn schema(names: &Given) -> $crate::serde_json::Value {
                let _ = names;
                $crate::keys!(@shared names $($shared)?)
            }
        }

        impl<Draft> $crate::language::Offered<Draft> for $name
        where $($crate::keys!(@kind $value $(as $kind)?): $crate::language::Offered<Draft>),+
        {
            fn form(draft: &Draft) -> $crate::offers::form::Part {
                $crate::language::form_of(vec![$(
                    $crate::keys!(@key $presence $key, $heading, <$crate::keys!(@kind $value $(as $kind)?) as $crate::language::Offered<Draft>>::form(draft))
                ),+])
            }
        }
    )+};
}

/// Declares orders of several shapes; one key, the tag, says which: `Variant = "word", "heading" { keys as in keys! }`.
#[macro_export]
macro_rules! tagged {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident by $tag:literal {
            $($(#[$note:meta])* $variant:ident = $word:literal, $shape:literal {
                $($(#[$field_note:meta])* $presence:ident $field:ident: $value:ty $(as $kind:ty)? = $key:literal, $heading:literal $(, $help:literal)?;)+
            })+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$note])* $variant { $($(#[$field_note])* $(#[doc = $help])? $field: $crate::keys!(@type $presence $value)),+ }),+
        }

        impl $name {
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            pub const fn word(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $word),+ }
            }

            pub fn keys(word: &str) -> &'static [&'static str] {
                match word { $($word => &[$($key),+],)+ _ => &[] }
            }

            /// Reads the keys beside the tag `word`; `what` is what needs them.
            pub fn read<Given: $crate::language::Names>(
                word: &str,
                what: &str,
                names: &Given,
                reader: &$crate::Reader<'_>
            ) -> Option<Self>
            where $($($crate::keys!(@kind $value $(as $kind)?): $crate::language::Readable<Given>,)+)+
            {
                match word {
                    $($word => {
                        $(let $field = $crate::keys!(@read $presence names $crate::keys!(@kind $value $(as $kind)?), $key, what, reader);)+
                        Some(Self::$variant { $($field: $field?),+ })
                    })+
                    _ => None,
                }
            }

            /// For each word the keys beside the tag, and those that must be there.
            pub fn entries<Given: $crate::language::Names>(
                names: &Given,
            ) -> Vec<(&'static str, Vec<$crate::grammar::Entry>, Vec<&'static str>)>
            where $($($crate::keys!(@kind $value $(as $kind)?): $crate::language::Readable<Given>,)+)+
            {
                vec![$((
                    $word,
                    vec![$((
                        $key,
                        $crate::keys!(@about $heading $(, $help)?),
                        $crate::keys!(@schema $presence $crate::keys!(@kind $value $(as $kind)?), names),
                    )),+],
                    [$($crate::keys!(@required $presence $key)),+].into_iter().flatten().collect(),
                )),+]
            }

            /// The shapes that the order sheet offers, as far as there is something to choose.
            pub fn shapes<Draft>(draft: &Draft) -> Vec<$crate::offers::form::Shape>
            where $($($crate::keys!(@kind $value $(as $kind)?): $crate::language::Offered<Draft>,)+)+
            {
                let shapes = [$($crate::language::shape(
                    ($tag, $word),
                    $shape,
                    |value| value[$tag] == $word,
                    $crate::language::form_of(vec![$(
                        $crate::keys!(@key $presence $key, $heading, <$crate::keys!(@kind $value $(as $kind)?) as $crate::language::Offered<Draft>>::form(draft))
                    ),+]),
                )),+];
                shapes.into_iter().flatten().collect()
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use $crate::serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry($tag, self.word())?;
                match self {
                    $(Self::$variant { $($field),+ } => {
                        $($crate::keys!(@write $presence map, $key, $field);)+
                    })+
                }
                map.end()
            }
        }
    };
}

/// Makes kinds of closed lists of words: `Way: "a way", Code::Way, |way| words for a button;`.
#[macro_export]
macro_rules! closed {
    ($($name:ty: $what:literal, $code:expr, $told:expr;)+) => {$(
        impl $crate::language::Kind for $name {
            type Value = Self;
        }

        impl<Given> $crate::language::Readable<Given> for $name {
            fn read(
                _: &Given,
                reader: &$crate::Reader<'_>
            ) -> Option<Self> {
                reader.one_of($what, $code)
            }

            fn schema(_: &Given) -> $crate::serde_json::Value {
                $crate::grammar::word_of::<Self>()
            }
        }

        impl<Draft> $crate::language::Offered<Draft> for $name {
            fn form(_: &Draft) -> $crate::offers::form::Part {
                let told: fn(Self) -> &'static str = $told;
                let choice = |word: &Self| $crate::offers::form::Choice::new(word.word(), told(*word));
                $crate::offers::form::Part::One(Self::ALL.iter().map(choice).collect())
            }
        }
    )+};
}

/// Declares what may be given in advance, on the type of a title's orders: `Variant = "name", "heading", Kind;`.
#[macro_export]
macro_rules! given_ahead {
    ($orders:ident { $($variant:ident = $name:literal, $heading:literal, $kind:ty;)+ }) => {
        impl $orders {
            /// The names under which orders can be given in advance.
            pub const AHEAD: &'static [&'static str] = &[$($name),+];

            /// Reads what is given in advance under a name.
            pub fn read_ahead<Given>(
                name: &str,
                names: &Given,
                reader: &$crate::Reader<'_>
            ) -> Option<Self>
            where $($kind: $crate::language::Readable<Given>),+
            {
                match name {
                    $($name => <$kind as $crate::language::Readable<Given>>::read(names, reader).map(Self::$variant),)+
                    _ => None,
                }
            }

            /// The schema of the orders that may be given in advance under each name, for editors.
            pub fn ahead_schema<Given>(names: &Given) -> Vec<(&'static str, $crate::serde_json::Value)>
            where $($kind: $crate::language::Readable<Given>),+
            {
                vec![$(($name, <$kind as $crate::language::Readable<Given>>::schema(names))),+]
            }

            /// The part of the order sheet for the orders that may be given in advance under each name.
            pub fn ahead_form<Draft>(draft: &Draft) -> $crate::offers::form::Part
            where $($kind: $crate::language::Offered<Draft>),+
            {
                $crate::offers::form::Part::Keys(vec![$(
                    $crate::offers::form::Key::new($name, $heading, <$kind as $crate::language::Offered<Draft>>::form(draft))
                ),+])
            }
        }
    };
}
