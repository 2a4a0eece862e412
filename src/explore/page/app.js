// What happens when the address changes or a key is pressed.

const listing = JSON.parse(byId("listing").textContent);

/** What is shown. */
let shown = null;
/** How many addresses have been opened: an answer that comes after the next question is dropped. */
let opened = 0;

async function open() {
  opened += 1;
  const turn = opened;
  const route = readAddress(location.hash);
  if (!route) {
    return wrongAddress("It is not of the form #/steps/0/… with a number for each step.");
  }
  try {
    const [whole, here] = await Promise.all([ask(route.choices), ask(route.choices.slice(0, route.at))]);
    if (turn !== opened) {
      return;
    }
    if (!whole) {
      return await leadsNowhere(route.choices, turn);
    }
    if (!returns(route, whole.account)) {
      return wrongAddress(`Its last step does not lead back to where step ${route.loop + 1} begins, so nothing repeats.`);
    }
    show(route, whole.account, here);
  } catch (error) {
    if (turn === opened) {
      showMessage(`The server does not answer as it should (${error.message}). Is fencepost still running?`);
    }
  }
}

/** Whether the loop that the address claims is one. */
function returns(route, account) {
  const { states } = account;
  return route.loop === null || states[route.loop].same_as === states[states.length - 1].same_as;
}

function show(route, account, here) {
  const focused = focusedList();
  shown = route;
  showMessage();
  document.body.classList.remove("lost");
  document.body.classList.toggle("walking", route.choices.length > 0);
  showPath(route, account);
  showMoves(route, here.moves);
  showState(route, account);
  showJudgement(route, account, listing.findings);
  showFindings(listing.findings, writeAddress(route.choices, route.choices.length, route.loop));
  showDrawing(here.drawing);
  revealSelected();
  focused?.querySelector("[aria-current] a, #choices a")?.focus({ preventScroll: true });
}

/** The list whose entries are about to be replaced although one of them has the focus. */
function focusedList() {
  return document.activeElement.closest("#steps li, #choices li")?.parentElement;
}

/** Says what is wrong with the address, and takes away what belonged to another one. */
function wrongAddress(...why) {
  shown = null;
  document.title = "Wrong address · Fencepost";
  document.body.classList.add("lost");
  document.body.classList.remove("walking");
  showFindings(listing.findings, null);
  showMessage(element("strong", {}, "This address leads nowhere. "), ...why, " Go ",
    element("a", { href: "#/steps/0" }, "to the beginning"), ".");
}

async function leadsNowhere(choices, turn) {
  const { good, moves } = await longestPath(choices);
  if (turn !== opened) {
    return;
  }
  const wrong = `Step ${good + 1} asks for choice ${choices[good]}, and there ${moves === 1 ? "is" : "are"} only ${counted(moves, "choice")}, counted from 0. `;
  const prefix = element("a", { href: writeAddress(choices.slice(0, good), good, null) },
    `as far as it leads (${counted(good, "step")})`);
  wrongAddress(wrong, "Go ", prefix, ".");
}

/** Selects another step of the path. The browser's own "back" is for paths, not for steps. */
function select(at) {
  if (shown && at >= 0 && at <= shown.choices.length && at !== shown.at) {
    location.replace(writeAddress(shown.choices, at, shown.loop));
  }
}

const keys = {
  j: () => select(shown.at + 1),
  ArrowDown: () => select(shown.at + 1),
  k: () => select(shown.at - 1),
  ArrowUp: () => select(shown.at - 1),
  Home: () => select(0),
  End: () => select(shown.choices.length),
};

/** Whether the key belongs to a box that scrolls. */
function scrolls(event) {
  return event.key.length > 1 && event.target.closest("#state, #drawing, #choices") !== null;
}

document.addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (act && shown && !scrolls(event) && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    act();
  }
});
byId("back").addEventListener("click", () => select(shown.at - 1));
byId("forth").addEventListener("click", () => select(shown.at + 1));
window.addEventListener("hashchange", open);

showListing(listing);
open();
