//! A package with parameterized tests in several kinds of targets. They are written out in the form to which the attribute expands.

/// The price of a number of tickets.
pub fn price(tickets: u8) -> u32 {
    if tickets >= 10 {
        u32::from(tickets) * 9
    } else {
        u32::from(tickets) * 10
    }
}

#[cfg(test)]
mod tests {
    use super::price;

    #[test]
    fn an_ordinary_test() {
        assert_eq!(price(1), 10);
    }

    #[test]
    fn more_cost_more() {
        fn more_cost_more(tickets: u8) {
            if tickets < u8::MAX {
                assert!(price(tickets) < price(tickets + 1));
            }
        }
        static ISOLDE_PUT: isolde::put::Put = isolde::put::Put {
            name: "more_cost_more",
            module: module_path!(),
            file: file!(),
            line: line!(),
            manifest_dir: env!("CARGO_MANIFEST_DIR"),
            parameters: &[("tickets", "u8")],
            thunk: __isolde_thunk,
            cases: &[("more_cost_more(3)", || more_cost_more(3))],
            should_panic: None,
            allowed: &[],
            reachable: &[],
            bounds: isolde::put::Bounds::NONE,
            fresh: Some(0),
        };
        fn __isolde_thunk(c: &mut isolde::Chooser) {
            let tickets = c.argument("tickets", isolde::Passing::Value, |c| {
                <u8 as isolde::Value>::choose(c)
            });
            c.call("more_cost_more({0})", || {
                isolde::put::Conclusion::conclude(more_cost_more(tickets))
            });
        }
        isolde::put::check(&ISOLDE_PUT)
    }
}
