// node play.mjs TABELLA [PICTURES]: orders given on the sheet that `tabella play` opens, signed and filed by the program; the
// report and the next orders once the turn is there. No module is needed, and nothing is asked of anybody else. Of every
// other title the sheet opens with orders to give.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const { chromium } = createRequire(import.meta.url)("playwright-core");
const [tabella, pictures] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), "play-"));
const run = (...args) => execFileSync(tabella, args, { encoding: "utf8", cwd: home, stdio: ["pipe", "pipe", "pipe"] });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const doors = [];
const told = [];

// The sheet of a new game of practice, in a tab of its own.
async function opened(title, seat, ...more) {
  run("practice", title, "--seat", seat, title, ...more);
  const door = spawn(tabella, ["play", title, "--seat", seat, "--no-browser"], { cwd: home, stdio: ["ignore", "pipe", "ignore"] });
  doors.push(door);
  const address = await new Promise((said) => door.stdout.once("data", (data) => said(String(data).split("\n")[0])));
  const tab = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  tab.setDefaultTimeout(20000);
  tab.on("console", (message) => { if (message.type() === "error") told.push(`${title}: ${message.text()}`); });
  tab.on("pageerror", (error) => told.push(`${title}: error in the page: ${error.message}`));
  tab.on("request", (request) => { if (!request.url().startsWith(address)) told.push(`request: ${request.url().slice(0, 100)}`); });
  await tab.goto(address);
  await tab.waitForSelector("body[data-ready]");
  assert(await tab.locator("#map svg").count(), `${title}: the map is drawn`);
  assert.match(await tab.locator("#verdict").textContent(), /\S/, `${title}: the engine has judged the form`);
  return { tab, address };
}

try {
  const { tab, address } = await opened("combined-arms", "rome");
  // The program says that it signs in an answer of its own, after the sheet is there.
  await tab.locator("#sign").waitFor({ state: "hidden" });
  await tab.getByRole("button", { name: /^consular/ }).click();
  assert.match(await tab.locator("#verdict").textContent(), /^lawful/);
  console.log(`ready after ${await tab.evaluate(() => document.body.dataset.ready)} ms, a click in ${await tab.evaluate(() => document.body.dataset.refreshed)} ms`);
  await tab.locator("#file-here").click();
  await tab.waitForSelector("#filed-here.good");
  assert.match(await tab.locator("#filed-here").textContent(), /^Filed: rome, phase 1/);
  await tab.waitForSelector("#news:not([hidden])");
  if (pictures) await tab.screenshot({ path: path.join(pictures, "play-1280.png") });
  const report = await tab.context().newPage();
  await report.goto(`${address}report`);
  assert.match(await report.locator("main").textContent(), /as\s+rome sees it/);
  await report.close();
  await tab.getByRole("link", { name: "go on with the next orders" }).click();
  await tab.waitForSelector("body[data-ready]");
  assert(Number(/phase (\d+)/.exec(await tab.title())[1]) > 1, await tab.title());
  for (const { slug: title, scenarios } of JSON.parse(run("games", "--json"))) {
    if (title === "combined-arms") continue;
    const { tab } = await opened(title, scenarios[0].seats[0][0]);
    if (pictures) await tab.screenshot({ path: path.join(pictures, `play-${title}.png`) });
    await tab.context().close();
  }
  assert.deepEqual(told, []);
  console.log("given, filed and answered on the page");
} finally {
  for (const door of doors) door.kill();
  await browser.close();
  fs.rmSync(home, { recursive: true });
}
