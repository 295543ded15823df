import ReduxBridge
import ReduxSessions

extension SessionPage {
  /// The script of the page.
  ///
  /// It makes elements with text nodes only, never from markup, and draws the rows that are in sight.
  static let script = #"""
    "use strict";
    (() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const {rows, slices, types, windows} = data;
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
    const hidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
    const safe = text => String(text).replace(hidden, c => "\\u{" + c.charCodeAt(0).toString(16) + "}");
    const short = (text, length) => text.length > length ? text.slice(0, length) + "…" : text;
    const isTree = value => value !== null && typeof value === "object";
    const json = (value, length) => value === undefined ? "" : short(safe(JSON.stringify(value)), length);

    // A list of rows of one height, of which those in sight are elements.
    class RowList {
      constructor(box, body, height, draw) {
        Object.assign(this, {box, body, height, draw, count: 0, active: -1});
        box.addEventListener("scroll", () => this.schedule(), {passive: true});
        new ResizeObserver(() => this.schedule()).observe(box);
      }
      get head() { return this.body.offsetTop; }
      set(count, header = 0) {
        this.count = count;
        this.header = header;
        this.body.style.height = count * this.height + "px";
        this.box.setAttribute("aria-rowcount", count + header);
        this.render();
      }
      schedule() {
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => { this.frame = 0; this.render(); });
      }
      render() {
        const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 3);
        const last = Math.min(this.count,
          Math.ceil((this.box.scrollTop + this.box.clientHeight) / this.height) + 3);
        const drawn = [];
        for (let index = first; index < last; index++) {
          const row = this.draw(index);
          row.id = this.box.id + "-" + index;
          row.setAttribute("role", "row");
          row.setAttribute("aria-rowindex", index + 1 + this.header);
          row.setAttribute("aria-selected", index === this.active);
          row.style.top = index * this.height + "px";
          row.dataset.index = index;
          drawn.push(row);
        }
        this.body.replaceChildren(...drawn);
        if (this.active >= first && this.active < last) {
          this.box.setAttribute("aria-activedescendant", this.box.id + "-" + this.active);
        } else this.box.removeAttribute("aria-activedescendant");
      }
      activate(index) {
        this.active = index;
        const {box, height, head} = this;
        if (index >= 0) {
          const top = index * height, room = box.clientHeight - head;
          if (top < box.scrollTop - height || top > box.scrollTop + room) {
            box.scrollTop = top - room / 2;
          } else if (top < box.scrollTop) box.scrollTop = top;
          else if (top + height > box.scrollTop + room) box.scrollTop = top + height - room;
        }
        this.render();
      }
    }

    // The state at a position: 0 before the first action, n after the n-th row.
    const copy = value => {
      if (!isTree(value)) return value;
      if (Array.isArray(value)) return value.map(copy);
      const result = {};
      for (const name in value) put(result, name, copy(value[name]));
      return result;
    };
    const put = (object, name, value) => {
      if (name === "__proto__") {
        Object.defineProperty(object, name, {value, writable: true, enumerable: true, configurable: true});
      } else object[name] = value;
    };
    let state = copy(data.start), at = 0;
    const apply = (change, forward) => {
      const path = [slices[change.s], ...change.p];
      const [old, now] = forward ? [change.o, change.n] : [change.n, change.o];
      const last = "i" in change ? path.length : path.length - 1;
      let place = state;
      for (let index = 0; index < last; index++) place = place[path[index]];
      if ("i" in change) {
        const rest = place.splice(change.i);
        for (const element of now) place.push(copy(element));
        for (let index = old.length; index < rest.length; index++) place.push(rest[index]);
      } else if (now === undefined) delete place[path[last]];
      else put(place, path[last], copy(now));
    };
    const travel = position => {
      while (at < position) { for (const change of rows[at].c || []) apply(change, true); at++; }
      while (at > position) {
        at--;
        const changes = rows[at].c || [];
        for (let index = changes.length - 1; index >= 0; index--) apply(changes[index], false);
      }
    };

    // The timeline.
    const faults = new Map();
    for (const mismatch of data.mismatches) {
      if (!faults.has(mismatch.n)) faults.set(mismatch.n, []);
      faults.get(mismatch.n).push(mismatch);
    }
    const typeOf = row => row.t === undefined ? "" : types[row.t];
    const touched = row => [...new Set((row.c || []).map(change => slices[change.s]))];
    let position = 0, shown = [], places = new Int32Array(rows.length).fill(-1);
    const timeline = new RowList($("timeline"), $("timeline-rows"), 30, index => {
      const row = rows[shown[index]];
      const isFault = row.n !== undefined && faults.has(row.n);
      return make("div", {class: "row" + (isFault ? " fault" : "") + (row.g ? " gap" : "")},
        make("span", {role: "gridcell", class: "number"}, row.n === undefined ? "" : String(row.n)),
        make("span", {role: "gridcell", class: "type"}, safe(row.g || typeOf(row))),
        make("span", {role: "gridcell", class: "touched"},
          isFault ? "≠ mismatch" : safe(touched(row).join(", "))));
    });
    const texts = [];
    const textOf = index => {
      const row = rows[index];
      return texts[index] ??=
        (row.g || typeOf(row) + " " + (row.x || JSON.stringify(row.a) || "")).toLowerCase();
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
      timeline.active = position > 0 ? places[position - 1] : -1;
      timeline.set(shown.length, 1);
      if (timeline.active >= 0) timeline.activate(timeline.active);
    };

    // The state as a tree, of which what is open is in the list.
    const toggled = new Map();
    let open = new Set(), marked = new Set(), nodes = [];
    const key = path => path.join("\u0000");
    const outline = value => {
      if (!isTree(value)) return json(value, 300);
      if (Array.isArray(value)) return "[" + value.length + "]";
      const parts = [];
      for (const name in value) {
        if (!isTree(value[name]) && parts.length < 3) parts.push(name + ": " + json(value[name], 24));
      }
      return safe(parts.length ? "{" + parts.join(", ") + "}" : "{" + Object.keys(value).length + "}");
    };
    const flatten = () => {
      nodes = [];
      const walk = (name, value, path, depth) => {
        const id = key(path);
        const isOpen = isTree(value) && (toggled.get(id) ?? (depth === 0 || open.has(id)));
        nodes.push({name, value, path: id, depth, isOpen});
        if (!isOpen) return;
        for (const child in value) walk(child, value[child], [...path, child], depth + 1);
      };
      for (const slice of slices) if (slice in state) walk(slice, state[slice], [slice], 0);
    };
    const tree = new RowList($("tree"), $("tree-rows"), 26, index => {
      const node = nodes[index];
      const row = make("div", {class: "row" + (marked.has(node.path) ? " changed" : ""),
        "aria-level": node.depth + 1, "aria-expanded": isTree(node.value) ? node.isOpen : undefined},
        make("span", {role: "gridcell", class: "name", style: "padding-left:" + node.depth * 14 + "px"},
          (isTree(node.value) ? (node.isOpen ? "▾ " : "▸ ") : "  ") + safe(node.name)),
        make("span", {role: "gridcell", class: "value"}, node.isOpen ? "" : outline(node.value)));
      return row;
    });
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
          const count = (isBefore ? change.o : change.n).length;
          for (let index = 0; index < Math.min(count, 100); index++) {
            marked.add(key([...path, String(change.i + index)]));
          }
        }
      }
      flatten();
      tree.set(nodes.length);
      tree.activate(nodes.findIndex(node => marked.has(node.path) && !node.isOpen));
    };

    // What one action changed.
    const cell = (name, value) =>
      make("td", {class: value === undefined ? "soft" : name}, json(value, 2000) || "nothing");
    const sides = mismatch => make("div", {class: "sides"},
      make("div", {}, make("h4", {}, "Legacy"), make("pre", {}, short(safe(mismatch.legacy), 4000))),
      make("div", {}, make("h4", {}, "Value"), make("pre", {}, short(safe(mismatch.value), 4000))));
    const showDetails = () => {
      const row = position > 0 ? rows[position - 1] : undefined;
      const number = row && row.n !== undefined ? "#" + row.n + " " : "";
      $("heading").textContent = row ? number + safe(row.g || typeOf(row)) : "Before the first action";
      const payload = row ? row.x || (row.a === undefined ? "" : JSON.stringify(row.a, null, 1)) : "";
      $("payload").textContent = short(safe(payload), 4000);
      const found = row && faults.get(row.n) || [];
      $("faults").replaceChildren(...found.map(mismatch => make("article", {class: "fault"},
        make("h3", {}, safe("≠ " + mismatch.slice + (mismatch.path ? " at " + mismatch.path : "")
          + " (" + mismatch.what + ")")), sides(mismatch))));
      const changes = row && row.c || [];
      const lines = [];
      for (const change of changes) {
        const path = [slices[change.s], ...change.p].join(".");
        if (!("i" in change)) lines.push([path, change.o, change.n]);
        else {
          change.o.forEach((old, index) => lines.push([path + "." + (change.i + index), old, undefined]));
          change.n.forEach((now, index) => lines.push([path + "." + (change.i + index), undefined, now]));
        }
      }
      $("changes").replaceChildren(...lines.slice(0, 200).map(([path, old, now]) => make("tr", {},
        make("th", {scope: "row"}, safe(path)), cell("old", old), cell("new", now))));
      $("changes-note").textContent = lines.length > 200
        ? "and " + (lines.length - 200) + " more, which the state shows" : lines.length ? "" : "No change.";
      $("status").textContent = $("heading").textContent + ", " + lines.length + " changes"
        + (found.length ? ", " + found.length + " mismatches" : "");
    };
    const go = (target, reveal = true) => {
      position = Math.max(0, Math.min(rows.length, target));
      $("position").value = position;
      $("position").setAttribute("aria-valuetext", position ? "row " + position : "start");
      timeline.activate(position > 0 && (reveal || places[position - 1] >= 0) ? places[position - 1] : -1);
      showState();
      showDetails();
    };
    const step = distance => {
      if (!shown.length) return;
      let index = timeline.active;
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
    const listKeys = (box, keys) => box.addEventListener("keydown", event => {
      const action = !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key];
      if (action) { event.preventDefault(); action(); }
    });
    const page = list => Math.max(1, Math.floor(list.box.clientHeight / list.height) - 2);
    listKeys($("timeline"), {
      ArrowDown: () => step(1), ArrowUp: () => step(-1), PageDown: () => step(page(timeline)),
      PageUp: () => step(-page(timeline)), Home: () => go(0), End: () => step(Infinity),
    });
    const toggle = (index, isOpen) => {
      const node = nodes[index];
      if (!node || !isTree(node.value) || node.isOpen === isOpen) return;
      toggled.set(node.path, !node.isOpen);
      flatten();
      tree.set(nodes.length);
      tree.activate(index);
    };
    const move = distance =>
      tree.activate(Math.max(0, Math.min(nodes.length - 1, tree.active + distance)));
    listKeys($("tree"), {
      ArrowDown: () => move(1), ArrowUp: () => move(-1), PageDown: () => move(page(tree)),
      PageUp: () => move(-page(tree)), Home: () => move(-nodes.length), End: () => move(nodes.length),
      ArrowRight: () => toggle(tree.active, true), ArrowLeft: () => toggle(tree.active, false),
      Enter: () => toggle(tree.active, nodes[tree.active] && !nodes[tree.active].isOpen),
    });
    const indexOf = event => {
      const row = event.target.closest(".row");
      return row ? +row.dataset.index : -1;
    };
    $("timeline").addEventListener("click", event => {
      const index = indexOf(event);
      if (index >= 0) go(shown[index] + 1);
    });
    $("tree").addEventListener("click", event => {
      const index = indexOf(event);
      if (index < 0) return;
      tree.active = index;
      if (isTree(nodes[index].value)) toggle(index, !nodes[index].isOpen); else tree.render();
    });
    for (const id of ["text", "slice", "type", "window", "changed", "faulty"]) {
      if ($(id)) $(id).addEventListener("input", filter);
    }
    let isDragged = false;
    $("position").addEventListener("input", () => {
      if (isDragged) return;
      isDragged = true;
      requestAnimationFrame(() => { isDragged = false; go(+$("position").value); });
    });
    $("before").addEventListener("change", showState);
    $("after").addEventListener("change", showState);
    $("next-fault").addEventListener("click", nextFault);
    document.addEventListener("keydown", event => {
      if (event.target.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]), select")
        || event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = {
        "/": () => $("text").focus(), m: nextFault, j: () => step(1), k: () => step(-1),
        b: () => { $($("before").checked ? "after" : "before").checked = true; showState(); },
      };
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    });

    $("position").max = rows.length;
    filter();
    go(0);
    window.session = {go, filter, travel: position => { travel(position); return state; }};
    document.documentElement.dataset.ready = "true";
    })();
    """#
}
