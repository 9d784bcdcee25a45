// node play.mjs TABELLA [PICTURES]: from nothing to playing: the page of games, a new game of Punica, an order filed by the one
// button, the answer of the program stepped through, the next turn; at the desk and on a phone. No module is needed, and nothing is asked of
// anybody else. Of every other title the table opens with orders to give, all of it on one screen.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { launch } from "./launch.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [tabella, pictures] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), "play-"));
const browser = await launch();
const told = [];
const door = spawn(tabella, ["play", "--address"], { cwd: home, env: { ...process.env, XDG_DATA_HOME: home }, stdio: ["ignore", "pipe", "ignore"] });
const address = await new Promise((said) => door.stdout.once("data", (data) => said(String(data).split("\n")[0])));
const own = address.replace(/games$/, "");
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const picture = (tab, name) => pictures ? tab.screenshot({ path: path.join(pictures, `${name}.png`) }) : null;

async function opened(url, width = 1280, height = 800) {
  const tab = await context.newPage();
  await tab.setViewportSize({ width, height });
  tab.setDefaultTimeout(30000);
  tab.on("console", (message) => { if (message.type() === "error") told.push(message.text()); });
  tab.on("pageerror", (error) => told.push(`error in the page: ${error.message}`));
  tab.on("request", (request) => { if (!request.url().startsWith(own)) told.push(`request: ${request.url().slice(0, 100)}`); });
  await tab.goto(url);
  await tab.waitForSelector("body[data-ready]");
  return tab;
}
// What axe-core finds, which the policy of the page would not let in.
async function looked(tab, words) {
  const session = await tab.context().newCDPSession(tab);
  await session.send("Runtime.evaluate", { expression: axe });
  const { result } = await session.send("Runtime.evaluate", { expression: 'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`))', awaitPromise: true, returnByValue: true });
  assert.deepEqual(result.value, [], `${words}: axe-core`);
}
// The button is on the screen whole, and nothing sticks out of the window.
async function fits(tab, words) {
  const { width, height } = tab.viewportSize();
  const box = await tab.locator("#go").boundingBox();
  assert(box && box.y + box.height <= height && box.x + box.width <= width, `${words}: the button ends at ${box?.y + box?.height} of ${height}`);
  assert.deepEqual(await tab.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]), [0, 0], `${words}: nothing sticks out`);
}
// What happened before one's first turn is told first.
async function toOrders(tab) {
  await tab.waitForSelector("body[data-told]");
  if (await tab.evaluate(() => document.body.dataset.state === "done")) await tab.locator("#next-turn", { hasText: "On to your orders" }).click();
}
// Begins a game of a title on the page of games, and is at its table.
async function begun(title, width, height, strength = "fair") {
  const tab = await opened(`${own}games`, width, height);
  await tab.locator(`.title[data-slug="${title}"]`).click();
  if (title === "punica") await picture(tab, `play-games-${width}`);
  await looked(tab, "the page of games");
  await tab.locator(`input[name=strength][value=${strength}]`).check();
  await tab.locator("#begin").click();
  await tab.waitForURL(/\/game\//);
  await toOrders(tab);
  assert(await tab.locator("#map svg").count(), `${title}: the map is drawn`);
  assert.match(await tab.locator("#when").textContent(), /\w/, `${title}: what is asked`);
  await fits(tab, `${title} at ${width}`);
  return tab;
}

// Where the tab key leads from the beginning of the page: the identities of what it comes to.
async function tabbed(tab) {
  await tab.locator(".skip").focus();
  const ids = [];
  while (ids.at(-1) !== "go" && ids.length < 80) {
    await tab.keyboard.press("Tab");
    ids.push(await tab.evaluate(() => document.activeElement.id));
  }
  return ids;
}

// The middle of what clicks took that change an order, from the click to the new map as it is laid out.
const clicked = (tab) => tab.evaluate(() => {
  const ids = [...document.querySelectorAll("#sheet [data-id]")].map((node) => node.dataset.id).slice(0, 8);
  const times = [];
  const press = (node) => {
    const text = document.getElementById("text").value, from = performance.now();
    node?.click();
    document.getElementById("map").getBoundingClientRect();
    if (document.getElementById("text").value !== text) times.push(Math.round(performance.now() - from));
  };
  for (const id of ids) {
    document.querySelector(`#sheet [data-id="${id}"]`)?.click();
    press(document.querySelector("#offers button[aria-pressed=false]"));
    press(document.querySelector("#tray .card[aria-pressed=false]"));
  }
  return times.sort((one, other) => one - other)[times.length >> 1];
});

try {
  // The first tab is the one that the address lets in.
  await (await opened(address)).close();
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const tab = await begun("punica", width, height);
    assert.match(await tab.locator("#verdict").textContent(), /^No orders yet/);
    await picture(tab, `play-turn-${width}`);
    await looked(tab, "your turn");
    const order = ["to-rules", "to-games", "resign", "to-more", "map", "nearer", "farther", "tray", "hold", "go"];
    assert.deepEqual((await tabbed(tab)).filter((id) => order.includes(id)), order, "the tab key follows the page");
    // The rules lie over the map; the rule of a refusal is marked in them.
    await tab.locator("#to-rules").click();
    await tab.locator("#rulebook h2", { hasText: "How to win" }).waitFor();
    await looked(tab, "the rules");
    await tab.keyboard.press("Escape");
    const form = await tab.locator("#text").inputValue();
    const typed = (text) => tab.locator("#text").evaluate((node, text) => { node.value = text; node.dispatchEvent(new Event("input")); }, text);
    await typed(`${form}orders: {action: move, move: army roma hispania}\n`);
    await tab.locator("#verdict .see", { hasText: "Rule M3" }).click();
    await tab.locator("#rulebook .told", { hasText: "An army moves across a border" }).waitFor();
    await picture(tab, `play-rule-${width}`);
    await tab.keyboard.press("Escape");
    // Each of several mistakes can be read.
    await typed(`${form}orders: {action: card, card: r6, moves: [army roma hispania, army roma mauretania]}\n`);
    await tab.locator("#all").click();
    assert(await tab.locator("#doubts li").count() > 1, "all mistakes");
    await tab.locator("#doubts button", { hasText: "Close" }).click();
    await typed(form);
    await tab.locator("#verdict", { hasText: /^No orders yet/ }).waitFor();
    // What is open can be left to the rules, and be taken back.
    const held = async () => /^hold: true$/m.test(await tab.locator("#text").inputValue());
    await tab.locator("#hold").click();
    await tab.waitForSelector("#hold[aria-pressed=true]");
    await tab.waitForSelector("#verdict.good");
    assert(await held(), "the file says so");
    await tab.locator("#hold").click();
    await tab.waitForSelector("#verdict.none");
    assert(!await held(), "and says it no more");
    // The pale button files nothing, and says why.
    await tab.locator("#go").click({ force: true });
    assert.equal(await tab.evaluate(() => document.body.dataset.state), "orders");
    // A card that is played stays with the others, until it is taken back.
    await tab.locator("#tray .card", { hasText: "Consules" }).click();
    await tab.locator("#verdict.none", { hasText: "choose the units that it moves" }).waitFor();
    await tab.locator("#tray .card[aria-pressed=true]", { hasText: "Consules" }).click();
    await tab.locator("#tray .card[aria-pressed=true]").waitFor({ state: "detached" });
    const units = await tab.locator("#subjects [data-id]").evaluateAll((nodes) => nodes.map((node) => node.dataset.id));
    for (const id of units) {
      await tab.locator(`[data-id="${id}"]`).click();
      if (await tab.locator("#map .reach, #map .aim").count()) break;
    }
    await picture(tab, `play-unit-${width}`);
    await tab.locator("#offers button").first().click();
    await tab.waitForSelector("#verdict.good, #verdict.doubt");
    await fits(tab, "an order");
    await picture(tab, `play-lawful-${width}`);
    await looked(tab, "an order");
    const phase = Number(/phase (\d+)/.exec(await tab.title())[1]);
    await tab.locator("#go").click();
    await tab.waitForSelector("#headline");
    // The headline stands before the first step is drawn, and the film goes on by itself: each step is waited for.
    await tab.locator("#scene-said", { hasText: /^Step \d+ of \d+: \w/ }).waitFor();
    assert.equal(await tab.evaluate(() => document.activeElement.id), "done", "the answer has the focus");
    await tab.locator("#scene-on").click();
    const end = await tab.locator("#scene-end").boundingBox();
    assert(end.y + end.height <= height, "the film's end is one tap away");
    await tab.locator("#scene-end").click();
    await tab.waitForFunction(() => { const { value, max } = document.getElementById("scene"); return value === max; });
    await tab.locator("#scene-said", { hasText: /^Step (\d+) of \1: \w/ }).waitFor();
    await picture(tab, `play-answer-${width}`);
    await looked(tab, "the answer");
    const [next] = await Promise.all([tab.locator("#next-turn").boundingBox(), tab.locator("#next-turn").textContent()]);
    assert(next.y + next.height <= height, "the next step is on the screen");
    await tab.locator("#next-turn").click();
    await tab.waitForFunction((phase) => Number(/phase (\d+)/.exec(document.title)?.[1]) > phase, phase);
    await tab.waitForSelector("body[data-told]");
    assert.equal(await tab.evaluate(() => document.activeElement.id), "ask", "then the next question has it");
    // What happened before can be followed again, and led back from.
    await tab.locator("#to-last").evaluate((button) => button.click());
    await tab.locator("#next-turn", { hasText: "On to your orders" }).click();
    await tab.locator("#go", { hasText: "File the orders" }).waitFor();
    // It goes on where it stood, from the page of games too.
    await tab.locator("#to-games").click();
    await tab.locator(".game.asked a").first().click();
    await tab.waitForSelector("body[data-ready]");
    console.log(`punica at ${width}: an order, its answer, the next turn; ready after ${await tab.evaluate(() => document.body.dataset.ready)} ms, a click in ${await tab.evaluate(() => document.body.dataset.refreshed)} ms`);
    await tab.close();
  }
  // A lesson: a wrong answer is told why and given back, a right one leads to the next; what is done is ticked.
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    const tab = await opened(`${own}games`, width, height);
    await tab.locator(".lessons a", { hasText: "Three symbols win" }).click();
    await tab.locator("#lesson", { hasText: "A side that holds three areas" }).waitFor();
    assert.match(await tab.locator("#verdict").textContent(), /^No orders yet/, "it begins anew");
    await fits(tab, `a lesson at ${width}`);
    await looked(tab, "a lesson");
    await picture(tab, `play-lesson-${width}`);
    const tried = async (unit, place) => {
      await tab.locator(`#subjects [data-id="${unit}"]`).click();
      await tab.locator(".offers fieldset", { has: tab.locator("legend", { hasText: /^Move/ }) }).locator("button", { hasText: place }).click();
      await tab.locator("#verdict.good, #verdict.doubt").waitFor();
      await tab.locator("#go").click();
    };
    await tried("r-rom", "Magna Graecia");
    await tab.locator("#came", { hasText: "bears your own symbol" }).waitFor();
    await tab.locator("#again").click();
    await tab.locator("#verdict", { hasText: /^No orders yet/ }).waitFor();
    await tab.locator("#to-hint").click();
    await tab.locator("#hint", { hasText: "Baleares has Carthage's symbol" }).waitFor();
    await tried("r-sar", "Baleares");
    await tab.locator("#headline", { hasText: "That is it" }).waitFor();
    await tab.locator("#why", { hasText: "Count to three" }).waitFor();
    await tab.locator("#scene-said", { hasText: /^Step \d+ of \d+: \w/ }).waitFor();
    await looked(tab, "a lesson's answer");
    await picture(tab, `play-lesson-answer-${width}`);
    await tab.locator("#next-lesson").click();
    await tab.locator("#turn-tag", { hasText: "Lesson 2 of 5" }).waitFor();
    await tab.locator("#to-games").click();
    await tab.locator(".lessons li", { hasText: "Three symbols win" }).locator("small", { hasText: "done" }).waitFor();
    await tab.close();
  }
  // A whole game to its end: Rome passes, plays its weakest card where it is asked for one, and answers whatever else is asked by the first choice.
  {
    const tab = await begun("punica", 1280, 800, "easy");
    let turns = 0;
    for (let over = false; !over; turns += 1) {
      assert(turns < 150, "the game comes to an end");
      const answered = () => tab.locator("#go").getAttribute("aria-disabled").then((pale) => pale === "false");
      const offered = [];
      for (let clicks = 0; clicks < 8 && !await answered(); clicks += 1) {
        offered.push(await tab.evaluate(() => {
          const all = [...document.querySelectorAll("#offers button[aria-pressed=false], #tray .card[aria-pressed=false]")];
          (all.find((one) => /lowest/.test(one.textContent)) ?? all.find((one) => one.matches(".card")) ?? all[0])?.click();
          return all.map((one) => one.textContent);
        }));
      }
      assert(await answered(), `turn ${turns}: ${await tab.locator("#when").textContent()}: ${await tab.locator("#verdict").textContent()}: ${JSON.stringify(offered)}`);
      await tab.locator("#go").click();
      await tab.locator("#next-turn").waitFor();
      over = await tab.locator("#next-turn", { hasText: "Back to your games" }).count() > 0;
      if (over) await picture(tab, "play-over-1280");
      await tab.locator("#next-turn").click();
      if (!over) await tab.waitForFunction(() => document.body?.dataset.ready && document.body.dataset.state === "orders");
    }
    await tab.locator(".game.over a").first().click();
    await tab.waitForURL(/\/game\//);
    assert.notEqual(await tab.locator("h1").first().textContent(), "Tabella", "the report of the game");
    console.log(`punica: a whole game of ${turns} orders`);
    await tab.close();
  }
  for (const title of fs.readdirSync(path.join(import.meta.dirname, "../../games"))) {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const tab = await begun(title, width, height);
      await picture(tab, `play-${title}-${width}`);
      await looked(tab, title);
      const middle = await clicked(tab);
      assert.equal(typeof middle, "number", `${title} at ${width}: no click changed an order`);
      console.log(`${title} at ${width}: a click that changes an order takes ${middle} ms in the middle`);
      await tab.close();
    }
  }
  assert.deepEqual(told, []);
  console.log("begun, given, filed and answered on the page");
} finally {
  door.kill();
  await browser.close();
  fs.rmSync(home, { recursive: true });
}
