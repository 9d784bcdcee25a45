"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const { tags, acts, words } = JSON.parse(byId("film").textContent);
  const steps = acts.flatMap((act, a) => act.frames.map((_, f) => [a, f]));
  const links = new Map([...document.querySelectorAll("a.step")].map((link) => [link.id, link]));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const nameOf = ([a, f]) => `s${acts[a].n}-${f}`;
  let now = -1, zoom = 1, timer = 0;

  // A row of tags with the differences of a step: place, tags gone, how many come, and these.
  const edited = (row, edits) => {
    const out = [];
    let from = 0;
    for (let at = 0; at < edits.length;) {
      const [place, gone, count] = edits.slice(at, at + 3);
      for (; from < place; from += 1) out.push(row[from]);
      out.push(...edits.slice(at + 3, at + 3 + count));
      from = place + gone;
      at += 3 + count;
    }
    for (; from < row.length; from += 1) out.push(row[from]);
    return out;
  };
  // The row with which each record begins; others are made from it when they are shown.
  const starts = [];
  let row = [];
  for (const act of acts) {
    act.frames.forEach((frame, f) => {
      row = edited(row, frame);
      if (!f) starts.push(row);
    });
  }
  const rowAt = ([a, f]) => acts[a].frames.slice(1, f + 1).reduce(edited, starts[a]);

  const parser = new DOMParser();
  const draw = (step) => {
    const text = rowAt(step).map((tag) => tags[tag]).join("<");
    const page = parser.parseFromString(`<div xmlns="http://www.w3.org/1999/xhtml">${text}</div>`, "application/xhtml+xml");
    byId("view").replaceChildren(...[...page.documentElement.children].map((svg) => document.importNode(svg, true)));
    const map = byId("view").firstElementChild, { crop } = acts[step[0]];
    if (crop && !byId("whole").checked) {
      const [x, y, wide, high] = map.getAttribute("viewBox").split(" ").map(Number);
      const left = Math.max(x, crop[0]), top = Math.max(y, crop[1]);
      const right = Math.min(x + wide, crop[0] + crop[2]), bottom = Math.min(y + high, crop[1] + crop[3]);
      // Who stands all over the field is shown on the whole of it.
      if ((right - left) * (bottom - top) < 0.75 * wide * high) map.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    }
    fit(map);
  };

  // As large as the window takes it whole, times the zoom; a narrow window begins larger, and looks at what happens.
  const fit = (map) => {
    const { width, height } = map.viewBox.baseVal, view = byId("view");
    const most = parseFloat(getComputedStyle(view).maxHeight) || innerHeight;
    const whole = Math.min(view.clientWidth, (most - 4) * (width / height));
    map.style.width = `${Math.round(whole * zoom)}px`;
    map.style.marginInline = "auto";
  };
  const look = ([a, f]) => {
    const view = byId("view"), map = view.firstElementChild;
    // What happens nowhere leaves the eye where the last thing happened, or on the first that will.
    const spot = acts[a].spots.slice(0, f + 1).findLast(Boolean) ?? acts[a].spots.find(Boolean);
    if (!spot) return;
    const box = map.viewBox.baseVal, scale = map.getBoundingClientRect().width / box.width;
    const x = ((spot[0] + spot[2]) / 2 - box.x) * scale, y = ((spot[1] + spot[3]) / 2 - box.y) * scale;
    view.scrollTo({ left: x - view.clientWidth / 2, top: y - view.clientHeight / 2, behavior: "instant" });
  };

  const say = (step) => {
    const [a, f] = step, link = links.get(nameOf(step)), act = link.closest("details");
    const title = act.querySelector("h2").textContent, count = acts[a].frames.length - 1;
    byId("where").textContent = f ? `${title}. ${words.step.replace("{n}", f).replace("{count}", count)}` : title;
    byId("told").replaceChildren();
    byId("exact").replaceChildren();
    if (f) {
      const told = link.closest(".scene").querySelector(".told");
      if (told) byId("told").append(...[...told.children].map((node) => node.cloneNode(true)));
      byId("exact").append(...[...link.parentElement.children].slice(1).map((node) => node.cloneNode(true)));
    } else {
      byId("told").append(Object.assign(document.createElement("p"), { textContent: `${(count ? words.before : words.record).replace("{n}", acts[a].n)}.` }));
    }
    byId("said").scrollTop = 0;
    byId("reel").setAttribute("aria-valuetext", byId("where").textContent);
    for (const one of links.values()) one.removeAttribute("aria-current");
    link.setAttribute("aria-current", "step");
    if (!act.open) {
      for (const one of document.querySelectorAll("details.act")) one.open = one === act;
    }
    // Beside the map the words follow; below it they stay where the reader left them.
    if (innerWidth >= 900) link.scrollIntoView({ block: "nearest", behavior: "instant" });
  };

  const show = (at, named = true) => {
    const next = Math.max(0, Math.min(steps.length - 1, at));
    if (next === now) return;
    now = next;
    draw(steps[now]);
    say(steps[now]);
    look(steps[now]);
    byId("reel").value = now;
    byId("back").disabled = byId("act-back").disabled = now === 0;
    byId("on").disabled = byId("act-on").disabled = now === steps.length - 1;
    if (named) try { history.replaceState(null, "", `#${nameOf(steps[now])}`); } catch { /* not from a file */ }
    document.body.dataset.step = now;
  };
  const startOf = (a) => steps.findIndex(([act]) => act === a);
  const actBack = () => { const [a, f] = steps[now]; show(startOf(f ? a : Math.max(0, a - 1))); };
  const actOn = () => { const [a] = steps[now]; show(a + 1 < acts.length ? startOf(a + 1) : steps.length - 1); };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    delete byId("play").dataset.on;
    byId("play").setAttribute("aria-label", words.play);
    byId("said").setAttribute("aria-live", "polite");
  };
  const play = () => {
    if (timer) return stop();
    if (now === steps.length - 1) show(0);
    byId("play").dataset.on = "";
    byId("play").setAttribute("aria-label", words.stop);
    // Who listens is not talked over; each step can be read when it stands still.
    byId("said").setAttribute("aria-live", "off");
    timer = setInterval(() => { if (now === steps.length - 1) stop(); else show(now + 1); }, Number(byId("speed").value));
  };
  const resize = (by) => {
    zoom = Math.max(1, Math.min(8, zoom * by));
    fit(byId("view").firstElementChild);
    look(steps[now]);
  };

  const fromAddress = () => {
    const name = location.hash.slice(1), act = acts.findIndex(({ n }) => `r${n}` === name);
    const at = act < 0 ? steps.findIndex((step) => nameOf(step) === name) : startOf(act);
    if (at >= 0) show(at, false);
    return at >= 0;
  };

  byId("stage").hidden = false;
  byId("reel").max = steps.length - 1;
  byId("back").onclick = () => { stop(); show(now - 1); };
  byId("on").onclick = () => { stop(); show(now + 1); };
  byId("act-back").onclick = () => { stop(); actBack(); };
  byId("act-on").onclick = () => { stop(); actOn(); };
  byId("play").onclick = play;
  byId("reel").oninput = () => { stop(); show(Number(byId("reel").value)); };
  byId("speed").onchange = () => { if (timer) { stop(); play(); } };
  byId("larger").onclick = () => resize(1.5);
  byId("smaller").onclick = () => resize(1 / 1.5);
  byId("whole")?.addEventListener("change", () => { draw(steps[now]); look(steps[now]); });
  byId("words").addEventListener("click", (event) => {
    const link = event.target.closest("a.step");
    if (!link) return;
    event.preventDefault();
    stop();
    show(steps.findIndex((step) => nameOf(step) === link.id));
  });
  addEventListener("hashchange", fromAddress);
  addEventListener("resize", () => { fit(byId("view").firstElementChild); look(steps[now]); });
  addEventListener("beforeprint", () => { for (const act of document.querySelectorAll("details.act")) act.open = true; });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("select, summary")) return;
    const onReel = event.target === byId("reel");
    if (event.key === " " && !event.target.closest("button, a, input")) play();
    else if (event.key === "ArrowRight" && !(onReel && !event.shiftKey)) { stop(); if (event.shiftKey) actOn(); else show(now + 1); }
    else if (event.key === "ArrowLeft" && !(onReel && !event.shiftKey)) { stop(); if (event.shiftKey) actBack(); else show(now - 1); }
    else if (event.key === "+" || event.key === "=") resize(1.5);
    else if (event.key === "-") resize(1 / 1.5);
    else return;
    event.preventDefault();
  });
  if (innerWidth < 700) zoom = 2;
  if (!fromAddress()) show(0, false);
  if (calm.matches) byId("speed").value = "2400";
})();
