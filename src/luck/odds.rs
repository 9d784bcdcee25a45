//! The exact probability of each sum of dice: by convolution, in whole numbers.

use super::Die;

/// The whole of all probabilities. Every die divides it once more, and what is lost by rounding down is far below a permille.
const WHOLE: u128 = 1 << 100;

/// Of a thousand throws of the same dice, those whose sum is smaller than the one that came, and half of the equal ones; rounded
/// to the nearest. 500 for no dice.
pub(super) fn permille(dice: &[&Die]) -> u32 {
    let step = dice.iter().flat_map(|die| &die.worth).fold(0, |step, worth| gcd(step, *worth));
    if step == 0 {
        return 500;
    }
    let least: i32 = dice.iter().map(|die| least(die) / step).sum();
    let came: i32 = dice.iter().map(|die| die.value() / step).sum();
    let mut chances = vec![WHOLE];
    for die in dice {
        chances = thrown(&chances, die, step);
    }
    let at = usize::try_from(came - least).expect("no sum is below the minimum");
    let below: u128 = chances[..at].iter().sum();
    let all: u128 = chances.iter().sum();
    let half = below + chances[at] / 2;
    u32::try_from((half * 1000 + all / 2) / all).expect("a share is at most a thousand")
}

/// The chances of every sum after one more die, from the least possible on.
fn thrown(chances: &[u128], die: &Die, step: i32) -> Vec<u128> {
    let least = least(die);
    let places = die.worth.iter().map(|worth| usize::try_from((worth - least) / step));
    let places: Vec<usize> =
        places.map(|place| place.expect("no value is below the minimum")).collect();
    let most = places.iter().copied().max().expect("a die has faces");
    let faces = u128::try_from(places.len()).expect("a die has few faces");
    let mut next = vec![0; chances.len() + most];
    for (sum, chance) in chances.iter().enumerate() {
        for place in &places {
            next[sum + place] += chance / faces;
        }
    }
    next
}

fn least(die: &Die) -> i32 {
    die.worth.iter().copied().min().expect("a die has faces")
}

fn gcd(a: i32, b: i32) -> i32 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
