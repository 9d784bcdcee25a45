// What every test of a sheet in a browser needs: a folder, a browser, a page that may load itself and nothing else, and what
// becomes of a signed file.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { launch } from "./launch.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [page, tabella, pictures] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), "sheet-"));
const at = (name) => path.join(home, name);
const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
const browser = await launch();
const told = [];

// The draft of a game, with what its charter says beside the options.
function draft(name, terms) {
  fs.mkdirSync(at(name));
  fs.writeFileSync(path.join(at(name), "draft.yaml"), terms);
}

// A game of a title whose keys lie in the folder under the names of their seats.
function begin(name, phrases, ...args) {
  for (const [seat, phrase] of Object.entries({ ...phrases, referee: "" })) {
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", phrase, "-C", seat, "-f", at(seat));
  }
  const seats = Object.keys(phrases).flatMap((seat) => ["--seat", `${seat}=${at(`${seat}.pub`)}`]);
  run(tabella, "new", at(name), ...args, ...seats, "--referee", at("referee"));
  return at(name);
}

function sheet(game, seat, form = "html") {
  const out = at(`${seat}.${form}`);
  run(tabella, "-C", game, "form", "--sheet", "--seat", seat, "--out", out, "--page", page);
  return out;
}

// A page that may load itself and nothing else, and whose complaints count as failures.
async function open(file, width, height, extra = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, ...extra });
  const tab = await context.newPage();
  tab.setDefaultTimeout(10000);
  const url = `file://${file}`;
  tab.on("console", (message) => { if (message.type() !== "log") told.push(`${message.type()}: ${message.text()}`); });
  tab.on("pageerror", (error) => told.push(`error in the page: ${error.message}`));
  tab.on("request", (request) => { if (request.url() !== url && !request.url().startsWith("blob:")) told.push(`request: ${request.url().slice(0, 100)}`); });
  await tab.goto(url);
  await tab.waitForSelector("body[data-ready]");
  // What stands for later is folded until it is asked for.
  await tab.evaluate(() => { document.getElementById("later-box").open = true; });
  return tab;
}

const text = (tab) => tab.locator("#text").inputValue();
const verdict = (tab) => tab.locator("#verdict").textContent();
// The order file and all else that is not needed for playing lies in a drawer.
const more = async (tab, open) => {
  if (await tab.locator("#more").isVisible() !== open) await tab.locator(open ? "#to-more" : "#less").click();
  if (open) await tab.locator("#file-box").evaluate((box) => { box.open = true; });
};
const offered = (tab, kind) => tab.locator(`#map .${kind}`);
const picture = (tab, name, options = {}) => pictures ? tab.screenshot({ path: path.join(pictures, `${name}.png`), ...options }) : null;
const figures = (tab) => tab.evaluate(() => ({ ready: Number(document.body.dataset.ready), click: Number(document.body.dataset.refreshed), redraw: Number(document.body.dataset.redrawn) }));

// A finger on the middle of something, after it was scrolled there.
async function touch(tab, target) {
  await target.evaluate((node) => node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" }));
  const box = await target.boundingBox();
  await tab.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

// Signs, takes all files away, has ssh-keygen verify them and the program file them.
async function signAndFile(tab, game, seat, key, phrase) {
  assert(await tab.locator("#sign").isDisabled(), "nothing is signed without a key");
  await more(tab, false);
  await tab.locator("#go").click();
  if (phrase) await tab.locator("#phrase").fill(phrase);
  await tab.locator("#key-file").setInputFiles(key);
  await tab.waitForSelector("#key.good");
  await tab.locator("#sign").click();
  await tab.waitForSelector("#signed:not([hidden])");
  const saved = [];
  tab.on("download", (download) => saved.push(download));
  await tab.locator("#get-files").click();
  const files = (await tab.locator("#files").textContent()).match(/[\w-]+(\.\w+)+/g);
  while (saved.length < files.length) await tab.waitForTimeout(50);
  for (const download of saved) await download.saveAs(at(download.suggestedFilename()));
  assert.deepEqual(saved.map((download) => download.suggestedFilename()).sort(), files.sort(), "what the page says is sent");
  const name = files.find((name) => name.endsWith(`-${seat}.yaml`));
  const [file, signature] = [at(name), at(`${name}.sig`)];
  fs.writeFileSync(at("signers"), `${seat} ${fs.readFileSync(`${key}.pub`, "utf8")}`);
  execFileSync("ssh-keygen", ["-Y", "verify", "-f", at("signers"), "-I", seat, "-n", "tabella-orders", "-s", signature], { input: fs.readFileSync(file), stdio: ["pipe", "ignore", "pipe"] });
  const again = at("again.yaml");
  fs.rmSync(`${again}.sig`, { force: true });
  fs.copyFileSync(file, again);
  if (!phrase) {
    run("ssh-keygen", "-q", "-Y", "sign", "-n", "tabella-orders", "-f", key, again);
    assert.equal(fs.readFileSync(`${again}.sig`, "utf8"), fs.readFileSync(signature, "utf8"), "the very bytes of ssh-keygen");
  }
  run(tabella, "-C", game, "submit", file);
  return fs.readFileSync(file, "utf8");
}

// Files the form of a seat as it stands.
function fileForm(game, seat, phrase = "") {
  const file = at(`${seat}.yaml`);
  fs.rmSync(`${file}.sig`, { force: true });
  fs.writeFileSync(file, run(tabella, "-C", game, "form", "--seat", seat));
  const key = at(`${seat}-bare`);
  fs.copyFileSync(at(seat), key);
  fs.chmodSync(key, 0o600);
  if (phrase) run("ssh-keygen", "-q", "-p", "-P", phrase, "-N", "", "-f", key);
  run(tabella, "sign", "--salt", "--key", key, file);
  run(tabella, "-C", game, "submit", file);
}

// What axe-core finds in the sheet as it stands, by day and by night, which the policy of the page would not let in.
async function looked(tab, words) {
  const session = await tab.context().newCDPSession(tab);
  const ask = async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    assert(!exceptionDetails, exceptionDetails?.exception?.description);
    return result.value;
  };
  await ask(axe);
  for (const colorScheme of ["dark", "light"]) {
    await tab.emulateMedia({ colorScheme });
    const found = await ask('axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`))');
    assert.deepEqual(found, [], `${words}, ${colorScheme}: axe-core`);
  }
}

// The sheet of a seat in Italian, whatever is picked and whatever is wrong with the file: it says nothing in English.
async function italian(game, seat) {
  const file = at(`${seat}-italian.html`);
  run(tabella, "-C", game, "form", "--sheet", "--seat", seat, "--out", file, "--page", page, "--lang", "it");
  const tab = await open(file, 390, 844, { colorScheme: "dark" });
  assert.equal(await tab.locator("html").getAttribute("lang"), "it");
  const english = /\b(the|and|of|with|from|was|were|has|is|are|by|this|your|not|what|line)\b/i;
  const says = async (words) => {
    const all = await tab.evaluate(() => {
      const spoken = (name) => [...document.querySelectorAll(`[${name}]`)].map((node) => node.getAttribute(name));
      return [document.title, document.body.innerText, ...spoken("aria-label"), ...[...document.querySelectorAll("#map title, #map desc")].map((node) => node.textContent)];
    });
    for (const text of all.join("\n").split("\n")) assert.doesNotMatch(text, english, `${words}: ${text}`);
  };
  await says("as it is opened");
  const ids = await tab.locator("#sheet [data-id]").evaluateAll((nodes) => nodes.map((node) => node.dataset.id));
  for (const id of ids.filter((_, nth) => nth % Math.ceil(ids.length / 12) === 0)) {
    await subject(tab, id).click();
    await says(`${id} is picked`);
    await subject(tab, id).click();
  }
  // Nothing is wrong with an untouched sheet, but for an answer that is still to be given.
  const said = await verdict(tab);
  if (!/^regolare/.test(said)) {
    assert.match(said, /^Ancora nessun ordine/);
    assert.match(await tab.locator("#complaints").textContent(), /E-unanswered/);
  }
  await picture(tab, `${path.basename(game)}-italian-390`, { fullPage: true });
  await looked(tab, "in Italian");
  await more(tab, true);
  await tab.locator("#text").fill(`${await text(tab)}colour: red\n`);
  await tab.locator("#verdict", { hasText: "da correggere" }).waitFor();
  assert.match(await verdict(tab), /^da correggere: \d/);
  await says("something is wrong with the file");
  await tab.locator("#undo").evaluate((node) => node.click());
  await more(tab, false);
  await tab.locator("#go").evaluate((node) => { node.removeAttribute("aria-disabled"); node.click(); });
  await tab.locator("#key-file").setInputFiles({ name: "key", mimeType: "text/plain", buffer: Buffer.from("no key") });
  await tab.waitForSelector("#key.bad");
  await says("a key that is none");
  log(`in Italian: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}

async function finish() {
  await browser.close();
  assert.deepEqual(told, [], "no request leaves, nothing is blocked, no script fails");
  fs.rmSync(home, { recursive: true });
}

const log = (words) => console.log(words);
const subject = (tab, id) => tab.locator(`#sheet [data-id="${id}"]`);
// The choices under a heading, which says just this, or is of this form.
const choice = (tab, group, words) => tab.locator(".offers fieldset, fieldset.offers").filter({ has: tab.locator("legend", { hasText: typeof group === "string" ? new RegExp(`^${group}$`) : group }) }).locator("button", { hasText: words });

async function choose(tab, group, words) {
  const button = choice(tab, group, words).first();
  const folded = await button.evaluate((node) => { const box = node.closest("details"); return box && !box.open; });
  if (folded) await button.evaluate((node) => node.closest("details").querySelector("summary").click());
  await button.click();
}

async function drag(tab, from, to) {
  const [one, two] = [await from.boundingBox(), await to.boundingBox()];
  await tab.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
  await tab.mouse.down();
  await tab.mouse.move(two.x + two.width / 2, two.y + two.height / 2, { steps: 5 });
  await tab.mouse.up();
}

export { assert, at, begin, choice, choose, draft, drag, figures, fileForm, finish, fs, italian, log, looked, more, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict };
