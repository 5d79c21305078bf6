//! Bounds about which the model does not know whether a type satisfies them. The driver asks the compiler about all of them at once, each in a piece
//! that contains nothing else, so that it does not take an attempt of its own for each type that does not fit.

use super::{Answer, Traits};
use crate::pieces::{PieceId, QUESTION};
use crate::spell::Style;
use isolde_model::{Bound, Type};

/// The largest number of questions in one driver.
const MOST: usize = 4000;

/// Whether a type satisfies a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoundQuestion {
    /// Name of the piece; the compiler refuses it if the answer is no.
    pub piece: PieceId,
    /// The type as code names it.
    pub of: String,
    /// The bound as code writes it.
    pub bound: String,
}

impl Traits<'_, '_> {
    /// The questions that came up, in alphabetical order.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &BoundQuestion> {
        self.questions.values()
    }

    /// Notes which of the bounds it is not known of whether the type satisfies them.
    pub(super) fn ask(&mut self, of: &Type, bounds: &[Bound]) {
        for bound in bounds {
            if self.questions.len() < MOST && self.satisfies(of, bound, 0) == Answer::Maybe {
                let question = self.question(of, bound);
                self.questions
                    .extend(question.map(|question| (question.piece.clone(), question)));
            }
        }
    }

    /// Whether the compiler said that the type does not satisfy the bound.
    pub(super) fn is_refused(&self, of: &Type, bound: &Bound) -> bool {
        !self.rejections.is_empty()
            && self
                .question(of, bound)
                .is_some_and(|question| !self.rejections.allow(&question.piece))
    }

    /// The question, if code can ask it.
    fn question(&self, of: &Type, bound: &Bound) -> Option<BoundQuestion> {
        if matches!(of, Type::Closure(_)) || bound.maybe {
            return None;
        }
        let of = self.index.type_text(of, Style::Signature)?;
        let bound = self.index.bound_text(bound, Style::Signature)?;
        Some(BoundQuestion {
            piece: format!("{QUESTION}{of}: {bound}"),
            of,
            bound,
        })
    }
}
