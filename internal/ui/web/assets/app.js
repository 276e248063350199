"use strict";
// The program of the page. Addresses: #/ all campaigns, #/0 a campaign, #/0/clusters/NAME a bug, #/0/stats/TOPIC tables.
// Texts from solvers and seeds become text nodes; the one piece of HTML is the report, in which the server has escaped everything.

const main = document.getElementById("main"), path = document.getElementById("path"), state = document.getElementById("state");
let marks = [], stream = null, turn = 0;

// el makes an element: el("a.chip", {href: "#/"}, "text", other elements).
function el(kind, attributes, ...children) {
  const [tag, ...classes] = kind.split(".");
  const e = document.createElement(tag);
  if (classes.length) e.className = classes.join(" ");
  for (const [k, v] of Object.entries(attributes || {})) {
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (v !== undefined && v !== null && v !== false) e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

function svg(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

const count = (n) => Number(n || 0).toLocaleString("en");
const percent = (x) => (100 * (x || 0)).toFixed(0) + " %";
function duration(s) {
  s = Math.round(s || 0);
  const h = Math.floor(s / 3600), m = Math.floor((s % 3600) / 60);
  return h ? `${h} h ${m} min` : m ? `${m} min ${s % 60} s` : `${s} s`;
}
const size = (n) => (n ? (n < 10240 ? count(n) + " B" : (n / 1024).toFixed(0) + " KB") : "");
const clip = (s, n) => (s.length > n ? s.slice(0, n) + " …" : s);

async function get(address, options) {
  const r = await fetch(address, options);
  const body = await r.json().catch(() => ({ error: "the answer of the server cannot be read" }));
  if (!r.ok) throw new Error(body.error || r.statusText);
  return body;
}

// show replaces the page, unless the reader has gone elsewhere meanwhile.
function show(mine, where, ...children) {
  if (mine !== turn) return false;
  path.replaceChildren(el("li", null, el("a", { href: "#/" }, "Assay")), ...where.map(([words, href], i) =>
    el("li", null, i === where.length - 1 ? el("span", { "aria-current": "page" }, words) : el("a", { href }, words))));
  document.title = [...where.map((w) => w[0]).reverse(), "Assay"].join(" · ");
  main.replaceChildren(...children);
  return true;
}

function problem(mine, where, error) {
  show(mine, where, el("section", null, el("p.error", { role: "alert" }, error.message || String(error)), el("p", null, el("button", { onclick: route }, "Try again"))));
}

function card(name, value, more, alarm) {
  return el("div", null, el("dt", null, name), el(alarm ? "dd.alarm" : "dd", null, value), el("dd", null, more || ""));
}

// ---- all campaigns

async function campaigns(mine) {
  try {
    const all = await get("/api/campaigns");
    marks = all.marks;
    if (all.campaigns.length === 1 && !location.hash) { location.replace("#/0"); return; }
    show(mine, [["campaigns", "#/"]], el("section", null, el("h1", null, "Campaigns"), el("div.scroll", { tabindex: 0 }, el("table.list", null,
      el("thead", null, el("tr", null, ...["Campaign", "Solvers", "State"].map((h) => el("th", { scope: "col" }, h)), ...["New bugs", "Bugs", "Mutants", "Time"].map((h) => el("th.n", { scope: "col" }, h)))),
      el("tbody", null, ...all.campaigns.map((c) => el("tr", null,
        el("td", null, el("a", { href: `#/${c.number}` }, c.name)), el("td", null, el("code", null, (c.solvers || []).join(" "))),
        el("td", null, c.error ? el("span.error", null, c.error) : c.running ? "running" : c.state),
        el(c.new ? "td.n.alarm" : "td.n", null, count(c.new)), el("td.n", null, count(c.bugs)), el("td.n", null, count(c.mutants)), el("td.n", null, duration(c.seconds)))))))));
  } catch (error) { problem(mine, [["campaigns", "#/"]], error); }
}

// ---- a campaign

function chart(title, steps, seconds, marked) {
  const most = Math.max(1, ...steps), n = Math.max(2, steps.length), w = 600, h = 90;
  const points = steps.map((v, i) => `${(i * w / (n - 1)).toFixed(1)},${(h - 4 - v * (h - 10) / most).toFixed(1)}`).join(" ");
  const dots = (marked || []).map((v, i) => v ? svg("rect", { x: i * w / (n - 1) - 1.5, y: 0, width: 3, height: 8 }) : null).filter(Boolean);
  return el("figure.plot", null, el("figcaption.note", null, title),
    svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}: at most ${count(most)} in ${duration(seconds)}` }, svg("polyline", { points }), ...dots));
}

function overview(o) {
  const l = o.live, parts = [el("dl.cards", null,
    card("new bugs", count(o.new), `${count(o.bugs)} in all, ${count(o.counts.findings)} findings`, o.new),
    card("mutants", count(l ? l.mutants : o.mutants), l ? `${l.mutants_per_second.toFixed(1)} a second` : o.seconds ? `${(o.mutants / o.seconds).toFixed(1)} a second` : ""),
    card("runs of solvers", count(l ? l.runs : o.counts.runs), `${percent(l ? l.solver_share : o.solver_share)} of the CPU time`),
    card("time", duration(l ? l.elapsed_seconds : o.seconds), l ? (l.limit_seconds ? `of ${duration(l.limit_seconds)}` : "no limit") : o.state),
    o.counts.faults ? card("faults of Assay", count(o.counts.faults), "assay stats DIR faults", true) : null)];
  if (!l) return parts;
  const step = l.history.step_seconds;
  parts.push(el("div.two", null,
    el("section", null, el("h2", null, "Over time"), chart(`mutants in each ${duration(step)}; red: findings`, l.history.mutants, step * l.history.mutants.length, l.history.findings),
      l.sees_behaviour ? chart(`new behaviour in each ${duration(step)}`, l.history.new_behaviour, step * l.history.new_behaviour.length) : null),
    el("section", null, el("h2", null, "Solvers"), el("div.scroll", { tabindex: 0 }, el("table", null, el("thead", null, el("tr", null, el("th", { scope: "col" }, "Solver"), ...["runs", "answered", "unknown", "time-out", "refused"].map((h) => el("th.n", { scope: "col" }, h)))),
      el("tbody", null, ...(l.solvers || []).map((s) => el("tr", null, el("th", { scope: "row" }, el("code", null, s.name)), el("td.n", null, count(s.runs)),
        ...["answered", "unknown", "time-out", "refused"].map((r) => el("td.n", null, percent((s.results[r] || 0) / Math.max(1, s.runs)))))))))),
    el("section", null, el("h2", null, "Engines"), el("div.scroll", { tabindex: 0 }, el("table", null, el("thead", null, el("tr", null, el("th", { scope: "col" }, "Engine"), ...["mutants", "new behaviour", "findings"].map((h) => el("th.n", { scope: "col" }, h)))),
      el("tbody", null, ...(l.engines || []).map((e) => el("tr", null, el("th", { scope: "row" }, e.name), el("td.n", null, count(e.mutants)), el("td.n", null, count(e.new_behaviour)), el("td.n", null, count(e.findings)))))))),
    el("section", null, el("h2", null, "Latest findings"), (l.latest || []).length ? el("ul.plain", null, ...l.latest.slice(0, 6).map((f) =>
      el("li", null, `${duration(f.at_seconds)}: ${f.class}, `, el("code", null, f.solver), f.known ? ` (known: ${f.known}) ` : " ", el("code", null, clip(f.line || "", 160))))) : el("p.note", null, "Nothing yet."))));
  return parts;
}

const query = { q: "", class: "", solver: "", status: "", offset: 0 };

async function campaign(mine, number) {
  try {
    if (!marks.length) marks = (await get("/api/campaigns")).marks;
    const o = await get(`/api/campaigns/${number}`);
    const top = el("div", null, overview(o)), list = el("div");
    if (!show(mine, [[o.name, `#/${number}`]], top, el("section", null, el("h1", null, "Bugs"), filters(mine, number, list), list),
      el("section", null, el("h2", null, "Figures"), el("nav.topics", { "aria-label": "Figures" }, ...o.topics.map((t) => el("a", { href: `#/${number}/stats/${t.name}`, title: t.about }, t.name)))))) return;
    bugs(mine, number, list);
    watch(mine, number, o, top, list);
  } catch (error) { problem(mine, [["campaign", `#/${number}`]], error); }
}

function watch(mine, number, first, top, list) {
  let known = first.bugs + "/" + first.new;
  stream = new EventSource(`/api/campaigns/${number}/live`);
  stream.onmessage = (event) => {
    if (mine !== turn) return;
    const o = JSON.parse(event.data);
    top.replaceChildren(...overview(o));
    state.textContent = o.running ? "running" : o.state;
    if (known !== o.bugs + "/" + o.new) { known = o.bugs + "/" + o.new; bugs(mine, number, list); }
  };
  stream.onerror = () => { if (mine === turn) state.textContent = "no connection; trying again"; };
}

function filters(mine, number, list) {
  const again = () => { query.offset = 0; bugs(mine, number, list); };
  let wait = 0;
  const choose = (name, words) => el("label", null, words, el("select", { id: "f-" + name, onchange: (e) => { query[name] = e.target.value; again(); } }, el("option", { value: "" }, "all")));
  return el("form", { role: "search", onsubmit: (e) => { e.preventDefault(); again(); } },
    el("label.grow", null, "Search (words, operators, folders)", el("input", { id: "search", type: "search", value: query.q, autocomplete: "off", oninput: (e) => { query.q = e.target.value; clearTimeout(wait); wait = setTimeout(again, 200); } })),
    choose("class", "Class"), choose("solver", "Solver"), choose("status", "Status"));
}

async function bugs(mine, number, list) {
  try {
    const r = await get(`/api/campaigns/${number}/bugs?` + new URLSearchParams(query));
    if (mine !== turn) return;
    for (const [name, counts] of [["class", r.classes], ["solver", r.solvers], ["status", r.statuses]]) {
      const select = document.getElementById("f-" + name);
      select.replaceChildren(el("option", { value: "" }, "all"), ...Object.keys(counts).sort().map((k) => el("option", { value: k, selected: query[name] === k }, `${k} (${counts[k]})`)));
    }
    const turnTo = (offset) => () => { query.offset = offset; bugs(mine, number, list); };
    list.replaceChildren(r.total === 0 ? el("p", null, Object.keys(r.classes).length ? "Nothing matches." : "Nothing was found.") : el("div.scroll", { tabindex: 0 }, el("table.list", null,
      el("thead", null, el("tr", null, ...["Class", "Solver", "Needs"].map((h) => el("th", { scope: "col" }, h)), el("th.n", { scope: "col" }, "Size"), ...["Status", "What it shows"].map((h) => el("th", { scope: "col" }, h)), el("th.n", { scope: "col" }, "Hits"))),
      el("tbody", { id: "rows" }, ...r.entries.map((b) => el("tr", null,
        el("td", null, el("a", { href: `#/${number}/${b.id.split("/").map(encodeURIComponent).join("/")}` }, b.class), b.suspect ? el("span.chip", null, "not proven") : null), el("td", null, el("code", null, b.solver)), el("td", null, b.needs),
        el("td.n", null, size(b.bytes)), el("td", null, el("span.chip." + b.status.replace(/ /g, "-"), null, b.mark || b.status), b.known_as ? " " + b.known_as : ""),
        el("td.words", null, clip(b.words, 300)), el("td.n.hits", null, count(b.hits))))))),
      el("div.tools", null, el("span.note", { role: "status" }, r.total ? `${count(r.offset + 1)} to ${count(r.offset + r.entries.length)} of ${count(r.total)}` : ""),
        r.offset > 0 ? el("button", { type: "button", onclick: turnTo(Math.max(0, r.offset - 100)) }, "Previous") : null,
        r.offset + r.entries.length < r.total ? el("button", { type: "button", onclick: turnTo(r.offset + r.entries.length) }, "Next") : null));
  } catch (error) { if (mine === turn) list.replaceChildren(el("p.error", { role: "alert" }, error.message)); }
}

// ---- a bug

function copyable(words, text, label) {
  const button = el("button", { type: "button", "aria-label": `Copy: ${label || words}`, onclick: async () => {
    try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; } catch { button.textContent = "Select it by hand"; }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  } }, "Copy");
  return button;
}

// formula shows a script with its false part marked.
function formula(text, part) {
  const at = part ? text.indexOf(part) : -1;
  return el("pre", { tabindex: 0 }, el("code", null, at < 0 ? [text] : [text.slice(0, at), el("span.false", { title: "this part is false" }, part), text.slice(at + part.length)]));
}

// strip joins neighbours that were not tried.
function strip(versions) {
  const out = [];
  for (const v of versions) {
    const last = out[out.length - 1];
    if (v.verdict === "not tried" && last && last.verdict === "not tried") {
      last.first = last.first || last.name;
      last.count = (last.count || 1) + 1;
      last.name = `${last.count} versions`;
      last.words = `${last.first} to ${v.name}`;
    } else out.push({ ...v });
  }
  return out;
}

function marking(mine, number, b) {
  if (!b.cluster || !marks.length) return null;
  const says = el("p.note", { role: "status" });
  const select = el("select", { id: "mark" }, ...[["new", "new"], ["known", "known"], ["filed", "reported"], ["ignored", "not a bug"]].map(([v, words]) => el("option", { value: v, selected: (b.mark || "new") === v }, words)));
  const link = el("input", { id: "link", type: "url", placeholder: "https://…", value: b.mark === "filed" ? b.link || "" : "" }), note = el("input", { id: "note", value: b.note || "", maxlength: 1000 });
  const send = async (mark, words) => {
    try {
      const before = [b.mark === "filed" ? "filed:" + b.link : b.mark || "new", b.note || ""];
      const now = await get(`/api/campaigns/${number}/bugs/${b.id}/mark`, { method: "POST", headers: { "Content-Type": "application/json", "X-Assay": "1" }, body: JSON.stringify({ mark, note: words }) });
      Object.assign(b, { mark: now.mark, note: now.note, link: now.link, status: now.status });
      says.replaceChildren("Saved: ", now.mark || "new", ". ", el("button", { type: "button", onclick: () => send(...before) }, "Undo"));
      select.value = now.mark || "new";
    } catch (error) { says.replaceChildren(el("span.error", null, error.message)); }
  };
  return el("section", null, el("h2", null, "What you know of it"), el("form", { onsubmit: (e) => { e.preventDefault(); send(select.value === "filed" ? "filed:" + link.value : select.value, note.value); } },
    el("label", null, "It is", select), el("label.grow", null, "Link, if reported", link), el("label.grow", null, "Note", note), el("button", null, "Save")), says);
}

async function bug(mine, number, kind, name) {
  const where = [["campaign", `#/${number}`], [name, ""]];
  try {
    if (!marks.length) marks = (await get("/api/campaigns")).marks;
    const b = await get(`/api/campaigns/${number}/bugs/${encodeURIComponent(kind)}/${encodeURIComponent(name)}`);
    const report = el("div");
    report.innerHTML = b.report_html; // escaped by the server
    show(mine, where,
      el("section", null, el("h1", null, b.title), el("p", null, el("span.chip." + b.status.replace(/ /g, "-"), null, b.mark || b.status), " ", el("span.chip", null, b.kind), " ", el("span.chip", null, "needs " + b.needs), " ", el("code", null, b.solver), b.known_as ? ` known as ${b.known_as}` : ""),
        el("p", null, b.words), formula(b.formula, b.false_part), copyable("the formula", b.formula),
        (b.problems || []).map((p) => el("p.error", null, p))),
      (b.versions || []).length ? el("section", null, el("h2", null, "Versions"), el("ul.strip", null, ...strip(b.versions).map((v) => el("li." + v.verdict.replace(/ /g, "-"), { title: v.words || v.verdict }, v.name, el("span.note", null, " " + v.verdict))))) : null,
      el("section", null, el("div.tools", null, el("h2", null, "Report"), copyable("the report", b.report)), report),
      b.changes ? el("section", null, el("h2", null, "What the mutation changed in the seed"), el("pre", { tabindex: 0 }, el("code", null, ...b.changes.map((c) => (c.kind === "+" ? el("ins", null, c.text) : c.kind === "-" ? el("del", null, c.text) : c.text)))),
        (b.steps || []).length ? el("ol.note", null, ...b.steps.map((s) => el("li", null, el("code", null, s)))) : null) :
        b.mutant || b.seed ? el("section", null, el("h2", null, "Mutant and seed"), el("div.side", null, b.mutant ? el("div", null, el("h3", null, "Mutant"), formula(b.mutant)) : null, b.seed ? el("div", null, el("h3", null, "Seed"), formula(b.seed)) : null)) : null,
      (b.runs || []).length ? el("section", null, el("h2", null, "Runs when it was found"), el("table", null, el("tbody", null, ...b.runs.map((r) => el("tr", null, el("th", { scope: "row" }, el("code", null, r.solver)), el("td", null, [r.outcome, r.reason].filter(Boolean).join(": ")), el("td.n", null, r.seconds.toFixed(2) + " s")))))) : null,
      el("section", null, el("h2", null, "Commands"), ...b.commands.map((c) => el("div", null, el("p.note", null, c.words), el("div.copy", null, el("code", null, c.line), copyable(c.words, c.line))))),
      marking(mine, number, b));
  } catch (error) { problem(mine, where, error); }
}

// ---- tables

async function stats(mine, number, topic) {
  const where = [["campaign", `#/${number}`], [topic, ""]];
  try {
    const r = await get(`/api/campaigns/${number}/stats/${encodeURIComponent(topic)}`);
    show(mine, where, el("section", null, el("h1", null, topic), el("p.note", null, r.about), r.tables.length ? null : el("p", null, r.none)), ...r.tables.map((t) => el("section", null, el("h2", null, t.title), el("div.scroll", { tabindex: 0 }, el("table", null,
      el("thead", null, el("tr", null, ...t.columns.map((c, i) => el(t.numbers[i] ? "th.n" : "th", { scope: "col" }, c)))),
      el("tbody", null, ...t.rows.map((row) => el("tr", null, ...row.map((c, i) => el(t.numbers[i] ? "td.n" : "td", null, c)))))), t.more ? el("p.note", null, `And ${count(t.more)} rows more: assay stats DIR ${topic}`) : null))));
  } catch (error) { problem(mine, where, error); }
}

// ---- addresses and keys

function route() {
  const mine = ++turn;
  if (stream) { stream.close(); stream = null; }
  state.textContent = "";
  const [number, kind, name] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (!number) campaigns(mine);
  else if (!kind) campaign(mine, number);
  else if (kind === "stats") stats(mine, number, name);
  else bug(mine, number, kind, name);
  main.focus({ preventScroll: true });
}

addEventListener("hashchange", () => { scrollTo(0, 0); route(); });
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (e.key === "Escape" && typing) { e.target.blur(); return; }
  if (typing) return;
  const rows = [...document.querySelectorAll("#rows tr")], at = rows.findIndex((r) => r.getAttribute("aria-selected") === "true");
  const select = (i) => { if (!rows[i]) return; if (rows[at]) rows[at].removeAttribute("aria-selected"); rows[i].setAttribute("aria-selected", "true"); rows[i].scrollIntoView({ block: "nearest" }); };
  if (e.key === "/") { const s = document.getElementById("search"); if (s) { e.preventDefault(); s.focus(); } }
  else if (e.key === "j") select(Math.min(at + 1, rows.length - 1));
  else if (e.key === "k") select(Math.max(at - 1, 0));
  else if (e.key === "Enter" && rows[at] && e.target.tagName !== "A" && e.target.tagName !== "BUTTON") rows[at].querySelector("a").click();
  else if (e.key === "u") { const links = path.querySelectorAll("a"); if (links.length) links[links.length - 1].click(); }
});
route();
