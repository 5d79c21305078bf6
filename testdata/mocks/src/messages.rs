//! Six functions over the traits of a message service, with 28 goals. Each function returns the goals that it reached.

/// Why a message cannot be read or sent.
#[derive(Clone, Debug, PartialEq)]
pub enum MessageError {
    /// There is nothing more to read.
    EndOfMessage,
    /// The value has another type.
    Format(String),
    /// The connection is closed.
    Closed,
}

/// The goals that a function reached.
pub type Goals = Vec<&'static str>;

/// A message of bytes.
pub trait BytesMessage {
    /// The next byte.
    fn read_byte(&mut self) -> Result<i8, MessageError>;
    /// The next byte without a sign.
    fn read_unsigned_byte(&mut self) -> Result<u8, MessageError>;
    /// The next two bytes.
    fn read_short(&mut self) -> Result<i16, MessageError>;
    /// Fills the buffer as far as there are bytes; returns their number.
    fn read_bytes(&mut self, buffer: &mut [u8]) -> Option<usize>;
}

/// What is known about a connection.
pub trait ConnectionMetadata {
    /// The version of the service.
    fn version(&self) -> (u32, u32);
    /// The provider's name.
    fn provider(&self) -> &str;
    /// The names of the properties that the provider supports.
    fn properties(&self) -> Vec<String>;
}

/// A message of named values.
pub trait MapMessage {
    /// A number.
    fn get_long(&self, name: &str) -> Result<i64, MessageError>;
    /// A text.
    fn get_text(&self, name: &str) -> Option<String>;
    /// Whether there is a value of that name.
    fn exists(&self, name: &str) -> bool;
}

/// How a message is delivered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Delivery {
    /// It may be lost.
    Transient,
    /// It is stored.
    Persistent,
}

/// Any message.
pub trait Message {
    /// Its identity.
    fn id(&self) -> Option<u64>;
    /// Its priority, from 0 to 9.
    fn priority(&self) -> u8;
    /// How it is delivered.
    fn delivery(&self) -> Delivery;
    /// What it answers to.
    fn correlation(&self) -> Option<Box<dyn Message>>;
    /// When it expires, in seconds; 0 for never.
    fn expiration(&self) -> u64;
}

/// What sends messages.
pub trait MessageProducer {
    /// Sends a message; returns its number.
    fn send(&mut self, text: &str, priority: u8) -> Result<u32, MessageError>;
    /// Closes the connection.
    fn close(&mut self);
}

/// A message of values one after the other.
pub trait StreamMessage {
    /// The next character.
    fn read_char(&mut self) -> Result<char, MessageError>;
    /// The next number.
    fn read_double(&mut self) -> Result<f64, MessageError>;
}

/// Five goals.
pub fn bytes(message: &mut dyn BytesMessage) -> Goals {
    let mut goals = Goals::new();
    let length = 10;
    if message.read_unsigned_byte() == Ok(length + 1) {
        goals.push("bytes 1");
    }
    if message.read_byte() == Ok(-11) {
        goals.push("bytes 2");
    }
    if message.read_short() == Ok(1011) {
        goals.push("bytes 3");
    }
    let mut buffer = [0; 4];
    match message.read_bytes(&mut buffer) {
        Some(4) if buffer[1] == 7 => goals.push("bytes 4"),
        None => goals.push("bytes 5"),
        _ => {}
    }
    goals
}

/// Five goals.
pub fn metadata(connection: &impl ConnectionMetadata) -> Goals {
    let mut goals = Goals::new();
    match connection.version() {
        (1, minor) if minor > 100 => goals.push("metadata 1"),
        (2, 0) => goals.push("metadata 2"),
        _ => {}
    }
    if connection.provider() == "acme" {
        goals.push("metadata 3");
    }
    let properties = connection.properties();
    if properties.len() == 2 {
        goals.push("metadata 4");
        if properties.iter().any(|name| name == "group") {
            goals.push("metadata 5");
        }
    }
    goals
}

/// Four goals.
pub fn map<M: MapMessage>(message: M) -> Goals {
    let mut goals = Goals::new();
    if message.exists("price") && !message.exists("discount") {
        goals.push("map 1");
        match message.get_long("price") {
            Ok(price) if price > 1_000_000 => goals.push("map 2"),
            Err(MessageError::Format(_)) => goals.push("map 3"),
            _ => {}
        }
    }
    if message.get_text("currency").as_deref() == Some("EUR") {
        goals.push("map 4");
    }
    goals
}

/// Six goals.
pub fn route(message: Box<dyn Message>) -> Goals {
    let mut goals = Goals::new();
    if message.id().is_none() {
        goals.push("message 1");
    }
    if message.priority() == 9 {
        goals.push("message 2");
    }
    if message.delivery() == Delivery::Persistent {
        goals.push("message 3");
        if message.expiration() == 3600 {
            goals.push("message 4");
        }
    }
    if let Some(answered) = message.correlation() {
        goals.push("message 5");
        if answered.id() == message.id().map(|id| id ^ 0xff) {
            goals.push("message 6");
        }
    }
    goals
}

/// Four goals: a message is sent again until that succeeds, three times at most.
pub fn produce<P>(mut producer: P, text: &str) -> Goals
where
    P: MessageProducer,
{
    let mut goals = Goals::new();
    for attempt in 0..3 {
        match producer.send(text, attempt) {
            Ok(number) if attempt == 2 && number > 41 => {
                goals.push("producer 1");
                break;
            }
            Ok(_) => {
                goals.push("producer 2");
                break;
            }
            Err(MessageError::Closed) => {
                goals.push("producer 3");
                break;
            }
            Err(_) if attempt == 2 => goals.push("producer 4"),
            Err(_) => {}
        }
    }
    producer.close();
    goals
}

/// Four goals.
pub fn stream(message: &mut impl StreamMessage) -> Goals {
    let mut goals = Goals::new();
    if message.read_char() == Ok('x') && message.read_char() == Ok('y') {
        goals.push("stream 1");
    }
    match message.read_double() {
        Ok(value) if value > 0.5 => goals.push("stream 2"),
        Ok(_) => goals.push("stream 3"),
        Err(MessageError::EndOfMessage) => goals.push("stream 4"),
        Err(_) => {}
    }
    goals
}
