//! An HTTP client and a server on one runtime, whose workers were there before: clock, sleep and names are detoured, in many tests at once.

use crate::pools::TOKIO;
use http_body_util::{BodyExt, Empty, Full};
use hyper::body::{Bytes, Incoming};
use hyper::{Request, Response, service::service_fn};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::convert::Infallible;
use std::net::ToSocketAddrs;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::TcpListener;

/// The time as text, after a good while.
async fn tells_time(_: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    tokio::time::sleep(Duration::from_secs(3600)).await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Ok(Response::new(Full::new(now.as_secs().to_string().into())))
}

async fn serve(listener: TcpListener) {
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        tokio::spawn(async move {
            let http = hyper::server::conn::http1::Builder::new();
            let connection = http.serve_connection(TokioIo::new(stream), service_fn(tells_time));
            let _closed = connection.await;
        });
    }
}

async fn ask(url: String) -> String {
    let client: Client<_, Empty<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let response = client.get(url.parse().unwrap()).await.unwrap();
    let body = response.into_body().collect().await.unwrap();
    String::from_utf8(body.to_bytes().to_vec()).unwrap()
}

fn a_server_tells_the_time_of_its_test(seconds: u64) {
    let listener = TOKIO.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let server = TOKIO.spawn(serve(listener));
    let now = UNIX_EPOCH + Duration::from_secs(seconds);
    let _clock = isolde::detour!(SystemTime::now, across threads => || now);
    let slept = isolde::detour!(tokio::time::sleep, across threads, recording => |_| original!(Duration::ZERO));
    let _names = isolde::detour!(<(&str, u16) as ToSocketAddrs>::to_socket_addrs, across threads => |_| {
        Ok(vec![address].into_iter())
    });
    for _ in 0..3 {
        // Nobody else knows this name.
        let answer = TOKIO.block_on(TOKIO.spawn(ask(format!("http://clock.test:{}/", address.port()))));
        assert_eq!(answer.unwrap(), seconds.to_string());
    }
    assert_eq!(slept.arguments(), vec!["3600s"; 3]);
    server.abort();
}

macro_rules! tests {
    ($($name:ident $seconds:expr;)*) => { $(
        #[isolde::test]
        fn $name() {
            a_server_tells_the_time_of_its_test($seconds);
        }
    )* };
}
tests! {
    t0 1_000; t1 2_000; t2 3_000; t3 4_000; t4 5_000; t5 6_000; t6 7_000; t7 8_000;
}
