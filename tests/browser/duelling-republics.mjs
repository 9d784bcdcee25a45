// node duelling-republics.mjs PAGE.html TABELLA [PICTURES]: Duelling Republics on its order sheets: an army, its standing orders and a
// letter by mouse, the allocations of a year, a plan of battle and a letter by keyboard alone, a march, a plan and a letter with a finger
// on a phone's screen, a vacant seat by the referee's mouse. Who is not tried files the form.
import { assert, at, begin, choice, choose, figures, fileForm, finish, log, looked, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict } from "./common.mjs";

// Nothing that a letter says may be taken for anything but words, by the page or by the file.
const hostile = "Salve: it's \"late\", #1 - {and} [more]\n<script>alert(1)</script><img src=x onerror=alert(1)>";
const words = (tab) => tab.locator("#offers textarea");
const dark = async (tab, name, options) => {
  await picture(tab, name, options);
  await tab.emulateMedia({ colorScheme: "dark" });
  await picture(tab, `${name}-dark`, options);
  await tab.emulateMedia({ colorScheme: "light" });
};

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
  await choose(tab, "When a friendly army attacks the besieger", "sally");
  assert.match(await text(tab), /standing:[^]*relieved: sally/);
  await subject(tab, "/ahead/spring").click();
  await choose(tab, "More", "Options of");
  await picture(tab, "duelling-republics-ahead-1280");
  await subject(tab, "/orders").click();
  await choose(tab, "More", "Letters to other players");
  await choose(tab, "Add a letter", "to r2");
  await choose(tab, "To", "c1");
  await words(tab).fill(hostile);
  // What is typed and not written yet outlasts another click.
  await choose(tab, "To", "c1");
  assert.equal(await words(tab).inputValue(), hostile);
  await dark(tab, "duelling-republics-letter-1280");
  await choose(tab, "What you write", "Write it");
  await looked(tab, "a letter");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  const filed = await signAndFile(tab, game, "r1", at("r1"), phrase.r1);
  assert.match(filed, /note:[^]*r2[^]*Salve[^]*<script>/, filed);
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
  await choice(tab, /^The army you want to command/, /^cb/).focus();
  await tab.keyboard.press("Enter");
  assert.match(await text(tab), /army: \[?cb\]?$/m);
  await tab.keyboard.press("Control+z");
  assert.doesNotMatch(await text(tab), /army: \[?cb\]?$/m);
  await tab.keyboard.press("Control+y");
  // A long list of choices is folded until somebody opens it.
  const press = async (group, said) => {
    const button = choice(tab, group, said).first();
    const folded = await button.evaluate((node) => { const box = node.closest("details:not([open])"); box?.querySelector("summary").focus(); return Boolean(box); });
    if (folded) await tab.keyboard.press("Enter");
    await button.focus();
    await tab.keyboard.press("Enter");
  };
  await press("More", "Letters to other players");
  await press("Add a letter", "to referee");
  await words(tab).focus();
  await tab.keyboard.type("A word in your ear");
  await tab.keyboard.press("Control+Enter");
  assert.match(await text(tab), /to: \[referee\][^]*A word in your ear/);
  await subject(tab, "/ahead/plan").focus();
  await tab.keyboard.press("Enter");
  await press("Add a battle", "for any battle");
  await press("More", "The plan");
  await press("More", "Which seat commands which sectors");
  await press(/^Command of/, / under c2, apart$/);
  assert.match(await text(tab), /commands:[^]*sectors: \[/);
  await dark(tab, "duelling-republics-plan-1280");
  await looked(tab, "who commands what");
  await press("This entry", "Back");
  await press("Deployment", "Start from the usual line");
  assert.match(await text(tab), /front: \[/);
  await dark(tab, "duelling-republics-line-1280");
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
  const tap = async (group, said) => touch(tab, choice(tab, group, said).first());
  await touch(tab, subject(tab, `/standing/${army}`));
  // They have been in force since the set-up.
  await tap(/./, /^Change what is in force/);
  await tap("More", "The plan for a battle");
  await tap("Deployment", "Start from the usual line");
  await tap("Where each element stands", / the centre$/);
  await tap("Change places with", /./);
  assert.match(await text(tab), /standing:[^]*plan:[^]*front: \[/);
  await dark(tab, "duelling-republics-plan-390", { fullPage: true });
  await looked(tab, "a plan on a phone");
  await touch(tab, subject(tab, "/orders"));
  await tap("More", "Letters to other players");
  await tap("Add a letter", "to c2");
  await touch(tab, words(tab));
  await tab.keyboard.insertText("Vale");
  await tap("What you write", "Write it");
  assert.match(await text(tab), /to: \[c2\][^]*Vale/);
  await dark(tab, "duelling-republics-letter-390", { fullPage: true });
  await looked(tab, "a letter on a phone");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "r1", at("r1"), phrase.r1);
  log(`with a finger: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}
// Another player leaves, and the referee finds them a successor.
{
  const tab = await open(sheet(game, "r2"), 1280, 900);
  await subject(tab, "/orders").click();
  await choose(tab, "Resignation", "Resign");
  await signAndFile(tab, game, "r2", at("r2"), phrase.r2);
  await tab.context().close();
}
others("r1", "r2");
run(tabella, "-C", game, "resolve");
{
  const tab = await open(sheet(game, "referee"), 1280, 900);
  await subject(tab, "/orders").click();
  await choose(tab, "Begin", "Vacant seats");
  await choose(tab, "Seats for new players", "r2");
  assert.match(await text(tab), /substitute: \[r2\]/);
  await picture(tab, "duelling-republics-seats-1280");
  await looked(tab, "a vacant seat");
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "referee", at("referee"), "");
  log("by the referee: filed");
  await tab.context().close();
}

await finish();
log("Duelling Republics can be played by hand");
