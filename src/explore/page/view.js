// Puts what is known onto the page. Text from the model goes in as text, never as markup.

const byId = (id) => document.getElementById(id);

/** An element with attributes and children; a child that is a string becomes text. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** "1 step", "2 steps". */
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function showListing(listing) {
  byId("world").textContent = listing.world;
  byId("findings").replaceChildren(...listing.findings.map(findingRow));
}

function findingRow(finding) {
  const kind = finding.verdict.split(" ")[0];
  const link = finding.address
    ? element("a", { href: finding.address }, counted(finding.steps, "step"))
    : null;
  return element("tr", { "data-address": finding.address },
    element("th", { scope: "row" }, finding.property, element("small", {}, finding.meaning)),
    element("td", {}, element("strong", { class: `verdict ${kind}` }, finding.verdict), link));
}

/** Marks the findings whose counterexample this is, and says why it is one. */
function showFindings(findings, address) {
  const shown = findings.filter((finding) => finding.address === address);
  for (const row of byId("findings").children) {
    row.toggleAttribute("data-shown", row.dataset.address === address);
  }
  byId("explanation").hidden = shown.every((finding) => !finding.explanation);
  byId("reasons").replaceChildren(...shown.filter((finding) => finding.explanation).map((finding) =>
    element("div", {}, element("h3", {}, finding.property), element("p", {}, finding.explanation))));
}

function showPath(route, account) {
  const entries = account.steps.map((step, index) => pathEntry(route, account, step, index));
  byId("steps").replaceChildren(startEntry(route), ...entries);
  const note = account.steps.length
    ? counted(account.steps.length, "step")
    : "Nothing has happened yet. Choose below what happens first.";
  byId("path-note").textContent = note + loopNote(route, account);
}

function loopNote(route, account) {
  if (route.loop === null) {
    return "";
  }
  const first = route.loop + 1;
  const last = account.steps.length;
  const span = first === last ? `step ${first}` : `steps ${first} to ${last}`;
  return `; ${span} can repeat for ever`;
}

function startEntry(route) {
  const here = route.at === 0;
  return element("li", { class: "start", "aria-current": here ? "step" : null },
    element("a", { href: writeAddress(route.choices, 0, route.loop) }, "the beginning"));
}

function pathEntry(route, account, step, index) {
  const taken = index + 1;
  const { time } = account.states[taken];
  const before = account.states[index].time;
  const repeats = route.loop !== null && index >= route.loop;
  const kinds = [
    step.violates.length ? "violates" : "",
    repeats ? "repeats" : "",
    time > before ? "ticks" : "",
  ];
  return element("li", { class: kinds.join(" "), "aria-current": route.at === taken ? "step" : null },
    element("span", { class: "time" }, `t=${before}`),
    element("a", { href: writeAddress(route.choices, taken, route.loop) }, step.what),
    ...marks(step),
    repeats && index === route.loop ? element("em", { class: "mark" }, "loop begins") : null);
}

/** What is to be said of a step besides what happens, in words. */
function marks(step) {
  return [
    step.fault ? element("em", { class: "mark fault" }, "fault") : null,
    ...step.violates.map(violationMark),
    ...step.notes.map(noteMark),
  ];
}

const violationMark = (name) => element("strong", { class: "mark violation" }, `violates ${name}`);
const noteMark = (name) => element("em", { class: "mark note" }, `note: ${name}`);

function showMoves(route, moves) {
  byId("choices").replaceChildren(...moves.map((move) => moveEntry(route, move)));
}

/** A move that the path takes anyway leads on along the path. */
function moveEntry(route, move) {
  const follows = route.choices[route.at] === move.choice;
  const choices = follows ? route.choices : [...route.choices.slice(0, route.at), move.choice];
  const address = writeAddress(choices, route.at + 1, follows ? route.loop : null);
  return element("li", {},
    element("a", { href: address }, move.what),
    ...marks(move),
    follows ? element("em", { class: "mark" }, "on this path") : null);
}

function showState(route, account) {
  const state = account.states[route.at];
  const title = route.at === 0
    ? "The beginning"
    : `Step ${route.at} of ${account.steps.length}: ${account.steps[route.at - 1].what}`;
  byId("here-title").textContent = `${title} (t=${state.time})`;
  document.title = `${title} · Fencepost`;
  byId("state").textContent = state.table;
  byId("back").disabled = route.at === 0;
  byId("forth").disabled = route.at === account.steps.length;
}

/** What the monitors say of the step that led here, and of no other. */
function showJudgement(route, account, findings) {
  const meaning = (name) => findings.find((finding) => finding.property === name)?.violation ?? "";
  const step = route.at === 0 ? null : account.steps[route.at - 1];
  const lines = step
    ? [
      ...step.violates.map((name) => element("span", {}, violationMark(name), ` ${meaning(name)}`)),
      ...step.notes.map((name) => element("span", {}, noteMark(name), ` ${meaning(name)}`)),
    ]
    : [];
  if (step && !step.violates.length) {
    lines.unshift(element("span", {}, `This step violates none of the ${findings.length} properties.`));
  }
  lines.push(...earlierViolations(route, account), ...sameState(route, account));
  byId("judgement").replaceChildren(...lines);
}

function earlierViolations(route, account) {
  return account.steps.slice(0, Math.max(0, route.at - 1)).flatMap((step, index) =>
    step.violates.map((name) => element("span", {}, "Earlier, ",
      element("a", { href: writeAddress(route.choices, index + 1, route.loop) }, `step ${index + 1}`),
      ` violates ${name}.`)));
}

function sameState(route, account) {
  const other = account.states[route.at].same_as;
  if (other === route.at) {
    return [];
  }
  const name = other === 0 ? "at the beginning" : `after step ${other}`;
  return [element("span", {}, "The same state as ",
    element("a", { href: writeAddress(route.choices, other, route.loop) }, name),
    ": whatever could happen there can happen here.")];
}

/** The drawing is SVG, so it is read as such: nothing in it runs, and broken markup is no drawing. */
function showDrawing(svg) {
  const drawing = svg && new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const good = drawing && drawing.localName === "svg";
  byId("drawing").replaceChildren(good ? document.importNode(drawing, true) : "There is no drawing.");
  if (good) {
    fit(byId("drawing").firstElementChild);
  }
  byId("drawing").scrollLeft = byId("drawing").scrollWidth;
}

/** Lets a drawing shrink to the room there is, but not until nobody can read it. */
function fit(drawing) {
  drawing.style.minWidth = `${0.75 * drawing.width.baseVal.value}px`;
}

/** Scrolls the list of steps, and nothing else, until the selected one is in sight. */
function revealSelected() {
  const list = byId("steps");
  const selected = list.querySelector("[aria-current]");
  if (!selected) {
    return;
  }
  const top = selected.offsetTop - list.offsetTop;
  const bottom = top + selected.offsetHeight;
  if (top < list.scrollTop) {
    list.scrollTop = top;
  } else if (bottom > list.scrollTop + list.clientHeight) {
    list.scrollTop = bottom - list.clientHeight;
  }
}

function showMessage(...children) {
  byId("message").replaceChildren(...children);
  byId("message").hidden = children.length === 0;
}

