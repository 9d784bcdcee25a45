// The map: the engine's drawing, with what can be picked and taken laid over it.
const svgName = "http://www.w3.org/2000/svg";
let drawing = null;
let cursor = null;
let zoom = 0;
// Whether all of the drawing is shown, with its key and what stands round the map.
let full = false;
// Whether the cell that the keys have reached is marked: whoever points needs no mark.
let keyed = false;
let styled = "";

// The policy lets no style of the drawing's own pass; its rules are given to the page by script.
function parseDrawing(text) {
  let rules = "";
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, inside) => { rules += inside; return ""; });
  // Nor does it let attributes of style pass, which a script may set.
  const plain = bare.replaceAll(' style="', ' data-style="');
  const spelled = rules.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  if (spelled !== styled) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(spelled);
    document.adoptedStyleSheets = [sheet];
    styled = spelled;
  }
  const svg = document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
  for (const node of svg.querySelectorAll("[data-style]")) {
    node.style.cssText = node.getAttribute("data-style");
    node.removeAttribute("data-style");
  }
  return svg;
}

const corners = (cell) => cell.outline.map((point) => `${point.x},${point.y}`).join(" ");
const shape = (name, attributes, className) => {
  const node = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.setAttribute("class", className);
  return node;
};

// What units are called that stand on the map, or stood there: their words begin with it, before the id or, where nothing stands there, behind it.
const units = new Map();
function learnNames(map) {
  for (const { id, words } of map.pieces) {
    const at = new RegExp(`(?:^|: )([^:,]*?)(?<![\\w-])${id}(?![\\w-])(?:, ([^,]+))?`).exec(words);
    if (at) units.set(id, at[1] ? [at[1], `${at[1]}${id}`] : ["", at[2] ?? id]);
  }
}

// Words with the names of places and units, where the order file calls them otherwise.
function plainly(words, map) {
  const named = (id) => id.split("-").map((part) => part === "et" ? part : part.replace(/^./, (first) => first.toUpperCase())).join(" ");
  const places = new Map(map.cells.filter((cell) => /[a-z]{3}/.test(cell.id)).map(({ id, label }) => [id, label || named(id)]));
  return words.replace(/(?<![\w-])[\w-]+(?![\w-])/g, (id, at) => {
    if (places.has(id)) return places.get(id);
    // Cards are called by their number, one's own and the enemy's.
    if (cardNames.size && /^[a-z]\d$/.test(id)) return t(`card ${id[1]}`);
    const [before, name] = units.get(id) ?? ["", id];
    return before && words.slice(0, at).endsWith(before) ? id : name;
  });
}

// How wide, or high, whichever is less, a square of middling size is.
function cellSize(map) {
  const span = (numbers) => Math.max(...numbers) - Math.min(...numbers);
  const least = ({ outline }) => Math.min(span(outline.map((point) => point.x)), span(outline.map((point) => point.y)));
  const sizes = map.cells.map(least).sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] || 100;
}

// How wide the drawing must be for a square to be so many pixels wide and high.
function widthFor(pixels) {
  const [, , wide] = byId("map").firstElementChild.getAttribute("viewBox").split(" ").map(Number);
  return (wide / cellSize(drawing.map)) * pixels;
}

// The map without its key and what stands round it, unless all is asked for.
function crop(svg, map) {
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  svg.setAttribute("viewBox", svg.dataset.whole);
  if (full) return;
  const [left, top, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  const points = map.cells.flatMap((cell) => cell.outline);
  const span = (axis, least, length) => {
    const all = points.map((point) => point[axis]), edge = Math.min(cellSize(map) * .6, wide * .045);
    const from = Math.max(least, Math.min(...all) - edge);
    // Below stands the score.
    const below = axis === "y" ? edge * 1.79 : edge;
    return [from, Math.min(least + length, Math.max(...all) + below) - from];
  };
  const [[x, width], [y, height]] = [span("x", left, wide), span("y", top, high)];
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
}

// Larger or smaller; at its smallest the drawing shows its key and what stands round the map.
function scale(factor) {
  const wasFull = full;
  if (factor < 1 && zoom <= 1) full = true;
  else if (factor > 1 && full) full = false;
  else zoom *= factor;
  if (full !== wasFull) crop(byId("map").firstElementChild, drawing.map);
  resize();
}

function resize() {
  const box = byId("map"), svg = box.firstElementChild;
  if (!svg || !box.clientWidth) return;
  const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  // At its smallest the whole map is seen; squares are never so small that nobody could meet one.
  const whole = Math.min(box.clientWidth, (box.clientHeight * wide) / high);
  const small = matchMedia("(max-width:820px),(pointer:coarse)").matches;
  if (!zoom) zoom = Math.max(1, widthFor(small ? 42 : 24) / whole);
  zoom = Math.min(12, Math.max(1, zoom));
  const middle = [(box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, (box.scrollTop + box.clientHeight / 2) / box.scrollHeight];
  svg.style.width = `${Math.floor(whole * zoom)}px`;
  svg.style.height = `${Math.floor((whole * zoom * high) / wide)}px`;
  box.scrollLeft = middle[0] * box.scrollWidth - box.clientWidth / 2;
  box.scrollTop = middle[1] * box.scrollHeight - box.clientHeight / 2;
}

// Brings the middle one of these places into view, where the map is larger than its box.
function lookAt(points) {
  const box = byId("map"), svg = box.firstElementChild, [left, top, wide] = svg.getAttribute("viewBox").split(" ").map(Number);
  const middle = (axis) => points.map((point) => point[axis]).sort((one, other) => one - other)[points.length >> 1];
  const scale = parseFloat(svg.style.width) / wide;
  if (!points.length || !scale) return;
  box.scrollLeft = (middle("x") - left) * scale - box.clientWidth / 2;
  box.scrollTop = (middle("y") - top) * scale - box.clientHeight / 2;
}

// Makes a drawing like another, and touches only what differs: the browser lays out the rest no second time.
function become(old, fresh) {
  const was = [...old.childNodes], is = [...fresh.childNodes], least = Math.min(was.length, is.length);
  let head = 0, tail = 0;
  while (head < least && was[head].isEqualNode(is[head])) head += 1;
  while (tail < least - head && was.at(-1 - tail).isEqualNode(is.at(-1 - tail))) tail += 1;
  const gone = was.slice(head, was.length - tail), behind = was[was.length - tail] ?? null;
  is.slice(head, is.length - tail).forEach((node, at) => {
    const one = gone[at];
    if (!one) old.insertBefore(node, behind);
    else if (one.children?.length && one.cloneNode().isEqualNode(node.cloneNode())) become(one, node);
    else one.replaceWith(node);
  });
  for (const one of gone.slice(is.length - tail - head)) one.remove();
}

// Brings a place into view that is out of it.
function bringIn({ x, y }) {
  const box = byId("map"), svg = box.firstElementChild, [left, top, wide] = svg.getAttribute("viewBox").split(" ").map(Number);
  const scale = parseFloat(svg.style.width) / wide, [across, down] = [(x - left) * scale - box.scrollLeft, (y - top) * scale - box.scrollTop];
  if (across < 0 || down < 0 || across > box.clientWidth || down > box.clientHeight) lookAt([{ x, y }]);
}

// What lies over a drawing: {picked, own, offers, wrong}.
function marksOver(map, marks) {
  const over = shape("g", {}, "over");
  const spots = { cell: new Map(), piece: new Map() };
  for (const one of marks.offers) {
    const [kind, id] = one.spot ? Object.entries(one.spot)[0] : [];
    if (kind && (!spots[kind].has(id) || one.chosen)) spots[kind].set(id, one);
  }
  for (const cell of map.cells) {
    const offer = spots.cell.get(cell.id);
    const node = shape("polygon", { points: corners(cell), "data-cell": cell.id }, offer ? (offer.chosen ? "hot chosen" : "hot reach") : "hot");
    over.append(node);
  }
  for (const piece of map.pieces) {
    const offer = spots.piece.get(piece.id);
    const attributes = { x: piece.at.x - 44, y: piece.at.y - 44, width: 88, height: 88, rx: 10, "data-piece": piece.id, "data-cell": piece.cell };
    const node = shape("rect", attributes, offer ? (marks.own.has(piece.id) ? (offer.chosen ? "hot chosen" : "hot reach") : offer.chosen ? "hot aimed" : "hot aim") : "hot");
    const words = document.createElementNS(svgName, "title");
    words.textContent = piece.words;
    node.append(words);
    over.append(node);
    const round = { cx: piece.at.x, cy: piece.at.y, r: 50 };
    if (piece.id === marks.picked) over.append(shape("circle", round, "held"));
    if (marks.wrong.has(piece.id)) over.append(shape("circle", { ...round, r: 55 }, "wrong"));
  }
  return over;
}

// Shows a drawing with marks.
function showMap(drawn, marks) {
  const box = byId("map"), at = [box.scrollLeft, box.scrollTop], svg = box.firstElementChild;
  const over = marksOver(drawn.map, marks);
  svg?.querySelector(":scope > .cursor")?.remove();
  const same = svg && drawing?.svg === drawn.svg;
  drawing = drawn;
  learnNames(drawn.map);
  if (same) become(svg.querySelector(":scope > .over"), over);
  else {
    const fresh = parseDrawing(drawn.svg);
    fresh.append(over);
    if (svg?.dataset.whole === fresh.getAttribute("viewBox")) become(svg, fresh);
    else {
      crop(fresh, drawn.map);
      box.replaceChildren(fresh);
    }
  }
  drawCursor();
  resize();
  [box.scrollLeft, box.scrollTop] = at[0] || at[1] ? at : [box.scrollLeft, box.scrollTop];
}

function drawCursor() {
  const svg = byId("map").firstElementChild;
  svg.querySelector(".cursor")?.remove();
  const cell = drawing.map.cells.find((one) => one.id === cursor);
  if (cell && keyed) svg.append(shape("polygon", { points: corners(cell) }, "cursor"));
}

const pieceOn = (cell) => drawing.map.pieces.find((piece) => piece.cell === cell);

// The nearest cell in a direction: far along it counts once, aside of it twice.
function step(dx, dy) {
  const cells = drawing.map.cells;
  const here = cells.find((one) => one.id === cursor);
  if (!here) return cells[Math.floor(cells.length / 2)];
  let best = null, least = Infinity;
  for (const cell of cells) {
    const [x, y] = [cell.centre.x - here.centre.x, cell.centre.y - here.centre.y];
    const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 0 && along + 2 * aside < least) [best, least] = [cell, along + 2 * aside];
  }
  return best;
}

function moveCursor(dx, dy) {
  const cell = step(dx, dy);
  if (!cell) return;
  cursor = cell.id;
  keyed = true;
  drawCursor();
  const piece = pieceOn(cell.id);
  byId("where").textContent = [cell.label || cell.id, cell.terrain, piece?.words].filter(Boolean).join(", ");
  byId("map").querySelector(".cursor").scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Clicks, drags and pinches become `act(cell, piece, other)`; `other` asks for the second choice.
function listenToMap(act, letGo) {
  const box = byId("map"), fingers = new Map();
  let from = null, apart = 0;
  const what = (node) => [node?.getAttribute?.("data-cell") ?? null, node?.getAttribute?.("data-piece") ?? null];
  const distance = () => { const [one, two] = [...fingers.values()]; return Math.hypot(one.x - two.x, one.y - two.y); };
  box.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) apart = distance();
    from = event.pointerType === "mouse" ? { node: event.target, x: event.clientX, y: event.clientY } : null;
  });
  box.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2 && apart) { zoom *= distance() / apart; apart = distance(); resize(); }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(end, (event) => fingers.delete(event.pointerId));
  box.addEventListener("click", (event) => {
    const [cell, piece] = what(event.target);
    const [start, held] = what(from?.node);
    const far = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > 12;
    if (!cell) return;
    cursor = cell;
    keyed = false;
    if (far && held && start !== cell) { act(start, held, false, true); act(cell, piece, event.shiftKey, false, true); } else act(cell, piece, event.shiftKey);
  });
  box.addEventListener("pointerup", (event) => {
    // Over another element than the one it began on no click follows: a drag.
    if (!from || from.node === event.target) return;
    const [start, held] = what(from.node), [cell, piece] = what(event.target);
    if (held && cell && start !== cell) { act(start, held, false, true); act(cell, piece, event.shiftKey, false, true); }
    from = null;
  });
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  box.addEventListener("keydown", (event) => {
    const way = ways[event.key];
    if (way) moveCursor(...way);
    else if (event.key === "Enter" || event.key === " ") { if (cursor) act(cursor, pieceOn(cursor)?.id ?? null, event.shiftKey); }
    else if (event.key === "+" || event.key === "-") scale(event.key === "+" ? 1.25 : .8);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.closest("textarea, input")) letGo();
  });
  byId("nearer").onclick = () => scale(1.25);
  byId("farther").onclick = () => scale(.8);
  new ResizeObserver(resize).observe(box);
}
