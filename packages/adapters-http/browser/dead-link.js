import { h, show } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'This link no longer works',
    lead: 'It was used before, has expired, or a newer mail replaced it.',
    incomplete: 'This link is not complete',
    open: 'Open it again from the mail, or copy the whole address into the address bar.',
  },
  de: {
    heading: 'Dieser Link gilt nicht mehr',
    lead: 'Er wurde schon verwendet, ist abgelaufen oder wurde durch eine neuere Mail ersetzt.',
    incomplete: 'Dieser Link ist nicht vollständig',
    open: 'Öffnen Sie ihn noch einmal aus der Mail oder kopieren Sie die ganze Adresse in die Adresszeile.',
  },
});

/**
 * @param {...import('./dom.js').Child} next what to do now
 */
export const showDeadLink = (...next) => show(texts.heading, h('p', {}, texts.lead), ...next);

/** For a page that was opened without what its mail's link carries. */
export const showIncompleteLink = () => show(texts.incomplete, h('p', {}, texts.open));

/** @param {unknown} error */
export const isDead = (error) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'link.gone' || error.code === 'link.not_found');
