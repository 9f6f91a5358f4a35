import { ApiError } from './api.js';
import { h } from './dom.js';
import { save } from './saved-file.js';
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

/**
 * The page of a link that has ended while somebody reads, which few people see. If it cannot be loaded any more, the whole page
 * is, and then says the same.
 * @returns {Promise<typeof import('./sign-ended.js')>}
 */
export const endedPage = () =>
  import('./sign-ended.js').catch(() => {
    location.reload();
    return new Promise(() => undefined);
  });
