//! One reader of tests/fuzz, which the variable TABELLA_READER names, under libFuzzer. `fuzz/run` builds and runs it.
//!
//! Every second mutation is one of ours, which know lines, numbers and the words that parsers stumble over.
#![no_main]

use engine::Rng;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use tabella_fuzz::targets::{Target, all};

thread_local! {
    static READER: Target = chosen();
}

fn chosen() -> Target {
    let name = std::env::var("TABELLA_READER").expect("TABELLA_READER names a reader");
    let found = all().into_iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("no reader {name}"))
}

fuzz_target!(
    init: {
        // libFuzzer begins from files: with this variable what is recorded is written there, and nothing is fed.
        if let Ok(corpus) = std::env::var("TABELLA_CORPUS") {
            READER.with(|reader| {
                for (at, seed) in reader.seeds.iter().enumerate() {
                    std::fs::write(format!("{corpus}/seed-{at}"), seed).expect("the folder for seeds exists");
                }
            });
        }
    },
    |bytes: &[u8]| {
        READER.with(|reader| {
            let _ = (reader.read)(bytes);
        });
    }
);

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 2 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut rng = Rng::new(u64::from(seed));
    let own = data[..size].to_vec();
    let bytes = READER.with(|reader| {
        let other = rng.pick(&reader.seeds).expect("a target has seeds").clone();
        tabella_fuzz::mutant(&own, &other, &mut rng)
    });
    let length = bytes.len().min(max_size);
    data[..length].copy_from_slice(&bytes[..length]);
    length
});
