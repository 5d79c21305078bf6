//! The pass that chooses, for each instantiation, the first way to call it that can be built and was not refused.

use super::{Instance, Purpose, Thunk};
use crate::call::{By, Output, Syntax};
use crate::describe::describe;
use crate::pieces::{Rejection, Rejections};
use crate::shape::Settled;
use isolde_record::SkipReason;

/// A thunk that will be written.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The generic arguments of its function as source text.
    pub instance: Vec<String>,
    /// The thunk.
    pub thunk: Thunk,
}

/// At most `most` thunks for a function's instantiations, or the reason why there is none.
pub(crate) fn choose(
    instances: Vec<Instance>,
    most: usize,
    settled: &Settled,
    rejections: Rejections,
) -> Result<Vec<Chosen>, SkipReason> {
    let mut chosen: Vec<Chosen> = Vec::new();
    let reasons = [Purpose::Usual, Purpose::Mocked, Purpose::Compared];
    let mut places = reasons.map(|purpose| (purpose, purpose.most(most)));
    let mut rejected = None;
    let mut failure = None;
    for instance in instances {
        let mut of_reason = places.iter_mut();
        let found = of_reason.find(|(purpose, _)| *purpose == instance.purpose);
        let Some((_, places)) = found.filter(|(_, places)| *places > 0) else {
            continue;
        };
        for thunk in instance.thunks {
            if let Some(reason) = unbuildable(&thunk, settled) {
                failure.get_or_insert(reason);
                continue;
            }
            let Some(rejection) = rejections.of(&thunk.piece) else {
                chosen.push(Chosen {
                    instance: instance.arguments,
                    thunk,
                });
                *places -= 1;
                break;
            };
            rejected.get_or_insert_with(|| {
                SkipReason::Rejected(match &instance.no_mock {
                    Some(why) => format!("{rejection}; {why}"),
                    None => rejection.to_string(),
                })
            });
            if rejection.is_final {
                *places -= 1;
                break;
            }
            if is_hopeless(rejection, &thunk) {
                break;
            }
        }
        if let Some(reason) = instance.failure {
            failure.get_or_insert(reason);
        }
    }
    match chosen.is_empty() {
        false => Ok(chosen),
        true => Err(rejected
            .or(failure)
            .unwrap_or_else(|| SkipReason::NoInstance("no instantiation".into()))),
    }
}

/// The argument or receiver type that cannot be built, if there is one.
fn unbuildable(thunk: &Thunk, settled: &Settled) -> Option<SkipReason> {
    let mentioned = thunk.mentioned.iter();
    let unnamed = mentioned.filter_map(|each| settled.unbuildable(&each.needs()));
    if let Some(of) = unnamed.map(describe).next() {
        return Some(SkipReason::NoInstance(of));
    }
    let mut arguments = thunk.arguments.iter().enumerate();
    arguments.find_map(|(index, argument)| {
        let of = describe(settled.unbuildable(&argument.shape.needs())?);
        Some(match (index, argument.by) {
            (0, By::Place(_)) => SkipReason::UnsupportedReceiver(of),
            _ => SkipReason::UnsupportedArgument(of),
        })
    })
}

/// Whether writing the call in another way cannot help: the types are wrong, or the function does not exist even under its path.
fn is_hopeless(rejection: &Rejection, thunk: &Thunk) -> bool {
    // What looks into a result may ask more of its type than the function does: an iterator of one instance need not be one of another.
    let asks_more = matches!(
        thunk.call.output,
        Output::Polled | Output::Streamed(_) | Output::Items
    );
    !asks_more
        && (rejection.is_about_types()
            || rejection.is_about_missing_functions() && thunk.call.syntax == Syntax::Path)
}
