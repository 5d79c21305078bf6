//! Reaches everything in the crate `demo`.

use demo::unit;
use demo::Described;
use dep::Send;

fn main() {
    let functions = [
        unit::free as *const (),
        unit::without_c as _,
        unit::generic_caller::<i32> as _,
        unit::generic_caller::<u8> as _,
        demo::nested::other::number as _,
        unit::associated as _,
        unit::through_deref as _,
        unit::method_of_trait as _,
        unit::provided as _,
        unit::object as _,
        unit::through_an_object as _,
        unit::generic as _,
        unit::operator as _,
        unit::indexing as _,
        unit::conversion as _,
        unit::own_conversion as _,
        unit::in_for as _,
        unit::adapters as _,
        unit::drops as _,
        unit::drops_plain as _,
        unit::clones as _,
        unit::macros as _,
        unit::function_value as _,
        unit::function_item as _,
        unit::closure_handed_out as _,
        unit::closure_received as _,
        unit::world as _,
        unit::world_by_value as _,
        unit::panics as _,
        unit::kept as _,
        unit::foreign as _,
        unit::drops_a_part as _,
        unit::drops_own as _,
        unit::static_value as _,
        unit::static_table as _,
        unit::exported as _,
        unit::Account::balance as _,
        <unit::Account as Send>::send as _,
        <u8 as Described>::describe as _,
    ];
    std::hint::black_box(functions);
    let given: Box<dyn Send> = Box::new(dep::Given);
    std::hint::black_box(unit::through_an_object(&*given));
    let client = dep::Client::connect("");
    let mut future = std::pin::pin!(unit::awaits(&client));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let _ = std::hint::black_box(std::future::Future::poll(future.as_mut(), &mut context));
    let mut future = std::pin::pin!(unit::async_block(&client));
    let _ = std::hint::black_box(std::future::Future::poll(future.as_mut(), &mut context));
}
