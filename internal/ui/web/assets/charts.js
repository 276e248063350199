"use strict";
// Pictures of figures over time. They are SVG elements; the numbers of each can be read as a table.

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
  const d = Math.floor(s / 86400), h = Math.floor((s % 86400) / 3600), m = Math.floor((s % 3600) / 60);
  return d > 1 ? `${d} d ${h} h` : s >= 3600 ? `${h + 24 * d} h ${m} min` : m ? `${m} min ${s % 60} s` : `${s} s`;
}
const clock = (t) => new Date(1000 * t).toISOString().slice(0, 16).replace("T", " ") + " UTC";

// round is a step of 1, 2 or 5 times a power of ten of which about n make up high.
function round(high, n) {
  const rough = high / n, power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((m) => m * power).find((v) => v >= rough * 0.999);
}

// timeStep is a step that people count time in.
const timeStep = (seconds, n) => [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 21600, 43200].find((v) => v >= seconds / n) || 86400 * round(seconds / 86400, n);
function timeLabel(s, step) {
  if (step >= 86400) return `${+(s / 86400).toFixed(2)} d`;
  if (step >= 3600) return `${+(s / 3600).toFixed(2)} h`;
  if (step >= 60 && s >= 3600) return `${Math.floor(s / 3600)}:${String(Math.round((s % 3600) / 60)).padStart(2, "0")} h`;
  return step >= 60 ? `${+(s / 60).toFixed(1)} min` : `${s} s`;
}
const short = (v) => (v >= 1e6 ? `${+(v / 1e6).toFixed(2)} M` : v >= 1e4 ? `${+(v / 1e3).toFixed(1)} k` : count(+v.toFixed(2)));

const colours = 8, left = 54, right = 14, top_ = 8, bottom = 26, height = 190;

function frame(width, low, high, most, options) {
  const x = (v) => left + (high > low ? (v - low) / (high - low) : 0.5) * (width - left - right), y = (v) => height - bottom - (v / most) * (height - bottom - top_);
  const g = svg("g", { class: "axes" }), step = options.step || round(most, 4);
  for (let v = 0; v <= most * 1.001; v += step) g.append(svg("line", { x1: left, x2: width - right, y1: y(v), y2: y(v) }), svg("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end" }, (options.label || short)(v)));
  if (options.clock) {
    for (const [t, anchor] of high > low ? [[low, "start"], [high, "end"]] : [[low, "middle"]]) g.append(svg("text", { x: x(t), y: height - 6, "text-anchor": anchor }, clock(t)));
  } else {
    const d = timeStep(high - low || 1, Math.max(2, width / 110));
    for (let v = Math.ceil(low / d) * d; v <= high; v += d) g.append(svg("text", { x: x(v), y: height - 6, "text-anchor": v === low ? "start" : x(v) > width - 40 ? "end" : "middle" }, timeLabel(v, d)));
  }
  return { x, y, g };
}

const picture = (width, label, ...children) => svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...children);

// numbers is a table that is made when somebody opens it: at most so many rows of what a picture shows.
function numbers(title, heads, rows) {
  const most = 24;
  const details = el("details", { ontoggle: () => {
    if (!details.open || details.children.length > 1) return;
    const all = rows(), every = Math.max(1, Math.ceil(all.length / most)), some = all.filter((_, i) => (all.length - 1 - i) % every === 0);
    details.append(el("div.scroll", { tabindex: 0, role: "group", "aria-label": `The numbers: ${title}` }, el("table", null, el("thead", null, el("tr", null, ...heads.map((h) => el("th.n", { scope: "col" }, h)))),
      el("tbody", null, ...some.map((r) => el("tr", null, ...r.map((c) => el("td.n", null, c))))))));
  } }, el("summary", null, "The numbers"));
  return details;
}

function legend(items) {
  return el("ul.legend", null, ...items.map(({ name, k, value, fill }) => el("li", null, svg("svg", { class: "key", viewBox: "0 0 22 10", "aria-hidden": "true" },
    fill ? svg("rect", { x: 4, y: 0, width: 14, height: 10, class: `f${k % colours}` }) : svg("line", { x1: 0, x2: 22, y1: 5, y2: 5, class: `line c${k % colours}` })), name, value ? el("b", null, " " + value) : null)));
}

// lines draws lines with a common axis: series are {name, xs, ys}. options: width, marks (moments with a dashed line), clock (times of day).
function lines(title, series, options) {
  series = series.filter((s) => s.xs.length);
  const xs = series.flatMap((s) => s.xs), most = Math.max(1, ...series.flatMap((s) => s.ys)), last = (s) => s.ys[s.ys.length - 1];
  const low = options.clock ? Math.min(...xs) : 0, step = Math.max(1, round(most, 4)), { x, y, g } = frame(options.width, low, Math.max(...xs), Math.ceil(most / step) * step, { ...options, step });
  const words = series.map((s) => `${s.name} ${count(last(s))}`).join(", ");
  const merged = () => [...new Set(xs)].sort((a, b) => a - b).map((t) => [options.clock ? clock(t) : duration(t), ...series.map((s) => {
    let i = s.xs.findLastIndex((v) => v <= t);
    return i < 0 ? "" : count(s.ys[i]);
  })]);
  return el("figure.plot", null, el("figcaption", null, title), picture(options.width, `${title}. At the end: ${words}.`, g,
    ...(options.marks || []).map((m) => svg("line", { class: "mark", x1: x(m), x2: x(m), y1: top_, y2: height - bottom })),
    ...series.map((s, k) => (s.xs.length > 1 ? svg("polyline", { class: `line c${k % colours}`, points: s.xs.map((v, i) => `${x(v).toFixed(1)},${y(s.ys[i]).toFixed(1)}`).join(" ") })
      : svg("circle", { class: `f${k % colours}`, r: 3, cx: x(s.xs[0]), cy: y(s.ys[0]) })))),
  legend(series.map((s, k) => ({ name: s.name, k, value: short(last(s)) }))), numbers(title, [options.clock ? "time of day" : "after", ...series.map((s) => s.name)], merged));
}

// shares draws how the parts of something changed: each part's growth between two moments, as a share of all.
function shares(title, xs, parts, options) {
  // In shorter steps they jump about.
  const steps = [], every = Math.max(1, Math.ceil((xs.length - 1) / 40));
  for (let i = 1 + (xs.length - 2) % every, before = 0; i < xs.length; before = i, i += every) {
    const grown = parts.map((p) => Math.max(0, p.ys[i] - p.ys[before])), all = grown.reduce((a, b) => a + b, 0);
    if (all > 0) steps.push({ from: xs[before], to: xs[i], shares: grown.map((v) => v / all) });
  }
  if (!steps.length) return null;
  const { x, y, g } = frame(options.width, 0, xs[xs.length - 1], 1, { step: 0.25, label: percent });
  const areas = parts.map((_, k) => {
    const under = (s, to) => s.shares.slice(0, to).reduce((a, b) => a + b, 0);
    const edge = (to) => steps.flatMap((s) => [[s.from, under(s, to)], [s.to, under(s, to)]]).map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`);
    return svg("polygon", { class: `f${k % colours}`, points: [...edge(k), ...edge(k + 1).reverse()].join(" ") });
  });
  const all = parts.reduce((a, p) => a + p.ys[p.ys.length - 1], 0) || 1, of = (p) => percent(p.ys[p.ys.length - 1] / all);
  return el("figure.plot", null, el("figcaption", null, title), picture(options.width, `${title}. Over the whole time: ${parts.map((p) => `${p.name} ${of(p)}`).join(", ")}.`, g, ...areas),
    legend(parts.map((p, k) => ({ name: p.name, k, value: of(p), fill: true }))), numbers(title, ["until", ...parts.map((p) => p.name)], () => steps.map((s) => [duration(s.to), ...s.shares.map(percent)])));
}
