//! A picture of at most 256 colours as PNG: a map has few, and letters that carry it stay small.

use miniz_oxide::deflate::compress_to_vec_zlib;
use std::collections::BTreeMap;

/// Most colours of a picture.
const COLOURS: usize = 256;
/// Bits of each part of a colour by which like colours are told.
const BITS: u32 = 5;

type Colour = [u8; 3];

/// Like colours: how many pixels have them, and the sums of their parts.
#[derive(Clone, Copy, Default)]
struct Like {
    name: [u8; 3],
    pixels: u64,
    sums: [u64; 3],
}

/// Writes pixels of four bytes each, the last of which is not looked at, as PNG.
pub(super) fn png(pixels: &[u8], width: u32, height: u32) -> Vec<u8> {
    let (palette, places) = palette(pixels);
    let wide = usize::try_from(width).expect("a picture is not so wide");
    let mut lines = Vec::with_capacity(pixels.len() / 4 + pixels.len() / 4 / wide.max(1));
    for line in pixels.chunks(4 * wide) {
        lines.push(0);
        lines.extend(line.chunks(4).map(|pixel| places[&name(pixel)]));
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    chunk(&mut out, *b"IHDR", &head);
    chunk(&mut out, *b"PLTE", &palette.concat());
    chunk(&mut out, *b"IDAT", &compress_to_vec_zlib(&lines, 9));
    chunk(&mut out, *b"IEND", &[]);
    out
}

/// The like colours to which a pixel belongs.
fn name(pixel: &[u8]) -> [u8; 3] {
    [pixel[0], pixel[1], pixel[2]].map(|part| part >> (8 - BITS))
}

/// The colours of a picture, and which of them like colours have: the fullest group of likes is parted at the middle of its pixels,
/// across its widest part, until there are enough.
fn palette(pixels: &[u8]) -> (Vec<Colour>, BTreeMap<[u8; 3], u8>) {
    let mut likes: BTreeMap<[u8; 3], Like> = BTreeMap::new();
    for pixel in pixels.chunks(4) {
        let like = likes.entry(name(pixel)).or_default();
        like.name = name(pixel);
        like.pixels += 1;
        for (sum, part) in like.sums.iter_mut().zip(pixel) {
            *sum += u64::from(*part);
        }
    }
    let mut groups: Vec<Vec<Like>> = vec![likes.into_values().collect()];
    while groups.len() < COLOURS {
        let widest = groups.iter().enumerate().map(|(at, group)| (spread(group), at)).max();
        let Some(((1.., part), at)) = widest else { break };
        let mut group = groups.swap_remove(at);
        group.sort_by_key(|like| (like.name[part], like.name));
        let half = group.iter().map(|like| like.pixels).sum::<u64>() / 2;
        let mut before = 0;
        let middle = group.iter().position(|like| {
            before += like.pixels;
            before > half
        });
        let other = group.split_off(middle.unwrap_or(1).clamp(1, group.len() - 1));
        groups.extend([group, other]);
    }
    let (mut palette, mut places) = (Vec::new(), BTreeMap::new());
    for (place, group) in (0..=u8::MAX).zip(&groups) {
        let count = group.iter().map(|like| like.pixels).sum::<u64>().max(1);
        palette.push([0, 1, 2].map(|part| {
            let sum = group.iter().map(|like| like.sums[part]).sum::<u64>();
            u8::try_from(sum / count).expect("a mean is no greater than its parts")
        }));
        places.extend(group.iter().map(|like| (like.name, place)));
    }
    (palette, places)
}

/// The widest range of a component among the colours of a group, and the number of that component.
fn spread(group: &[Like]) -> (u8, usize) {
    let far = |part: usize| {
        let parts = || group.iter().map(|like| like.name[part]);
        parts().max().unwrap_or(0) - parts().min().unwrap_or(0)
    };
    [0, 1, 2].map(|part| (far(part), part)).into_iter().max().expect("a colour has parts")
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
        let (palette, places) = palette(&pixels);
        for pixel in pixels.chunks(4) {
            assert_eq!(palette[usize::from(places[&name(pixel)])], pixel[..3]);
        }
    }

    #[test]
    fn many_colours_become_as_many_as_there_may_be() {
        let pixels: Vec<u8> = (0..=255)
            .flat_map(|one: u8| {
                (0..=255).step_by(9).flat_map(move |two: u8| [one, two, one ^ two, 255])
            })
            .collect();
        assert_eq!(palette(&pixels).0.len(), COLOURS);
    }

    #[test]
    fn an_empty_chunk_has_the_check_that_every_picture_ends_with() {
        let mut out = Vec::new();
        chunk(&mut out, *b"IEND", &[]);
        assert_eq!(out, [0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130]);
    }
}
