// The script of the page of a session.
//
// It makes elements with text nodes only, never from markup, and draws the rows that are in sight.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const {rows, slices, types, values, paths} = data;
const $ = id => document.getElementById(id);
const make = (tag, attributes, ...content) => {
  const element = document.createElement(tag);
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
};
// Controls and changes of direction are shown, not obeyed.
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const safe = text => String(text).replace(hidden, c => "\\u{" + c.codePointAt(0).toString(16) + "}");
const short = (text, length) => text.length > length ? text.slice(0, length) + "…" : text;
const isTree = value => value !== null && typeof value === "object";
// Numbers that are none here, because they are too large, are strings that begin with a null character.
const source = (value, space) =>
  JSON.stringify(value, null, space).replace(/"\\u0000(-?[0-9.eE+-]+)"/g, "$1");
const json = (value, length) => value === undefined ? "" : short(safe(source(value)), length);

// The state at a position: 0 before the first action, n after the n-th row.
const put = (object, name, value) => {
  if (name === "__proto__") {
    Object.defineProperty(object, name, {value, writable: true, enumerable: true, configurable: true});
  } else object[name] = value;
};
const copy = value => {
  if (!isTree(value)) return value;
  if (Array.isArray(value)) return value.map(copy);
  const object = {};
  for (const name in value) put(object, name, copy(value[name]));
  return object;
};
// Each value and path stands once in the data.
for (const row of rows) {
  if (row.a !== undefined) row.a = values[row.a];
  if (row.x !== undefined) row.x = values[row.x];
  for (const change of row.c || []) {
    change.p = paths[change.p];
    if (change.i !== undefined) change.n = change.n.map(place => values[place]);
    else if (change.n !== undefined) change.n = values[change.n];
  }
}
let state = data.start, at = 0;
// A change holds what it exchanges: once applied, what was there before, and the new when it is taken back.
const exchange = change => {
  const path = [slices[change.s], ...change.p], isList = change.i !== undefined;
  if (!("held" in change)) [change.held, change.count] = [copy(change.n), change.k];
  const last = isList ? path.length : path.length - 1;
  let place = state;
  for (let index = 0; index < last; index++) place = place[path[index]];
  if (isList) {
    const rest = place.splice(change.i), old = rest.slice(0, change.count);
    for (const value of change.held) place.push(value);
    for (let index = change.count; index < rest.length; index++) place.push(rest[index]);
    [change.held, change.count] = [old, change.held.length];
  } else {
    const name = path[last], old = Object.hasOwn(place, name) ? place[name] : undefined;
    if (change.held === undefined) delete place[name];
    else put(place, name, change.held);
    change.held = old;
  }
};
const travel = position => {
  while (at < position) { for (const change of rows[at].c || []) exchange(change); at++; }
  while (at > position) {
    at--;
    const changes = rows[at].c || [];
    for (let index = changes.length - 1; index >= 0; index--) exchange(changes[index]);
  }
};
// Every copy is made now, so that no step waits for one.
travel(rows.length);
travel(0);

// The timeline.
const faults = new Map();
for (const mismatch of data.mismatches) {
  if (!faults.has(mismatch.n)) faults.set(mismatch.n, []);
  faults.get(mismatch.n).push(mismatch);
}
const typeOf = row => row.t === undefined ? "" : types[row.t];
const touched = row => [...new Set((row.c || []).map(change => slices[change.s]))];
// Its rows have one height; those in sight are elements.
const box = $("timeline"), body = $("timeline-rows"), height = 30;
let position = 0, active = -1, shown = [], places = new Int32Array(rows.length).fill(-1);
const draw = index => {
  const row = rows[shown[index]];
  const isFault = row.n !== undefined && faults.has(row.n);
  return make("div", {id: "row-" + index, role: "row", "aria-rowindex": index + 2,
    "aria-selected": String(index === active), style: "top:" + index * height + "px",
    class: "row" + (isFault ? " fault" : "") + (row.g ? " gap" : ""), "data-index": index},
    make("span", {role: "gridcell", class: "number"}, row.n === undefined ? "" : String(row.n)),
    make("span", {role: "gridcell", class: "type"}, safe(row.g || typeOf(row))),
    make("span", {role: "gridcell", class: "touched"},
      (isFault ? "≠ " : "") + (safe(touched(row).join(", ")) || (isFault ? "mismatch" : ""))));
};
const render = () => {
  const first = Math.max(0, Math.floor(box.scrollTop / height) - 3);
  const last = Math.min(shown.length,
    Math.ceil((box.scrollTop + box.clientHeight) / height) + 3);
  body.replaceChildren(...Array.from({length: Math.max(0, last - first)}, (_, i) => draw(first + i)));
  if (active >= first && active < last) box.setAttribute("aria-activedescendant", "row-" + active);
  else box.removeAttribute("aria-activedescendant");
};
const activate = index => {
  active = index;
  const top = index * height, room = box.clientHeight - body.offsetTop;
  if (index >= 0 && (top < box.scrollTop || top + height > box.scrollTop + room)) {
    box.scrollTop = top - room / 2;
  }
  render();
};
box.addEventListener("scroll", () => requestAnimationFrame(render), {passive: true});
new ResizeObserver(render).observe(box);
const texts = [];
const textOf = index => {
  const row = rows[index];
  return texts[index] ??=
    (row.g || typeOf(row) + " " + (row.x || (row.a === undefined ? "" : source(row.a)))).toLowerCase();
};
const filter = () => {
  const text = $("text").value.toLowerCase();
  const [slice, type, window] = ["slice", "type", "window"].map(id => $(id) ? $(id).value : "");
  const [changed, faulty] = [$("changed").checked, $("faulty").checked];
  shown = [];
  places.fill(-1);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (changed && !(row.c && row.c.length)) continue;
    if (faulty && !(row.n !== undefined && faults.has(row.n))) continue;
    if (type !== "" && row.t !== +type) continue;
    if (window !== "" && row.w !== +window) continue;
    if (slice !== "" && !(row.c || []).some(change => change.s === +slice)) continue;
    if (text && !textOf(index).includes(text)) continue;
    places[index] = shown.length;
    shown.push(index);
  }
  $("count").textContent = shown.length.toLocaleString("en") + " of "
    + rows.length.toLocaleString("en") + " rows";
  body.style.height = shown.length * height + "px";
  box.setAttribute("aria-rowcount", shown.length + 1);
  activate(position > 0 ? places[position - 1] : -1);
};

// The state as a tree, whose branches are made when they open; what changed is open and marked.
const toggled = new Map();
let open = new Set(), marked = new Set();
const key = path => path.join("\u0000");
const outline = value => {
  if (!isTree(value)) return json(value, 100000);
  if (Array.isArray(value)) return "[" + value.length + "]";
  const parts = [];
  for (const name in value) {
    if (!isTree(value[name]) && parts.length < 3) parts.push(name + ": " + json(value[name], 24));
  }
  return safe(parts.length ? "{" + parts.join(", ") + "}" : "{" + Object.keys(value).length + "}");
};
const branch = (name, value, path) => {
  const id = key(path);
  const line = make(isTree(value) ? "summary" : "div", {class: marked.has(id) && "changed"},
    safe(name) + " ", make("span", {class: "soft"}, outline(value)));
  if (!isTree(value)) return line;
  const isOpen = toggled.get(id) ?? (path.length === 1 || open.has(id));
  const element = make("details", {open: isOpen}, line);
  const fill = () => {
    for (const child in value) element.append(branch(child, value[child], [...path, child]));
  };
  if (isOpen) fill();
  line.addEventListener("click", () => {
    toggled.set(id, !element.open);
    if (element.childElementCount === 1) fill();
  });
  return element;
};
const showState = () => {
  const isBefore = $("before").checked && position > 0;
  travel(isBefore ? position - 1 : position);
  open = new Set();
  marked = new Set();
  const changes = position > 0 ? rows[position - 1].c || [] : [];
  for (const change of changes.slice(0, 100)) {
    const path = [slices[change.s], ...change.p];
    for (let length = 1; length <= path.length; length++) open.add(key(path.slice(0, length)));
    marked.add(key(path));
    if ("i" in change) {
      const count = isBefore ? change.k : change.n.length;
      for (let index = 0; index < Math.min(count, 100); index++) {
        marked.add(key([...path, String(change.i + index)]));
      }
    }
  }
  const tree = $("tree");
  tree.replaceChildren(
    ...slices.filter(slice => slice in state).map(slice => branch(slice, state[slice], [slice])));
  const places = tree.querySelectorAll(".changed");
  if (places.length) tree.scrollTop = places[places.length - 1].offsetTop - tree.clientHeight / 2;
};

// The changes of one action.
const cell = (name, value) =>
  make("td", {class: value === undefined ? "soft" : name}, json(value, 2000) || "nothing");
const sides = mismatch => make("div", {class: "sides"},
  make("div", {}, make("h4", {}, "Legacy"), make("pre", {}, short(safe(mismatch.legacy), 4000))),
  make("div", {}, make("h4", {}, "Value"), make("pre", {}, short(safe(mismatch.value), 4000))));
const mark = (old, now) => old === undefined ? "+ " : now === undefined ? "− " : "";
const showDetails = () => {
  travel(position);
  const row = position > 0 ? rows[position - 1] : undefined;
  const number = row && row.n !== undefined ? "#" + row.n + " " : "";
  $("heading").textContent = row ? number + safe(row.g || typeOf(row)) : "Before the first action";
  const payload = row ? row.x || (row.a === undefined ? "" : source(row.a, 1)) : "";
  $("payload").textContent = safe(payload);
  const found = row && faults.get(row.n) || [];
  $("faults").replaceChildren(...found.map(mismatch => make("article", {class: "fault"},
    make("h3", {}, safe("≠ " + mismatch.slice + (mismatch.path ? " at " + mismatch.path : "")
      + " (" + mismatch.what + ")")), sides(mismatch))));
  const changes = row && row.c || [];
  const lines = [];
  for (const change of changes) {
    const path = [slices[change.s], ...change.p].join(".");
    if (change.i === undefined) lines.push([mark(change.held, change.n) + path, change.held, change.n]);
    else {
      change.held.forEach((old, index) => lines.push(["− " + path + "." + (change.i + index), old, undefined]));
      change.n.forEach((now, index) => lines.push(["+ " + path + "." + (change.i + index), undefined, now]));
    }
  }
  $("changes").replaceChildren(...lines.slice(0, 200).map(([path, old, now]) => make("tr", {},
    make("th", {scope: "row"}, safe(path)), cell("old", old), cell("new", now))));
  $("changes-note").textContent = lines.length > 200
    ? "and " + (lines.length - 200) + " more, which the state shows" : lines.length ? "" : "No slice changed.";
  $("status").textContent = $("heading").textContent + ", " + lines.length + " changes"
    + (found.length ? ", " + found.length + " mismatches" : "");
};
const go = (target, reveal = true) => {
  position = Math.max(0, Math.min(rows.length, target));
  $("position").value = position;
  $("position").setAttribute("aria-valuetext", position ? "row " + position : "start");
  activate(position > 0 && (reveal || places[position - 1] >= 0) ? places[position - 1] : -1);
  showDetails();
  showState();
};
const step = distance => {
  if (!shown.length) return;
  let index = active;
  if (index < 0) {
    // The nearest shown row after the position, or before it.
    index = shown.findIndex(row => row >= position);
    if (index < 0) index = shown.length;
    if (distance > 0) index--;
  }
  if (index + distance < 0) return go(0);
  go(shown[Math.min(shown.length - 1, index + distance)] + 1);
};
const nextFault = () => {
  const numbers = rows.map((row, index) => index)
    .filter(index => rows[index].n !== undefined && faults.has(rows[index].n));
  const next = numbers.find(index => index + 1 > position) ?? numbers[0];
  if (next !== undefined) go(next + 1);
};

// Input.
const onKeys = (target, keys) => target.addEventListener("keydown", event => {
  if (event.target.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]), select")
    || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
const page = () => Math.max(1, Math.floor(box.clientHeight / height) - 2);
onKeys(box, {
  ArrowDown: () => step(1), ArrowUp: () => step(-1), PageDown: () => step(page()),
  PageUp: () => step(-page()), Home: () => go(0), End: () => step(Infinity),
});
onKeys(document, {
  "/": () => $("text").focus(), m: nextFault, j: () => step(1), k: () => step(-1),
  b: () => { $($("before").checked ? "after" : "before").checked = true; showState(); },
});
box.addEventListener("click", event => {
  const row = event.target.closest("[data-index]");
  if (row) go(shown[+row.dataset.index] + 1);
});
for (const id of ["text", "slice", "type", "window", "changed", "faulty"]) {
  if ($(id)) $(id).addEventListener("input", filter);
}
$("position").addEventListener("input", () => go(+$("position").value));
$("before").addEventListener("change", showState);
$("after").addEventListener("change", showState);
$("next-fault").addEventListener("click", nextFault);
if ($("copy")) $("copy").addEventListener("click", () => {
  // Shown as well, since not every browser lets a file use the clipboard.
  $("test").classList.remove("unseen");
  navigator.clipboard?.writeText($("test").textContent).catch(() => {});
});
$("position").max = rows.length;
// An address such as #82 shows the action of that number.
const follow = () => {
  const number = Number(location.hash.slice(1));
  const index = rows.findIndex(row => row.n === number);
  if (location.hash && index >= 0) go(index + 1);
  return index >= 0;
};
addEventListener("hashchange", follow);
filter();
go(0);
if (!follow()) nextFault();
window.session = {go, filter, travel: position => { travel(position); return state; }};
document.documentElement.dataset.ready = "true";
})();
