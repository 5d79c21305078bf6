//! A service that uses a gateway and tries again when that is busy.

/// The gateway has no time.
#[derive(Debug, PartialEq)]
pub struct Busy {
    /// How long to wait, in milliseconds.
    pub millis: u16,
}

/// Why a text was not delivered.
#[derive(Debug, PartialEq)]
pub enum DeliveryError {
    /// The gateway does not take texts of this length.
    TooLong,
    /// The gateway does not know the service.
    Denied,
    /// The gateway was busy all the time.
    Busy,
}

/// A gateway.
pub trait Gateway {
    /// Opens the connection.
    fn connect(&mut self, host: &str) -> Result<(), Busy>;
    /// Closes the connection.
    fn disconnect(&mut self);
    /// Whether there is a connection.
    fn is_connected(&self) -> bool;
    /// Begins a session.
    fn login(&mut self, user: &str) -> Option<u32>;
    /// Ends a session.
    fn logout(&mut self, session: u32);
    /// The greatest length of a text.
    fn limit(&self) -> usize;
    /// Sends a text; returns its number.
    fn send(&mut self, session: u32, text: &str) -> Result<u64, Busy>;
    /// Receives a text.
    fn receive(&mut self) -> Option<String>;
    /// Whether a text has arrived.
    fn acknowledge(&mut self, id: u64) -> bool;
    /// Waits.
    fn wait(&mut self, millis: u64);
}

/// Delivers a text, in three attempts at most.
pub fn deliver<G: Gateway>(gateway: &mut G, text: &str) -> Result<u64, DeliveryError> {
    if text.len() > gateway.limit() {
        return Err(DeliveryError::TooLong);
    }
    let session = gateway.login("courier").ok_or(DeliveryError::Denied)?;
    for attempt in 0..3 {
        match gateway.send(session, text) {
            Ok(id) if gateway.acknowledge(id) => {
                gateway.logout(session);
                return Ok(id);
            }
            Ok(_) => {}
            Err(Busy { millis }) => gateway.wait(u64::from(millis) << attempt),
        }
    }
    gateway.logout(session);
    Err(DeliveryError::Busy)
}
