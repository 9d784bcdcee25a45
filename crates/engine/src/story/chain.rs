//! Blows that belong together.

/// One attack, as far as it matters for joining attacks into chains.
#[derive(Clone, Copy, Debug)]
pub struct Blow<'a, T> {
    /// The units that attacked.
    pub by: &'a [T],
    /// The units that were attacked.
    pub against: &'a [T],
    /// True if the attack before it led to it: a counter-attack, an attack carried on.
    pub follows: bool,
}

/// The blows of one side on a common target, with everything that a blow led to: each chain lists the indices of its
/// blows in order of time. `same_side` says whether two units fight for one side.
pub fn chains<T: PartialEq + Copy>(
    blows: &[Blow<'_, T>],
    same_side: impl Fn(T, T) -> bool,
) -> Vec<Vec<usize>> {
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for (at, blow) in blows.iter().enumerate() {
        let home = if blow.follows && at > 0 {
            chains.iter().position(|chain| chain.contains(&(at - 1)))
        } else {
            let shares = |other: &Blow<'_, T>| {
                same_side(other.by[0], blow.by[0])
                    && other.against.iter().any(|target| blow.against.contains(target))
            };
            chains.iter().position(|chain| chain.iter().any(|there| shares(&blows[*there])))
        };
        match home {
            Some(home) => chains[home].push(at),
            None => chains.push(vec![at]),
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blows_on_one_target_are_one_chain_with_what_they_led_to() {
        // Rome has 1 and 2, Carthage 8 and 9.
        let blow = |by, against, follows| Blow { by, against, follows };
        let blows = [
            blow(&[1][..], &[8][..], false),
            blow(&[2], &[9], false),
            // The Ninth strikes back at 2.
            blow(&[9], &[2], true),
            blow(&[2], &[8], false),
        ];
        let same = |one: i32, other: i32| (one < 5) == (other < 5);
        assert_eq!(chains(&blows, same), [vec![0, 3], vec![1, 2]]);
    }
}
