//! Floats: comparisons, arithmetic, conversions.

/// An interval.
pub fn interval(x: f64) {
    if x > 1_234.5 && x < 1_234.75 {
        panic!("goal: interval");
    }
}

/// Celsius that is Fahrenheit.
pub fn same_temperature(celsius: f32) {
    if celsius * 1.8 + 32.0 == celsius && celsius < 0.0 {
        panic!("goal: same_temperature");
    }
}

/// Neither a number nor equal to itself.
pub fn not_a_number(x: f64, y: f64) {
    if x != x && y == f64::INFINITY {
        panic!("goal: not_a_number");
    }
}

/// A conversion that truncates.
pub fn truncated(x: f64) {
    if x as i32 == 4_711 && x.fract() > 0.5 {
        panic!("goal: truncated");
    }
}

/// Two roots of a quadratic equation.
pub fn quadratic(x: f64) {
    if x > 0.0 && (x * x - 5.0 * x - 14.0).abs() < 1e-6 {
        panic!("goal: quadratic");
    }
}
