// The page that `tabella play` opens: the program behind its address answers instead of a module, files the orders, and has
// the report once the turn is there.
let stopped = "the program has stopped; start `tabella play` again";

// In the place of the module's own.
async function loadEngine() {
  setTimeout(startHere, 0);
  return (verb, request = {}) => {
    // The answer is waited for, as that of a module is: it comes from this machine.
    const call = new XMLHttpRequest();
    call.open("POST", "ask", false);
    try { call.send(JSON.stringify({ do: verb, ...request })); } catch { throw new Error(stopped); }
    if (call.status !== 200) throw new Error(stopped);
    const value = JSON.parse(call.responseText);
    if (value && value.error) throw new Error(value.error);
    return value;
  };
}
function startHere() {
  // Once it has, nobody could say it any more.
  stopped = t(stopped);
  const news = make("p", { id: "news", hidden: true });
  news.setAttribute("role", "status");
  byId("trouble").after(news);
  const button = make("button", { id: "file-here", textContent: t("File the orders") });
  const answer = make("p", { id: "filed-here" });
  answer.setAttribute("aria-live", "polite");
  const hint = make("p", { className: "hint" });
  const box = make("section", { id: "filing" }, make("h2", { textContent: t("File") }), hint, make("p", { className: "row" }, button), answer);
  const signing = byId("sign").closest("section");
  signing.before(box);
  byId("last-step").href = "#filing";
  byId("last-step").textContent = t("File them");
  byId("reach").textContent = t("reaches the program that runs on this machine, and nothing else,");
  const tell = async () => {
    const told = await (await fetch("news")).json();
    signing.hidden = told.signs;
    hint.textContent = told.signs
      ? t("The program signs them with your key and files them here.")
      : told.files
        ? t("Sign them below first; then the program files them here.")
        : t("Sign them below first; then the program saves them with their signature, to be sent to the referee.");
    if (!turn || told.record < turn.phase) return;
    news.hidden = false;
    news.replaceChildren(t(`Record ${told.record} is there:`), " ", make("a", { href: "report", target: "_blank", textContent: t("read the report") }), told.over ? `. ${t("The game is over.")}` : `, ${t("or")} `);
    if (!told.over) news.append(make("a", { href: "", textContent: t("go on with the next orders") }), ".");
  };
  const again = () => tell().catch(() => { news.hidden = false; news.textContent = `${stopped}.`; });
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
    } catch (error) { trouble(t(`The orders were not filed: ${error.message}`)); }
    button.disabled = false;
  };
  again();
  setInterval(again, 4000);
}
