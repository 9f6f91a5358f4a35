import { button } from './actions.js';
import { ApiError } from './api.js';
import { asked } from './dialog.js';
import { h } from './dom.js';
import { sentenceOf } from './failures.js';
import { form } from './form.js';
import { prepareTexts } from './prepare-words.js';

/**
 * Asks in a form before the page, and does it; what was typed stays until it is done, or the dialog is closed.
 * @param {string} heading
 * @param {Omit<Parameters<typeof form>[0], 'run'> & { lead?: string, does: (given: Record<string, any>) => Promise<unknown> }} of
 * @returns {Promise<boolean>} whether it was done
 */
export async function doneInDialog(heading, { lead, does, ...parts }) {
  const done = await asked(heading, (/** @type {(given: boolean | null) => void} */ answer) => {
    const fault = h('p', { class: 'fault', role: 'alert' });
    return [
      lead !== undefined && h('p', {}, lead),
      form({
        ...parts,
        run: async (values) => {
          fault.textContent = '';
          try {
            await does(values);
            answer(true);
          } catch (error) {
            if (error instanceof ApiError && error.code === 'request.invalid') throw error;
            fault.textContent = sentenceOf(error);
          }
        },
      }),
      fault,
      button(prepareTexts.cancel, () => answer(null), 'quiet'),
    ];
  });
  return done === true;
}
