// node maps.mjs MAP.svg...: no name on a map meets another name, and none lies under a counter or a badge; no number, arrow or badge
// of a fight lies over the name or the strength of a unit.
import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./launch.mjs";

const browser = await launch();
// A whole map is on the screen, or nothing could be asked of its places.
const context = await browser.newContext({ viewport: { width: 1700, height: 2400 } });

// Runs in the page: what meets what.
function meetings() {
  const touchable = document.createElementNS("http://www.w3.org/2000/svg", "style");
  touchable.textContent = "* { pointer-events: all !important }";
  document.documentElement.append(touchable);
  const pieces = "g.m-on-light, g.m-on-dark, g.b-r, g.b-c";
  const all = [...document.querySelectorAll("*")];
  const later = new Map(all.map((node, at) => [node, at]));
  // A letter fills about half of its box.
  const inner = ({ x, y, width, height }, part) => ({ left: x + width * part, top: y + height * part, right: x + width * (1 - part), bottom: y + height * (1 - part) });
  const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const onScreen = (node, box) => {
    const matrix = node.getScreenCTM();
    const corners = [[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return new DOMRect(Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  };
  // What is cut off at the edge of a small map is not seen.
  const shown = (text, letter) => document.elementsFromPoint((letter.left + letter.right) / 2, (letter.top + letter.bottom) / 2).some((node) => text.contains(node));
  const letters = (text) => {
    const boxes = [];
    for (let at = 0; at < text.getNumberOfChars(); at += 1) {
      const box = text.getExtentOfChar(at);
      const letter = inner(onScreen(text, box), 0.22);
      if (box.width && shown(text, letter)) boxes.push(letter);
    }
    return boxes;
  };
  const drawn = (node) => node.getClientRects().length && !node.closest("defs");
  // The figures of badges belong to their counters.
  const names = all.filter((node) => node.tagName === "text" && drawn(node) && /\D/.test(node.textContent.trim()) && !node.closest(`[class^="k-"], ${pieces}`)).map((text) => ({ text, boxes: letters(text), said: text.textContent.trim() }));
  const covers = all.filter((node) => node.matches(`${pieces}, circle.m-badge`) && drawn(node));
  const found = [];
  names.forEach(({ text, boxes, said }, at) => {
    for (const cover of covers.filter((cover) => later.get(cover) > later.get(text) && !cover.contains(text))) {
      const box = inner(cover.getBoundingClientRect(), 0.04);
      const hidden = boxes.some((letter) => meets(letter, box) && document.elementsFromPoint((letter.left + letter.right) / 2, (letter.top + letter.bottom) / 2).some((node) => cover.contains(node)));
      if (hidden) found.push(`"${said}" lies under ${cover.textContent.trim().slice(0, 30) || "a badge"}`);
    }
    for (const other of names.slice(at + 1)) {
      if (boxes.some((one) => other.boxes.some((two) => meets(one, two)))) found.push(`"${said}" meets "${other.said}"`);
    }
  });
  // What is told of a fight may not hide who fights, nor how strong.
  const signs = all.filter((node) => node.matches("circle.b-ht, path.b-ht, .b-bd") && drawn(node) && !node.closest('[class^="k-"]'));
  const units = all.filter((node) => node.tagName === "text" && drawn(node) && node.closest("g.b-r, g.b-c") && !node.closest('[class^="k-"]'));
  for (const text of units) {
    const near = signs.filter((sign) => later.get(sign) > later.get(text) && meets(sign.getBoundingClientRect(), text.getBoundingClientRect()));
    const points = near.length ? letters(text).flatMap(({ left, top, right, bottom }) => [[left, top], [right, top], [left, bottom], [right, bottom], [(left + right) / 2, (top + bottom) / 2]]) : [];
    for (const sign of near) {
      if (points.some(([x, y]) => document.elementsFromPoint(x, y).includes(sign))) found.push(`"${text.textContent}" of "${text.closest("g.b-r, g.b-c").querySelector("title")?.textContent}" lies under ${sign.tagName === "circle" && sign.matches(".b-ht") ? `number ${sign.nextElementSibling?.textContent ?? ""}` : sign.matches(".b-ht") ? "an arrow" : "a badge"}`);
    }
  }
  return { names: names.length, covers: covers.length + signs.length, found };
}

const faults = [];
let looked = 0;
try {
  for (const map of process.argv.slice(2)) {
    const tab = await context.newPage();
    await tab.goto(pathToFileURL(path.resolve(map)).href);
    const { names, covers, found } = await tab.evaluate(meetings);
    assert(names > 5, `${map}: names are on it`);
    looked += covers;
    faults.push(...found.map((fault) => `${map}: ${fault}`));
    await tab.close();
  }
} finally {
  await browser.close();
}
assert(looked > 100, "counters stand on the maps");
assert.deepEqual(faults, []);
console.log(`${process.argv.length - 2} maps, ${looked} counters and badges: nothing lies over a name`);
