//! Coverage and symbolic passes over whole-program bitcode
