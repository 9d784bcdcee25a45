// node combined-arms.mjs PAGE.html TABELLA [PICTURES]: a game of Combined Arms set up and begun on its order sheets, by mouse, by
// keyboard and with a finger. What is signed there is verified by ssh-keygen and filed by the program; no request leaves.
import { assert, at, begin, choice, choose, draft, drag, figures, finish, fs, log, looked, more as drawer, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict } from "./common.mjs";

draft("zama", "heads: required\nnotes: named\n");
const game = begin("zama", { rome: "", carthage: "elephants" }, "--game", "combined-arms", "--scenario", "battle", "--tempo", "brisk");

// By mouse: Rome chooses an army, places a unit by a click and drags another.
{
  const tab = await open(sheet(game, "rome"), 1280, 900);
  assert.match(await tab.locator("#when").textContent(), /^Your army and set-up\.$/, "what is asked stands on top");
  await tab.getByRole("button", { name: /^consular/ }).click();
  assert.equal(await verdict(tab), "lawful", "whether it is lawful stands above the one button");
  await subject(tab, "ve1").click();
  await offered(tab, "reach").first().click();
  assert.match(await text(tab), /place:.*ve1: [a-l]\d+/s);
  await tab.locator("#offers button", { hasText: "east" }).click();
  assert.match(await text(tab), /ve1: [a-l]\d+ e/);
  await tab.keyboard.press("Escape");
  const piece = tab.locator('#map [data-piece="ha1"]');
  await subject(tab, "ha1").click();
  const goal = await offered(tab, "reach").last().getAttribute("data-cell");
  await subject(tab, "ha1").click();
  await tab.evaluate(() => scrollTo(0, 0));
  await drag(tab, piece, tab.locator(`#map polygon[data-cell="${goal}"]`));
  assert.match(await text(tab), /ha1: [a-l]\d+/, "a unit is dragged to its square");
  const before = await text(tab);
  await tab.locator("#undo").click();
  assert.doesNotMatch(await text(tab), /ha1:/);
  await tab.locator("#redo").click();
  assert.equal(await text(tab), before);
  // Words to the other side, hostile ones too, stand in the file and run nowhere.
  await drawer(tab, true);
  await tab.locator("#note-to").selectOption("carthage");
  for (const words of ["Ave", "<img src=x onerror=alert(1)>\n- `\"': #"]) {
    await tab.locator("#note-text").fill(words);
    await tab.locator("#note-add").click();
  }
  assert.equal(await tab.locator("#notes li").count(), 2);
  assert.equal(await tab.locator("img").count(), 0);
  await tab.locator("#notes button").first().click();
  assert.match(await tab.locator("#notes").textContent(), /^To carthage: <img/);
  assert.match(await text(tab), /^note:/m);
  await drawer(tab, false);
  await picture(tab, "set-up-1280");
  await looked(tab, "set-up");
  assert.match(await verdict(tab), /^lawful/);
  await signAndFile(tab, game, "rome", at("rome"));
  log(`by mouse: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}

// By keyboard alone: Carthage takes a layout and turns a unit, and signs with a key under a passphrase.
{
  const tab = await open(sheet(game, "carthage"), 1280, 900);
  const reached = new Set();
  for (let presses = 0; presses < 300 && !reached.has("go"); presses += 1) {
    await tab.keyboard.press("Tab");
    reached.add(await tab.evaluate(() => (document.activeElement.id ? document.activeElement : document.activeElement.closest("[id]"))?.id));
  }
  for (const id of ["map", "tray", "offers", "subjects", "later-said", "to-more", "go"]) {
    assert(reached.has(id), `Tab does not reach ${id}: ${[...reached]}`);
  }
  await tab.locator("#offers button[aria-pressed=false]").first().focus();
  await tab.keyboard.press("Enter");
  assert.match(await text(tab), /army: \w+/);
  await tab.locator("#map").focus();
  for (let turns = 0; turns < 40 && !(await tab.locator("#offers fieldset", { hasText: "Square" }).count()); turns += 1) {
    await tab.keyboard.press(turns % 5 === 4 ? "ArrowRight" : "ArrowUp");
    await tab.keyboard.press("Enter");
    if (await tab.locator("#offers", { hasText: "Face" }).count()) break;
  }
  const face = tab.locator("#offers button", { hasText: "west" });
  await face.focus();
  await tab.keyboard.press("Enter");
  assert.match(await text(tab), /: [a-l]\d+ w/, await text(tab));
  await tab.keyboard.press("Control+z");
  assert.doesNotMatch(await text(tab), /: [a-l]\d+ w/);
  await tab.keyboard.press("Control+y");
  assert.match(await verdict(tab), /^lawful/);
  await signAndFile(tab, game, "carthage", at("carthage"), "elephants");
  log("by keyboard: filed");
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// With a finger on a phone: the first moves, in the page of the title with the turn as a file of its own.
{
  const mover = /(\w+) +move/.exec(run(tabella, "-C", game, "status"))[1];
  const tab = await open(path.resolve(page), 390, 844, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await tab.locator("#turn-file").setInputFiles(sheet(game, mover, "json"));
  await tab.waitForSelector("#sheet:not([hidden])");
  const square = await tab.locator("#map polygon").first().boundingBox();
  assert(square.width >= 40 && square.height >= 40, `a square is ${square.width} px wide`);
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "nothing sticks out");
  let moved = 0;
  for (const one of await tab.locator("#sheet [data-id]").evaluateAll((nodes) => nodes.map((node) => node.dataset.id))) {
    await touch(tab, tab.locator(`#map [data-piece="${one}"]`));
    const reach = offered(tab, "reach");
    if (!(await reach.count())) { await tab.locator("#offers button", { hasText: "Deselect" }).tap(); continue; }
    if (!moved) await picture(tab, "picked-390");
    await touch(tab, reach.first());
    moved += 1;
    if (moved === 3) break;
    await tab.locator("#offers button", { hasText: "Deselect" }).tap();
  }
  assert.equal(moved, 3);
  assert.equal((await text(tab)).match(/^ +- \w+: [a-l]\d+/gm).length, 3, await text(tab));
  await picture(tab, "moved-390", { fullPage: true });
  // A mistake by hand is told at its line; the draft outlives the page.
  const good = await text(tab);
  await drawer(tab, true);
  await tab.locator("#text").fill(good.replace(/- (\w+): [a-l]\d+/, "- $1: z9"));
  await tab.waitForSelector("#gutter .bad");
  assert.match(await verdict(tab), /to mend/);
  assert(await tab.locator("#sign").isDisabled());
  await tab.locator("#text").fill(good);
  await tab.waitForSelector("#verdict.good, #verdict.doubt");
  const file = await signAndFile(tab, game, mover, at(mover), mover === "carthage" ? "elephants" : "");
  assert.equal(file, good.endsWith("\n") ? good : `${good}\n`);
  log(`with a finger: ${JSON.stringify(await figures(tab))}, a square ${Math.round(square.width)} px`);
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// Moves and attacks on a wide screen, a hostile name in the turn, and a key made in the page.
{
  const mover = /(\w+) +move/.exec(run(tabella, "-C", game, "status"))[1];
  const turn = JSON.parse(fs.readFileSync(sheet(game, mover, "json"), "utf8"));
  turn.title_name = "<img src=x onerror=alert(1)>";
  fs.writeFileSync(at("hostile.json"), JSON.stringify(turn));
  const tab = await open(path.resolve(page), 1280, 900);
  await tab.locator("#turn-file").setInputFiles(at("hostile.json"));
  await tab.waitForSelector("#sheet:not([hidden])");
  assert.equal(await tab.locator("img").count(), 0);
  assert(await tab.locator("#others li").count(), "the enemy stands in words too");
  await tab.getByRole("button", { name: "All units without an order go one square" }).first().click();
  assert((await text(tab)).match(/^ +- \w+: [a-l]\d+/gm).length > 5, "a line moves together");
  await byMouseAlone(tab);
  await drawer(tab, true);
  await tab.locator("#replay-box summary").click();
  await tab.waitForSelector("#film svg");
  await tab.locator("#on").click();
  assert.match(await tab.locator("#step-said").textContent(), /^step 1 of \d+: \w+ moves/);
  await tab.locator("#back").click();
  assert.equal(await tab.locator("#step-said").textContent(), "before the record");
  await tab.locator("#replay-box summary").click();
  await drawer(tab, false);
  await tab.locator("#sheet [data-id]").nth(2).click();
  await picture(tab, "line-1280");
  const saved = [];
  tab.on("download", (download) => saved.push(download));
  await tab.locator("#go").click();
  await tab.locator("#key-new").click();
  while (saved.length < 2) await tab.waitForTimeout(50);
  for (const download of saved) await download.saveAs(at(download.suggestedFilename()));
  fs.chmodSync(at(`zama-${mover}`), 0o600);
  const derived = run("ssh-keygen", "-y", "-f", at(`zama-${mover}`)).split(" ").slice(0, 2);
  assert.deepEqual(fs.readFileSync(at(`zama-${mover}.pub`), "utf8").split(" ").slice(0, 2), derived, "ssh-keygen reads the key");
  assert.match(await tab.locator("#key").textContent(), /not the one registered/);
  await tab.locator("#outside").click();
  assert.match(await tab.locator("#outside-line").textContent(), new RegExp(`^tabella sign --key KEY zama-\\d+-${mover}\\.yaml$`), "one line makes both signatures");
  await tab.context().close();
}

// An attack that was taken is a choice under its heading like the others, and no card: in the recorded game, before the sixth record.
{
  const example = at("example");
  fs.cpSync(path.join(import.meta.dirname, "../../games/combined-arms/example"), example, { recursive: true });
  for (const record of fs.readdirSync(path.join(example, "turns"))) if (record > "0005") fs.rmSync(path.join(example, "turns", record), { recursive: true });
  const tab = await open(path.resolve(page), 1280, 900);
  await tab.locator("#turn-file").setInputFiles(sheet(example, "carthage", "json"));
  await tab.waitForSelector("#sheet:not([hidden])");
  for (const id of await tab.locator("#sheet [data-id]").evaluateAll((nodes) => nodes.map((node) => node.dataset.id))) {
    await subject(tab, id).click();
    if (await choice(tab, "Attack", "damage of").count()) break;
  }
  await choose(tab, "Attack", "damage of");
  assert.equal(await choice(tab, "Attack", "damage of").and(tab.locator("[aria-pressed=true]")).count(), 1, await text(tab));
  assert.equal(await tab.locator(".card").count(), 0);
  await tab.context().close();
}

// Conditions, second choices, a second order, its turn, a line that goes together, attacks of some at will, and standing orders.
async function byMouseAlone(tab) {
  const more = (words) => choose(tab, "More", words);
  const units = await tab.locator("#sheet [data-id]").evaluateAll((nodes) => nodes.map((node) => node.dataset.id));
  const before = await text(tab);
  // Some stand alone.
  let unit = null;
  for (const one of units) {
    await subject(tab, unit = one).click();
    if (await choice(tab, "Line", /^This line/).count()) break;
  }
  const [other, third] = units.filter((one) => one !== unit);
  await choose(tab, "Line", /^This line of \d+ units (goes one square|faces)/);
  assert.notEqual(await text(tab), before, "a line goes or turns together");
  if (!(await choice(tab, "More", /^The move/).count())) await choose(tab, "Face", "east");
  await more(/^The move/);
  await more(/^Carry it out only if/);
  // The unit that decides is picked on the map.
  const enemy = await tab.locator("#map .hot.aim").first().getAttribute("data-piece");
  await tab.locator(`#map [data-piece="${enemy}"]`).click();
  await choose(tab, `Only if ${enemy}`, "has not fallen back");
  assert.match(await text(tab), new RegExp(`${unit}: .*when: ${enemy} not retreated`));
  assert.match(await subject(tab, unit).textContent(), new RegExp(`only if ${enemy} has not fallen back`), "the list says it in words");
  assert.doesNotMatch((await tab.locator("#sheet [data-id]").allTextContents()).join(), /[{}]/, "and nothing as the file has it");
  await choose(tab, "This entry", "Back");
  await choose(tab, "This entry", "Back");
  await more(/^Another order/);
  await choose(tab, "Face", "west");
  assert.match(await verdict(tab), /^lawful/);
  await tab.locator("#offers button", { hasText: "Deselect" }).click();
  const listed = await text(tab);
  await choose(tab, "Moves, carried out from top to bottom", /^2\. /);
  await choose(tab, "This entry", "Move up, before the entry above");
  assert.notEqual(await text(tab), listed, "the second goes first");
  await tab.locator("#offers button", { hasText: "Deselect" }).click();
  await choose(tab, "Attacks", "Some units attack at will");
  await tab.locator(`#map [data-piece="${other}"]`).click();
  await choose(tab, "Pila", "thrown");
  assert.match(await text(tab), new RegExp(`at-will: \\{units: \\[${other}\\], pila: throw\\}`));
  await tab.locator("#offers button", { hasText: "Deselect" }).click();
  await choose(tab, "From now on", "Where units fall back to");
  await choose(tab, "One unit", new RegExp(`^${third}`));
  await choose(tab, "Criteria for the square, in order", /^friends/);
  await choose(tab, "Criteria for the square, in order", /^back/);
  assert.match(await text(tab), new RegExp(`standing:[^]*${third}: \\[friends, back\\]`));
  await picture(tab, "criteria-1280");
  await tab.locator("#offers button", { hasText: "Deselect" }).click();
  assert.match(await verdict(tab), /^lawful/);
}

await finish();
log("the sheet works in the browser");
