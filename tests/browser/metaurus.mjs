// node metaurus.mjs PAGE.html TABELLA [PICTURES]: the Metaurus set up and begun on its order sheets: Carthage by mouse, Rome by
// keyboard alone, both armies' chits and a Player Turn given in advance with a finger, a Player Turn with attacks by mouse again.
import { assert, at, begin, choice, choose, drag, figures, fileForm, finish, fs, log, looked, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict } from "./common.mjs";

const game = begin("metaurus", { rome: "", carthage: "elephants" }, "--game", "metaurus", "--tempo", "brisk");
const phrase = { rome: "", carthage: "elephants" };

// Set-up by mouse: two units change places, one turns, a chit and an order are given, a standing order is made.
{
  const tab = await open(sheet(game, "carthage"), 1280, 900);
  await drag(tab, tab.locator('#map [data-piece="af-1"]'), tab.locator('#map [data-piece="af-2"]'));
  assert.match(await text(tab), /place:[^]*af-1: "\d{4}"/, "a unit is dragged to its hex");
  assert.match(await text(tab), /af-2: "\d{4}"/, "and changes places with who stood there");
  await choose(tab, "Face", "south-west");
  assert.match(await text(tab), /face:[^]*af-1: sw/);
  await choose(tab, "Falls back before an attack", "from infantry");
  assert.match(await text(tab), /retreat:[^]*af-1[^]*infantry/);
  await subject(tab, "celtic").click();
  await choose(tab, "First order, on its chit", "Move to Attack");
  await subject(tab, "nu-1").click();
  await choose(tab, "Order", "Move");
  assert.match(await text(tab), /nu-1: move/);
  await picture(tab, "metaurus-set-up-1280");
  await looked(tab, "set-up");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "carthage", at("carthage"), phrase.carthage);
  log(`by mouse: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// Set-up by keyboard alone.
{
  const tab = await open(sheet(game, "rome"), 1280, 900);
  await subject(tab, "la").focus();
  await tab.keyboard.press("Enter");
  await choice(tab, "First order, on its chit", "Move to Attack").focus();
  await tab.keyboard.press("Enter");
  assert.match(await text(tab), /chits:[^]*la: move-to-attack/);
  await tab.locator("#map").focus();
  for (let steps = 0; steps < 30 && !(await choice(tab, "Face", "north").count()); steps += 1) {
    await tab.keyboard.press(steps % 4 === 3 ? "ArrowLeft" : "ArrowDown");
    await tab.keyboard.press("Enter");
  }
  await choice(tab, "Face", "north-east").focus();
  await tab.keyboard.press("Space");
  assert.match(await text(tab), /face:[^]*: ne/, await text(tab));
  await tab.keyboard.press("Control+z");
  assert.doesNotMatch(await text(tab), /: ne\b/);
  await tab.keyboard.press("Control+y");
  await tab.keyboard.press("Escape");
  assert.match(await verdict(tab), /^lawful/);
  await signAndFile(tab, game, "rome", at("rome"), phrase.rome);
  log("by keyboard: filed");
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// Chits with a finger, and the first Player Turn in the same file, on both sides.
for (const seat of ["rome", "carthage"]) {
  const tab = await open(path.resolve(page), 390, 844, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await tab.locator("#turn-file").setInputFiles(sheet(game, seat, "json"));
  await tab.waitForSelector("#sheet:not([hidden])");
  const hex = await tab.locator("#map polygon").first().boundingBox();
  assert(hex.width >= 40 && hex.height >= 40, `a hex is ${hex.width} px wide`);
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "nothing sticks out");
  await subject(tab, seat === "rome" ? "la" : "african").tap();
  await choice(tab, "Order on its chit", /^Move$/).tap();
  assert.match(await text(tab), /change:[^]*: move\b/);
  const piece = tab.locator(`#map [data-piece="${seat === "rome" ? "lb-1" : "af-1"}"]`);
  await touch(tab, piece);
  await touch(tab, offered(tab, "reach").first());
  assert.match(await text(tab), /ahead:[^]*turn:[^]*units/, await text(tab));
  await picture(tab, `metaurus-${seat}-390`, { fullPage: true });
  await looked(tab, "chits on a phone");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, seat, at(seat), phrase[seat]);
  log(`with a finger: ${JSON.stringify(await figures(tab))}, a hex ${Math.round(hex.width)} px`);
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// A Player Turn by mouse: two Commands set in motion, their order changed, a unit sent on and turned; and what came of it.
{
  const awaited = (prompt) => [...run(tabella, "-C", game, "status").matchAll(/(\w+) +(\S+) +AWAITED/g)].filter((found) => found[2] === prompt).map((found) => found[1]);
  while (!awaited("turn").length) {
    for (const seat of awaited("orders")) fileForm(game, seat, phrase[seat]);
    run(tabella, "-C", game, "resolve");
  }
  const [seat] = awaited("turn");
  const [mover, other, unit] = seat === "rome" ? ["lb", "pa", "lb-1"] : ["african", "balearic", "af-1"];
  const tab = await open(sheet(game, seat), 1280, 900);
  log(`opened: ${JSON.stringify(await figures(tab))}`);
  for (const command of [other, mover]) {
    await subject(tab, command).click();
    await choose(tab, "Activation", /Acts as no/);
  }
  assert.match(await text(tab), new RegExp(`command: ${other}[^]*command: ${mover}`), "in the order of the clicks");
  await choose(tab, "Activation", "Earlier");
  assert.match(await text(tab), new RegExp(`command: ${mover}[^]*command: ${other}`), "and in another");
  await tab.locator(`#map [data-piece="${unit}"]`).click();
  await offered(tab, "reach").first().click();
  assert.match(await text(tab), new RegExp(`activations:[^]*units:[^]*${unit}: `), await text(tab));
  await choose(tab, "Face", "south-west");
  await picture(tab, "metaurus-turn-1280");
  await looked(tab, "Player Turn");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, seat, at(seat), phrase[seat]);
  await tab.context().close();
  run(tabella, "-C", game, "resolve");
  const turns = path.join(game, "turns");
  const events = fs.readFileSync(path.join(turns, fs.readdirSync(turns).sort().at(-1), "events.yaml"), "utf8");
  assert.match(events, new RegExp(`kind: moved[^]*${unit}`), "what was clicked was done");
  log("a Player Turn by mouse: done");
}

await finish();
log("the Metaurus can be played by hand");
