import { h, show } from './dom.js';
import { codeEntry } from './sign-code.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: (/** @type {string} */ name) => `Hello ${name}`,
    lead: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      `${sender} of ${workspace} has sent you a document.`,
  },
  de: {
    heading: (/** @type {string} */ name) => `Guten Tag, ${name}`,
    lead: (/** @type {string} */ sender, /** @type {string} */ workspace) =>
      `${sender} von ${workspace} hat Ihnen ein Dokument geschickt.`,
  },
});

/**
 * Before the code nothing of the document is known here, not even its name.
 * @param {import('./signing-link.js').SigningView} view
 * @param {() => unknown} goOn
 */
export function showLocked({ signer, sender, workspace, verification }, goOn) {
  show(
    texts.heading(signer.name),
    h('p', {}, texts.lead(sender.displayName, workspace.name)),
    codeEntry(verification, goOn),
  );
}
