import { button } from './actions.js';
import { asked } from './dialog.js';
import { h } from './dom.js';
import { prepareTexts } from './prepare-words.js';
import { inLanguage } from './words.js';

/** @typedef {import('./prepare-round.js').Choice} Choice */

const texts = inLanguage({
  en: {
    heading: 'Somebody else has changed this',
    lead: 'While you were at work, somebody else has changed the people or the fields of this document, perhaps you in another window.',
    now: (/** @type {string} */ people, /** @type {number} */ fields) =>
      `What is saved now: ${people}, with ${fields === 1 ? 'one field' : `${fields} fields`}.`,
    nobody: 'nobody',
    mine: 'Keep my change',
    theirs: 'Take what is saved now',
  },
  de: {
    heading: 'Jemand hat das inzwischen geändert',
    lead: 'Während Sie daran gearbeitet haben, hat jemand die Beteiligten oder die Felder dieses Dokuments geändert, vielleicht Sie selbst in einem anderen Fenster.',
    now: (/** @type {string} */ people, /** @type {number} */ fields) =>
      `Gespeichert ist jetzt: ${people}, mit ${fields === 1 ? 'einem Feld' : `${fields} Feldern`}.`,
    nobody: 'niemand',
    mine: 'Meine Änderung behalten',
    theirs: 'Das Gespeicherte nehmen',
  },
});

/**
 * Asks what is to become of a change that somebody else's has crossed.
 * @param {import('./prepare-round.js').Detail} latest
 * @returns {Promise<Choice>}
 */
export const askWhose = ({ signers, fields }) =>
  asked(texts.heading, (/** @type {(given: Choice) => void} */ answer) => [
    h('p', {}, texts.lead),
    h(
      'p',
      { dir: 'auto' },
      texts.now(signers.map(({ name }) => name).join(', ') || texts.nobody, fields.length),
    ),
    h(
      'div',
      { class: 'ways' },
      button(texts.mine, () => answer('mine'), 'primary'),
      button(texts.theirs, () => answer('theirs')),
      button(prepareTexts.cancel, () => answer(null), 'quiet'),
    ),
  ]);
