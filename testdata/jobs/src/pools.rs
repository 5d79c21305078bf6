//! Pools whose threads are there before any test, so that they belong to nobody.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{LazyLock, Mutex};
use std::thread;

pub type Job = Box<dyn FnOnce() + Send>;

/// A worker that runs what is sent to it.
fn worker<J: Send + 'static>(run: impl Fn(J) + Send + 'static) -> Mutex<Sender<J>> {
    let (sender, receiver): (_, Receiver<J>) = channel();
    thread::Builder::new()
        .name("worker".to_owned())
        .spawn(move || receiver.into_iter().for_each(run))
        .unwrap();
    Mutex::new(sender)
}

pub static BOXED: LazyLock<Mutex<Sender<Job>>> = LazyLock::new(|| worker(|job: Job| job()));

/// A job of a kind of its own: a trait with a method that takes the box.
pub trait Run {
    fn run(self: Box<Self>);
}

impl<F: FnOnce()> Run for F {
    fn run(self: Box<Self>) {
        self();
    }
}

pub static RUN: LazyLock<Mutex<Sender<Box<dyn Run + Send>>>> =
    LazyLock::new(|| worker(|job: Box<dyn Run + Send>| job.run()));

/// Questions, which the worker itself answers.
pub static QUESTIONS: LazyLock<Mutex<Sender<Question>>> =
    LazyLock::new(|| worker(Question::answer));

pub struct Question {
    pub about: fn() -> u64,
    pub test: Option<isolde::detour::Test>,
    pub gate: super::gate::Gate,
    pub reply: Sender<u64>,
}

impl Question {
    fn answer(self) {
        self.gate.wait();
        let hour = match self.test {
            Some(test) => test.run(self.about),
            None => std::panic::catch_unwind(self.about).unwrap_or(99),
        };
        self.reply.send(hour).unwrap();
    }
}

/// Functions, which have no memory that could tell whose they are.
pub static FUNCTIONS: LazyLock<Mutex<Sender<fn()>>> = LazyLock::new(|| worker(|job: fn()| job()));

pub static CROSSBEAM: LazyLock<crossbeam::channel::Sender<Job>> = LazyLock::new(|| {
    let (sender, receiver) = crossbeam::channel::unbounded::<Job>();
    thread::spawn(move || receiver.into_iter().for_each(|job| job()));
    sender
});

pub static RAYON: LazyLock<rayon::ThreadPool> = LazyLock::new(|| {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3);
    pool.build().unwrap()
});

pub static TOKIO: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(3).enable_all().build().unwrap()
});

/// A runtime that another thread drives.
pub static CURRENT_THREAD: LazyLock<tokio::runtime::Handle> = LazyLock::new(|| {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_all().build().unwrap();
    let handle = runtime.handle().clone();
    thread::spawn(move || runtime.block_on(std::future::pending::<()>()));
    handle
});

pub static LOCAL: LazyLock<tokio_util::task::LocalPoolHandle> =
    LazyLock::new(|| tokio_util::task::LocalPoolHandle::new(2));

pub static EXECUTOR: LazyLock<&'static async_executor::Executor<'static>> = LazyLock::new(|| {
    let executor: &'static async_executor::Executor<'static> =
        Box::leak(Box::new(async_executor::Executor::new()));
    thread::spawn(|| smol::block_on(executor.run(std::future::pending::<()>())));
    executor
});

pub static FUTURES: LazyLock<futures::executor::ThreadPool> =
    LazyLock::new(|| futures::executor::ThreadPool::new().unwrap());

pub static THREADPOOL: LazyLock<Mutex<threadpool::ThreadPool>> =
    LazyLock::new(|| Mutex::new(threadpool::ThreadPool::new(3)));

pub static SCHEDULED: LazyLock<scheduled_thread_pool::ScheduledThreadPool> =
    LazyLock::new(|| scheduled_thread_pool::ScheduledThreadPool::new(3));

/// Runs before `main`.
#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    LazyLock::force(&BOXED);
    LazyLock::force(&RUN);
    LazyLock::force(&QUESTIONS);
    LazyLock::force(&FUNCTIONS);
    LazyLock::force(&CROSSBEAM);
    LazyLock::force(&CURRENT_THREAD);
    LazyLock::force(&EXECUTOR);
    LazyLock::force(&FUTURES);
    LazyLock::force(&SCHEDULED);
    LazyLock::force(&LOCAL);
    RAYON.join(|| (), || ());
    rayon::join(|| (), || ());
    THREADPOOL.lock().unwrap().execute(|| ());
    TOKIO.block_on(async {
        tokio::spawn(async {}).await.unwrap();
        tokio::task::spawn_blocking(|| ()).await.unwrap();
    });
    smol::block_on(smol::spawn(async {}));
    smol::block_on(smol::unblock(|| ()));
    async_std::task::block_on(async_std::task::spawn(async {}));
    async_std::task::block_on(async_std::task::spawn_blocking(|| ()));
}
