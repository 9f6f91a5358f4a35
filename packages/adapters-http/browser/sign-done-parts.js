import { ApiError } from './api.js';
import { h } from './dom.js';
import { askForCode } from './sign-code.js';
import { signTexts } from './sign-words.js';
import { signingContent } from './signing-link.js';

/**
 * Who takes part, and how far they are.
 * @param {readonly import('./signing-link.js').Recipient[]} recipients
 */
export const recipientList = (recipients) =>
  h(
    'ul',
    { class: 'rows' },
    recipients.map(({ name, role, status }) =>
      h(
        'li',
        {},
        h('div', {}, h('bdi', {}, name), h('div', { class: 'soft' }, signTexts.roles[role] ?? role)),
        h('span', { class: status === 'completed' ? 'badge' : 'soft' }, signTexts.states[status] ?? ''),
      ),
    ),
  );

/**
 * Gives a file to the reader, under the name of the document.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} name
 */
export function save(bytes, name) {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  h('a', { href: address, download: name.toLowerCase().endsWith('.pdf') ? name : `${name}.pdf` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Downloads the document; if the confirmation by a code has ended meanwhile, it is asked for first.
 * @param {'plain' | 'stamped'} render
 * @param {string} name
 */
export async function download(render, name) {
  try {
    save(await signingContent(render), name);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'signing.verification_required')) throw error;
    if (await askForCode()) save(await signingContent(render), name);
  }
}
