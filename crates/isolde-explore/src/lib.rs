//! Corpus, scheduler, strategies, workers and sandbox
