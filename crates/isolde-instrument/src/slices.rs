//! Tells the runtime which slices are compared: slices of different lengths differ whatever they contain, so that nothing of such a comparison
//! would be recorded.
//!
//! This must happen before functions are inlined. Where std compares slices within its own functions, as in `String == str`, rustc has inlined
//! the comparison already: there, the lengths are compared, and if they are equal, `memcmp` compares the bytes, or a function of std the elements.

use crate::names;
use crate::prepare::{beginning, declare};
use isolde_abi::symbol::SYM_SLICES;
use isolde_llvm::{Block, Function, Module, Opcode, Predicate, Type, Value};

/// The attribute `memory(argmem: read, inaccessiblemem: readwrite)`: two bits for each kind of memory.
const READS_ITS_ARGUMENTS: u64 = 0b1101;

/// Adds calls that report to the runtime which slices are compared.
pub(crate) fn tell(module: &Module<'_>) {
    let context = module.context();
    let [pointer, length] = [context.pointer(), context.int(64)];
    let compares = |function: &Function<'_>| {
        function.function_type().parameters() == [pointer, length, pointer, length]
            && names::compares_slices(&function.name())
    };
    let mut comparisons = Vec::new();
    for function in module.functions() {
        if let Some(bytes) = bytes_of_elements(&function.name()) {
            // In functions that are known by their names, the inner comparison says nothing new.
            let calls = function
                .calls()
                .filter(|call| call.argument_count() == 3 && !compares(&call.block().function()));
            comparisons.extend(calls.filter_map(|call| guarded(call, bytes)));
        }
        if function.is_declaration() {
            continue;
        }
        if compares(&function) {
            comparisons.push(Slices {
                place: beginning(function).expect("it has a body"),
                slices: function.parameters(),
                bytes: 1,
            });
        }
        comparisons.extend(with_array(function, length));
    }
    if comparisons.is_empty() {
        return;
    }
    let tell = declare(module, SYM_SLICES);
    for (attribute, value) in [
        ("nounwind", 0),
        ("willreturn", 0),
        ("memory", READS_ITS_ARGUMENTS),
    ] {
        tell.add_attribute(context, context.attribute(attribute), value);
    }
    let builder = context.builder();
    for Slices {
        place,
        mut slices,
        bytes,
    } in comparisons
    {
        slices.push(length.constant(bytes));
        builder.before(place);
        builder.call(tell, &slices);
    }
}

/// Two slices that are compared.
struct Slices<'c> {
    /// The instruction before which the runtime is told.
    place: Value<'c>,
    /// A pointer and a length, twice.
    slices: Vec<Value<'c>>,
    /// How many bytes each element takes.
    bytes: u64,
}

/// The slices that a function compares, if it compares an array with a slice.
fn with_array<'c>(function: Function<'c>, length: Type<'c>) -> Option<Slices<'c>> {
    let array = names::compares_with_array(&function.name())?;
    let count = length.constant(array.length);
    let slices = match function.parameters()[..] {
        [pointer, other, many] if array.is_first && many.ty() == length => {
            vec![pointer, count, other, many]
        }
        [pointer, many, other] if !array.is_first && many.ty() == length => {
            vec![pointer, many, other, count]
        }
        _ => return None,
    };
    Some(Slices {
        place: beginning(function)?,
        slices,
        bytes: array.bytes,
    })
}

/// If the function is given two pointers and a length, and compares as many elements: how many bytes each takes.
fn bytes_of_elements(symbol: &str) -> Option<u64> {
    match symbol {
        "memcmp" | "bcmp" => Some(1),
        _ => names::compares_elements(symbol),
    }
}

/// Removes what [`tell`] added, from programs that record nothing.
pub(crate) fn keep_quiet(module: &Module<'_>) {
    let Some(tell) = module.function(SYM_SLICES) else {
        return;
    };
    for call in tell.calls().collect::<Vec<_>>() {
        // SAFETY: the call returns nothing, so it has no users.
        unsafe { call.erase() };
    }
    // SAFETY: the calls were the function's only users.
    unsafe { tell.delete() };
}

/// The slices whose elements a call compares, if it only happens where their lengths are equal.
///
/// `None` also if it is not clear which length belongs to which pointer, or if a pointer is not known yet where the lengths are compared.
fn guarded<'c>(call: Value<'c>, bytes: u64) -> Option<Slices<'c>> {
    let [a, b, length] = [0, 1, 2].map(|index| call.operand(index));
    let comparison = equality_before(call.block(), length)?;
    let [x, y] = [comparison.operand(0), comparison.operand(1)];
    let parameters = call.block().function().parameters();
    let follow = |pair: [Value<'c>; 2]| parameters.windows(2).any(|two| two == pair);
    // Neighbours among parameters need not belong together, but two such pairs do.
    let are_pairs = |first: [Value<'c>; 2], second: [Value<'c>; 2]| {
        belongs(first) || belongs(second) || (follow(first) && follow(second))
    };
    let slices = match (are_pairs([a, x], [b, y]), are_pairs([a, y], [b, x])) {
        (true, false) => vec![a, x, b, y],
        (false, true) => vec![a, y, b, x],
        _ => return None,
    };
    let is_known = |pointer: &Value<'c>| is_known_before(*pointer, comparison);
    [a, b].iter().all(is_known).then_some(Slices {
        place: comparison,
        slices,
        bytes,
    })
}

/// The comparison of `length` with another number that decides whether a block is reached: only if both are equal.
fn equality_before<'c>(mut block: Block<'c>, length: Value<'c>) -> Option<Value<'c>> {
    // Edges that were split have blocks of their own.
    for _ in 0..3 {
        let before = predecessor(block)?;
        let branch = before.terminator()?;
        let successors = branch.successors();
        if branch.opcode() == Opcode::Br && successors.len() == 2 {
            let comparison = branch.operand(0);
            if !comparison.is_instruction() || comparison.opcode() != Opcode::ICmp {
                return None;
            }
            let predicate = comparison.integer_predicate();
            let side = match () {
                () if predicate == Predicate::Eq as u32 => 0,
                () if predicate == Predicate::Ne as u32 => 1,
                () => return None,
            };
            let compares = [0, 1]
                .map(|index| comparison.operand(index))
                .contains(&length);
            return (compares && successors[side] == block).then_some(comparison);
        }
        block = before;
    }
    None
}

/// The only block from which a block is reached.
fn predecessor(block: Block<'_>) -> Option<Block<'_>> {
    let mut users = block.value().users();
    let only = users.next()?.block();
    users.all(|user| user.block() == only).then_some(only)
}

/// Whether a length is certainly that of the slice at the pointer: both are constants, parts of one pair, or fields of one object.
fn belongs([pointer, length]: [Value<'_>; 2]) -> bool {
    if pointer.is_constant() || length.is_constant() {
        return pointer.is_constant() && length.is_constant();
    }
    if !pointer.is_instruction() || !length.is_instruction() {
        return false;
    }
    match (pointer.opcode(), length.opcode()) {
        (Opcode::Load, Opcode::Load) => object(pointer.operand(0)) == object(length.operand(0)),
        (Opcode::ExtractValue, Opcode::ExtractValue) => pointer.operand(0) == length.operand(0),
        _ => false,
    }
}

/// The object that an address is inside of.
fn object(mut address: Value<'_>) -> Value<'_> {
    while address.is_instruction() && address.opcode() == Opcode::GetElementPtr {
        address = address.operand(0);
    }
    address
}

/// Whether a value is computed before an instruction, whichever way the instruction is reached.
fn is_known_before<'c>(value: Value<'c>, instruction: Value<'c>) -> bool {
    if !value.is_instruction() {
        return true;
    }
    let mut block = instruction.block();
    if value.block() == block {
        let mut rest = std::iter::successors(Some(value), |one| one.next());
        return rest.any(|one| one == instruction);
    }
    if block.function().entry() == Some(value.block()) {
        return true;
    }
    // Loops without a way in are unreachable, but may be there.
    for _ in 0..16 {
        match predecessor(block) {
            Some(before) if before == value.block() => return true,
            Some(before) => block = before,
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::tell;
    use crate::toolchain::llvm;
    use isolde_abi::symbol::SYM_SLICES;
    use isolde_llvm::Context;

    /// The arguments of the calls that are added to a function with this body.
    fn told(parameters: &str, body: &str) -> Vec<String> {
        let llvm = llvm();
        let context = Context::new(&llvm);
        let text = format!(
            "target triple = \"x86_64-unknown-linux-gnu\"
            @word = constant [5 x i8] c\"group\"
            declare i32 @memcmp(ptr, ptr, i64)
            define i1 @compares({parameters}) {{
            {body}
              %same = icmp eq i64 %n, %m
              br i1 %same, label %bytes, label %no
            bytes:
              %order = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
              %equal = icmp eq i32 %order, 0
              ret i1 %equal
            no:
              ret i1 false
            }}"
        );
        let module = context.parse_ir("test", &text).unwrap();
        tell(&module);
        module.verify().unwrap();
        let Some(tell) = module.function(SYM_SLICES) else {
            return Vec::new();
        };
        let call = tell.calls().next().unwrap();
        assert_eq!(
            call.next().map(|next| next.opcode()),
            Some(isolde_llvm::Opcode::ICmp)
        );
        (0..4)
            .map(|index| {
                let value = call.operand(index);
                match value.as_integer() {
                    Some(number) => number.to_string(),
                    None => value.name().into_owned(),
                }
            })
            .collect()
    }

    #[test]
    fn slices_whose_comparison_was_inlined_are_told_with_the_right_lengths() {
        assert_eq!(
            told("ptr %p, i64 %n, ptr %q, i64 %m", ""),
            ["p", "n", "q", "m"]
        );
        assert_eq!(
            told("ptr %p, i64 %m, ptr %q, i64 %n", ""),
            ["p", "m", "q", "n"]
        );
        let fields = "
            %pp = getelementptr inbounds i8, ptr %string, i64 8
            %p = load ptr, ptr %pp
            %nn = getelementptr inbounds i8, ptr %string, i64 16
            %n = load i64, ptr %nn";
        assert_eq!(
            told("ptr %string, ptr %q, i64 %m", fields),
            ["p", "n", "q", "m"]
        );
        let pair = "
            %p = extractvalue { ptr, i64 } %pair, 0
            %n = extractvalue { ptr, i64 } %pair, 1";
        assert_eq!(
            told("{ ptr, i64 } %pair, i64 %m, ptr %q", pair),
            ["p", "n", "q", "m"]
        );
    }

    #[test]
    fn a_slice_that_is_compared_with_an_array_is_told_with_both_lengths() {
        let llvm = llvm();
        let context = Context::new(&llvm);
        let name = "_RNvXs0_NtNtCsgEmfK2I1SDS_4core5array8equalityStINtNtB9_3cmp9PartialEqAtj5_E2eqCsfCRvw2Svj3w_1a";
        let text = format!(
            "target triple = \"x86_64-unknown-linux-gnu\"
            define i1 @{name}(ptr %p, i64 %n, ptr %array) {{ ret i1 false }}"
        );
        let module = context.parse_ir("test", &text).unwrap();
        tell(&module);
        module.verify().unwrap();
        let call = module.function(SYM_SLICES).unwrap().calls().next().unwrap();
        let numbers = [3, 4].map(|index| call.operand(index).as_integer());
        assert_eq!(numbers, [Some(5), Some(2)]);
        assert_eq!(
            [0, 1, 2].map(|index| call.operand(index).name().into_owned()),
            ["p", "n", "array"]
        );
    }

    #[test]
    fn nothing_is_told_if_the_lengths_may_belong_to_the_other_slices() {
        assert!(told("ptr %p, ptr %q, i64 %n, i64 %m", "").is_empty());
        assert!(told("i64 %n, i64 %m, ptr %p, ptr %q", "").is_empty());
        let one_object = "
            %p = load ptr, ptr %both
            %nn = getelementptr inbounds i8, ptr %both, i64 8
            %n = load i64, ptr %nn
            %qq = getelementptr inbounds i8, ptr %both, i64 16
            %q = load ptr, ptr %qq
            %mm = getelementptr inbounds i8, ptr %both, i64 24
            %m = load i64, ptr %mm";
        assert!(told("ptr %both", one_object).is_empty());
    }
}
