//! The paper's parameterized test: it makes up all answers of the service, so that no server is needed.

use documents::receiver::{Properties, TitleError, check, update_title};
use documents::service::{Field, Item, List, Site, Web};
use isolde::detour;
use isolde::detour::stand_in;
use std::cell::Cell;

/// The content of the document's field.
#[derive(Clone, Debug, PartialEq, isolde::Value)]
enum Kind {
    Missing,
    Text(String),
    Number(i64),
}

/// The title is set to the document's kind, or the error tells why not.
#[isolde::put(allow("too short", "too long", "no new lines"), time = "30s")]
fn the_kind_becomes_the_title(item: i32, kind: Kind) {
    let properties = Properties {
        address: "documents.example".to_owned(),
        list: 7,
        item,
    };
    let _trap = isolde::trap!(documents::service, std::net);
    let is_set = Cell::new(false);
    // SAFETY: all code that would read these values is trapped or detoured.
    let _connect = detour!(Site::connect => |address| {
        assert_eq!(address, "documents.example");
        Ok(unsafe { stand_in() })
    });
    let _open = detour!(Site::open_web => |_| Ok(unsafe { stand_in::<Web>() }));
    let _list = detour!(Web::list => |_, id| {
        assert_eq!(id, 7);
        Ok(unsafe { stand_in::<List>() })
    });
    let _item = detour!(List::item => |_, id| {
        assert_eq!(id, item);
        Ok(unsafe { stand_in::<Item>() })
    });
    let _field = detour!(Item::field => |_, name| {
        assert_eq!(name, "ContentType");
        Ok(match &kind {
            Kind::Missing => None,
            Kind::Text(text) => Some(Field::Text(text.clone())),
            Kind::Number(number) => Some(Field::Number(*number)),
        })
    });
    let _set = detour!(Item::set_field => |_, name, value| {
        assert_eq!((name, Kind::Text(value.to_owned())), ("Title", kind.clone()));
        is_set.set(true);
        Ok(())
    });
    let update = detour!(Item::update => |_| Ok(()));

    match update_title(&properties) {
        Ok(()) => assert!(is_set.get() && update.calls() == 1),
        Err(TitleError::Server(error)) => panic!("no server was asked: {error}"),
        Err(error) => {
            assert!(!is_set.get());
            panic!("{error}");
        }
    }
}

/// Without a detour, no server is contacted.
#[isolde::test]
#[should_panic(
    expected = "`documents::service::Site::connect` was called without a detour, which `trap!(documents::service)` forbids"
)]
fn what_is_not_detoured_is_trapped() {
    let _trap = isolde::trap!(documents::service);
    let properties = Properties {
        address: "documents.example".to_owned(),
        list: 7,
        item: 1,
    };
    let _ = update_title(&properties);
}

/// The package's own functions can be detoured too. When the test above is explored, the hook of `check` is in place, but inactive.
#[isolde::test]
fn every_title_will_do() {
    let _check = detour!(check => |_| Ok(()));
    assert!(check("").is_ok());
}
