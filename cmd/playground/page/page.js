"use strict";

const $ = id => document.getElementById(id);
const limit = 10_000; // milliseconds for one answer
const largest = 4 << 20; // characters of a text
const started = performance.now();
const examples = JSON.parse($("examples-data").textContent);

// ---- the worker ----

let program; // a promise of the compiled program
let worker, ready; // the current worker, and a promise that it can answer
let asked = 0, timer = 0;

function compiled() {
  program ??= (async () => {
    const text = $("program").textContent;
    const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  })();
  return program;
}

function start() {
  const url = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
  const w = worker = new Worker(url);
  ready = new Promise((resolve, reject) => {
    w.onmessage = ({ data }) => {
      if (data.ready) resolve(w);
      else if (data.ended) { reject(new Error("ended")); if (w === worker) broken("The evaluation ran out of memory."); }
      else if (data.id === asked) { clearTimeout(timer); timer = 0; show(data.reply, data.id); }
    };
    w.onerror = e => reject(e);
  });
  ready.catch(() => {});
  compiled().then(module => w.postMessage({ module }), e => say("bad", "This browser cannot run the evaluator.", String(e)));
}

// broken ends a worker that does not answer, and starts another for the next question.
function broken(why) {
  worker.terminate();
  clearTimeout(timer);
  timer = 0;
  start();
  clear();
  say("open", why, "The page is fine: change the formula or the model to try again. Large quantified formulas are for assay eval, which has more time and memory.");
  finish(asked, "stopped");
}

// ---- questions and answers ----

let shown = {}; // the texts of the current answer
let began = 0;
const waiting = new Map(); // promises of answers, for tests

function ask() {
  const id = ++asked;
  const question = { id, formula: $("formula").value, model: $("model").value, check: Number($("check").value) || 0 };
  if (timer) { // the former question is still being answered
    worker.terminate();
    clearTimeout(timer);
    timer = 0;
    start();
  }
  if (question.formula.length > largest || question.model.length > largest) {
    clear();
    say("open", "This is too large for a page.", "assay eval has no such limit.");
    return finish(id, "stopped");
  }
  shown = question;
  ready.then(w => {
    if (id !== asked) return;
    began = performance.now();
    timer = setTimeout(() => broken(`Stopped after ${limit / 1000} seconds.`), limit);
    w.postMessage(question);
  }, () => {});
}

function finish(id, verdict) {
  waiting.get(id)?.(verdict);
  waiting.delete(id);
}

const words = { true: "good", false: "bad", unspecified: "open", unsupported: "open" };
const signs = { true: "✓", false: "✗", unspecified: "?", unsupported: "?" };

function show(reply, id) {
  const took = performance.now() - began;
  clear();
  offerChecks(reply.checks);
  if (reply.error) {
    const e = reply.error, where = e.where === "formula" ? "formula" : "model";
    say("open", `The ${where} cannot be read.`, (e.line ? `line ${e.line}, column ${e.col}: ` : "") + e.message + (e.hint ? ` (${e.hint})` : ""));
    if (e.where === "formula" && e.line) code(e.line, []);
    return finish(id, "error");
  }
  const list = reply.assertions || [], wrong = list.filter(a => a.verdict === "false"), open = list.filter(a => words[a.verdict] === "open");
  const of = (n, what) => `${n} of ${list.length} assertion${list.length === 1 ? "" : "s"} ${n === 1 ? "is" : "are"} ${what}.`;
  switch (reply.verdict) {
    case "true": say("good", "This is a model.", list.length ? "Every assertion is true." : "There is no assertion."); break;
    case "false": say("bad", "The model is wrong.", of(wrong.length, "false")); break;
    case "unspecified": say("open", "The model does not decide the formula.", of(open.length, "open: the standard leaves a value open, and so does the model")); break;
    default: say("open", "The value cannot be computed here.", of(open.length, "open"));
  }
  code(0, list);
  for (const name of reply.assumed || []) note(`The model has no value for ${name}: the default value of its sort is taken.`);
  for (const text of reply.notes || []) note(text);
  if (reply.dialect && reply.dialect !== "standard") note(`The formula is not in the standard's language, but in that of: ${reply.dialect}.`);
  $("time").textContent = `This took ${took < 1 ? "less than a millisecond" : Math.round(took) + " ms"}.`;
  finish(id, reply.verdict);
}

function clear() {
  for (const id of ["code", "notes", "time", "why"]) $(id).replaceChildren();
}

function say(kind, verdict, why) {
  $("verdict").className = kind;
  $("verdict").textContent = verdict;
  $("why").textContent = why;
}

function note(text) {
  $("notes").append(element("li", "", text));
}

function element(tag, kind, ...content) {
  const e = document.createElement(tag);
  if (kind) e.className = kind;
  e.append(...content);
  return e;
}

const mostRows = 400;

// clipped shortens what stands between marks in a long line: nobody reads it, and laying it out takes a browser seconds.
function clipped(text) {
  return text.length < 600 ? text : text.slice(0, 200) + " … " + text.slice(-200);
}

// code shows the formula with marks: a sign beside the line where an assertion begins, the false part in it, and the values behind the line where it ends.
function code(errorLine, assertions) {
  const text = shown.formula, rows = [];
  const begins = new Map(assertions.map(a => [a.line, a]));
  const parts = assertions.filter(a => a.part && a.part.line).map(a => a.part);
  let offset = 0;
  text.trimEnd().split("\n").forEach((line, i) => {
    const number = i + 1, end = offset + line.length, a = begins.get(number);
    const content = element("span", "");
    let at = offset;
    for (const p of parts.filter(p => p.start < end && p.end > offset).sort((a, b) => a.start - b.start)) {
      let from = Math.max(p.start, at), to = Math.min(p.end, end);
      if (p.start < offset) from = Math.max(from, offset + line.length - line.trimStart().length);
      if (to <= from) continue;
      content.append(clipped(text.slice(at, from)), element("mark", "", clipped(text.slice(from, to))));
      at = to;
    }
    content.append(clipped(text.slice(at, end)));
    if (number === errorLine) content.replaceChildren(element("mark", "open", clipped(line)));
    const kind = number === errorLine ? "open" : a ? words[a.verdict] : "";
    rows.push({ near: kind === "bad" || kind === "open", node: element("div", "row", element("span", "number", String(number)), element("span", "mark " + kind, a ? signs[a.verdict] : ""), content) });
    for (const b of assertions.filter(b => b.why && b.verdict !== "true")) {
      if (b.part && b.part.line ? b.part.end > offset && b.part.end <= end : b.end > offset && b.end <= end) rows.push({ near: true, node: values(b) });
    }
    offset = end + 1;
  });
  if (rows.length > mostRows) { // keep what is around marks
    const keep = rows.map((_, i) => rows.slice(Math.max(0, i - 6), i + 7).some(r => r.near));
    let dots = false;
    rows.forEach((r, i) => {
      if (keep[i]) { $("code").append(r.node); dots = false; } else if (!dots) { $("code").append(element("div", "row", "      …")); dots = true; }
    });
    return;
  }
  $("code").append(...rows.map(r => r.node));
}

function values(a) {
  const p = a.part;
  if (!p) return element("div", "values open", a.verdict + ": " + a.why);
  const box = element("div", "values");
  box.append(p.text.length < 60 ? element("b", "", p.text) : "this", p.is ? " is true, and should be false" : " is false");
  for (const v of p.values || []) box.append("\n  ", element("b", "", v.term), " is ", v.value || "not known");
  return box;
}

function offerChecks(n) {
  const select = $("check"), chosen = select.value;
  $("checks").hidden = !(n > 1);
  if (n > 1 && select.options.length !== n) {
    select.replaceChildren(...Array.from({ length: n }, (_, i) => new Option(String(i + 1), String(i))));
    select.value = Number(chosen) < n ? chosen : "0";
  }
}

// ---- links: the texts are in the part of the address that browsers do not send ----

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function link() {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify([$("formula").value, $("model").value])));
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function fromLink(hash) {
  const bytes = Uint8Array.from(atob(hash.replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
  const [formula, model] = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
  put(String(formula), String(model));
}

$("link").onclick = async () => {
  location.hash = await link();
  const label = $("link").textContent;
  try {
    await navigator.clipboard.writeText(location.href);
    $("link").textContent = "Copied";
  } catch {
    $("link").textContent = "It is in the address bar";
  }
  setTimeout(() => $("link").textContent = label, 2000);
};

// ---- the page ----

function put(formula, model) {
  $("formula").value = formula;
  $("model").value = model;
  $("check").value = "0";
  ask();
}

let typing = 0;
for (const id of ["formula", "model"]) {
  $(id).oninput = () => {
    $("examples").value = "";
    clearTimeout(typing);
    typing = setTimeout(ask, 250);
  };
}
$("check").onchange = ask;
$("examples").append(new Option("your own", ""), ...examples.map((e, i) => new Option(e.name, String(i))));
$("examples").onchange = () => {
  const e = examples[$("examples").value];
  if (e) put(e.formula, e.model); else put("", "");
};

// For tests: put texts and get a promise of the verdict.
globalThis.assayTry = (formula, model) => new Promise(resolve => {
  waiting.set(asked + 1, resolve);
  put(formula, model);
});
globalThis.assayLoaded = new Promise(resolve => { waiting.set(1, verdict => resolve({ verdict, ms: performance.now() - started })); });

start();
(async () => {
  if (location.hash.length > 1) {
    try { return await fromLink(location.hash.slice(1)); } catch { /* not one of ours */ }
  }
  $("examples").value = "0";
  put(examples[0].formula, examples[0].model);
})();
