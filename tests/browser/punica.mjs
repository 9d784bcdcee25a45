// node punica.mjs PAGE.html TABELLA [PICTURES]: Punica on its order sheets: Carthage's action by mouse, with a card, a plan and
// standing orders by pages; Rome's by keyboard alone, and its next with
// a finger on a phone's screen.
import { assert, at, begin, choice, choose, figures, finish, italian, log, looked, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict } from "./common.mjs";

const game = begin("punica", { rome: "", carthage: "" }, "--game", "punica", "--tempo", "brisk");

// By mouse: one army, then instead of it a card for a fleet and two armies; a plan, a rule and a policy by pages.
{
  const tab = await open(sheet(game, "carthage"), 1280, 900);
  await tab.locator('#map [data-piece="c-num"]').click();
  await offered(tab, "reach").first().click();
  assert.match(await text(tab), /action: move/);
  await tab.keyboard.press("Escape");
  await choose(tab, /^Play a card/, "c5");
  assert.match(await text(tab), /card: c5/);
  assert.doesNotMatch(await text(tab), /^ +move:/m);
  await tab.locator('#map [data-piece="c-afr"]').click();
  await tab.locator('#map [data-cell="mare-ionium"]').first().click();
  assert.match(await text(tab), /fleet mare-africum mare-ionium/);
  await picture(tab, "punica-card-1280");
  await looked(tab, "an action");
  await subject(tab, "/standing/battle").click();
  await choose(tab, /^Add a rule/, "ask me");
  await choose(tab, /^More/, "When");
  await tab.locator('#map [data-cell="sicilia"]').first().click();
  assert.match(await text(tab), /standing:[^]*when: \{area: \[sicilia\]\}/);
  await choose(tab, /^This entry/, "Back");
  await choose(tab, /^More/, "Card");
  await choose(tab, /^Card/, "By lot");
  assert.match(await text(tab), /mix:/);
  await picture(tab, "punica-rule-1280");
  await subject(tab, "/ahead/action").click();
  await choose(tab, /^Add a plan/, "Pass");
  assert.match(await text(tab), /ahead:[^]*action: pass/);
  assert.match(await verdict(tab), /^lawful/, await text(tab));
  await signAndFile(tab, game, "carthage", at("carthage"));
  log(`by mouse: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// By keyboard alone: a discard, then another action in its place.
{
  const tab = await open(sheet(game, "rome"), 1280, 900);
  await choice(tab, /^Pass/, "lowest").focus();
  await tab.keyboard.press("Enter");
  assert.match(await text(tab), /discard: lowest/);
  await tab.locator("#map").focus();
  for (let steps = 0; steps < 60 && !(await offered(tab, "reach").count()); steps += 1) {
    await tab.keyboard.press(steps % 3 === 2 ? "ArrowRight" : "ArrowUp");
    if (!(await tab.locator("#where").textContent()).includes("Rome,")) continue;
    await tab.keyboard.press("Enter");
  }
  await choice(tab, /^Move an army/, "").first().focus();
  await tab.keyboard.press("Space");
  assert.match(await text(tab), /action: move/, await text(tab));
  await tab.keyboard.press("Control+z");
  assert.match(await text(tab), /discard: lowest/);
  await tab.keyboard.press("Escape");
  assert.match(await verdict(tab), /^lawful/);
  await signAndFile(tab, game, "rome", at("rome"));
  log("by keyboard: filed");
  await tab.context().close();
}
run(tabella, "-C", game, "resolve");

// The plan that Carthage gave ahead has answered: Rome again, with a finger, in the page of the title with the turn as a file of its own.
{
  const tab = await open(path.resolve(page), 390, 844, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await tab.locator("#turn-file").setInputFiles(sheet(game, "rome", "json"));
  await tab.waitForSelector("#sheet:not([hidden])");
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "nothing sticks out");
  const pieces = await tab.locator("#subjects button[data-id^=r-]").evaluateAll((nodes) => nodes.map((node) => node.dataset.id));
  for (const id of pieces) {
    await touch(tab, tab.locator(`#map [data-piece="${id}"]`));
    if (await offered(tab, "reach").count()) break;
    await tab.locator("#offers button", { hasText: "Let it go" }).tap();
  }
  await touch(tab, offered(tab, "reach").first());
  assert.match(await text(tab), /action: move/, await text(tab));
  await picture(tab, "punica-390", { fullPage: true });
  await looked(tab, "a phone");
  assert.match(await verdict(tab), /^lawful/);
  await signAndFile(tab, game, "rome", at("rome"));
  log(`with a finger: ${JSON.stringify(await figures(tab))}`);
  await tab.context().close();
}

await italian(game, "carthage");
await italian(game, "rome");

await finish();
log("Punica can be played by hand");
