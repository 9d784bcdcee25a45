// node duelling-republics.mjs PAGE.html TABELLA [PICTURES]: Duelling Republics on its order sheets: an army and its standing orders by
// mouse, the allocations of a year by keyboard alone, a march with a finger on a phone's screen. Who is not tried files the form.
import { assert, at, begin, choice, choose, figures, fileForm, finish, log, looked, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict } from "./common.mjs";

const phrase = { r1: "", r2: "", c1: "elephants", c2: "" };
const game = begin("cannae", { ...phrase, c1: "" }, "--game", "duelling-republics", "--scenario", "players-4", "--tempo", "brisk");
const others = (...tried) => Object.keys(phrase).filter((seat) => !tried.includes(seat)).forEach((seat) => fileForm(game, seat));
others();
run(tabella, "-C", game, "resolve");

// By mouse: what an army is made of, a line of standing orders with a place of the map, a plan for the spring.
{
  const tab = await open(sheet(game, "r1"), 1280, 900);
  const army = /army: (\w+)/.exec(await text(tab))[1];
  const before = await text(tab);
  await choose(tab, "More", "Elements");
  await choose(tab, "Entries", /^2\./);
  await tab.locator("#offers fieldset button[aria-pressed=false]").first().click();
  assert.notEqual(/elements: .*/.exec(await text(tab))[0], /elements: .*/.exec(before)[0], "another element");
  await picture(tab, "duelling-republics-set-up-1280");
  await looked(tab, "an army");
  await subject(tab, `/standing/${army}`).click();
  await choose(tab, "Besieged, when a friend comes", "sally");
  assert.match(await text(tab), /standing:[^]*relieved: sally/);
  await subject(tab, "/ahead/spring").click();
  await choose(tab, "More", "Options of");
  await picture(tab, "duelling-republics-ahead-1280");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "r1", at("r1"), phrase.r1);
  log(`by mouse: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}
others("r1");
run(tabella, "-C", game, "resolve");

// By keyboard alone.
{
  const tab = await open(sheet(game, "c1"), 1280, 900);
  await subject(tab, "/orders").focus();
  await tab.keyboard.press("Enter");
  await choice(tab, /^The army you would command/, /^cb/).focus();
  await tab.keyboard.press("Enter");
  assert.match(await text(tab), /army: \[?cb\]?$/m);
  await tab.keyboard.press("Control+z");
  assert.doesNotMatch(await text(tab), /army: \[?cb\]?$/m);
  await tab.keyboard.press("Control+y");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "c1", at("c1"), "");
  log("by keyboard: filed");
  await tab.context().close();
}
others("c1");
run(tabella, "-C", game, "resolve");

// A march with a finger, in the page of the title with the turn as a file of its own.
{
  const tab = await open(path.resolve(page), 390, 844, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await tab.locator("#turn-file").setInputFiles(sheet(game, "r1", "json"));
  await tab.waitForSelector("#sheet:not([hidden])");
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "nothing sticks out");
  const army = /orders:\n +(\w+):/.exec(await text(tab))[1];
  await touch(tab, tab.locator(`#map [data-piece="${army}"]`));
  await touch(tab, offered(tab, "reach").first());
  assert.match(await text(tab), /move: /, await text(tab));
  await picture(tab, "duelling-republics-390", { fullPage: true });
  await looked(tab, "a phone");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "r1", at("r1"), phrase.r1);
  log(`with a finger: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}
others("r1");
run(tabella, "-C", game, "resolve");

await finish();
log("Duelling Republics can be played by hand");
