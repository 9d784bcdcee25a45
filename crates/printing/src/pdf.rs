//! Drawings as a document for paper: a page of A4 for each, upright or lying as the drawing is, all of it in lines and
//! fills, so that it is sharp at any size.

use super::{Fault, read};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{LineCapStyle, LineJoinStyle, PaintType, TilingType};
use pdf_writer::{Content, Filter, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Path, PathSegment, Transform};
use resvg::usvg::{
    self, ClipPath, Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Pattern,
    Stroke, Tree,
};
use std::collections::BTreeMap;

/// A4, and the margin round a drawing, in points.
const SHORT: f32 = 595.28;
const LONG: f32 = 841.89;
const MARGIN: f32 = 28.35;

/// The effort of compressing streams, from 0 to 10.
const LEVEL: u8 = 7;

/// Drawings as a PDF of this title, a page each.
///
/// # Errors
/// A drawing that cannot be read.
pub fn pdf(title: &str, drawings: &[String]) -> Result<Vec<u8>, Fault> {
    let mut next = 1;
    let mut fresh = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (catalog, tree, info) = (fresh(), fresh(), fresh());
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title));
    let mut pages = Vec::new();
    for drawing in drawings {
        let page = fresh();
        write_page(&mut pdf, &mut fresh, (page, tree), &read(drawing)?);
        pages.push(page);
    }
    let count = i32::try_from(pages.len()).map_err(|error| Fault::Writing(error.to_string()))?;
    pdf.pages(tree).kids(pages).count(count);
    Ok(pdf.finish())
}

fn write_page(
    pdf: &mut Pdf,
    fresh: &mut impl FnMut() -> Ref,
    (page, parent): (Ref, Ref),
    drawing: &Tree,
) {
    let size = drawing.size();
    let (wide, high) = if size.width() > size.height() { (LONG, SHORT) } else { (SHORT, LONG) };
    let scale = ((wide - 2.0 * MARGIN) / size.width()).min((high - 2.0 * MARGIN) / size.height());
    // The page counts upwards from its foot.
    let base = Transform::from_row(
        scale,
        0.0,
        0.0,
        -scale,
        (wide - size.width() * scale) / 2.0,
        f32::midpoint(high, size.height() * scale),
    );
    let mut sheet = Sheet { base, content: Content::new(), needs: Needs::default() };
    sheet.content.save_state().transform(row(base));
    sheet.group(drawing.root());
    sheet.content.restore_state();
    let Sheet { content, mut needs, .. } = sheet;
    let stream = fresh();
    write_stream(pdf, stream, &content.finish());
    let mut patterns = Vec::new();
    let mut waiting: Vec<_> = std::mem::take(&mut needs.patterns);
    while let Some((name, pattern, matrix)) = waiting.pop() {
        let mut tile = Sheet { base: matrix, content: Content::new(), needs: Needs::default() };
        let rect = pattern.rect();
        tile.content.transform([1.0, 0.0, 0.0, 1.0, -rect.x(), -rect.y()]);
        tile.group(pattern.root());
        let id = fresh();
        write_tile(pdf, id, tile, &pattern, matrix);
        patterns.push((name, id));
    }
    let mut out = pdf.page(page);
    out.parent(parent).media_box(Rect::new(0.0, 0.0, wide, high)).contents(stream);
    let mut resources = out.resources();
    needs.write_states(resources.ext_g_states());
    let mut list = resources.patterns();
    for (name, id) in &patterns {
        list.pair(Name(name.as_bytes()), *id);
    }
}

fn write_stream(pdf: &mut Pdf, id: Ref, data: &[u8]) {
    let data = compress_to_vec_zlib(data, LEVEL);
    pdf.stream(id, &data).filter(Filter::FlateDecode);
}

/// Writes the tile of a pattern. It is repeated from its own corner.
fn write_tile(pdf: &mut Pdf, id: Ref, tile: Sheet, pattern: &Pattern, matrix: Transform) {
    let rect = pattern.rect();
    let data = compress_to_vec_zlib(&tile.content.finish(), LEVEL);
    let mut out = pdf.tiling_pattern(id, &data);
    out.filter(Filter::FlateDecode);
    out.paint_type(PaintType::Colored)
        .tiling_type(TilingType::ConstantSpacing)
        .bbox(Rect::new(0.0, 0.0, rect.width(), rect.height()))
        .x_step(rect.width())
        .y_step(rect.height())
        .matrix(row(matrix.pre_translate(rect.x(), rect.y())));
    tile.needs.write_states(out.resources().ext_g_states());
}

fn row(transform: Transform) -> [f32; 6] {
    let Transform { sx, kx, ky, sy, tx, ty } = transform;
    [sx, ky, kx, sy, tx, ty]
}

/// The objects that a drawing's stream refers to by name.
#[derive(Default)]
struct Needs {
    /// Opacities of fill and stroke, in percent.
    states: BTreeMap<(u8, u8), String>,
    patterns: Vec<(String, std::sync::Arc<Pattern>, Transform)>,
}

impl Needs {
    fn write_states(&self, mut out: pdf_writer::Dict<'_>) {
        for ((fill, stroke), name) in &self.states {
            let mut state = out
                .insert(Name(name.as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state
                .non_stroking_alpha(f32::from(*fill) / 100.0)
                .stroking_alpha(f32::from(*stroke) / 100.0);
        }
    }
}

/// A stream of drawing while it is written.
struct Sheet {
    /// From the drawing's coordinates to the page's.
    base: Transform,
    content: Content,
    needs: Needs,
}

impl Sheet {
    fn group(&mut self, group: &Group) {
        self.content.save_state();
        if !group.transform().is_identity() {
            self.content.transform(row(group.transform()));
        }
        if let Some(clip) = group.clip_path() {
            self.clip(clip);
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) => self.path(path),
                Node::Text(text) => self.group(text.flattened()),
                // Drawings of maps hold none.
                Node::Image(_) => {}
            }
        }
        self.content.restore_state();
    }

    /// Draws only within the shapes of a clip from here on.
    fn clip(&mut self, clip: &ClipPath) {
        if let Some(outer) = clip.clip_path() {
            self.clip(outer);
        }
        let mut shapes = Vec::new();
        collect(clip.root(), clip.transform(), &mut shapes);
        for shape in shapes {
            self.trace(&shape);
        }
        self.content.clip_nonzero().end_path();
    }

    fn path(&mut self, path: &usvg::Path) {
        if !path.is_visible() {
            return;
        }
        let fill = |sheet: &mut Self| {
            if let Some(fill) = path.fill() {
                sheet.fill(path, fill);
            }
        };
        let stroke = |sheet: &mut Self| {
            if let Some(stroke) = path.stroke() {
                sheet.stroke(path, stroke);
            }
        };
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                fill(self);
                stroke(self);
            }
            PaintOrder::StrokeAndFill => {
                stroke(self);
                fill(self);
            }
        }
    }

    fn fill(&mut self, path: &usvg::Path, fill: &Fill) {
        self.content.save_state();
        self.opacity(fill.opacity().get(), 1.0);
        match fill.paint() {
            Paint::Color(colour) => {
                let [red, green, blue] = parts(*colour);
                self.content.set_fill_rgb(red, green, blue);
            }
            Paint::Pattern(pattern) => {
                let name = self.pattern(path, pattern);
                self.content.set_fill_color_space(pdf_writer::types::ColorSpaceOperand::Pattern);
                self.content.set_fill_pattern([], Name(name.as_bytes()));
            }
            // Drawings of maps hold none.
            Paint::LinearGradient(_) | Paint::RadialGradient(_) => {}
        }
        self.trace(path.data());
        match fill.rule() {
            FillRule::NonZero => self.content.fill_nonzero(),
            FillRule::EvenOdd => self.content.fill_even_odd(),
        };
        self.content.restore_state();
    }

    fn stroke(&mut self, path: &usvg::Path, stroke: &Stroke) {
        self.content.save_state();
        self.opacity(1.0, stroke.opacity().get());
        match stroke.paint() {
            Paint::Color(colour) => {
                let [red, green, blue] = parts(*colour);
                self.content.set_stroke_rgb(red, green, blue);
            }
            Paint::Pattern(pattern) => {
                let name = self.pattern(path, pattern);
                self.content.set_stroke_color_space(pdf_writer::types::ColorSpaceOperand::Pattern);
                self.content.set_stroke_pattern([], Name(name.as_bytes()));
            }
            // Drawings of maps hold none.
            Paint::LinearGradient(_) | Paint::RadialGradient(_) => {}
        }
        self.content
            .set_line_width(stroke.width().get())
            .set_miter_limit(stroke.miterlimit().get())
            .set_line_cap(match stroke.linecap() {
                LineCap::Butt => LineCapStyle::ButtCap,
                LineCap::Round => LineCapStyle::RoundCap,
                LineCap::Square => LineCapStyle::ProjectingSquareCap,
            })
            .set_line_join(match stroke.linejoin() {
                LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
                LineJoin::Round => LineJoinStyle::RoundJoin,
                LineJoin::Bevel => LineJoinStyle::BevelJoin,
            });
        if let Some(dashes) = stroke.dasharray() {
            self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
        self.trace(path.data());
        self.content.stroke();
        self.content.restore_state();
    }

    /// Sets the opacities, to a percent.
    fn opacity(&mut self, fill: f32, stroke: f32) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an opacity must be between 0 and 1"
        )]
        let percent = |value: f32| (value * 100.0).round() as u8;
        let key = (percent(fill), percent(stroke));
        let name = self.needs.states.entry(key).or_insert_with(|| format!("o{}-{}", key.0, key.1));
        self.content.set_parameters(Name(name.as_bytes()));
    }

    /// The name of a pattern as it is seen from a path.
    fn pattern(&mut self, path: &usvg::Path, pattern: &std::sync::Arc<Pattern>) -> String {
        let matrix = self.base.pre_concat(path.abs_transform()).pre_concat(pattern.transform());
        let known = self
            .needs
            .patterns
            .iter()
            .find(|(_, other, at)| std::sync::Arc::ptr_eq(other, pattern) && *at == matrix);
        if let Some((name, ..)) = known {
            return name.clone();
        }
        let name = format!("p{}", self.needs.patterns.len());
        self.needs.patterns.push((name.clone(), std::sync::Arc::clone(pattern), matrix));
        name
    }

    fn trace(&mut self, path: &Path) {
        let mut at = (0.0, 0.0);
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.content.move_to(to.x, to.y);
                    at = (to.x, to.y);
                }
                PathSegment::LineTo(to) => {
                    self.content.line_to(to.x, to.y);
                    at = (to.x, to.y);
                }
                PathSegment::QuadTo(by, to) => {
                    // The same curve by two control points.
                    let third = |from: f32, by: f32| from + (by - from) * 2.0 / 3.0;
                    self.content.cubic_to(
                        third(at.0, by.x),
                        third(at.1, by.y),
                        third(to.x, by.x),
                        third(to.y, by.y),
                        to.x,
                        to.y,
                    );
                    at = (to.x, to.y);
                }
                PathSegment::CubicTo(one, two, to) => {
                    self.content.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y);
                    at = (to.x, to.y);
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

/// All shapes below a group, in its outer coordinates.
fn collect(group: &Group, outer: Transform, shapes: &mut Vec<Path>) {
    let transform = outer.pre_concat(group.transform());
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, transform, shapes),
            Node::Path(path) => shapes.extend(path.data().clone().transform(transform)),
            Node::Text(text) => collect(text.flattened(), transform, shapes),
            Node::Image(_) => {}
        }
    }
}

/// Red, green and blue from 0 to 1.
fn parts(colour: usvg::Color) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}
