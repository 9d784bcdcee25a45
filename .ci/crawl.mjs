// Follows all links of a site, from its front page on. node crawl.mjs CHROMIUM MODULES SITE
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { launch } from "../tests/browser/launch.mjs";

const [chromium, modules, site] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".yaml": "text/plain", ".atom": "application/atom+xml" };
const server = createServer((request, response) => {
  try {
    const name = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const body = readFileSync(path.join(site, path.normalize(name)));
    response.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const home = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch(chromium);
const faults = [];
const kinds = new Set();
let axed = 0;

// Records' own pages are sealed, and axe looks at them elsewhere (.ci/pages); of everything else at one page of each kind, and every twentieth.
const kind = (name) => (/\/\d{4}\/report\.html$/.test(name) ? "" : name.replace(/(games|players|archive|tournaments)\/[^/]+/, "$1/*"));

// One tab a worker, and what is wrong with the page that is open in it.
async function open_tab(context) {
  const here = { tab: await context.newPage(), name: "", from: "" };
  const fault = (what) => faults.push(`${here.name}: ${what}`);
  here.tab.on("pageerror", fault);
  here.tab.on("console", (line) => line.type() === "error" && !/favicon|404/.test(line.location().url + line.text()) && fault(line.text()));
  here.tab.on("request", (request) => request.url().startsWith(home) || request.url().startsWith("data:") || fault(`asks for ${request.url()}`));
  here.tab.on("response", (response) => response.status() >= 400 && !/favicon/.test(response.url()) && fault(`${response.url().slice(home.length)} is not there (from ${here.from})`));
  return here;
}

async function look(here, url, from) {
  const name = url.slice(home.length);
  Object.assign(here, { name, from });
  try {
    await here.tab.goto(url);
  } catch {
    faults.push(`${name}: it cannot be opened (from ${from})`);
    return [];
  }
  const links = await here.tab.evaluate(() => [...document.querySelectorAll("a[href], area[href], link[rel=alternate]")].map((one) => one.href?.baseVal ?? one.href));
  const sort = kind(name);
  if (sort && (!kinds.has(sort) || axed % 20 === 0)) {
    kinds.add(sort);
    await examine(url, name);
  }
  axed += sort ? 1 : 0;
  return links;
}

async function examine(url, name) {
  for (const [width, colorScheme] of [[1280, "light"], [390, "light"], [390, "dark"]]) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const tab = await context.newPage();
    await tab.goto(url);
    await tab.evaluate(axe);
    const { violations } = await tab.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    for (const one of violations) faults.push(`${name}, ${width}, ${colorScheme}: ${one.id}: ${one.nodes[0].html.slice(0, 120)}`);
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) faults.push(`${name}: it is ${wide} wide in a window of ${width}`);
    await context.close();
  }
}

async function search(context) {
  const tab = await context.newPage();
  await tab.goto(`${home}search.html`);
  await tab.fill("#words", "rome");
  const none = await tab.locator("#found li").count();
  await tab.fill("#words", "no such words at all");
  if (none === 0 || (await tab.locator("#found li").count()) !== 0) faults.push("search.html: it does not find what is there, or finds what is not");
  await tab.close();
}

const context = await browser.newContext();
const seen = new Set([`${home}index.html`]);
const open = [[`${home}index.html`, "nowhere"]];
const workers = Array.from({ length: 3 }, async () => {
  const here = await open_tab(context);
  for (let idle = 0; idle < 40; ) {
    const next = open.pop();
    if (!next) {
      idle += 1;
      await new Promise((later) => setTimeout(later, 50));
      continue;
    }
    idle = 0;
    const [url, from] = next;
    if (!/\.html$/.test(url)) {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (!answer.ok) faults.push(`${from}: ${url.slice(home.length)} is not there`);
      continue;
    }
    for (const link of await look(here, url, from)) {
      const plain = link.split("#")[0];
      if (plain.startsWith(home) && !seen.has(plain)) {
        seen.add(plain);
        open.push([plain, url.slice(home.length)]);
      }
    }
  }
});
await Promise.all(workers);
await search(context);
await browser.close();
server.close();
for (const fault of faults) console.log(fault);
console.log(`${seen.size} files of the site opened, ${kinds.size} kinds of pages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
