//! Times and network addresses.

use super::literal;
use crate::abi::ChoiceKind;
use crate::chooser::Chooser;
use crate::detour::moment;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Seconds from the epoch to the end of the year 9999: later times cannot be written as dates, and much later ones cannot be built.
const LAST_SECOND: u64 = 253_402_300_799;

/// At most `most` seconds, and nanoseconds; writes no text.
fn span(c: &mut Chooser, most: u64) -> Duration {
    let seconds = c.pick(ChoiceKind::Unsigned, 64, 0, most);
    let nanoseconds = c.pick(ChoiceKind::Unsigned, 32, 0, 999_999_999) as u32;
    Duration::new(seconds, nanoseconds)
}

/// Any duration.
pub fn duration(c: &mut Chooser) -> Duration {
    let value = span(c, u64::MAX);
    literal(c, &value);
    value
}

/// A time between the Unix epoch and the end of the year 9999.
pub fn system_time(c: &mut Chooser) -> SystemTime {
    let value = UNIX_EPOCH + span(c, LAST_SECOND);
    literal(c, &value);
    value
}

/// A moment of the clock that only measures how much time goes by. Tests that contain one need the library.
pub fn instant(c: &mut Chooser) -> Instant {
    let after = span(c, LAST_SECOND);
    write_moment(c, after)
}

/// The moment so much later than the first one, with its text.
pub(crate) fn write_moment(c: &mut Chooser, after: Duration) -> Instant {
    c.text("isolde::detour::moment(");
    literal(c, &after);
    c.text(")");
    moment(after)
}

fn ipv4(c: &mut Chooser) -> Ipv4Addr {
    Ipv4Addr::from(std::array::from_fn::<u8, 4, _>(|_| {
        c.pick(ChoiceKind::Byte, 8, 0, 255) as u8
    }))
}

fn ipv6(c: &mut Chooser) -> Ipv6Addr {
    Ipv6Addr::from(std::array::from_fn::<u8, 16, _>(|_| {
        c.pick(ChoiceKind::Byte, 8, 0, 255) as u8
    }))
}

fn port(c: &mut Chooser) -> u16 {
    c.pick(ChoiceKind::Unsigned, 16, 0, 0xffff) as u16
}

macro_rules! addresses {
    ($($(#[$doc:meta])* $name:ident $address:ident $build:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(c: &mut Chooser) -> $address {
            let build: fn(&mut Chooser) -> $address = $build;
            let value = build(c);
            literal(c, &value);
            value
        }
    )*};
}
addresses! {
    /// Any IPv4 address.
    ipv4_addr Ipv4Addr ipv4;
    /// Any IPv6 address.
    ipv6_addr Ipv6Addr ipv6;
    /// Any IP address.
    ip_addr IpAddr |c| match c.variant(2) {
        0 => IpAddr::V4(ipv4(c)),
        _ => IpAddr::V6(ipv6(c)),
    };
    /// Any IPv4 address and port.
    socket_addr_v4 SocketAddrV4 |c| SocketAddrV4::new(ipv4(c), port(c));
    /// Any IPv6 address and port; flow and scope are 0.
    socket_addr_v6 SocketAddrV6 |c| SocketAddrV6::new(ipv6(c), port(c), 0, 0);
    /// Any IP address and port.
    socket_addr SocketAddr |c| match c.variant(2) {
        0 => SocketAddr::V4(SocketAddrV4::new(ipv4(c), port(c))),
        _ => SocketAddr::V6(SocketAddrV6::new(ipv6(c), port(c), 0, 0)),
    };
}
