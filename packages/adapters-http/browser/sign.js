import { button } from './actions.js';
import { isDead, showIncompleteLink } from './dead-link.js';
import { h, show } from './dom.js';
import { showFailure } from './failures.js';
import { showCompleted } from './sign-completed.js';
import { viewOnce } from './sign-first.js';
import { showLocked } from './sign-locked.js';
import { showReady } from './sign-ready.js';
import { signTexts } from './sign-words.js';
import { hasToken } from './signing-link.js';

/** Shows where the link leads to at this time; what fails is said, with a way to try again. */
async function open() {
  try {
    const view = await viewOnce();
    if (view.status === 'locked') showLocked(view, open);
    else if (view.status === 'completed') showCompleted(view);
    else if (view.status === 'copy') (await import('./sign-copy.js')).showCopy(view);
    else await showReady(view, open);
  } catch (error) {
    // A link that has ended has texts of its own, which few people need.
    if (isDead(error)) return import('./sign-ended.js').then((ended) => ended.showEnded(error), failed);
    failed(error);
  }
}

/** @param {unknown} error */
function failed(error) {
  show(signTexts.title, h('div', { class: 'ways' }, button(signTexts.again, open, 'primary')));
  showFailure(error);
}

if (hasToken) await open();
else showIncompleteLink();
