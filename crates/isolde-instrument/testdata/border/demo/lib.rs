//! Code that calls what lies outside of it, in all ways in which Rust calls.

pub mod unit {
    use crate::other;
    use dep::{Client, Failure, Handle, Plain, Rows, Send};
    use std::error::Error;
    use std::sync::LazyLock;

    pub fn free() -> i32 {
        dep::process()
    }

    pub fn without_c() -> u64 {
        dep::asks_kernel()
    }

    pub fn by_requests() -> i64 {
        if dep::yields() { dep::parent() } else { 0 }
    }

    pub fn generic_caller<T: Into<i32>>(number: T) -> i32 {
        dep::double(number.into())
    }

    pub fn associated(name: &str) -> i32 {
        let client = Client::connect(name);
        let size = client.size();
        std::mem::forget(client);
        size
    }

    pub fn through_deref(handle: &Handle) -> i32 {
        handle.size()
    }

    pub fn method_of_trait(client: &Client) -> u32 {
        client.send("text").unwrap_or(0)
    }

    pub fn provided(client: &Client) -> u32 {
        client.twice("text").unwrap_or(0)
    }

    pub fn object(client: &Client) -> u32 {
        let object: &dyn Send = client;
        object.send("text").unwrap_or(0)
    }

    pub fn through_objects_of_others(number: i32) -> i64 {
        let machine = dep::Machine::new(2);
        let next = feed::Feed::of_disk("a").next();
        dep::magnitude(i64::from(machine.run(number))) + next.map_or(0, |text| text.len() as i64)
    }

    pub fn through_an_object(object: &dyn Send) -> u32 {
        dep::through_object(object)
    }

    pub fn through_a_pointer(number: u32) -> u32 {
        dep::through_pointer(number) + dep::through_static(number) + dep::through_detection(number)
    }

    pub fn generic() -> i64 {
        dep::largest(&[1_u8, 2]) + dep::largest(&[1_i32])
    }

    pub fn operator(left: &Plain, right: &Plain) -> bool {
        std::mem::forget(left + right);
        left < right
    }

    pub fn indexing(plain: &Plain) -> i32 {
        plain[0]
    }

    pub fn conversion(client: &Client) -> Result<u32, Box<dyn Error>> {
        Ok(client.send("text")?)
    }

    impl From<Failure> for Wrapped {
        fn from(_: Failure) -> Wrapped {
            Wrapped(other::number())
        }
    }

    pub struct Wrapped(pub i32);

    pub fn own_conversion(client: &Client) -> Result<u32, Wrapped> {
        Ok(client.send("text")?)
    }

    pub fn in_for() -> u32 {
        let mut sum = 0;
        for row in Rows(3) {
            sum += row;
        }
        sum
    }

    pub fn adapters() -> u32 {
        Rows(3).map(|row| row + 1).filter(|row| *row > 1).sum()
    }

    pub fn drops(clients: Vec<Client>) -> usize {
        clients.len()
    }

    pub fn drops_plain(plain: Plain) -> usize {
        plain.rows.len()
    }

    pub fn clones(clients: &[Client]) {
        std::mem::forget(clients.to_vec());
    }

    pub fn macros(failure: &Failure) -> String {
        format!("{failure} {}", dep::doubled!(3))
    }

    pub fn function_value() -> fn(i32) -> i32 {
        dep::double
    }

    pub fn function_item(values: &[i32]) -> i32 {
        values.iter().copied().map(dep::double).sum()
    }

    pub fn closure_handed_out() -> i32 {
        dep::apply(|number| number + other::number())
    }

    pub fn closure_received() -> i32 {
        let add = dep::adder(2);
        add(3)
    }

    pub async fn awaits(client: &Client) -> i32 {
        client.fetch().await + own().await
    }

    async fn own() -> i32 {
        other::number()
    }

    pub fn world(path: &str) -> std::io::Result<String> {
        std::fs::read_to_string(path)
    }

    pub fn world_by_value() -> std::time::Duration {
        let start = std::time::SystemTime::UNIX_EPOCH;
        Some(start).and_then(|start| start.elapsed().ok()).unwrap_or_default()
    }

    pub fn panics(text: &str) -> u32 {
        match text.parse() {
            Ok(number) => number,
            Err(error) => panic!("no number: {error}"),
        }
    }

    pub fn kept(number: i32) -> i32 {
        other::kept(number)
    }

    pub fn foreign() -> i32 {
        unsafe { getppid() }
    }

    unsafe extern "C" {
        fn getppid() -> i32;
    }

    pub struct Account {
        pub client: Client,
    }

    pub fn drops_a_part(_: Account) {}

    pub struct Guard(pub i32);

    impl Drop for Guard {
        fn drop(&mut self) {
            self.0 = dep::double(self.0);
        }
    }

    pub fn drops_own(_: Guard) {}

    static NAMED: LazyLock<i32> = LazyLock::new(|| dep::double(4));
    static TABLE: [fn(i32) -> i32; 2] = [dep::double, other::kept];

    pub fn static_value() -> i32 {
        *NAMED
    }

    pub fn static_table(index: usize) -> i32 {
        TABLE[index](1)
    }

    pub fn async_block(client: &Client) -> impl Future<Output = i32> {
        async move { client.size() }
    }

    #[unsafe(no_mangle)]
    pub extern "C" fn exported(number: i32) -> i32 {
        dep::double(number)
    }

    impl Account {
        pub fn balance(&self) -> i32 {
            self.client.size()
        }
    }
}

pub mod other {
    pub fn number() -> i32 {
        dep::double(2)
    }

    pub fn kept(number: i32) -> i32 {
        dep::double(number)
    }
}

impl dep::Send for unit::Account {
    fn send(&self, text: &str) -> Result<u32, dep::Failure> {
        self.client.send(text)
    }
}

pub trait Described {
    fn describe(&self) -> i32 {
        dep::double(1)
    }
}

impl Described for u8 {}

pub mod nested {
    pub mod other {
        pub fn number() -> i32 {
            dep::double(3)
        }
    }
}
