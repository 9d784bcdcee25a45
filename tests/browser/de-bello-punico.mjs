// node de-bello-punico.mjs PAGE.html TABELLA [PICTURES]: De Bello Punico on its order sheets: Carthage's set-up by mouse, Rome's by
// keyboard alone; chips with all that is given in advance, on the one side by mouse, on the other with a finger on a phone's screen.
import { assert, at, begin, choice, choose, drag, figures, finish, italian, log, looked, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict } from "./common.mjs";

const phrase = { rome: "", carthage: "elephants" };
const game = begin("zama", phrase, "--game", "de-bello-punico", "--scenario", "zama", "--tempo", "brisk");

// Set-up by mouse: two units change places, one turns and has the leader; standing orders by their pages.
{
  const tab = await open(sheet(game, "carthage"), 1280, 900);
  await drag(tab, tab.locator('#map [data-piece="me1"]'), tab.locator('#map [data-piece="me2"]'));
  assert.match(await text(tab), /me1: "?\d{4}/, "a unit is dragged to its hex");
  assert.match(await text(tab), /me2: "?\d{4}/, "and changes places with who stood there");
  await choose(tab, "Face", "south-west");
  assert.match(await text(tab), /me1: "?\d{4}\/sw/);
  await choose(tab, "Leader", "starts with this unit");
  assert.match(await text(tab), /leader: me1/);
  await picture(tab, "de-bello-punico-set-up-1280");
  await looked(tab, "set-up");
  await subject(tab, "/standing/withdraw").click();
  await choose(tab, "Add a rule", "for cl1");
  await choose(tab, "When all of this holds", "dp>=2");
  await choose(tab, "Where to, in this order", "back");
  assert.match(await text(tab), /withdraw:[^]*units: \[?cl1[^]*when: \[?"?dp>=2[^]*to: \[?back/);
  await picture(tab, "de-bello-punico-rule-1280");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "carthage", at("carthage"), phrase.carthage);
  log(`by mouse: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}

// Set-up by keyboard alone.
{
  const tab = await open(sheet(game, "rome"), 1280, 900);
  await subject(tab, "ha1").focus();
  await tab.keyboard.press("Enter");
  await choice(tab, "Leader", "starts with this unit").focus();
  await tab.keyboard.press("Enter");
  assert.match(await text(tab), /leader: ha1/);
  await tab.keyboard.press("Escape");
  await tab.locator("#map").focus();
  for (let steps = 0; steps < 80 && !(await choice(tab, "Face", "north-east").count()); steps += 1) {
    await tab.keyboard.press(steps % 8 === 7 ? "ArrowUp" : steps % 16 < 8 ? "ArrowRight" : "ArrowLeft");
    await tab.keyboard.press("Enter");
  }
  await choice(tab, "Face", "north-east").focus();
  await tab.keyboard.press("Space");
  assert.match(await text(tab), /: "?\d{4}\/ne/, await text(tab));
  await tab.keyboard.press("Control+z");
  assert.doesNotMatch(await text(tab), /\/ne/);
  await tab.keyboard.press("Control+y");
  await tab.keyboard.press("Escape");
  assert.match(await verdict(tab), /^lawful/);
  await signAndFile(tab, game, "rome", at("rome"), phrase.rome);
  log("by keyboard: filed");
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// Chips by mouse, and the movement of the half in the same file: a line, and one unit by the map.
{
  const tab = await open(sheet(game, "carthage"), 1280, 900);
  await subject(tab, "combat").click();
  await choose(tab, "Put a chip here", "A point from");
  assert.match(await text(tab), /chips: \{[^}]*combat: \d/, await text(tab));
  await choose(tab, "Put a chip here", "The blank");
  assert.match(await text(tab), /vacuus: combat/);
  await tab.keyboard.press("Escape");
  await choose(tab, "If the initiative is won", "second");
  await choose(tab, "Whole lines", /^All (Skirmishers|T) go one step south$/);
  assert.match(await text(tab), /ahead:[^]*movement:[^]*moves:/, await text(tab));
  await tab.locator('#map [data-piece="el3"]').click();
  await offered(tab, "reach").first().click();
  assert.match(await text(tab), /unit: el3/, await text(tab));
  await picture(tab, "de-bello-punico-chips-1280");
  await looked(tab, "chips");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "carthage", at("carthage"), phrase.carthage);
  log(`chips: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}

// The same with a finger, in the page of the title with the turn as a file of its own.
{
  const tab = await open(path.resolve(page), 390, 844, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await tab.locator("#turn-file").setInputFiles(sheet(game, "rome", "json"));
  await tab.waitForSelector("#sheet:not([hidden])");
  const hex = await tab.locator("#map polygon").first().boundingBox();
  assert(hex.width >= 40 && hex.height >= 40, `a hex is ${hex.width} px wide`);
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "nothing sticks out");
  await choice(tab, "Chips", "The usual placement").tap();
  assert.match(await text(tab), /chips: \{/);
  await touch(tab, tab.locator('#map [data-piece="ve1"]'));
  await touch(tab, offered(tab, "reach").first());
  assert.match(await text(tab), /ahead:[^]*movement:[^]*unit: ve1/, await text(tab));
  await picture(tab, "de-bello-punico-390", { fullPage: true });
  await looked(tab, "chips on a phone");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "rome", at("rome"), phrase.rome);
  log(`with a finger: ${JSON.stringify(await figures(tab))}, a hex ${Math.round(hex.width)} px`);
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

await italian(game, "rome");

await finish();
log("De Bello Punico can be played by hand");
