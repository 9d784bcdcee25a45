// The page that `tabella play` opens: the program behind its address answers instead of a module, files the orders, and has
// the report once the turn is there.
const gone = "the program has stopped; start `tabella play` again";

// In the place of the module's own.
async function loadEngine() {
  setTimeout(startHere, 0);
  return (verb, request = {}) => {
    // The answer is waited for, as that of a module is: it comes from this machine.
    const call = new XMLHttpRequest();
    call.open("POST", "ask", false);
    try { call.send(JSON.stringify({ do: verb, ...request })); } catch { throw new Error(gone); }
    if (call.status !== 200) throw new Error(gone);
    const value = JSON.parse(call.responseText);
    if (value && value.error) throw new Error(value.error);
    return value;
  };
}
function startHere() {
  const news = make("p", { id: "news", hidden: true });
  news.setAttribute("role", "status");
  byId("trouble").after(news);
  const button = make("button", { id: "file-here", textContent: "File the orders" });
  const answer = make("p", { id: "filed-here" });
  answer.setAttribute("aria-live", "polite");
  const hint = make("p", { className: "hint" });
  const box = make("section", { id: "filing" }, make("h2", { textContent: "File" }), hint, make("p", { className: "row" }, button), answer);
  const signing = byId("sign").closest("section");
  signing.before(box);
  byId("last-step").href = "#filing";
  byId("last-step").textContent = "File them";
  byId("reach").textContent = "reaches the program that runs on this machine, and nothing else,";
  const tell = async () => {
    const told = await (await fetch("news")).json();
    signing.hidden = told.signs;
    hint.textContent = told.signs
      ? "The program signs them with your key and files them here."
      : `Sign them below first; then the program ${told.files ? "files them here" : "saves them with their signature, to be sent to the referee"}.`;
    if (!turn || told.record < turn.phase) return;
    news.hidden = false;
    news.replaceChildren(`Record ${told.record} is there: `, make("a", { href: "report", target: "_blank", textContent: "read the report" }), told.over ? ". The game is over." : ", or ");
    if (!told.over) news.append(make("a", { href: "", textContent: "go on with the next orders" }), ".");
  };
  const again = () => tell().catch(() => { news.hidden = false; news.textContent = `Nobody answers: ${gone}.`; });
  button.onclick = async () => {
    if (unwritten()) return;
    button.disabled = true;
    try {
      const text = readyToSign(currentText());
      const own = signed && signed.text === text ? signed : null;
      const done = await (await fetch("file", { method: "POST", body: JSON.stringify({ text, signature: own?.signature ?? null, head: own?.head ?? null }) })).json();
      answer.textContent = done.words;
      answer.className = done.filed ? "good" : "bad";
      if (done.filed) {
        signed = { text, signature: done.signature, head: done.head, joined: done.joined };
        setText(text);
        showSigned(turn);
        byId("signed-as").textContent = done.words;
      }
      await again();
    } catch (error) { trouble(`The orders were not filed: ${error.message}`); }
    button.disabled = false;
  };
  again();
  setInterval(again, 4000);
}
