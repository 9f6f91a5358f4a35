import { button } from './actions.js';
import { showIncompleteLink } from './dead-link.js';
import { h, show } from './dom.js';

/**
 * Shows what taking something back by a mailed link does, and does it on one press.
 *
 * @param {string | null} token of the link
 * @param {{ heading: string, lead: string, effects: readonly string[], submit: string, otherwise: string }} texts
 * @param {() => Promise<void>} takeBack
 */
export function offerToTakeBack(token, texts, takeBack) {
  if (token === null) return showIncompleteLink();
  show(
    texts.heading,
    h('p', {}, texts.lead),
    h(
      'ul',
      {},
      texts.effects.map((effect) => h('li', {}, effect)),
    ),
    button(texts.submit, takeBack, 'danger'),
    h('p', { class: 'soft aside' }, texts.otherwise),
  );
}
