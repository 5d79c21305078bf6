//! The rows of the book's table: a kind of pool, and two tests of it. Work is handed over after the detour is installed, or before, so that it waits for that.

use crate::clock;
use crate::gate::Gate;
use crate::pools::*;
use futures::task::SpawnExt;
use rayon::prelude::*;
use std::future::Future;
use std::sync::mpsc::channel;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Work that waits and then asks.
fn asks(gate: Gate) -> u64 {
    gate.wait();
    clock::hour()
}

/// A task that waits and then asks.
async fn asks_later(gate: Gate) -> u64 {
    gate.passed().await;
    clock::hour()
}

/// Hands over a closure that answers through a channel.
fn through(hand_over: impl FnOnce(Job), gate: Gate) -> u64 {
    let (sender, receiver) = channel();
    hand_over(Box::new(move || sender.send(asks(gate)).unwrap()));
    receiver.recv().unwrap()
}

/// A future written by hand.
struct ByHand(Gate);

impl Future for ByHand {
    type Output = u64;

    fn poll(
        self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<u64> {
        let asking = asks_later(self.0.clone());
        std::pin::pin!(asking).poll(context)
    }
}

macro_rules! rows {
    ($($row:ident => $hand_over:expr;)*) => { $(
        mod $row {
            #[allow(unused_imports)]
            use super::*;

            const HAND_OVER: fn(Gate) -> u64 = $hand_over;

            #[isolde::test]
            fn after() {
                let guard = isolde::detour!(clock::hour, across threads => || 7);
                assert_eq!(HAND_OVER(Gate::opened()), 7);
                assert_eq!(guard.calls(), 1);
            }

            #[isolde::test]
            fn before() {
                let gate = Gate::default();
                let waits = gate.clone();
                let hands_over = std::thread::spawn(move || HAND_OVER(waits));
                // Most likely, the work waits by now.
                std::thread::sleep(Duration::from_millis(20));
                let guard = isolde::detour!(clock::hour, across threads => || 7).times(1);
                gate.open();
                assert_eq!(hands_over.join().unwrap(), 7);
                drop(guard);
            }
        }
    )* };
}

rows! {
    std_thread => |gate| std::thread::spawn(|| asks(gate)).join().unwrap();
    std_scoped_thread => |gate| std::thread::scope(|scope| scope.spawn(|| asks(gate)).join().unwrap());
    std_channel_of_closures => |gate| through(|job| BOXED.lock().unwrap().send(job).unwrap(), gate);
    own_pool_with_own_trait => |gate| {
        let (sender, receiver) = channel();
        RUN.lock().unwrap().send(Box::new(move || sender.send(asks(gate)).unwrap())).unwrap();
        receiver.recv().unwrap()
    };
    own_pool_with_messages_that_carry_the_test => |gate| {
        let (reply, receiver) = channel();
        let test = Some(isolde::detour::Test::current());
        QUESTIONS.lock().unwrap().send(Question { about: clock::hour, test, gate, reply }).unwrap();
        receiver.recv().unwrap()
    };
    crossbeam_channel_of_closures => |gate| through(|job| CROSSBEAM.send(job).unwrap(), gate);
    crossbeam_scoped_thread => |gate| crossbeam::scope(|scope| scope.spawn(|_| asks(gate)).join().unwrap()).unwrap();
    rayon_global_join => |gate| rayon::join(|| asks(gate), || ()).0;
    rayon_global_scope => |gate| {
        let mut hour = 0;
        rayon::scope(|scope| scope.spawn(|_| hour = asks(gate)));
        hour
    };
    rayon_global_spawn => |gate| through(|job| rayon::spawn(job), gate);
    rayon_global_iterator => |gate| {
        let gates = vec![gate; 100];
        gates.par_iter().map(|gate| gate.wait()).collect::<Vec<()>>();
        (0..1).into_par_iter().map(|_| clock::hour()).sum()
    };
    rayon_own_install => |gate| RAYON.install(|| asks(gate));
    rayon_own_join => |gate| RAYON.join(|| (), || asks(gate)).1;
    rayon_own_spawn => |gate| through(|job| RAYON.spawn(job), gate);
    rayon_own_iterator => |gate| RAYON.install(|| [gate].par_iter().map(|gate| asks(gate.clone())).sum());
    tokio_spawn => |gate| TOKIO.block_on(TOKIO.spawn(asks_later(gate))).unwrap();
    tokio_spawn_of_future_written_by_hand => |gate| TOKIO.block_on(TOKIO.spawn(ByHand(gate))).unwrap();
    tokio_spawn_of_boxed_future => |gate| {
        let future: futures::future::BoxFuture<u64> = Box::pin(asks_later(gate));
        TOKIO.block_on(TOKIO.spawn(future)).unwrap()
    };
    tokio_spawn_blocking => |gate| TOKIO.block_on(TOKIO.spawn_blocking(|| asks(gate))).unwrap();
    tokio_join_set => |gate| TOKIO.block_on(async move {
        let mut set = tokio::task::JoinSet::new();
        set.spawn(asks_later(gate));
        set.join_next().await.unwrap().unwrap()
    });
    tokio_after_timer => |gate| TOKIO.block_on(TOKIO.spawn(async move {
        gate.passed().await;
        tokio::time::sleep(Duration::from_millis(5)).await;
        clock::hour()
    })).unwrap();
    tokio_after_io => |gate| TOKIO.block_on(async move {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.read_u8().await.unwrap();
            clock::hour()
        });
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        gate.passed().await;
        stream.write_u8(1).await.unwrap();
        task.await.unwrap()
    });
    tokio_current_thread => |gate| futures::executor::block_on(CURRENT_THREAD.spawn(asks_later(gate))).unwrap();
    tokio_local_set => |gate| futures::executor::block_on(LOCAL.spawn_pinned(|| async {
        tokio::task::spawn_local(asks_later(gate)).await.unwrap()
    })).unwrap();
    async_std_spawn => |gate| async_std::task::block_on(async_std::task::spawn(asks_later(gate)));
    async_std_spawn_blocking => |gate| async_std::task::block_on(async_std::task::spawn_blocking(|| asks(gate)));
    smol_spawn => |gate| smol::block_on(smol::spawn(asks_later(gate)));
    smol_unblock => |gate| smol::block_on(smol::unblock(|| asks(gate)));
    smol_own_executor => |gate| smol::block_on(EXECUTOR.spawn(asks_later(gate)));
    futures_thread_pool => |gate| {
        let handle = FUTURES.spawn_with_handle(asks_later(gate)).unwrap();
        futures::executor::block_on(handle)
    };
    threadpool_execute => |gate| through(|job| THREADPOOL.lock().unwrap().execute(job), gate);
    scheduled_thread_pool_execute => |gate| through(|job| drop(SCHEDULED.execute(job)), gate);
    scheduled_thread_pool_later => |gate| through(|job| drop(SCHEDULED.execute_after(Duration::from_millis(5), job)), gate);
}

/// Where work cannot be recognised, the failing test says so.
mod own_pool_with_messages {
    use super::*;

    fn hour(gate: Gate) -> u64 {
        let (reply, receiver) = channel();
        let question = Question { about: clock::hour, test: None, gate, reply };
        QUESTIONS.lock().unwrap().send(question).unwrap();
        receiver.recv().unwrap()
    }

    #[isolde::test]
    #[should_panic(expected = "should have run 1 times, but ran 0 times: `jobs::clock::hour` was called")]
    fn after() {
        let _guard = isolde::detour!(clock::hour, across threads => || 7).times(1);
        hour(Gate::opened());
    }

    #[isolde::test]
    #[should_panic(expected = "should have run 1 times, but ran 0 times: `jobs::clock::hour` was called")]
    fn before() {
        let gate = Gate::default();
        let waits = gate.clone();
        let asks = std::thread::spawn(move || hour(waits));
        let _guard = isolde::detour!(clock::hour, across threads => || 7).times(1);
        gate.open();
        asks.join().unwrap();
    }
}

mod own_pool_with_functions {
    use super::*;
    use std::sync::Mutex;
    use std::sync::mpsc::Sender;

    static REPLY: Mutex<Option<Sender<u64>>> = Mutex::new(None);
    /// One test at a time.
    static TURN: Mutex<()> = Mutex::new(());

    fn asks() {
        let reply = REPLY.lock().unwrap().take().unwrap();
        reply.send(clock::hour()).unwrap();
    }

    fn hour() {
        let (sender, receiver) = channel();
        *REPLY.lock().unwrap() = Some(sender);
        FUNCTIONS.lock().unwrap().send(asks).unwrap();
        receiver.recv().unwrap();
    }

    #[isolde::test]
    #[should_panic(expected = "(`worker`)")]
    fn after() {
        let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _guard = isolde::detour!(clock::hour, across threads => || 7).times(1);
        hour();
    }

    #[isolde::test]
    #[should_panic(expected = "(`worker`)")]
    fn before() {
        let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let gate = Gate::default();
        let waits = gate.clone();
        // The worker waits for this until the detour is there.
        BOXED.lock().unwrap().send(Box::new(move || { waits.wait(); hour(); })).unwrap();
        let guard = isolde::detour!(clock::hour, across threads => || 7).times(1);
        gate.open();
        while guard.missed() == 0 {
            std::thread::yield_now();
        }
    }
}
