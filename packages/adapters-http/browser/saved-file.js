import { h } from './dom.js';

/**
 * Gives a PDF to the reader, under the name of the document.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} name
 */
export function save(bytes, name) {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  h('a', { href: address, download: name.toLowerCase().endsWith('.pdf') ? name : `${name}.pdf` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
