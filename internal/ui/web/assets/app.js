"use strict";
// The program of the page. Addresses: #/ all campaigns, #/0 a campaign, #/0/clusters/NAME a bug, #/0/stats/TOPIC tables, #/0/options what options brought.
// Texts from solvers and seeds become text nodes; the one piece of HTML is the report, in which the server has escaped everything.

const main = document.getElementById("main"), path = document.getElementById("path"), state = document.getElementById("state");
let marks = [], stream = null, turn = 0;

const number = (n, what) => `${count(n)} ${what}${n === 1 ? "" : "s"}`;
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
  main.replaceChildren(...children.filter(Boolean)); // a null would be the word null
  return true;
}

function problem(mine, where, error) {
  show(mine, where, el("section", null, el("h1", null, "This cannot be shown"), el("p.error", { role: "alert" }, error.message || String(error)), el("p", null, el("button", { onclick: () => route() }, "Try again"))));
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
    const beside = el("div");
    const shown = show(mine, [["campaigns", "#/"]], el("section", null, el("h1", null, "Campaigns"), el("div.scroll", { tabindex: 0 }, el("table.list", null,
      el("thead", null, el("tr", null, ...["Campaign", "Solvers", "State"].map((h) => el("th", { scope: "col" }, h)), ...["New bugs", "Bugs", "Mutants", "Time"].map((h) => el("th.n", { scope: "col" }, h)))),
      el("tbody", null, ...all.campaigns.map((c) => el("tr", null,
        el("td", null, el("a", { href: `#/${c.number}` }, c.name)), el("td", null, el("code", null, (c.solvers || []).join(" "))),
        el("td", null, c.error ? el("span.error", null, c.error) : c.running ? "running" : c.state),
        el(c.new ? "td.n.alarm" : "td.n", { "data-name": "new bugs" }, count(c.new)), el("td.n", { "data-name": "bugs" }, count(c.bugs)), el("td.n", { "data-name": "mutants" }, count(c.mutants)), el("td.n", { "data-name": "time" }, duration(c.seconds)))))))), beside);
    if (!shown) return;
    const { campaigns: grown, more } = await get("/api/history");
    if (mine === turn && grown.length > 1) beside.replaceChildren(sideBySide(grown, more));
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

// plotWidth is the width of a picture beside others, so that its letters have the size of the text.
const plotWidth = () => { const w = main.clientWidth - 32; return Math.round(Math.max(260, w > 900 ? w / 2 - 40 : w - 34)); };

// growth shows how a campaign grew.
function growth(h) {
  if (!h) return [el("p.note", null, "There is no history: the campaign ran with an earlier version of Assay.")];
  const xs = h.seconds, width = plotWidth(), marks = xs.filter((_, i) => i && h.session[i] !== h.session[i - 1]), last = (ys) => ys[ys.length - 1];
  const series = (name, ys) => ({ name, xs, ys }), options = { width, marks };
  const by = (key) => h.engines.filter((e) => last(e[key]) > 0).sort((a, b) => last(b[key]) - last(a[key])).map((e) => series(e.name, e[key]));
  const sees = last(h.new_behaviour) > 0, found = h.bugs || h.findings;
  return [el("div.two", null,
    lines("Runs of solvers", [series("runs", h.runs), series("decided", h.decided)], options),
    lines(h.bugs ? "Distinct bugs, as they are grouped now" : "Findings", [series(h.bugs ? "bugs" : "findings", found)], options),
    sees ? lines("New behaviour inside solvers", [series("new behaviour", h.new_behaviour)], options) : null,
    lines(sees ? "New behaviour by engine" : "Mutants by engine", by(sees ? "new_behaviour" : "mutants"), options),
    last(h.findings) ? lines("Findings by engine", by("findings"), options) : null,
    shares("CPU time", xs, h.cpu.map((p) => series(p.name, p.seconds)), options)),
  marks.length ? el("p.note", null, "A dashed line is where the campaign was stopped and went on.") : null,
  h.undated_bugs && h.bugs ? el("p.note", null, `${count(h.undated_bugs)} bugs are not in the picture: nobody noted when they were found.`) : null];
}

// sessions compares the runs of one campaign: what each brought since it began.
function sessions(h) {
  const of = new Map();
  h.session.forEach((n, i) => { if (!of.has(n)) of.set(n, []); of.get(n).push(i); });
  if (of.size < 2) return null;
  const shown = [...of.entries()].slice(-colours), options = { width: plotWidth() };
  const gained = (ys) => shown.map(([n, at]) => {
    const base = at[0] > 0 ? at[0] - 1 : 0; // the end of the session before
    return { name: `session ${n}, ${clock(h.at[at[0]]).slice(0, 10)}`, xs: [0, ...at.map((i) => h.seconds[i] - h.seconds[base])], ys: [0, ...at.map((i) => ys[i] - (at[0] > 0 ? ys[base] : 0))] };
  });
  return el("section", null, el("h2", null, "Sessions side by side"), el("div.two", null, lines("Runs since the session began", gained(h.runs), options),
    h.new_behaviour[h.new_behaviour.length - 1] ? lines("New behaviour since the session began", gained(h.new_behaviour), options) : null,
    lines(h.bugs ? "Distinct bugs since the session began" : "Findings since the session began", gained(h.bugs || h.findings), options)),
  of.size > shown.length ? el("p.note", null, `The last ${shown.length} of ${of.size} sessions.`) : null);
}

async function campaignHistory(mine, number, into) {
  try {
    const { history: h } = await get(`/api/campaigns/${number}/history`);
    if (mine !== turn) return;
    into.replaceChildren(el("section", null, el("h2", null, "The whole campaign"), ...growth(h).filter(Boolean)), ...[h && sessions(h)].filter(Boolean));
  } catch (error) { if (mine === turn) into.replaceChildren(el("section", null, el("p.error", { role: "alert" }, error.message))); }
}

// sideBySide compares campaigns.
function sideBySide(all, more) {
  const plots = el("div.two");
  const draw = (clocked) => {
    const options = { width: plotWidth(), clock: clocked }, of = (key) => all.map((c) => ({ name: c.name, xs: clocked ? c.at : c.seconds, ys: c[key] || c.findings }));
    plots.replaceChildren(...[lines("Runs of solvers", of("runs"), options), all.some((c) => c.new_behaviour[c.new_behaviour.length - 1]) ? lines("New behaviour", of("new_behaviour"), options) : null,
      lines("Distinct bugs, or findings where nobody noted when bugs were found", of("bugs"), options)].filter(Boolean));
  };
  draw(false);
  return el("section", null, el("h2", null, "Side by side"), el("form", { onsubmit: (e) => e.preventDefault() }, el("label", null, "Time", el("select", { id: "time", onchange: (e) => draw(e.target.value === "clock") },
    el("option", { value: "own" }, "since each campaign began"), el("option", { value: "clock" }, "of the day")))), plots, more ? el("p.note", null, `And ${count(more)} campaigns more.`) : null);
}

// options is what options of solvers brought, by engine.
async function options(mine, number) {
  const where = [["campaign", `#/${number}`], ["options", ""]];
  try {
    const r = await get(`/api/campaigns/${number}/options`);
    const cell = (v, most) => el("td.n.h" + (v > 0 ? Math.max(1, Math.round(9 * Math.sqrt(v / most))) : 0), null, v >= 0.05 ? (v < 10 ? v.toFixed(1) : count(Math.round(v))) : v > 0 ? "<0.1" : "");
    show(mine, where, el("section", null, el("h1", null, "What options brought"),
      r.maps.length ? el("p.note", null, "New behaviour of the configurations with an option, by the engine that made the mutants. A configuration counts for each of its options. The campaign remembers the 16 best configurations of each engine and logic; a new search of one halves what its earlier ones count.")
        : el("p", null, r.searches ? "Nothing is known yet." : "Other configurations were not searched (--options search), or with even effort, which remembers none.")),
    ...r.maps.map((m) => el("section", null, el("h2", null, el("code", null, m.solver)), el("div.scroll", { tabindex: 0, role: "region", "aria-label": `Options of ${m.solver}` }, el("table.heat", null,
      el("thead", null, el("tr", null, el("th", { scope: "col" }, "Option"), el("th.values", { scope: "col" }, "values"), ...m.engines.map((e) => el("th.n", { scope: "col" }, e)), ...["all", "configurations", "showed"].map((h) => el("th.n", { scope: "col" }, h)), el("th", { scope: "col" }, "what it showed"))),
      el("tbody", null, ...m.rows.map((o) => el("tr", null, el("th", { scope: "row" }, el("code", null, o.option)), el("td.values", null, (o.values || []).join(", ")), ...o.brought.map((v) => cell(v, m.most || 1)),
        el("td.n", null, o.total ? o.total.toFixed(1) : ""), el("td.n", null, o.configurations ? count(o.configurations) : ""), el("td.n", null, o.showed ? count(o.showed) : ""), el("td", null, clip((o.findings || []).join("; "), 120))))))),
    m.more ? el("p.note", null, `And ${count(m.more)} options more.`) : null)));
  } catch (error) { problem(mine, where, error); }
}

function overview(o) {
  const l = o.live, parts = [el("dl.cards", null,
    card("new bugs", count(o.new), `${count(o.bugs)} in all, ${number(o.counts.findings, "finding")}`, o.new),
    card("mutants", count(l ? l.mutants : o.mutants), l ? `${l.mutants_per_second.toFixed(1)} a second` : o.seconds ? `${(o.mutants / o.seconds).toFixed(1)} a second` : ""),
    card("runs of solvers", count(l ? l.runs : o.counts.runs), `${percent(l ? l.solver_share : o.solver_share)} of the CPU time`),
    card("time", duration(l ? l.elapsed_seconds : o.seconds), l ? (l.limit_seconds ? `of ${duration(l.limit_seconds)}` : "no limit") : o.state),
    o.counts.faults ? card("faults of Assay", count(o.counts.faults), "assay stats DIR faults", true) : null)];
  if (!l) return parts;
  const step = l.history.step_seconds;
  parts.push(el("div.two", null,
    el("section", null, el("h2", null, "This session"), chart(`mutants in each ${duration(step)}; red: findings`, l.history.mutants, step * l.history.mutants.length, l.history.findings),
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

// query is what the reader looks for in a campaign; another campaign has other classes and solvers.
const query = {};
let asked = null;

function ask(number) {
  if (asked !== number) Object.assign(query, { q: "", class: "", solver: "", status: "", offset: 0 });
  asked = number;
}

async function campaign(mine, number) {
  ask(number);
  try {
    if (!marks.length) marks = (await get("/api/campaigns")).marks;
    const o = await get(`/api/campaigns/${number}`);
    const top = el("div", null, overview(o)), list = el("div"), grown = el("div");
    if (!show(mine, [[o.name, `#/${number}`]], el("h1.hidden", null, o.name), top, grown, el("section", null, el("h2", null, "Bugs"), filters(mine, number, list), list),
      el("section", null, el("h2", null, "Figures"), el("nav.topics", { "aria-label": "Figures" }, el("a", { href: `#/${number}/options` }, "options heat map"), ...o.topics.map((t) => el("a", { href: `#/${number}/stats/${t.name}`, title: t.about }, t.name)))))) return;
    bugs(mine, number, list);
    campaignHistory(mine, number, grown);
    watch(mine, number, o, top, list, grown);
  } catch (error) { problem(mine, [["campaign", `#/${number}`]], error); }
}

// replaced puts other elements in the place of those of a container, and the focus back where it was.
function replaced(container, children) {
  const stops = () => [...container.querySelectorAll("[tabindex], a, button, summary")], at = stops().indexOf(document.activeElement);
  container.replaceChildren(...children);
  if (at >= 0) (stops()[at] || main).focus({ preventScroll: true });
}

function watch(mine, number, first, top, list, grown) {
  let known = first.bugs + "/" + first.new, drawn = Date.now();
  const news = (event) => {
    if (mine !== turn) return;
    const o = JSON.parse(event.data);
    replaced(top, overview(o));
    // Nobody wants a table that is being read to close.
    if (o.running && Date.now() - drawn > 30000 && !grown.querySelector("details[open]")) { drawn = Date.now(); campaignHistory(mine, number, grown); }
    state.textContent = o.running ? "running" : o.state;
    if (known !== o.bugs + "/" + o.new) { known = o.bugs + "/" + o.new; bugs(mine, number, list); }
  };
  const open = () => {
    if (mine !== turn) return;
    const from = stream = new EventSource(`/api/campaigns/${number}/live`);
    from.onmessage = news;
    from.onerror = () => {
      if (mine !== turn) return;
      state.textContent = "no connection; trying again";
      if (from.readyState === EventSource.CLOSED) setTimeout(open, 5000); // the server has refused it, for which a browser does not try again
    };
  };
  open();
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
    query.offset = r.offset;
    const any = Object.keys(r.classes).length > 0;
    for (const [name, counts] of [["class", r.classes], ["solver", r.solvers], ["status", r.statuses]]) {
      const select = document.getElementById("f-" + name);
      if (query[name] && !Object.hasOwn(counts, query[name])) counts[query[name]] = 0; // what is chosen stays in sight
      select.replaceChildren(el("option", { value: "" }, "all"), ...Object.keys(counts).sort().map((k) => el("option", { value: k, selected: query[name] === k }, `${k} (${counts[k]})`)));
    }
    const turnTo = (offset) => () => { query.offset = offset; bugs(mine, number, list); };
    list.replaceChildren(r.total === 0 ? el("p", null, any ? "Nothing matches." : "Nothing was found.") : el("div.scroll", { tabindex: 0 }, el("table.list", null,
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

function route(first) {
  const mine = ++turn;
  if (stream) { stream.close(); stream = null; }
  state.textContent = "";
  const [number, kind, name] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (!number) campaigns(mine);
  else if (!kind) campaign(mine, number);
  else if (kind === "stats") stats(mine, number, name);
  else if (kind === "options") options(mine, number);
  else bug(mine, number, kind, name);
  if (first !== true) main.focus({ preventScroll: true }); // a page that was just loaded begins at its beginning
}

function up() { const links = path.querySelectorAll("a"); if (links.length) links[links.length - 1].click(); }

addEventListener("hashchange", () => { scrollTo(0, 0); route(); });
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  if (e.key === "Escape" && typing) { e.target.blur(); return; }
  if (typing) return;
  if (e.key === "Escape" && path.querySelectorAll("a").length > 1) { up(); return; }
  const rows = [...document.querySelectorAll("#rows tr")], at = rows.findIndex((r) => r.getAttribute("aria-selected") === "true");
  const select = (i) => { if (!rows[i]) return; if (rows[at]) rows[at].removeAttribute("aria-selected"); rows[i].setAttribute("aria-selected", "true"); rows[i].scrollIntoView({ block: "nearest" }); };
  if (e.key === "/") { const s = document.getElementById("search"); if (s) { e.preventDefault(); s.focus(); } }
  else if (e.key === "j") select(Math.min(at + 1, rows.length - 1));
  else if (e.key === "k") select(Math.max(at - 1, 0));
  else if (e.key === "Enter" && rows[at] && e.target.tagName !== "A" && e.target.tagName !== "BUTTON") rows[at].querySelector("a").click();
  else if (e.key === "u") up();
});
route(true);
