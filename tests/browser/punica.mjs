// node punica.mjs PAGE.html TABELLA [PICTURES]: Punica on its order sheets: Carthage's action by mouse, with a card, a plan and
// standing orders by pages; Rome's by keyboard alone, and its next with
// a finger on a phone's screen.
import { assert, at, begin, choice, choose, figures, finish, fs, italian, log, looked, offered, open, page, path, picture, run, sheet, signAndFile, subject, tabella, text, touch, verdict } from "./common.mjs";
import { gzipSync } from "node:zlib";

const game = begin("punica", { rome: "", carthage: "" }, "--game", "punica", "--tempo", "brisk");

// By mouse: one army, then instead of it a card for a fleet and two armies; a plan, a rule and a policy by pages.
{
  const tab = await open(sheet(game, "carthage"), 1280, 900);
  await tab.locator('#map [data-piece="c-num"]').click();
  await offered(tab, "reach").first().click();
  assert.match(await text(tab), /action: move/);
  await tab.keyboard.press("Escape");
  await choose(tab, /^Play a card/, "1 fleet movement, then 2");
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
  await choose(tab, /^Card/, "By chance");
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

// The key is kept in the browser under a passphrase, what was signed is there again after closing, and the kept key opens.
{
  const file = sheet(game, "rome");
  const tab = await open(file, 1280, 900);
  await choose(tab, /^Pass/, "lowest");
  await tab.locator("#go").click();
  await tab.locator("#key-file").setInputFiles(at("rome"));
  await tab.waitForSelector("#key.good");
  await tab.locator("#keep").click();
  await tab.locator("#kept", { hasText: "Type a passphrase" }).waitFor();
  await tab.locator("#phrase").fill("carthago delenda");
  await tab.locator("#keep").click();
  await tab.locator("#kept", { hasText: "Kept" }).waitFor();
  await tab.locator("#sign").click();
  await tab.locator("#signed-as", { hasText: "revision 1" }).waitFor();
  await looked(tab, "signed");
  await picture(tab, "punica-signed-1280");
  const bare = fs.readFileSync(at("rome"), "utf8").split("\n")[3];
  assert(!(await tab.evaluate(() => Object.values(localStorage).join("\n"))).includes(bare), "nothing of the key lies open");
  await tab.reload();
  await tab.locator("#signed-as", { hasText: "revision 1" }).waitFor();
  assert.equal(await tab.evaluate(() => document.body.dataset.state), "signing");
  await tab.locator("#key", { hasText: "is kept in this browser" }).waitFor();
  await tab.locator("#phrase").fill("carthago delenda");
  await tab.locator("#unlock").click();
  await tab.waitForSelector("#key.good");
  await tab.locator("#outside").click();
  await tab.locator("#outside-line", { hasText: /ssh-keygen -Y sign -n tabella-orders -f KEY \S+-rome\.yaml/ }).waitFor();
  // Whoever forgets it can still sign with it, and keep it again, until the page is closed.
  await tab.locator("#forget").click();
  assert(await tab.locator("#keep").isVisible(), "an open key can be kept again");
  await tab.locator("#keep").click();
  await tab.locator("#kept", { hasText: "Kept" }).waitFor();
  await tab.reload();
  await tab.locator("#key", { hasText: "is kept in this browser" }).waitFor();
  await tab.locator("#forget").click();
  await tab.locator("#key", { hasText: "No key is open yet" }).waitFor();
  assert(!await tab.locator("#unlock").isVisible(), "what is forgotten cannot be opened");
  await tab.reload();
  await tab.locator("#key", { hasText: "No key is open yet" }).waitFor();
  // A passphrase that was typed for a key without one locks what is kept.
  await tab.locator("#phrase").fill("carthago delenda");
  await tab.locator("#key-file").setInputFiles(at("rome"));
  await tab.waitForSelector("#key.good");
  await tab.locator("#phrase").press("Enter");
  await tab.locator("#kept", { hasText: "Kept" }).waitFor();
  assert(!(await tab.evaluate(() => Object.values(localStorage).join("\n"))).includes(bare), "nothing of the plain key lies open");
  // Another game's turn knows nothing of it, and this one's later turn takes the drafts of earlier ones away.
  const turn = JSON.parse(fs.readFileSync(sheet(game, "rome", "json"), "utf8"));
  const opens = async (other) => {
    // As letters carry it; Combined Arms opens a plain one.
    fs.writeFileSync(at("other.json.gz"), gzipSync(JSON.stringify({ ...turn, ...other })));
    await tab.locator("#another-turn").setInputFiles(at("other.json.gz"));
    await tab.locator("#against", { hasText: `${other.game ?? turn.game}, phase ${other.phase ?? turn.phase}` }).waitFor();
    return tab.evaluate(() => Object.keys(localStorage));
  };
  const kept = await opens({ game: "other", key: "ssh-ed25519 AAAA" });
  assert.match(await tab.locator("#key").textContent(), /^No key is open yet/);
  assert.deepEqual(await tab.evaluate(() => [document.getElementById("sign").dataset.key, ...["keep", "forget", "unlock"].map((id) => document.getElementById(id).hidden)]), [undefined, true, true, true]);
  const drafts = (names) => names.filter((name) => name.startsWith(`tabella/${turn.game}/`));
  assert(drafts(kept).length, "the first game's draft stays");
  assert(!drafts(await opens({ phase: turn.phase + 1 })).some((name) => name.startsWith(`tabella/${turn.game}/${turn.phase}/`)), "a phase that is over has none");
  log("a key kept, opened and forgotten");
  await tab.context().close();
}

// By keyboard alone: a discard, then another action in its place.
{
  const tab = await open(sheet(game, "rome"), 1280, 900);
  await tab.locator(".offers summary", { hasText: "Pass" }).focus();
  await tab.keyboard.press("Enter");
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
  const pieces = await tab.locator("#sheet [data-id^=r-]").evaluateAll((nodes) => nodes.map((node) => node.dataset.id));
  for (const id of pieces) {
    await touch(tab, tab.locator(`#map [data-piece="${id}"]`));
    if (await offered(tab, "reach").count()) break;
    await tab.locator("#offers button", { hasText: "Deselect" }).tap();
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
