// The module, and one call: a JSON request in, a JSON answer out.
const byId = (id) => document.getElementById(id);
const make = (name, props = {}, ...kids) => {
  const node = Object.assign(document.createElement(name), props);
  node.append(...kids);
  return node;
};
// What the page says, in the language of its turn: by the turn's own catalogue, which the engine reads.
let language = "en";
const known = new Map();
const t = (english) => {
  if (language === "en") return english;
  if (!known.has(english)) known.set(english, ask("say", { texts: [english] }).texts[0]);
  return known.get(english);
};
// The words that stand in the page itself, as they are in English.
const fixed = [];
for (const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); words.nextNode();) {
  if (/\w/.test(words.currentNode.data) && !words.currentNode.parentElement.closest("script")) fixed.push([words.currentNode, "data", words.currentNode.data]);
}
for (const node of document.querySelectorAll("[aria-label]")) fixed.push([node, "ariaLabel", node.ariaLabel]);

function speak(code) {
  if (code === language) return;
  document.documentElement.lang = language = code;
  known.clear();
  const bare = fixed.map(([, , english]) => english.trim());
  const said = code === "en" ? bare : ask("say", { texts: bare }).texts;
  fixed.forEach(([node, field, english], at) => { node[field] = english.replace(bare[at], () => said[at]); });
}

const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const random = (count) => base64(crypto.getRandomValues(new Uint8Array(count)));

async function loadEngine(packed) {
  const zipped = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {});
  const { room, call, answer, memory } = instance.exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return (verb, request = {}) => {
    const bytes = encoder.encode(JSON.stringify({ do: verb, ...request }));
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call();
    const value = JSON.parse(decoder.decode(new Uint8Array(memory.buffer, answer(), length)));
    if (value && value.error) throw new Error(value.error);
    return value;
  };
}
