//! Times and network addresses.

use super::{Source, wrapped};
use crate::literal;
use crate::shape::Shape;
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

impl Source for Duration {
    fn source(&self, out: &mut String) -> bool {
        let (seconds, nanoseconds) = (self.as_secs(), self.subsec_nanos());
        let milliseconds = u64::try_from(self.as_millis());
        let call = match milliseconds {
            _ if nanoseconds == 0 => {
                literal::integer(out_of(out, "from_secs"), seconds, false);
                ")"
            }
            Ok(milliseconds) if nanoseconds % 1_000_000 == 0 => {
                literal::integer(out_of(out, "from_millis"), milliseconds, false);
                ")"
            }
            _ => {
                literal::integer(out_of(out, "new"), seconds, false);
                // Writing to a string cannot fail, here and below.
                let _ = write!(out, ", {nanoseconds}");
                ")"
            }
        };
        out.push_str(call);
        true
    }
    fn shape(&self, shape: &mut Shape) {
        if self.is_zero() {
            shape.fold(0);
        } else {
            shape.fold(1);
        }
    }
}

/// Writes the beginning of a call of one of `Duration`'s constructors.
fn out_of<'a>(out: &'a mut String, constructor: &str) -> &'a mut String {
    let _ = write!(out, "std::time::Duration::{constructor}(");
    out
}

impl Source for SystemTime {
    fn source(&self, out: &mut String) -> bool {
        match self.duration_since(UNIX_EPOCH) {
            Ok(Duration::ZERO) => {
                out.push_str("std::time::UNIX_EPOCH");
                true
            }
            Ok(since) => wrapped(out, "std::time::UNIX_EPOCH + ", &since, ""),
            Err(error) => wrapped(out, "std::time::UNIX_EPOCH - ", &error.duration(), ""),
        }
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for Ipv4Addr {
    fn source(&self, out: &mut String) -> bool {
        let [a, b, c, d] = self.octets();
        let _ = write!(out, "std::net::Ipv4Addr::new({a}, {b}, {c}, {d})");
        true
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for Ipv6Addr {
    fn source(&self, out: &mut String) -> bool {
        let segments = self.segments().map(|segment| match segment {
            0..=9 => segment.to_string(),
            _ => format!("{segment:#x}"),
        });
        let _ = write!(out, "std::net::Ipv6Addr::new({})", segments.join(", "));
        true
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for IpAddr {
    fn source(&self, out: &mut String) -> bool {
        match self {
            IpAddr::V4(address) => wrapped(out, "std::net::IpAddr::V4(", address, ")"),
            IpAddr::V6(address) => wrapped(out, "std::net::IpAddr::V6(", address, ")"),
        }
    }
    fn shape(&self, shape: &mut Shape) {
        shape.variant(self);
    }
}

impl Source for SocketAddrV4 {
    fn source(&self, out: &mut String) -> bool {
        let written = wrapped(out, "std::net::SocketAddrV4::new(", self.ip(), "");
        let _ = write!(out, ", {})", self.port());
        written
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for SocketAddrV6 {
    fn source(&self, out: &mut String) -> bool {
        let written = wrapped(out, "std::net::SocketAddrV6::new(", self.ip(), "");
        let (port, flow, scope) = (self.port(), self.flowinfo(), self.scope_id());
        let _ = write!(out, ", {port}, {flow}, {scope})");
        written
    }
    fn shape(&self, _: &mut Shape) {}
}

impl Source for SocketAddr {
    fn source(&self, out: &mut String) -> bool {
        match self {
            SocketAddr::V4(address) => wrapped(out, "std::net::SocketAddr::V4(", address, ")"),
            SocketAddr::V6(address) => wrapped(out, "std::net::SocketAddr::V6(", address, ")"),
        }
    }
    fn shape(&self, shape: &mut Shape) {
        shape.variant(self);
    }
}
