// node replay.mjs REPLAY.html [PICTURES]: a game followed step by step, by keys, by mouse and with a finger. No request leaves,
// and the page's policy has nothing to stop.
import assert from "node:assert/strict";
import path from "node:path";
import { launch } from "./launch.mjs";

const [page, pictures] = process.argv.slice(2);
const browser = await launch();
const told = [];

async function open(hash, width, height, extra = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...extra });
  const tab = await context.newPage();
  tab.setDefaultTimeout(10000);
  const url = `file://${path.resolve(page)}`;
  tab.on("console", (message) => told.push(`${message.type()}: ${message.text()}`));
  tab.on("pageerror", (error) => told.push(`error in the page: ${error.message}`));
  tab.on("request", (request) => { if (!request.url().startsWith(url)) told.push(`request: ${request.url().slice(0, 100)}`); });
  await tab.goto(url + hash);
  await tab.waitForSelector("body[data-step]");
  return tab;
}
const step = (tab) => tab.evaluate(() => Number(document.body.dataset.step));
const drawn = (tab) => tab.locator("#view").innerHTML();
const picture = (tab, name) => pictures ? tab.screenshot({ path: path.join(pictures, `${name}.png`) }) : null;

// By keys, on a wide screen in the dark.
{
  const tab = await open("", 1280, 900, { colorScheme: "dark" });
  const last = Number(await tab.locator("#reel").getAttribute("max"));
  assert(last > 50 && (await tab.locator("a.step").count()) === last + 1, "every step is told in words");
  const first = await drawn(tab);
  await tab.keyboard.press("ArrowRight");
  assert.equal(await step(tab), 1);
  await tab.keyboard.press("Shift+ArrowRight");
  const record = await step(tab);
  assert(record > 1);
  assert.match(await tab.locator("#told").textContent(), /^Before record \d/);
  await tab.keyboard.press("ArrowRight");
  assert.match(await tab.locator("#where").textContent(), /Step 1 of \d+$/);
  assert.equal(await tab.locator("#exact").textContent(), await tab.locator("li:has(> [aria-current])").evaluate((line) => line.textContent.slice(line.firstElementChild.textContent.length).trim()));
  assert.match(tab.url(), /#s\d-1$/);
  for (let back = 0; back < 4; back += 1) await tab.keyboard.press("Shift+ArrowLeft");
  assert.equal(await step(tab), 0);
  assert.equal(await drawn(tab), first, "back is where it began");
  assert(await tab.locator("#back").isDisabled());
  await tab.locator("#speed").selectOption("600");
  await tab.locator("h1").click();
  await tab.keyboard.press("Space");
  await tab.waitForFunction(() => Number(document.body.dataset.step) >= 2);
  await tab.keyboard.press("Space");
  const stopped = await step(tab);
  await tab.waitForTimeout(900);
  assert.equal(await step(tab), stopped, "it stands still");
  const times = await tab.evaluate(() => {
    const all = [];
    for (let at = 0; at < 20; at += 1) { const start = performance.now(); document.getElementById("on").click(); all.push(performance.now() - start); }
    return all.sort((one, other) => one - other);
  });
  await picture(tab, "replay-1280");
  console.log(`by keys: a step in ${times[10].toFixed(0)} ms, ${times[19].toFixed(0)} at most`);
  await tab.context().close();
}

// An address that names a step; with a finger on a phone.
{
  const tab = await open("#s3-2", 390, 844, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const at = await step(tab);
  assert.match(await tab.locator("#where").textContent(), /Step 2 of/);
  await tab.locator("#on").tap();
  assert.equal(await step(tab), at + 1);
  for (const button of await tab.locator("#controls button:visible, #controls select:visible").all()) {
    const box = await button.boundingBox();
    assert(box.height >= 36 && box.width >= 40, `a button of ${box.width} by ${box.height}`);
  }
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "nothing sticks out");
  const wide = () => tab.locator("#view svg").first().evaluate((map) => map.getBoundingClientRect().width);
  const before = await wide();
  await tab.locator("#larger").tap();
  assert((await wide()) > before * 1.4);
  await picture(tab, "replay-390");
  await tab.locator("details.act").nth(4).locator("summary").tap();
  await tab.locator("details.act").nth(4).locator("a.step").nth(1).tap();
  assert.match(await tab.locator("#where").textContent(), /Step 1 of/);
  await tab.context().close();
}

// Without script the words are all there.
{
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(`file://${path.resolve(page)}`);
  assert(await tab.locator("#stage").isHidden());
  assert.match(await tab.locator("#words").textContent(), /here are the steps in words/);
  await context.close();
}
await browser.close();
assert.deepEqual(told, []);
console.log("the page asked for nothing");
