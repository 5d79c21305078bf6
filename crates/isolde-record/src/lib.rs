//! Vocabulary of Isolde: item paths, outcomes, observations and the run record
