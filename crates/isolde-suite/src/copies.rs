//! Functions that a macro copied, as their paths tell.

/// Trait and method of `<Type as Trait>::method`.
pub fn trait_method(path: &str) -> Option<(&str, &str)> {
    let (head, method) = path.rsplit_once(">::")?;
    let (_, of_trait) = head.strip_prefix('<')?.split_once(" as ")?;
    Some((of_trait, method))
}

/// `NumToA<u8>` without `<u8>`.
pub fn without_arguments(path: &str) -> &str {
    path.split('<').next().unwrap_or(path)
}
