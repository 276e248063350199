// Opens bin/playground/index.html in headless Chromium, asks all of its examples and hostile texts, and prints how long that took as Markdown. It
// fails where a verdict is not the expected one, or where the page stands still. Screenshots go to bin/playground.
//
//	node scripts/playground-check.mjs [CHROMIUM]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const page = "file://" + resolve("bin/playground/index.html");
const profile = mkdtempSync(join(tmpdir(), "playground-"));
const browser = spawn(process.argv[2] || "chromium", [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir=" + profile, "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

// ---- the DevTools protocol over a pipe ----

let next = 0, buffer = "";
const pending = new Map();
browser.stdio[4].on("data", data => {
  buffer += data;
  for (let end; (end = buffer.indexOf("\0")) >= 0; buffer = buffer.slice(end + 1)) {
    const m = JSON.parse(buffer.slice(0, end));
    if (m.id) { pending.get(m.id)?.(m); pending.delete(m.id); }
  }
});
const send = (method, params = {}, sessionId) => new Promise((resolve, reject) => {
  const id = ++next;
  pending.set(id, m => m.error ? reject(new Error(method + ": " + m.error.message)) : resolve(m.result));
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
});

async function tab() {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const to = (method, params) => send(method, params, sessionId);
  await to("Page.enable");
  const run = async expression => {
    const r = await to("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception?.description || r.exceptionDetails.text);
    return r.result.value;
  };
  return { to, run };
}

async function load(t) {
  await t.to("Page.navigate", { url: page });
  for (let i = 0; ; i++) { // until the script has run
    try { return await t.run("assayLoaded"); } catch (e) { if (i > 400) throw e; await new Promise(r => setTimeout(r, 25)); }
  }
}

const failures = [];
const expect = (what, got, want) => { if (got !== want) failures.push(`${what}: ${got}, want ${want}`); };
const median = xs => [...xs].sort((a, b) => a - b)[xs.length >> 1];

try {
  // Loading: from opening the page to the first verdict.
  const loads = [];
  for (let i = 0; i < 5; i++) {
    const t = await tab();
    const first = await load(t);
    expect("the first example", first.verdict, "false");
    loads.push(first.ms);
  }
  console.log(`| load to the first verdict, 5 times | ${loads.map(Math.round).join(", ")} ms |`);

  const t = await tab();
  await load(t);
  const examples = await t.run("JSON.parse(document.getElementById('examples-data').textContent)");
  const wants = ["false", "true", "false", "false", "false", "false", "false", "false", "false", "false", "false", "unspecified"];
  for (const [i, e] of examples.entries()) {
    const times = [];
    let verdict, marked;
    for (let k = 0; k < 7; k++) {
      const began = performance.now();
      verdict = await t.run(`assayTry(${JSON.stringify(e.formula)}, ${JSON.stringify(e.model)})`);
      times.push(performance.now() - began);
      marked = await t.run("[...document.querySelectorAll('#code mark')].map(m => m.textContent).join(' ')");
    }
    expect(e.name, verdict, wants[i]);
    if ((verdict === "false") !== (marked !== "")) failures.push(`${e.name}: marked is ${marked}`);
    console.log(`| ${e.name} | ${median(times).toFixed(1)} ms | ${verdict} | ${marked ? "`" + marked + "`" : ""} |`);
  }

  // Hostile texts: an answer or an end, and meanwhile a page that lives.
  const deep = 100_000;
  const hostile = {
    "a hundred thousand nested negations": ["(declare-const p Bool)(assert " + "(not ".repeat(deep) + "p" + ")".repeat(deep) + ")", "((define-fun p () Bool false))"],
    "a power tower": ["(declare-const x Int)(assert (= 0 " + "(* x ".repeat(30) + "x" + ")".repeat(30) + "))" +
      "(define-fun a ((y Int)) Int (* y y))".replace(/a/, "a0") + Array.from({ length: 40 }, (_, i) => `(define-fun a${i + 1} ((y Int)) Int (a${i} (a${i} y)))`).join("") + "(assert (= 7 (a40 3)))",
      "((define-fun x () Int 3))"],
    "nested quantifiers over all bytes": ["(declare-const z (_ BitVec 8))(assert (forall (" + Array.from({ length: 6 }, (_, i) => `(x${i} (_ BitVec 8))`).join("") + ") (bvuge (bvmul x0 x1 x2 x3 x4 x5 z) #x00)))", "((define-fun z () (_ BitVec 8) #x01))"],
    "a regular expression of loops": ['(declare-const s String)(assert (str.in_re s ((_ re.loop 1 999) (re.comp ((_ re.loop 1 999) (re.++ re.all ((_ re.loop 1 999) (re.range "a" "z"))))))))', '((define-fun s () String "' + "ab".repeat(5000) + '"))'],
    "not SMT-LIB": ["\u0000\ud800)(", "(((("],
    "a megabyte of assertions": ["(declare-const x Int)" + "(assert (and (> x 1) (< (* x x) 100)))".repeat(26_000), "((define-fun x () Int 5))"],
  };
  for (const [name, [formula, model]] of Object.entries(hostile)) {
    // The longest time between two ticks of the page's own clock.
    await t.run("globalThis.gap = 0; globalThis.last = performance.now(); clearInterval(globalThis.clock); globalThis.clock = setInterval(() => { const now = performance.now(); gap = Math.max(gap, now - last); last = now; }, 20)");
    const began = performance.now();
    const verdict = await t.run(`assayTry(${JSON.stringify(formula)}, ${JSON.stringify(model)})`);
    const took = performance.now() - began, gap = await t.run("Math.max(gap, performance.now() - last)");
    if (took > 15_000) failures.push(`${name}: ${took} ms`);
    console.log(`| ${name} | ${(took / 1000).toFixed(2)} s | ${verdict} | page still for ${Math.round(gap)} ms at most |`);
    const again = await t.run(`assayTry(${JSON.stringify(examples[0].formula)}, ${JSON.stringify(examples[0].model)})`);
    expect("after " + name, again, "false");
  }

  // The time limit: a worker that never answers.
  await t.run("worker.onmessage = null");
  const began = performance.now();
  expect("a worker that never answers", await t.run(`assayTry("(assert true)", "()")`), "stopped");
  console.log(`| a worker that never answers | ${((performance.now() - began) / 1000).toFixed(2)} s | stopped | |`);
  expect("the next worker", await t.run(`assayTry(${JSON.stringify(examples[0].formula)}, ${JSON.stringify(examples[0].model)})`), "false");

  // Links, and what they show.
  const linked = await t.run("link()");
  const u = await tab();
  await u.to("Page.navigate", { url: page + "#" + linked });
  for (let i = 0; i < 200 && !(await u.run("document.getElementById('verdict')?.className === 'bad'")); i++) await new Promise(r => setTimeout(r, 25));
  expect("a link", await u.run("document.getElementById('verdict').textContent"), "The model is wrong.");

  for (const [name, width, height, scheme, example] of [
    ["wide", 1280, 860, "light", 0], ["wide-dark", 1280, 860, "dark", 2], ["phone", 390, 1250, "light", 4], ["phone-dark", 390, 1250, "dark", 11],
  ]) {
    await u.to("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 2, mobile: width < 500 });
    await u.to("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await u.run(`new Promise(r => { const s = document.getElementById("examples"); s.value = "${example}"; s.onchange(); setTimeout(r, 400); })`);
    if (await u.run("document.documentElement.scrollWidth > innerWidth")) failures.push(`${name}: the page is wider than the screen`);
    const shot = await u.to("Page.captureScreenshot", { format: "png" });
    writeFileSync(`bin/playground/${name}.png`, Buffer.from(shot.data, "base64"));
  }
} finally {
  browser.kill();
  await new Promise(r => browser.once("exit", r));
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
for (const f of failures) console.error("FAIL " + f);
process.exit(failures.length ? 1 : 0);
