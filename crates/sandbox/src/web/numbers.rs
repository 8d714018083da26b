//! New functions of `Math`: exact sums, and 16-bit floats.

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsSymbol, JsValue};

use crate::native::{argument, replace_method};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let math = context.intrinsics().objects().math().into();
    replace_method(&math, "sumPrecise", 1, sum_precise, context)?;
    replace_method(
        &math,
        "f16round",
        1,
        |_, args, context| Ok(round_to_16_bits(argument(args, 0).to_number(context)?).into()),
        context,
    )
}

/// The nearest IEEE 754 binary16 number; ties go to the even one.
fn round_to_16_bits(value: f64) -> f64 {
    /// The smallest value that rounds to more than the largest number, 65504.
    const TOO_LARGE: f64 = 65_520.0;
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    if value.abs() >= TOO_LARGE {
        return f64::INFINITY.copysign(value);
    }
    // Eleven bits from the highest, but none below the smallest number, 2^-24.
    let exponent = i32::try_from(value.to_bits() >> 52 & 0x7ff).unwrap_or_default() - 1023;
    let unit = 2_f64.powi((exponent - 10).max(-24));
    // Division and multiplication by a power of two are exact here.
    ((value / unit).round_ties_even() * unit).copysign(value)
}

fn sum_precise(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let items = argument(args, 0);
    let not_iterable = || JsNativeError::typ().with_message(format!("{} is not iterable", items.display()));
    if items.is_null_or_undefined() {
        return Err(not_iterable().into());
    }
    let method = items.to_object(context)?.get(JsSymbol::iterator(), context)?;
    let iterator = method.as_callable().ok_or_else(not_iterable)?.call(&items, &[], context)?;
    let iterator = iterator.as_object().ok_or_else(not_iterable)?;
    let next = iterator.get(JsString::from("next"), context)?.as_callable().ok_or_else(not_iterable)?;
    let mut sum = Sum::default();
    loop {
        let step = next.call(&iterator.clone().into(), &[], context)?;
        let step = step.as_object().ok_or_else(not_iterable)?;
        if step.get(JsString::from("done"), context)?.to_boolean() {
            return Ok(sum.finish().into());
        }
        let value = step.get(JsString::from("value"), context)?;
        let Some(number) = value.as_number() else {
            // The result of closing is dropped in favour of this error.
            let close =
                iterator.get(JsString::from("return"), context).ok().and_then(|close| close.as_callable());
            let _ = close.map(|close| close.call(&iterator.into(), &[], context));
            return Err(JsNativeError::typ().with_message("Math.sumPrecise takes numbers only").into());
        };
        sum.add(number);
    }
}

/// Bits per limb.
const LIMB: usize = 32;

/// An exact sum: a fixed-point number in two's complement whose lowest bit is 2^-1074, the smallest double.
/// Its limbs have room for the carries of 2^30 numbers.
struct Sum {
    limbs: [i64; 68],
    /// Number of additions since the last carry.
    added: u32,
    /// The sum of the values that are not finite.
    special: f64,
    /// Whether all values so far were −0.
    only_minus_zero: bool,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum { limbs: [0; 68], added: 0, special: 0.0, only_minus_zero: true }
    }
}

impl Sum {
    fn add(&mut self, value: f64) {
        if !value.is_finite() {
            self.special += value;
        }
        if !value.is_finite() || value == 0.0 {
            self.only_minus_zero &= value == 0.0 && value.is_sign_negative();
            return;
        }
        self.only_minus_zero = false;
        let bits = value.to_bits();
        let biased = usize::try_from(bits >> 52 & 0x7ff).unwrap_or_default();
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, shift) = if biased == 0 { (fraction, 0) } else { (fraction | 1 << 52, biased - 1) };
        let wide = u128::from(mantissa) << (shift % LIMB);
        for index in 0..3 {
            let part = i64::try_from(wide >> (LIMB * index) & u128::from(u32::MAX)).unwrap_or_default();
            self.limbs[shift / LIMB + index] += if value < 0.0 { -part } else { part };
        }
        self.added += 1;
        if self.added == 1 << 30 {
            self.carry();
        }
    }

    /// Propagates carries, so that every limb but the highest is in range.
    fn carry(&mut self) {
        let last = self.limbs.len() - 1;
        for index in 0..last {
            let value = self.limbs[index];
            self.limbs[index] = value & i64::from(u32::MAX);
            self.limbs[index + 1] += value >> LIMB;
        }
        self.added = 0;
    }

    /// The nearest double; ties go to the even one.
    fn finish(mut self) -> f64 {
        if self.special != 0.0 {
            return self.special;
        }
        if self.only_minus_zero {
            return -0.0;
        }
        self.carry();
        let negative = self.limbs[self.limbs.len() - 1] < 0;
        if negative {
            for limb in &mut self.limbs {
                *limb = -*limb;
            }
            self.carry();
        }
        let bit =
            |index: usize| self.limbs.get(index / LIMB).is_some_and(|limb| limb >> (index % LIMB) & 1 == 1);
        let Some(highest) = (0..self.limbs.len() * LIMB).rev().find(|index| bit(*index)) else { return 0.0 };
        // A value of fewer than 53 bits is exact.
        let lowest = highest.saturating_sub(52);
        let mut mantissa =
            (lowest..=highest).rev().fold(0_u64, |mantissa, index| mantissa << 1 | u64::from(bit(index)));
        let half = lowest > 0 && bit(lowest - 1);
        let more = half && (0..lowest - 1).any(bit);
        if half && (more || mantissa & 1 == 1) {
            mantissa += 1;
        }
        // The bit patterns of doubles increase through all exponents up to infinity.
        let bits = if lowest == 0 { mantissa } else { ((lowest as u64) << 52) + mantissa };
        let infinite = f64::INFINITY.to_bits();
        let value = f64::from_bits(bits.min(infinite));
        if negative { -value } else { value }
    }
}
