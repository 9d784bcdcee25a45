//! Contrast as WCAG 2 counts it, for tests of the colours.

/// Smallest contrast of text with its ground (WCAG level AA), in tenths.
pub(crate) const AA: u128 = 45;

/// Smallest contrast of lines and shapes with their ground (WCAG 1.4.11), in tenths.
pub(crate) const SHAPES: u128 = 30;

/// Contrast of two colours as `#rgb` or `#rrggbb`, in tenths, rounded down.
pub(crate) fn contrast(one: &str, other: &str) -> u128 {
    let (one, other) = (luminance(one), luminance(other));
    // Five in a hundred of the brightest white, on both sides: stray light.
    let stray = luminance("#fff") / 20;
    (one.max(other) + stray) * 10 / (one.min(other) + stray)
}

pub(crate) fn luminance(colour: &str) -> u128 {
    let digits = colour.strip_prefix('#').expect("a colour begins with #");
    let part = |at: usize| {
        let part = match digits.len() {
            3 => digits[at..=at].repeat(2),
            6 => digits[2 * at..2 * at + 2].to_owned(),
            other => panic!("{colour} has {other} digits"),
        };
        linear(u128::from_str_radix(&part, 16).expect("digits of a colour are hexadecimal"))
    };
    2126 * part(0) + 7152 * part(1) + 722 * part(2)
}

/// Light of a part of a colour, 0 to 255: ((c + 14) / 269)^2.4, dark ones in a straight line.
fn linear(part: u128) -> u128 {
    if part > 10 { power(4 * part + 56) } else { power(4 * 255 + 56) * part * 100 / (255 * 1292) }
}

/// A number to the power of 2.4, rounded down: the fifth root of its twelfth power.
fn power(number: u128) -> u128 {
    let whole = number.pow(12);
    let (mut low, mut high) = (0, number.pow(3));
    while low < high {
        let middle = (low + high).div_ceil(2);
        match middle.checked_pow(5) {
            Some(fifth) if fifth <= whole => low = middle,
            Some(_) | None => high = middle - 1,
        }
    }
    low
}

#[test]
fn contrasts_are_those_of_the_tables() {
    assert_eq!(contrast("#000", "#fff"), 210);
    assert_eq!(contrast("#777777", "#ffffff"), 44);
    assert_eq!(contrast("#767676", "#ffffff"), 45);
    assert_eq!(contrast("#123456", "#123456"), 10);
}
