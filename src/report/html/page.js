"use strict";
// Shows one counterexample at a time and walks through its steps. The page can be read without this.
// Text goes in as text, never as markup. The address says what is shown: #lost-update/7.

const cases = JSON.parse(document.getElementById("moves").textContent);
const sections = cases.map((one) => document.getElementById(one.id));
/** Which counterexample is shown, and how many of its steps have been taken. */
let shown = 0;
const taken = cases.map((one) => one.shown);

/** An element with attributes and children; a child that is a string becomes text. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) {
      made.setAttribute(key, value);
    }
  }
  made.append(...children);
  return made;
}

function prepare(one, index) {
  const section = sections[index];
  const button = (label, key, go) => {
    const made = element("button", { type: "button" }, label, " ", element("kbd", {}, key));
    made.addEventListener("click", go);
    return made;
  };
  section.querySelector(".bar nav").append(
    button("Back", "←", () => walk(-1)),
    button("Forward", "→", () => walk(1)));
  section.querySelectorAll(".steps .what").forEach((what, step) => {
    const made = element("button", { type: "button", class: "what" }, ...what.childNodes);
    made.addEventListener("click", () => goTo(shown, step));
    what.replaceWith(made);
  });
  section.querySelector(".drawing").addEventListener("click", (event) => clicked(one, section, event));
}

/** Goes to the first step that lies where the drawing was clicked. */
function clicked(one, section, event) {
  const left = section.querySelector(".drawing svg").getBoundingClientRect().left;
  const x = event.clientX - left;
  const step = one.steps.findIndex(({ place }) => place[0] <= x && x < place[1]);
  if (step >= 0) {
    goTo(shown, step + 1);
  }
}

/** The links between counterexamples, if there are several. */
function prepareOthers() {
  const others = document.getElementById("others");
  others.hidden = cases.length < 2;
  others.append(...cases.map((one) => element("a", { href: `#${one.id}` }, one.id)));
}

function goTo(index, step) {
  shown = index;
  taken[index] = Math.max(0, Math.min(step, cases[index].steps.length));
  // The address is replaced, so that going back leaves the page and does not walk all the way.
  location.replace(`#${cases[index].id}/${taken[index]}`);
  show();
}

const walk = (by) => goTo(shown, taken[shown] + by);

function show() {
  const one = cases[shown];
  const step = taken[shown];
  sections.forEach((section, index) => section.classList.toggle("shown", index === shown));
  document.querySelectorAll("#others a").forEach((link, index) =>
    index === shown ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
  document.querySelectorAll(".world tr").forEach((row) =>
    row.toggleAttribute("data-shown", row.querySelector("a")?.getAttribute("href") === `#${one.id}`));
  showStep(sections[shown], one, step);
}

function showStep(section, one, step) {
  section.querySelector(".now").textContent = step === 0 ? "The beginning" : title(one, step);
  const [back, forward] = section.querySelectorAll(".bar button");
  back.disabled = step === 0;
  forward.disabled = step === one.steps.length;
  section.querySelector(".state").replaceChildren(...stateTables(one.states[step]));
  section.querySelectorAll(".steps li").forEach((entry, index) =>
    index === step ? entry.setAttribute("aria-current", "step") : entry.removeAttribute("aria-current"));
  reveal(section.querySelector(".steps"), section.querySelector(".steps [aria-current]"));
  markDrawing(section.querySelector(".drawing"), one, step);
}

function title(one, step) {
  const { tick, event, judged } = one.steps[step - 1];
  return `Step ${step} of ${one.steps.length}, tick ${tick}: ${event}${judged}`;
}

function stateTables(state) {
  const bar = state.resource.cells.length > 1 ? ["Bar"] : [];
  return [
    stateTable("Lock service", ["Server", "Lease", "Latest token"], state.servers),
    stateTable("Clients", ["Client", "Does", "Token", "In memory"], state.clients),
    stateTable("What the lock protects", ["", "Value", ...bar], [state.resource]),
  ];
}

function stateTable(caption, titles, rows) {
  const row = ({ name, cells, changed }) => element("tr", {}, element("th", { scope: "row" }, name),
    ...cells.map((text, index) => element("td", { class: changed.includes(index) ? "changed" : null }, text)));
  const head = titles.map((title) => element("th", { scope: "col" }, title));
  return element("div", { class: "scroll" }, element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows.map(row))));
}

/** Scrolls the list, and nothing else, until the entry is in sight. */
function reveal(list, entry) {
  const bottom = entry.offsetTop + entry.offsetHeight;
  if (entry.offsetTop < list.scrollTop) {
    list.scrollTop = entry.offsetTop;
  } else if (bottom > list.scrollTop + list.clientHeight) {
    list.scrollTop = bottom - list.clientHeight;
  }
}

/** Marks the place of the step in the drawing and scrolls to it. */
function markDrawing(drawing, one, step) {
  const svg = drawing.querySelector("svg");
  let mark = svg.querySelector(".place");
  if (step === 0) {
    mark?.remove();
    drawing.scrollLeft = 0;
    return;
  }
  if (!mark) {
    mark = document.createElementNS(svg.namespaceURI, "rect");
    mark.setAttribute("class", "place");
    svg.append(mark);
  }
  const [left, right] = one.steps[step - 1].place;
  const [top, bottom] = one.lanes;
  for (const [key, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top })) {
    mark.setAttribute(key, value);
  }
  if (left < drawing.scrollLeft || right > drawing.scrollLeft + drawing.clientWidth) {
    drawing.scrollLeft = (left + right - drawing.clientWidth) / 2;
  }
}

/** Shows what the address says, if it speaks of a counterexample. */
function followAddress() {
  const [id, step] = location.hash.slice(1).split("/");
  const index = cases.findIndex((one) => one.id === id);
  if (index < 0) {
    return false;
  }
  shown = index;
  if (/^[0-9]+$/.test(step ?? "")) {
    taken[index] = Math.min(Number(step), cases[index].steps.length);
  }
  show();
  return true;
}

const keys = {
  ArrowRight: () => walk(1),
  j: () => walk(1),
  ArrowLeft: () => walk(-1),
  k: () => walk(-1),
  Home: () => goTo(shown, 0),
  End: () => goTo(shown, Infinity),
  n: () => goTo((shown + 1) % cases.length, taken[(shown + 1) % cases.length]),
  p: () => goTo((shown + cases.length - 1) % cases.length, taken[(shown + cases.length - 1) % cases.length]),
};

if (cases.length) {
  document.body.classList.add("walks");
  cases.forEach(prepare);
  prepareOthers();
  if (followAddress()) {
    sections[shown].scrollIntoView();
  } else {
    show();
  }
  addEventListener("hashchange", () => {
    if (followAddress() && !location.hash.includes("/")) {
      sections[shown].scrollIntoView();
    }
  });
  addEventListener("keydown", (event) => {
    const go = keys[event.key];
    if (go && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      go();
    }
  });
}
