//! The dress of a battle map.

use crate::{Tone, palette, score};

/// The rules that all battle maps share, in any colours. Sizes are those of the field, where a cell is 100 across, or
/// of the sheet, which is 1000 wide.
const SHAPES: &str = "\
.b-map text{font-family:'Iowan Old Style','Palatino Linotype',Palatino,P052,'TeX Gyre Pagella','Book Antiqua',Georgia,'Times New Roman',serif;font-variant-numeric:lining-nums;text-anchor:middle}\
.b-map .b-st{text-anchor:start}.b-map .b-en{text-anchor:end}\
.b-ln,.b-sl,.b-gd,.m-grid,.b-wv,.b-ww,.b-hl,.b-pl,.b-gr,.b-gc,.b-gl,.b-x{fill:none;stroke-linejoin:round;stroke-linecap:round}.m-grid{stroke-width:2}.b-gd,.m-grid{stroke-opacity:.5}\
.b-ro{stroke-width:2;stroke-opacity:.8}.b-id{font-weight:bold}.b-it{font-style:italic}.b-h{paint-order:stroke;stroke-linejoin:round}\
.b-n{font-size:23px;font-weight:bold}.b-v{font-size:31px;font-weight:bold}.b-w{font-size:25px;font-weight:bold}.b-f{font-size:45px;font-weight:bold}\
.b-key{font-size:13px}.b-head{font-size:14.5px;font-style:italic}.b-cs{fill-opacity:.14}.b-sh{fill-opacity:.45;stroke:none}\
@media(max-width:700px){.b-cn{display:none}}";

/// Its colours, by their names in the palette.
const COLOURS: &str = "\
.b-map text,.b-ik{fill:@ink}.b-pp{fill:@paper}.b-ca{fill:@plate}.b-ld{fill:@turf}.b-mo{fill:@mown}.b-ot{fill:@far}.b-hi{fill:@hill}.b-tp{fill:@crest}\
.b-lo{fill:@low}.b-wa{fill:@sea}.b-gn{fill:@green}.b-cs,.b-sh{fill:@shade}\
.b-ln,.b-ro{stroke:@ink}.b-sl{stroke:@soft}.b-gd,.m-grid{stroke:@grid}.b-wv{stroke:@wave}.b-ww{stroke:@sea}.b-hl,.b-pl,.b-map .b-h{stroke:@halo}\
.b-map .b-sf{fill:@soft}.b-r{fill:@rface;stroke:@rink;color:@rink}.b-c{fill:@cface;stroke:@cedge;color:@cink}\
.b-gr{stroke:@rmark}.b-gc{stroke:@cmark}.b-ar,.b-mr{fill:@rmove;stroke:@redge}.b-ac,.b-mc{fill:@cmove;stroke:@cmove}\
.b-ht{fill:@act;stroke:@gold}.b-bd{fill:@gold;stroke:@goldink}.b-gi{fill:@goldink}.b-gl{stroke:@goldink}.b-x{stroke:@loss}.b-ring{stroke:@gold}\
.b-map .b-r text,.b-map .b-c text{fill:currentColor;stroke:none}.b-map text.b-rc{fill:@gold}.b-map text.b-gi{fill:@goldink}\
.b-f1{fill:@foot1}.b-f2{fill:@foot2}.b-f3{fill:@foot3}.b-f4{fill:@foot4}.b-f5{fill:@foot5}.b-f6{fill:@foot6}.b-f7{fill:@gold}\
.b-i1,.b-i3,.b-i5{color:@pale}.b-i2,.b-i4,.b-i6,.b-i7{color:@goldink}.b-map .b-i text,.k-map text.k-c{fill:currentColor}";

/// The rules of a battle map's classes, for every screen and for paper.
pub(super) fn style(tone: Tone) -> String {
    [SHAPES, score::SHAPES, &palette::rules(&[COLOURS, score::COLOURS].concat(), tone)].concat()
}
