//! A picture of few colours as PNG: a map has few, and letters that carry it stay small.

use miniz_oxide::deflate::compress_to_vec_zlib;
use std::collections::BTreeMap;

type Colour = [u8; 3];

/// Writes pixels of four bytes each, the last of which is ignored, as a PNG of at most `colours` colours (256 or
/// fewer).
pub(super) fn png(pixels: &[u8], width: u32, height: u32, colours: usize) -> Vec<u8> {
    let (palette, places) = palette(pixels, colours);
    let wide = usize::try_from(width).expect("a picture is not so wide");
    let mut lines = Vec::with_capacity(pixels.len() / 4 + pixels.len() / 4 / wide.max(1));
    for line in pixels.chunks(4 * wide) {
        lines.push(0);
        lines.extend(line.chunks(4).map(|pixel| places[&colour(pixel)]));
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    chunk(&mut out, *b"IHDR", &head);
    chunk(&mut out, *b"PLTE", &palette.concat());
    chunk(&mut out, *b"IDAT", &compress_to_vec_zlib(&lines, 10));
    chunk(&mut out, *b"IEND", &[]);
    out
}

fn colour(pixel: &[u8]) -> Colour {
    [pixel[0], pixel[1], pixel[2]]
}

/// At most `most` of a picture's own colours, and which of them stands for each colour. The next one taken is the
/// colour whose pixels are worst served so far; so a colour that fills an area stays what it is.
fn palette(pixels: &[u8], most: usize) -> (Vec<Colour>, BTreeMap<Colour, u8>) {
    let mut counted: BTreeMap<Colour, u64> = BTreeMap::new();
    for pixel in pixels.chunks(4) {
        *counted.entry(colour(pixel)).or_default() += 1;
    }
    let mut all: Vec<Wanted> = counted
        .into_iter()
        .map(|(colour, pixels)| Wanted { colour, pixels, missed: FARTHEST, place: 0 })
        .collect();
    let mut palette: Vec<Colour> = Vec::new();
    for place in (0..=u8::MAX).take(most) {
        let next = all.iter().max_by_key(|one| one.pixels * one.missed);
        let Some(next) = next.filter(|one| one.missed > 0).map(|one| one.colour) else { break };
        palette.push(next);
        for one in &mut all {
            let missed = distance(one.colour, next);
            if missed < one.missed {
                (one.missed, one.place) = (missed, place);
            }
        }
    }
    (palette, all.into_iter().map(|one| (one.colour, one.place)).collect())
}

/// A colour of the picture, with the place of the nearest in the palette, and how far that is.
struct Wanted {
    colour: Colour,
    pixels: u64,
    missed: u64,
    place: u8,
}

/// More than the distance of any two colours.
const FARTHEST: u64 = 1 << 20;

/// The distance of two colours as the eye sees it: green weighs most, blue least.
fn distance(one: Colour, other: Colour) -> u64 {
    let part = |at: usize| u64::from(one[at].abs_diff(other[at])).pow(2);
    3 * part(0) + 4 * part(1) + 2 * part(2)
}

/// A chunk with its length and its check.
fn chunk(out: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    out.extend(u32::try_from(data.len()).expect("a picture is not so large").to_be_bytes());
    let start = out.len();
    out.extend(kind);
    out.extend(data);
    let check = out[start..].iter().fold(u32::MAX, |check, byte| {
        (0..8).fold(check ^ u32::from(*byte), |check, _| {
            (check >> 1) ^ (0xedb8_8320 & (check & 1).wrapping_neg())
        })
    });
    out.extend((!check).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_what_they_are() {
        let pixels = [[255, 0, 0, 255], [0, 0, 255, 255], [246, 239, 223, 255]].concat();
        let (palette, places) = palette(&pixels, 24);
        for pixel in pixels.chunks(4) {
            assert_eq!(palette[usize::from(places[&colour(pixel)])], pixel[..3]);
        }
    }

    #[test]
    fn many_colours_become_as_many_as_there_may_be() {
        let pixels: Vec<u8> = (0..=255)
            .flat_map(|one: u8| {
                (0..=255).step_by(9).flat_map(move |two: u8| [one, two, one ^ two, 255])
            })
            .collect();
        for colours in [24, 256] {
            assert_eq!(palette(&pixels, colours).0.len(), colours);
        }
    }

    #[test]
    fn an_empty_chunk_has_the_check_that_every_picture_ends_with() {
        let mut out = Vec::new();
        chunk(&mut out, *b"IEND", &[]);
        assert_eq!(out, [0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130]);
    }
}
