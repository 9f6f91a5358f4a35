import { h } from './dom.js';

/** Gives a file to the reader under a name. @param {Blob} content @param {string} name */
export function saveAs(content, name) {
  const address = URL.createObjectURL(content);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
