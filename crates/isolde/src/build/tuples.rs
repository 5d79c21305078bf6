//! Tuples of one to twelve parts.

use crate::chooser::Chooser;

macro_rules! tuples {
    ($($name:ident $close:literal ($($type:ident $builder:ident $index:literal),+);)*) => {$(
        #[doc = concat!("A tuple of what the builders build, with as many parts as `", stringify!($name), "` says.")]
        #[allow(clippy::too_many_arguments, reason = "one builder for each part")]
        pub fn $name<$($type),+>(
            c: &mut Chooser,
            $($builder: impl FnOnce(&mut Chooser) -> $type),+
        ) -> ($($type,)+) {
            c.open_exact("(");
            let tuple = ($(c.item($index, $builder),)+);
            c.close($close);
            tuple
        }
    )*};
}
tuples! {
    tuple1 ",)" (A a 0);
    tuple2 ")" (A a 0, B b 1);
    tuple3 ")" (A a 0, B b 1, C d 2);
    tuple4 ")" (A a 0, B b 1, C d 2, D e 3);
    tuple5 ")" (A a 0, B b 1, C d 2, D e 3, E f 4);
    tuple6 ")" (A a 0, B b 1, C d 2, D e 3, E f 4, F g 5);
    tuple7 ")" (A a 0, B b 1, C d 2, D e 3, E f 4, F g 5, G h 6);
    tuple8 ")" (A a 0, B b 1, C d 2, D e 3, E f 4, F g 5, G h 6, H i 7);
    tuple9 ")" (A a 0, B b 1, C d 2, D e 3, E f 4, F g 5, G h 6, H i 7, I j 8);
    tuple10 ")" (A a 0, B b 1, C d 2, D e 3, E f 4, F g 5, G h 6, H i 7, I j 8, J k 9);
    tuple11 ")" (A a 0, B b 1, C d 2, D e 3, E f 4, F g 5, G h 6, H i 7, I j 8, J k 9, K l 10);
    tuple12 ")" (A a 0, B b 1, C d 2, D e 3, E f 4, F g 5, G h 6, H i 7, I j 8, J k 9, K l 10, L m 11);
}
