// Opens pages in Chromium at three widths, by day and night, and asks axe-core what is wrong with them.
// node pages.mjs CHROMIUM MODULES PAGE ...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { launch } from "../tests/browser/launch.mjs";

const [chromium, modules, ...pages] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const browser = await launch(chromium);
let faults = 0;
for (const page of pages) {
  // The page as its reader opens it, under its own policy, which must let its style pass.
  const reader = await (await browser.newContext()).newPage();
  reader.on("console", (message) => {
    if (!message.text().includes("Content Security Policy")) return;
    faults += 1;
    console.log(`${page}: ${message.text().slice(0, 200)}`);
  });
  await reader.goto(pathToFileURL(page).href);
  await reader.context().close();
  for (const [width, colorScheme] of [[1280, "light"], [768, "light"], [390, "light"], [1280, "dark"], [390, "dark"]]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const tab = await context.newPage();
    await tab.goto(pathToFileURL(page).href);
    await tab.evaluate(axe);
    const { violations } = await tab.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    const found = violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`);
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`it is ${wide} wide`);
    // What is printed on a counter, where it is read: on the plate in wide windows, on the sheets in narrow ones.
    const letters = await tab.evaluate(() => {
      const plate = document.querySelector(innerWidth < 700 ? ".b-narrow svg" : ".b-wide svg");
      const text = document.querySelector(".b-wide .b-v, .b-wide .b-q");
      if (!plate || !text) return 99;
      const shown = innerWidth < 700 ? plate : text.ownerSVGElement;
      const box = shown.viewBox.baseVal, size = parseFloat(getComputedStyle(text).fontSize);
      return (size * shown.getBoundingClientRect().width) / box.width;
    });
    if (width !== 768 && letters < 8.4) found.push(`letters are ${letters.toFixed(1)} px high`);
    faults += found.length;
    for (const fault of found) console.log(`${page}, ${width} wide, ${colorScheme}: ${fault}`);
    await context.close();
  }
}
await browser.close();
console.log(`${pages.length} pages looked at, ${faults} faults`);
process.exit(faults ? 1 : 0);
