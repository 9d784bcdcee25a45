//! Drawn maps as PNG, for mail programs that show no SVG, and as PDF, for paper.
//!
//! The fonts lie in the crate and no other is looked for, so that a map looks the same from every machine. The bytes may
//! still differ between kinds of processors: a rendering is a convenience, and no record holds one.
#![allow(clippy::float_arithmetic, reason = "a rendering is no record")]

mod bounds;
mod indexed;
mod pdf;

pub use pdf::pdf;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use thiserror::Error;

/// The name by which drawings ask for any roman face.
const FAMILY: &str = "Tabella Antiqua";

/// The faces: regular, italic, bold.
const FACES: [&[u8]; 3] = [
    include_bytes!("../fonts/antiqua-regular.otf"),
    include_bytes!("../fonts/antiqua-italic.otf"),
    include_bytes!("../fonts/antiqua-bold.otf"),
];

/// Most pixels of a picture.
const PIXELS_MAX: u64 = 64_000_000;

/// The reasons why a drawing could not be rendered.
#[derive(Debug, Error)]
pub enum Fault {
    /// The drawing is no SVG.
    #[error("the drawing cannot be read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// The drawing was not made by this program.
    #[error("the drawing is not one of this program's: {0}")]
    Foreign(String),
    /// It would be too large.
    #[error("a picture of {0} by {1} pixels is too large")]
    Large(u32, u32),
    #[error("the picture cannot be written: {0}")]
    Writing(String),
}

/// Reads a drawing and sets all its text in the bundled faces. Nothing that it names is looked up anywhere, and what
/// the program's own drawings do not hold is refused before any work is spent on it.
fn read(svg: &str) -> Result<Tree, Fault> {
    if svg.len() > bounds::BYTES_MAX {
        return Err(Fault::Foreign(format!("it has more than {} bytes", bounds::BYTES_MAX)));
    }
    let xml = ParsingOptions { nodes_limit: bounds::NODES_MAX, ..ParsingOptions::default() };
    let document =
        Document::parse_with_options(svg, xml).map_err(resvg::usvg::Error::ParsingFailed)?;
    bounds::check(&document)?;
    let nothing = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    let mut options = Options {
        font_family: FAMILY.to_owned(),
        image_href_resolver: nothing,
        ..Options::default()
    };
    let faces = options.fontdb_mut();
    for face in FACES {
        faces.load_font_data(face.to_vec());
    }
    faces.set_serif_family(FAMILY);
    let tree = Tree::from_xmltree(&document, &options)?;
    match tree.filters() {
        [] => Ok(tree),
        _ => Err(Fault::Foreign("it holds a filter".to_owned())),
    }
}

/// Most colours of a picture.
const COLOURS: usize = 256;
/// Most colours of a picture in a letter. The shades at the edges of lines and letters take most of the bytes of a map.
const FEW_COLOURS: usize = 24;

/// The drawing as a PNG of at most 256 colours, `width` pixels wide.
///
/// # Errors
/// [`Fault`].
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, Fault> {
    rendered(svg, [width, u32::MAX], COLOURS)
}

/// The drawing as a PNG of few colours, at most this wide and high: half the bytes, for letters.
///
/// # Errors
/// [`Fault`].
pub fn small_png(svg: &str, most: [u32; 2]) -> Result<Vec<u8>, Fault> {
    rendered(svg, most, FEW_COLOURS)
}

#[expect(clippy::cast_precision_loss, reason = "no picture is so large")]
fn rendered(svg: &str, [width, height]: [u32; 2], colours: usize) -> Result<Vec<u8>, Fault> {
    let tree = read(svg)?;
    let size = tree.size().to_int_size();
    let mut size = size.scale_to_width(width).ok_or(Fault::Large(width, 0))?;
    if size.height() > height {
        size = size.scale_to_height(height).ok_or(Fault::Large(0, height))?;
    }
    if u64::from(size.width()) * u64::from(size.height()) > PIXELS_MAX {
        return Err(Fault::Large(size.width(), size.height()));
    }
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or(Fault::Large(size.width(), size.height()))?;
    let drawn = tree.size();
    let scale = Transform::from_scale(
        pixels.width() as f32 / drawn.width(),
        pixels.height() as f32 / drawn.height(),
    );
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(indexed::png(pixels.data(), size.width(), size.height(), colours))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><defs>\
        <pattern id=\"h\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\"><path stroke=\"#000\" d=\"M0 0V4\"/></pattern>\
        <clipPath id=\"c\"><path d=\"M0 0H20V20H0Z\"/></clipPath></defs>\
        <rect width=\"40\" height=\"20\" fill=\"#fff\"/><g clip-path=\"url(#c)\"><rect width=\"30\" height=\"9\" fill=\"url(#h)\"/></g>\
        <text x=\"20\" y=\"16\" font-family=\"Palatino,serif\" font-size=\"10\" opacity=\".5\">Zama</text></svg>";

    #[test]
    fn a_picture_is_as_wide_as_was_asked() {
        let picture = png(DRAWING, 400).unwrap();
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&picture[16..24], [0, 0, 1, 144, 0, 0, 0, 200], "width and height");
        assert_eq!(picture, png(DRAWING, 400).unwrap(), "the same drawing, other bytes");
        let low = small_png(DRAWING, [400, 100]).unwrap();
        assert_eq!(&low[16..24], [0, 0, 0, 200, 0, 0, 0, 100], "no higher than that");
    }

    #[test]
    fn text_is_set_in_the_faces_that_came_along() {
        let without = DRAWING.replace("Zama", "");
        assert_ne!(png(DRAWING, 400).unwrap(), png(&without, 400).unwrap());
        for style in ["font-style=\"italic\"", "font-weight=\"bold\""] {
            let other = DRAWING.replace("<text", &format!("<text {style}"));
            assert_ne!(png(DRAWING, 400).unwrap(), png(&other, 400).unwrap(), "{style}");
        }
    }

    #[test]
    fn what_this_program_does_not_draw_is_refused_at_once() {
        let around = |inner: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 40 20\">{inner}</svg>"
            )
        };
        let doubled = (1..60)
            .map(|at| {
                format!(
                    "<g id=\"g{at}\"><use xlink:href=\"#g{}\"/><use xlink:href=\"#g{0}\"/></g>",
                    at - 1
                )
            })
            .collect::<Vec<String>>()
            .concat();
        let many = "<use xlink:href=\"#m\"/>".repeat(2_000);
        let large = format!("<g id=\"m\">{}</g>{many}", "<path d=\"M0 0\"/>".repeat(2_000));
        let hundred = |id: &str| format!("<use xlink:href=\"#{id}\"/>").repeat(100);
        let within = format!(
            "<path id=\"a\" d=\"M0 0\"/><g id=\"b\">{}</g><g id=\"c\">{}</g><g id=\"d\">{}</g>{}",
            hundred("a"),
            hundred("b"),
            hundred("c"),
            hundred("d"),
        );
        for inner in [
            "<image width=\"9\" height=\"9\" xlink:href=\"/dev/zero\"/>",
            "<image width=\"9\" height=\"9\" xlink:href=\"data:image/png;base64,AA==\"/>",
            "<script>1</script>",
            "<g style=\"filter:blur(400px)\"><rect width=\"9\" height=\"9\"/></g>",
            "<filter id=\"f\"><feGaussianBlur stdDeviation=\"400\"/></filter>",
            "<foreignObject/>",
            "<g id=\"a\"><use xlink:href=\"#a\"/></g>",
            &doubled,
            &large,
            &within,
        ] {
            assert!(
                matches!(png(&around(inner), 400), Err(Fault::Foreign(_))),
                "{}",
                &inner[..inner.len().min(80)]
            );
        }
        let declared = format!("<!DOCTYPE svg [<!ENTITY a \"aa\">]>{}", around("<g/>"));
        assert!(matches!(png(&declared, 400), Err(Fault::Drawing(_))));
        assert!(
            png(&around("<g id=\"a\"><path d=\"M0 0H9\"/></g><use xlink:href=\"#a\"/>"), 400)
                .is_ok()
        );
        let copied = "<g id=\"a\"><path d=\"M0 0H9\"/></g><g id=\"b\"><use xlink:href=\"#a\"/></g><use xlink:href=\"#b\"/>";
        assert!(png(&around(copied), 400).is_ok());
    }

    #[test]
    fn what_is_no_drawing_or_far_too_large_is_refused() {
        assert!(matches!(png("no drawing", 400), Err(Fault::Drawing(_))));
        assert!(matches!(png("<p>no</p>", 400), Err(Fault::Foreign(_))));
        assert!(matches!(png(DRAWING, 100_000), Err(Fault::Large(100_000, 50_000))));
    }

    #[test]
    fn a_document_has_a_page_for_each_drawing() {
        let document = pdf("Zama", &[DRAWING.to_owned(), DRAWING.to_owned()]).unwrap();
        assert!(document.starts_with(b"%PDF-1.7"));
        let text = String::from_utf8_lossy(&document);
        assert_eq!(text.matches("/Type /Page\n").count(), 2, "{text}");
        assert_eq!(text.matches("/PatternType 1").count(), 2);
        assert!(text.contains("(Zama)"));
    }
}
