"use strict";

// Addresses within the page: `#/steps/0/3/1?at=2&loop=1`.
//
// The numbers are the choices: the initial state, which is always 0, and then for each step its place
// among all that could have happened. `at` is how many of the steps have been taken in the state that
// is shown; without it, all. `loop` says that the steps behind the first so many repeat for ever.

/** What an address asks for, or null if it is none of this page. */
function readAddress(hash) {
  if (hash === "" || hash === "#" || hash === "#/") {
    return { choices: [], at: 0, loop: null };
  }
  const form = /^#\/steps\/0((?:\/\d{1,9})*)\/?(?:\?([^?]*))?$/.exec(hash);
  if (!form) {
    return null;
  }
  const choices = form[1].split("/").slice(1).map(Number);
  const options = new URLSearchParams(form[2] || "");
  const at = readNumber(options.get("at"), choices.length);
  const loop = readNumber(options.get("loop"), choices.length - 1);
  if (at === undefined || loop === undefined) {
    return null;
  }
  return { choices, at: at === null ? choices.length : at, loop };
}

/** The number, null if there is none, undefined if it is none or too large. */
function readNumber(text, most) {
  if (text === null) {
    return null;
  }
  return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

/** The address of a path with the state after `at` steps shown. */
function writeAddress(choices, at, loop) {
  const options = [];
  if (at !== choices.length) {
    options.push(`at=${at}`);
  }
  if (loop !== null) {
    options.push(`loop=${loop}`);
  }
  const path = ["#/steps/0", ...choices].join("/");
  return options.length ? `${path}?${options.join("&")}` : path;
}

