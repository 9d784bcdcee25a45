//! The dress of diagrams and of maps of areas; every class begins with `m-`, so that it touches nothing else on a page.

use crate::{Tone, palette, score};

const SHAPES: &str = "\
.m-map text{font-family:'Iowan Old Style','Palatino Linotype',Palatino,P052,'Book Antiqua',Georgia,'Times New Roman',serif;font-variant-numeric:lining-nums;text-anchor:middle}\
.m-line,.m-grid,.m-hair,.m-halo,.m-inner-light,.m-inner-dark,.m-move,.m-attack,.m-retreat,.m-loss,.m-gl{fill:none}.m-grid{stroke-width:1;stroke-opacity:.5}.m-hair{stroke-width:1}.m-halo{stroke-linecap:round}\
.m-title{font-size:36px;letter-spacing:5px}.m-plate{font-size:46px;font-weight:bold}.m-edge{font-size:34px;font-style:italic}.m-name{font-size:16px;font-style:italic}\
.m-light,.m-dark{stroke-width:4;stroke-linejoin:round}.m-inner-light,.m-inner-dark{stroke-width:1}\
.m-sign{font-size:32px;font-weight:bold}.m-id{font-size:17px}.m-id-long{font-size:14px}.m-val{font-size:13px}\
.m-badge{stroke-width:2}.m-move{stroke-width:2;stroke-dasharray:9 6}.m-attack{stroke-width:4}.m-retreat{stroke-width:4;stroke-dasharray:1 9;stroke-linecap:round}\
.m-head,.m-open{stroke-width:2;stroke-linejoin:round}.m-head{paint-order:stroke}.m-loss{stroke-width:6;stroke-linecap:round}.m-key{font-size:22px}.m-map text.m-key{text-anchor:start}\
.m-map text.m-a-start{text-anchor:start}.m-map text.m-a-end{text-anchor:end}.m-map .m-a-sea,.m-map .m-a-city{font-style:italic}.m-map .m-a-sea{letter-spacing:.02em}.m-map .m-a-bold{font-weight:bold}\
.m-a-wash,.m-a-wave,.m-a-band,.m-a-coast,.m-a-river,.m-a-shade,.m-a-lit,.m-a-border,.m-a-under,.m-a-edge,.m-a-water,.m-a-clear,.m-a-seaway,.m-a-rim,.m-a-hr,.m-a-hc{fill:none;stroke-linejoin:round}\
.m-a-wash,.m-a-wave,.m-a-river,.m-a-shade,.m-a-lit,.m-a-edge,.m-a-water{stroke-linecap:round}.m-a-coast{stroke-width:2.2}.m-a-lake{stroke-width:1.2}\
.m-a-shade{stroke-width:1.15}.m-a-lit{stroke-width:.7}.m-a-border{stroke-width:2.6;stroke-dasharray:11 5 2.6 5}.m-a-under{stroke-width:5.5;stroke-opacity:.8}\
.m-a-edge{stroke-width:1.6;stroke-dasharray:1.6 5}.m-a-water{stroke-width:2;stroke-dasharray:2 7}.m-a-seaway{stroke-width:3.2;stroke-dasharray:13 6 2.5 6}.m-a-port{stroke-width:2}\
.m-a-hr,.m-a-hc{stroke-width:1.5;stroke-opacity:.5}.m-a-band{stroke-opacity:.9}.m-a-glow,.m-a-glow-sea{paint-order:stroke;stroke-width:6;stroke-opacity:.82;stroke-linejoin:round}\
.m-a-rim{stroke-width:7}.m-a-arrow-light,.m-a-arrow-dark{stroke-width:2.4;stroke-linejoin:round}.m-a-back{fill-opacity:.45}\
.m-a-plate{stroke-width:3}.m-a-bar,.m-a-bar-full{stroke-width:1.4}.m-a-ghost{stroke-width:2;stroke-dasharray:4 4}";

const COLOURS: &str = "\
.m-map text,.m-ink{fill:@ink}.m-paper{fill:@paper}.m-land{fill:@land}.m-line{stroke:@ink}.m-grid{stroke:@grid}.m-hair{stroke:@soft}.m-halo{stroke:@halo}\
.m-light{fill:@rface;stroke:@rink}.m-dark{fill:@cface;stroke:@cedge}.m-inner-light{stroke:@rink}.m-inner-dark{stroke:@cink}.m-ri{fill:@rink}.m-a-white{fill:@cink}\
.m-map .m-on-light>text,.m-map text.m-on-light{fill:@rink}.m-map .m-on-dark>text,.m-map text.m-on-dark{fill:@cink}.m-a-cut-light{fill:@rface}.m-a-cut-dark{fill:@cface}\
.m-badge{fill:@gold;stroke:@goldink}.m-gi,.m-map text.m-gi{fill:@goldink}.m-gl{stroke:@goldink}.m-move{stroke:@soft}.m-attack,.m-retreat{stroke:@ink}.m-loss{stroke:@loss}.m-head{fill:@ink;stroke:@halo}.m-open{fill:@halo;stroke:@ink}\
.m-a-deep{fill:@sea}.m-a-outer{fill:@far}.m-a-wash{stroke:@sea}.m-a-wave,.m-a-river{stroke:@wave}.m-a-coast{stroke:@coast}.m-a-lake{fill:@sea;stroke:@coast}\
.m-a-shade,.m-a-lit,.m-a-border,.m-a-edge{stroke:@hach}.m-a-under{stroke:@land}.m-a-water,.m-a-seaway{stroke:@seaink}.m-a-port{fill:@plate;stroke:@ink}.m-a-clear,.m-a-rim{stroke:@halo}\
.m-map .m-a-sea{fill:@seaink}.m-map .m-a-far{fill:@soft}.m-a-glow{stroke:@halo}.m-a-glow-sea{stroke:@sea}\
.m-a-ground-rome{fill:@rheld}.m-a-ground-carthage{fill:@cheld}.m-a-band-rome,.m-a-hr{stroke:@rline}.m-a-band-carthage,.m-a-hc{stroke:@cline}.m-a-within{stroke:@rheld}\
.m-a-arrow-light{fill:@rmove;stroke:@redge}.m-a-arrow-dark{fill:@cmove;stroke:@cmove}.m-a-plate,.m-a-disc{fill:@plate;stroke:@ink}.m-a-bar{fill:@plate;stroke:@ink}.m-a-bar-full{fill:@ink;stroke:@ink}\
.m-a-ghost-light{fill:@rheld}.m-a-ghost-dark{fill:@cheld}.m-a-ghost{stroke:@ink}\
.m-a-foot-light{fill:@rfoot}.m-map text.m-a-foot-light{fill:@rfootink}.m-a-foot-dark{fill:@cfoot}.m-map text.m-a-foot-dark{fill:@cfootink}";

/// The rules of all classes, for every screen and for paper.
pub(crate) fn style(tone: Tone) -> String {
    [SHAPES, score::SHAPES, &palette::rules(&[COLOURS, score::COLOURS].concat(), tone)].concat()
}
