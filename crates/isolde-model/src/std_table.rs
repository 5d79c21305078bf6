//! The macro that makes a table of the standard library's items from rows of names and defining paths.

/// Declares an enum with a variant for each row, and the lookups from a defining path to the variant and back.
///
/// A row is `Name: "defining::path", …;` with more paths if some releases of the compiler define the item elsewhere.
macro_rules! std_table {
    ($(#[$about:meta])* $table:ident { $($name:ident: $($defined:literal),+;)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "each variant is named like the item, and its row has the path")]
        pub enum $table { $($name),+ }

        impl $table {
            /// Every row, in the order of the table.
            pub const ALL: &[$table] = &[$($table::$name),+];

            /// The item that is defined at this path.
            pub fn at(defined: &str) -> Option<$table> {
                static ROWS: std::sync::LazyLock<std::collections::HashMap<&str, $table>> =
                    std::sync::LazyLock::new(|| [$($(($defined, $table::$name)),+),+].into());
                ROWS.get(defined).copied()
            }

            /// The path at which a current compiler defines the item.
            pub fn defined(self) -> &'static str {
                match self { $($table::$name => [$($defined),+][0]),+ }
            }
        }
    };
}
pub(crate) use std_table;
