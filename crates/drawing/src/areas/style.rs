//! Rules for the classes of maps of areas; they stand behind those that all maps share.

/// The engraved style.
pub(crate) const AREAS: &str = "\
.m-map text.m-a-start{text-anchor:start}.m-map text.m-a-end{text-anchor:end}.m-map .m-a-sea,.m-map .m-a-city{font-style:italic}.m-map .m-a-far{fill:#4a443a}.m-map .m-a-bold{font-weight:bold}\
.m-a-outer{fill:#f1ead9}.m-a-wash,.m-a-wave,.m-a-band,.m-a-coast,.m-a-river,.m-a-shade,.m-a-lit,.m-a-border,.m-a-under,.m-a-edge,.m-a-water,.m-a-clear,.m-a-seaway{fill:none;stroke-linejoin:round}\
.m-a-wash{stroke:#fbf7ec;stroke-linecap:round}.m-a-wave{stroke:#4a443a;stroke-linecap:round}.m-a-coast{stroke:#1b1a17;stroke-width:2}\
.m-a-river{stroke:#4a443a;stroke-linecap:round}.m-a-lake{fill:#fbf7ec;stroke:#1b1a17;stroke-width:1.2}\
.m-a-shade{stroke:#1b1a17;stroke-width:1.15;stroke-linecap:round}.m-a-lit{stroke:#4a443a;stroke-width:.7;stroke-linecap:round}\
.m-a-border{stroke:#1b1a17;stroke-width:2.6;stroke-dasharray:11 5 2.6 5}.m-a-under{stroke:#fffdf6;stroke-width:5.5;opacity:.85}\
.m-a-edge{stroke:#4a443a;stroke-width:1.6;stroke-dasharray:1.6 5;stroke-linecap:round}.m-a-water{stroke:#1b1a17;stroke-width:2;stroke-dasharray:2 7;stroke-linecap:round}\
.m-a-seaway{stroke:#1b1a17;stroke-width:3.2;stroke-dasharray:13 6 2.5 6}.m-a-port{fill:#fbf7ec;stroke:#1b1a17;stroke-width:2}.m-a-clear{stroke:#fffdf6}\
.m-a-ground-rome,.m-a-ground-carthage,.m-a-band-rome,.m-a-band-carthage{fill:none}.m-a-rule{stroke:#1b1a17}.m-a-within{stroke:#fffdf6}\
.m-a-glow{paint-order:stroke;stroke:#fffdf6;stroke-width:5;stroke-linejoin:round}.m-a-glow-sea{paint-order:stroke;stroke:#fbf7ec;stroke-width:5;stroke-linejoin:round}\
.m-a-rim{fill:none;stroke:#fffdf6;stroke-width:7}.m-a-disc{fill:#fffdf6;stroke:#1b1a17}.m-a-white,.m-a-cut-light{fill:#fff}.m-a-cut-dark{fill:#1b1a17}\
.m-a-arrow-light{fill:#fff;stroke:#1b1a17;stroke-width:2;stroke-linejoin:round}.m-a-arrow-dark{fill:#1b1a17;stroke:#fffdf6;stroke-width:2;stroke-linejoin:round}\
.m-a-back{stroke-dasharray:5 4}.m-a-arrow-dark.m-a-back{fill:#6b655a;stroke:#1b1a17}\
.m-a-plate{fill:#fffdf6;stroke:#1b1a17;stroke-width:3}.m-a-bar{fill:#fff;stroke:#1b1a17;stroke-width:1.4}.m-a-bar-full{fill:#1b1a17;stroke:#1b1a17;stroke-width:1.4}.m-a-block-rome,.m-a-block-carthage{fill:none}\
.m-a-ghost-light{fill:#fffdf6}.m-a-ghost-dark{fill:#cfc8b9}.m-a-ghost{stroke:#1b1a17;stroke-width:2;stroke-dasharray:4 4}\
@media print{.m-a-wash,.m-a-within,.m-a-clear{stroke:#fff}.m-a-outer{fill:#eee}}";
