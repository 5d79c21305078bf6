//! The library's laws, and the families in which findings join them.

use isolde::laws::LAWS;
use isolde_record::LawFamily;

#[test]
fn each_name_in_a_family_is_that_of_a_law() {
    for name in LawFamily::laws_of_traits() {
        let is_known = LAWS.iter().any(|law| law.name == name);
        assert!(is_known, "no law is called {name}");
    }
}

#[test]
fn laws_of_the_standard_librarys_traits_have_the_family_of_their_trait() {
    // The promise ends with the traits that make it.
    for law in LAWS {
        let traits = law
            .promise
            .rsplit_once(" (")
            .map_or("", |(_, traits)| traits);
        let words = traits.split(|c: char| !c.is_alphanumeric());
        let families: Vec<LawFamily> = words.filter_map(LawFamily::of_trait).collect();
        let family = LawFamily::of_law(law.name);
        assert!(
            families.is_empty() || family.is_some_and(|family| families.contains(&family)),
            "{}: {family:?}",
            law.name
        );
    }
}
