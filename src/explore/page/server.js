// What the server tells. All of it comes from the addresses of stateright's Explorer: `/.states/0/3/1`
// lists the moves that are possible after these choices. The last of them, "look back", changes
// nothing: it carries the account of the whole path, and the drawing.

/** The most paths that are remembered. Each has a drawing. */
const REMEMBERED = 200;
const remembered = new Map();

/** What the server knows of a path: the promise of `{ account, moves, drawing }`, or of null. */
function ask(choices) {
  const path = ["0", ...choices].join("/");
  if (!remembered.has(path)) {
    const answer = fetchPath(path, choices.length);
    answer.catch(() => remembered.delete(path));
    remembered.set(path, answer);
    if (remembered.size > REMEMBERED) {
      remembered.delete(remembered.keys().next().value);
    }
  }
  return remembered.get(path);
}

async function fetchPath(path, length) {
  const response = await fetch(`/.states/${path}`);
  if (response.status === 404) {
    return null;
  }
  const views = await response.json();
  const lookBack = views.pop();
  const account = JSON.parse(lookBack.outcome);
  // "Look back" has a number too, and is no step: a path with it is not one of the world's.
  if (account.steps.length !== length) {
    return null;
  }
  const moves = views.map((view) => ({ choice: view.actionIndex, ...JSON.parse(view.outcome) }));
  return { account, moves, drawing: lookBack.svg };
}

/** How many of the choices lead somewhere, and how many moves there are where they end. */
async function longestPath(choices) {
  let good = 0;
  let bad = choices.length;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await ask(choices.slice(0, middle))) {
      good = middle;
    } else {
      bad = middle;
    }
  }
  return { good, moves: (await ask(choices.slice(0, good))).moves.length };
}

