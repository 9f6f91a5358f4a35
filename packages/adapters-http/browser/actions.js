import { h, note, say } from './dom.js';
import { showFailure } from './failures.js';

/**
 * @param {string} label
 * @param {() => Promise<unknown> | void} act
 * @param {string} [kind] `primary`, `quiet` or `danger`
 */
export function button(label, act, kind = '') {
  const made = h('button', { type: 'button', class: kind }, label);
  made.addEventListener('click', () => busyWhile(made, act));
  return made;
}

/**
 * Copies a text and says so; false where a page has no clipboard, as without HTTPS.
 * @param {string} label
 * @param {string} text
 * @param {string} copied
 * @param {string} [kind]
 */
export function copyButton(label, text, copied, kind) {
  if (navigator.clipboard === undefined) return false;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    note(copied);
  };
  return button(label, copy, kind);
}

/**
 * What the page can do about a failure before it is shown, such as ask for a proof and act again; true if it did.
 * @type {(error: unknown, act: () => Promise<unknown> | void) => Promise<boolean>}
 */
let remedy = async () => false;
/** @param {typeof remedy} next */
export const remedyBy = (next) => {
  remedy = next;
};

/**
 * A second press does nothing while the first one runs; a failure is always shown.
 * @param {HTMLElement} pressed
 * @param {() => Promise<unknown> | void} act
 */
export async function busyWhile(pressed, act) {
  if (pressed.ariaBusy === 'true') return;
  pressed.ariaBusy = 'true';
  say('');
  note('');
  try {
    await acted(act);
  } catch (error) {
    showFailure(error);
  } finally {
    pressed.ariaBusy = null;
  }
}

/** @param {() => Promise<unknown> | void} act */
async function acted(act) {
  try {
    await act();
  } catch (error) {
    if (!(await remedy(error, act))) throw error;
  }
}
