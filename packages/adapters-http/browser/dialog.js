import { h } from './dom.js';

let dialogs = 0;

/**
 * Asks something in front of the page, and gives the answer; null if the person closed it.
 * @template Answer
 * @param {string} heading
 * @param {(answer: (given: Answer | null) => void) => readonly import('./dom.js').Child[]} content
 * @returns {Promise<Answer | null>}
 */
export function asked(heading, content) {
  dialogs += 1;
  const id = `dialog-${dialogs}`;
  return new Promise((resolve) => {
    /** @type {Answer | null} */
    let given = null;
    const dialog = h(
      'dialog',
      { 'aria-labelledby': id },
      h('h2', { id }, heading),
      ...content((answer) => {
        given = answer;
        dialog.close();
      }),
    );
    // However it closes, by a button or by Escape; focus goes back to where it was.
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(given);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
