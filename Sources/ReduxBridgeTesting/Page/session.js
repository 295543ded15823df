// The script of the page of a session: it makes elements with text nodes only, and draws the rows that are in sight.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const {rows, mismatches} = data;
const $ = id => document.getElementById(id);
// Controls and changes of direction are shown, not obeyed.
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;
const safe = text => String(text).replace(hidden, c => "\\u{" + c.codePointAt(0).toString(16) + "}");
const make = (tag, attributes, ...content) => {
  const element = document.createElement(tag);
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...content.map(part => part instanceof Node ? part : safe(part)));
  return element;
};
const short = (text, length) => text.length > length ? text.slice(0, length) + "…" : text;
const isTree = value => value !== null && typeof value === "object";
const readable = (text, seconds) => Math.abs(seconds) < 8e12 ? new Date(seconds * 1000).toISOString() : text;
// Numbers that are none here, because they are too large, are strings that begin with a null character.
const json = (value, length) => value === undefined ? ""
  : short(JSON.stringify(value).replace(/"\\u0000(-?[0-9.eE+-]+)"/g, "$1")
    .replace(/Date\(timeIntervalSince1970: (-?[0-9.]+)\)/g, readable), length);

// The state after a change, made anew along its path; before it, if the change is taken back.
const changed = (value, path, change, isTakenBack) => {
  const [old, now] = isTakenBack ? [change.new, change.old] : [change.old, change.new];
  if (!path.length) {
    if (change.index === undefined) return now;
    return [...value.slice(0, change.index), ...now, ...value.slice(change.index + old.length)];
  }
  const [name, ...rest] = path;
  const child = changed(value[name], rest, change, isTakenBack);
  if (Array.isArray(value)) return value.with(+name, child);
  const {[name]: _, ...others} = value;
  return child === undefined ? others : {...value, [name]: child};
};
let state = data.start, at = 0;
// The state at a position: 0 before the first action, n after the n-th row.
const travel = position => {
  while (at < position) {
    for (const change of rows[at].changes) state = changed(state, change.path, change, false);
    at++;
  }
  while (at > position) {
    at--;
    for (const change of rows[at].changes.toReversed()) state = changed(state, change.path, change, true);
  }
  return state;
};

// The head of the page, the choices and the tables.
for (const id of ["title", "headline", "origin", "test"]) $(id).textContent = safe(data[id]);
document.title = safe(data.title);
$("notes").append(...data.notes.map(note => make("p", {class: "soft"}, note)));
$("copy").hidden = $("next-fault").disabled = !mismatches.length;
const actions = rows.filter(row => row.number !== undefined);
const choices = {slice: Object.keys(data.start), type: actions.map(row => row.type),
  window: actions.map(row => row.window)};
for (const id in choices) {
  const names = [...new Set(choices[id])].filter(name => name !== undefined).sort();
  $(id).append(...names.map(name => make("option", {value: name}, name)));
  $(id).parentElement.hidden = names.length < 2;
}
const fill = (id, lines) => {
  $(id).append(...lines.map(([heads, cells]) => make("tr", {},
    ...heads.map(text => make("th", {scope: "row"}, text)), ...cells.map(text => make("td", {}, text)))));
  $(id).closest("details").hidden = !lines.length;
};
fill("ledger", Object.entries(data.ledger).flatMap(([slice, types]) =>
  Object.entries(types).map(([type, {compared, exercise, matched, excused, mismatched, skipped}]) =>
    [[slice, type], [compared, exercise.changed, matched, excused, mismatched, skipped]])));
fill("gates", Object.entries(data.gates).map(([slice, unmet]) => [[slice], [unmet.join("\n") || "open"]]));

// The lanes, in which a stage lasts until the next.
const faults = new Map();
for (const mismatch of mismatches) {
  const number = mismatch.actionNumber;
  faults.set(number, [...(faults.get(number) ?? []), mismatch]);
}
const isFault = row => faults.has(row.number);
const share = row => "left:" + row / Math.max(1, rows.length) * 100 + "%";
$("lanes").prepend(...Object.entries(data.moves).flatMap(([slice, moves]) => {
  const stages = moves.map(({stage, row}) => make("i", {class: stage, style: share(row)}, stage));
  const marks = rows.flatMap((row, index) =>
    isFault(row) && faults.get(row.number).some(mismatch => mismatch.slice === slice)
      ? [make("i", {class: "fault", style: share(index)})] : []);
  const spoken = moves.map(({stage, after}) => stage + " after action " + after).join(", ");
  return [make("span", {}, slice), make("div",
    {class: "lane", role: "img", "aria-label": safe(slice + ": " + spoken)}, ...stages, ...marks)];
}));

// The timeline: its rows have one height; those in sight are elements.
const touched = row => [...new Set(row.changes.map(change => change.path[0]))];
const box = $("timeline"), body = $("timeline-rows"), height = 30;
let position = 0, active = -1, shown = [];
const draw = index => {
  const row = rows[shown[index]];
  return make("div", {id: "row-" + index, role: "row", "aria-rowindex": index + 2,
    "aria-selected": String(index === active), style: "top:" + index * height + "px",
    class: "row" + (isFault(row) ? " fault" : "") + (row.number === undefined ? " gap" : ""),
    "data-index": index},
    make("span", {role: "gridcell", class: "number"}, row.number ?? ""),
    make("span", {role: "gridcell", class: "type"}, row.type),
    make("span", {role: "gridcell", class: "touched"},
      (isFault(row) ? "≠ " : "") + (touched(row).join(", ") || (isFault(row) ? "mismatch" : ""))));
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
const filter = () => {
  const text = $("text").value.toLowerCase();
  const [slice, type, window] = ["slice", "type", "window"].map(id => $(id).value);
  shown = [...rows.keys()].filter(index => {
    const row = rows[index];
    return (!type || row.type === type) && (!window || row.window === window)
      && (!slice || touched(row).includes(slice))
      && (!text || (row.type + " " + (row.text ?? "")).toLowerCase().includes(text));
  });
  $("count").textContent = shown.length.toLocaleString("en") + " of "
    + rows.length.toLocaleString("en") + " rows";
  body.style.height = shown.length * height + "px";
  box.setAttribute("aria-rowcount", shown.length + 1);
  activate(shown.indexOf(position - 1));
};

// The state as a tree, whose branches are made when they open; what changed is open and marked.
const toggled = new Map();
let open = new Set(), marked = new Set();
const key = path => path.join("\u0000");
const outline = value => {
  if (!isTree(value)) return json(value, 100000);
  if (Array.isArray(value)) return "[" + value.length + "]";
  const parts = Object.keys(value).filter(name => !isTree(value[name])).slice(0, 3)
    .map(name => name + ": " + json(value[name], 26));
  return "{" + (parts.join(", ") || Object.keys(value).length) + "}";
};
const branch = (name, value, path) => {
  const id = key(path);
  const line = make(isTree(value) ? "summary" : "div", {class: marked.has(id) && "changed"},
    name + " ", make("span", {class: "soft"}, outline(value)));
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
  for (const {path, index, ...sides} of position > 0 ? rows[position - 1].changes.slice(0, 100) : []) {
    for (let length = 1; length <= path.length; length++) open.add(key(path.slice(0, length)));
    marked.add(key(path));
    const list = index === undefined ? [] : isBefore ? sides.old : sides.new;
    list.slice(0, 100).forEach((_, place) => marked.add(key([...path, index + place])));
  }
  const tree = $("tree");
  tree.replaceChildren(...Object.keys(state).map(slice => branch(slice, state[slice], [slice])));
  const places = tree.querySelectorAll(".changed");
  if (places.length) tree.scrollTop = places[places.length - 1].offsetTop - tree.clientHeight / 2;
};

// The changes of one action.
const lines = ({path, index, old, new: now}) => {
  if (index === undefined) return [[path, old, now]];
  return [...old.map((value, place) => [[...path, index + place], value, undefined]),
    ...now.map((value, place) => [[...path, index + place], undefined, value])];
};
const cell = (name, value) =>
  make("td", {class: value === undefined ? "soft" : name}, json(value, 2000) || "nothing");
const mark = (old, now) => old === undefined ? "+ " : now === undefined ? "− " : "";
const side = (name, text) =>
  make("div", {}, make("h4", {}, name), make("pre", {}, short(text, 4000)));
const showDetails = () => {
  const row = position > 0 ? rows[position - 1] : {type: "Before the first action", changes: []};
  $("heading").textContent = (row.number === undefined ? "" : "#" + row.number + " ") + safe(row.type);
  $("payload").textContent = safe(row.text ?? "");
  const found = faults.get(row.number) ?? [];
  $("faults").replaceChildren(...found.map(({slice, path, subject, stage, legacy, value}) =>
    make("article", {class: "fault"},
      make("h3", {}, "≠ " + slice + (path ? " at " + path : "") + " (" + subject + ", " + stage + ")"),
      make("div", {class: "sides"}, side("Legacy", legacy), side("Value", value)))));
  const changes = row.changes.flatMap(lines);
  $("changes").replaceChildren(...changes.slice(0, 200).map(([path, old, now]) => make("tr", {},
    make("th", {scope: "row"}, mark(old, now) + path.join(".")), cell("old", old), cell("new", now))));
  $("changes-note").textContent = changes.length > 200
    ? "and " + (changes.length - 200) + " more, which the state shows" : changes.length ? "" : "No slice changed.";
  $("status").textContent = $("heading").textContent + ", " + changes.length + " changes"
    + (found.length ? ", " + found.length + " mismatches" : "");
};
const go = target => {
  position = Math.max(0, Math.min(rows.length, target));
  $("position").value = position;
  $("position").setAttribute("aria-valuetext", position ? "row " + position : "start");
  activate(shown.indexOf(position - 1));
  showDetails();
  showState();
};
const step = distance => {
  if (!shown.length) return;
  // Between two shown rows, the step forth leads to the second and the step back to the first.
  const next = shown.findIndex(row => row >= position);
  const index = active >= 0 ? active + distance
    : (next < 0 ? shown.length : next) + distance - (distance > 0 ? 1 : 0);
  go(index < 0 ? 0 : shown[Math.min(shown.length - 1, index)] + 1);
};
const nextFault = () => {
  const found = [...rows.keys()].filter(index => isFault(rows[index]));
  const next = found.find(index => index + 1 > position) ?? found[0];
  if (next !== undefined) go(next + 1);
};

// Input.
const onKeys = (target, keys) => target.addEventListener("keydown", event => {
  if (event.target.matches("input:not([type=range]):not([type=radio]), select")
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
for (const id of ["text", "slice", "type", "window"]) $(id).addEventListener("input", filter);
$("position").addEventListener("input", () => go(+$("position").value));
$("before").addEventListener("change", showState);
$("after").addEventListener("change", showState);
$("next-fault").addEventListener("click", nextFault);
$("copy").addEventListener("click", () => {
  // Shown as well, since not every browser lets a file use the clipboard.
  $("test").classList.remove("unseen");
  navigator.clipboard?.writeText($("test").textContent).catch(() => {});
});
$("position").max = rows.length;
// An address such as #82 shows the action of that number.
const follow = () => {
  const number = Number(location.hash.slice(1));
  const index = rows.findIndex(row => row.number === number);
  if (location.hash && index >= 0) go(index + 1);
  return index >= 0;
};
addEventListener("hashchange", follow);
filter();
go(0);
if (!follow()) nextFault();
window.session = {go, filter, travel, safe, json};
document.documentElement.dataset.ready = "true";
})();
