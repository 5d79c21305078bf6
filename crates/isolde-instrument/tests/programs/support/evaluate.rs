//! Evaluates expressions on a run's own choices: each path condition must have the value that was recorded.

use isolde_abi::op::Op;
use isolde_abi::shared::{Node, Shared, TAKEN};

fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

fn signed(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

/// Path conditions of the last run whose value differs from the one recorded, with their numbers.
pub fn mismatches(shared: &Shared) -> Vec<String> {
    let header = &shared.header;
    let nodes = &shared.nodes[..header.nodes as usize];
    let mut values = vec![0u128; nodes.len().max(1)];
    for (index, node) in nodes.iter().enumerate().skip(1) {
        values[index] = evaluate(shared, nodes, &values, node);
    }
    shared.path[..header.path as usize]
        .iter()
        .enumerate()
        .filter(|(_, entry)| values[entry.node as usize] != u128::from(entry.flags & TAKEN))
        .map(|(index, entry)| {
            format!(
                "condition {index} at site {} is {}: {}",
                entry.site,
                values[entry.node as usize],
                show(nodes, &values, entry.node, 5)
            )
        })
        .collect()
}

/// A node as text.
pub fn show(nodes: &[Node], values: &[u128], index: u32, depth: usize) -> String {
    let node = &nodes[index as usize];
    let op = Op::from_u8(node.op).unwrap();
    let value = values[index as usize];
    match op {
        Op::Const => format!("{value:#x}"),
        Op::Choice => format!("choice{}:{}={value:#x}", node.a, node.width),
        _ if depth == 0 => "…".into(),
        _ => {
            let operands = [node.a, node.b, node.c];
            let inner: Vec<String> = operands[..op.arity()]
                .iter()
                .map(|&index| show(nodes, values, index, depth - 1))
                .collect();
            format!(
                "({op:?}:{} {} b{} c{} ={value:#x})",
                node.width,
                inner.join(" "),
                node.b,
                node.c
            )
        }
    }
}

fn evaluate(shared: &Shared, nodes: &[Node], values: &[u128], node: &Node) -> u128 {
    let op = Op::from_u8(node.op).expect("a known operator");
    let width = u32::from(node.width);
    let (a, b, c) = match op.arity() {
        0 => (0, 0, 0),
        1 => (values[node.a as usize], 0, 0),
        2 => (values[node.a as usize], values[node.b as usize], 0),
        _ => (
            values[node.a as usize],
            values[node.b as usize],
            values[node.c as usize],
        ),
    };
    let w = if op.arity() == 0 {
        width
    } else {
        u32::from(nodes[node.a as usize].width)
    };
    let (sa, sb) = if op.arity() == 0 {
        (0, 0)
    } else {
        (signed(a, w), signed(b, w))
    };
    let (low, high) = (signed(1 << (w - 1), w), signed(mask(w) >> 1, w));
    let fits = |value: Option<i128>| value.is_some_and(|value| (low..=high).contains(&value));
    let clamp = |value: i128| value.clamp(low, high) as u128;
    let test = |value: bool| u128::from(value);
    let result = match op {
        Op::Choice => u128::from(shared.choices[node.a as usize].value),
        Op::Const => u128::from(node.c) << 32 | u128::from(node.b),
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                u128::MAX
            }
        }
        Op::SDiv => sa.wrapping_div(sb) as u128,
        Op::SRem if b == 0 => a,
        Op::SRem => sa.wrapping_rem(sb) as u128,
        Op::Shl => {
            if b >= u128::from(w) {
                0
            } else {
                a << b
            }
        }
        Op::LShr => {
            if b >= u128::from(w) {
                0
            } else {
                a >> b
            }
        }
        Op::AShr => (sa >> b.min(u128::from(w) - 1)) as u128,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => test(a == b),
        Op::Ne => test(a != b),
        Op::UGt => test(a > b),
        Op::UGe => test(a >= b),
        Op::ULt => test(a < b),
        Op::ULe => test(a <= b),
        Op::SGt => test(sa > sb),
        Op::SGe => test(sa >= sb),
        Op::SLt => test(sa < sb),
        Op::SLe => test(sa <= sb),
        Op::UAddOverflow => test(a.checked_add(b).is_none_or(|sum| sum > mask(w))),
        Op::SAddOverflow => test(!fits(sa.checked_add(sb))),
        Op::USubOverflow => test(a < b),
        Op::SSubOverflow => test(!fits(sa.checked_sub(sb))),
        Op::UMulOverflow => test(a.checked_mul(b).is_none_or(|product| product > mask(w))),
        Op::SMulOverflow => test(!fits(sa.checked_mul(sb))),
        Op::UMin => a.min(b),
        Op::UMax => a.max(b),
        Op::SMin => {
            if sa < sb {
                a
            } else {
                b
            }
        }
        Op::SMax => {
            if sa > sb {
                a
            } else {
                b
            }
        }
        Op::UAddSat => a.saturating_add(b).min(mask(w)),
        Op::USubSat => a.saturating_sub(b),
        Op::SAddSat => clamp(sa.saturating_add(sb)),
        Op::SSubSat => clamp(sa.saturating_sub(sb)),
        Op::UCmp => a.cmp(&b) as i8 as u128,
        Op::SCmp => sa.cmp(&sb) as i8 as u128,
        Op::Trunc | Op::ZExt => a,
        Op::SExt => sa as u128,
        Op::Extract => a >> node.b,
        Op::Concat => a << nodes[node.b as usize].width | b,
        Op::BSwap => a.swap_bytes() >> (128 - w),
        Op::CtPop => u128::from(a.count_ones()),
        Op::CtLz => u128::from(a.leading_zeros() - (128 - w)),
        Op::CtTz => u128::from(a.trailing_zeros().min(w)),
        Op::Abs => sa.wrapping_abs() as u128,
        Op::BitReverse => a.reverse_bits() >> (128 - w),
        Op::Ite => {
            if a & 1 == 1 {
                b
            } else {
                c
            }
        }
        Op::FShl => funnel(a, b, c % u128::from(w), w),
        Op::FShr => match c % u128::from(w) {
            0 => b,
            shift => funnel(a, b, u128::from(w) - shift, w),
        },
        Op::Read => read(shared, a as u64, node),
        _ => float(op, a, b, w, width, node.c),
    };
    result & mask(width)
}

fn funnel(high: u128, low: u128, shift: u128, width: u32) -> u128 {
    if shift == 0 {
        high
    } else {
        high << shift | low >> (u128::from(width) - shift)
    }
}

fn read(shared: &Shared, address: u64, node: &Node) -> u128 {
    let table = &shared.tables[node.b as usize];
    let bytes = &shared.table_data[table.offset as usize..(table.offset + table.size) as usize];
    (0..u64::from(node.c)).fold(0, |value, index| {
        let at = address.wrapping_sub(table.base).wrapping_add(index) as usize;
        value | u128::from(bytes.get(at).copied().unwrap_or(0)) << (8 * index)
    })
}

fn float(op: Op, a: u128, b: u128, from: u32, to: u32, predicate: u32) -> u128 {
    let double = |bits: u128| {
        if from == 32 {
            f64::from(f32::from_bits(bits as u32))
        } else {
            f64::from_bits(bits as u64)
        }
    };
    let (x, y) = (double(a), double(b));
    // Arithmetic of single precision is done in single precision, so that results are not rounded twice.
    let single = |f: fn(f32, f32) -> f32| {
        u128::from(f(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits())
    };
    let both = |f: fn(f64, f64) -> f64, g: fn(f32, f32) -> f32| {
        if from == 32 {
            single(g)
        } else {
            u128::from(f(x, y).to_bits())
        }
    };
    let sign = 1u128 << (from - 1);
    match op {
        Op::FAdd => both(|x, y| x + y, |x, y| x + y),
        Op::FSub => both(|x, y| x - y, |x, y| x - y),
        Op::FMul => both(|x, y| x * y, |x, y| x * y),
        Op::FDiv => both(|x, y| x / y, |x, y| x / y),
        Op::FRem => both(|x, y| x % y, |x, y| x % y),
        Op::FMin => both(f64::min, f32::min),
        Op::FMax => both(f64::max, f32::max),
        Op::FSqrt => both(|x, _| x.sqrt(), |x, _| x.sqrt()),
        Op::FFloor => both(|x, _| x.floor(), |x, _| x.floor()),
        Op::FCeil => both(|x, _| x.ceil(), |x, _| x.ceil()),
        Op::FRoundZero => both(|x, _| x.trunc(), |x, _| x.trunc()),
        Op::FRound => both(|x, _| x.round(), |x, _| x.round()),
        Op::FRoundEven => both(|x, _| x.round_ties_even(), |x, _| x.round_ties_even()),
        Op::FNeg => a ^ sign,
        Op::FAbs => a & !sign,
        Op::FCopySign => a & !sign | b & sign,
        Op::FExt => u128::from(x.to_bits()),
        Op::FTrunc => u128::from((x as f32).to_bits()),
        Op::FToU => (x as u128).min(mask(to)),
        Op::FToS => (x as i128).clamp(signed(1 << (to - 1), to), signed(mask(to) >> 1, to)) as u128,
        Op::UToF if to == 32 => u128::from((a as f32).to_bits()),
        Op::UToF => u128::from((a as f64).to_bits()),
        Op::SToF if to == 32 => u128::from((signed(a, from) as f32).to_bits()),
        Op::SToF => u128::from((signed(a, from) as f64).to_bits()),
        Op::FCmp => {
            let unordered = x.is_nan() || y.is_nan();
            let bit = if unordered {
                8
            } else if x == y {
                1
            } else if x > y {
                2
            } else {
                4
            };
            u128::from(predicate & bit != 0)
        }
        _ => panic!("{op:?} is no float operator"),
    }
}
