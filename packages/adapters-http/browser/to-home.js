import { h } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({ en: { home: 'Go to your start page' }, de: { home: 'Zu Ihrer Startseite' } });

/** The way on from a page that has done what its link was for. */
export const toHome = () => h('p', { class: 'aside' }, h('a', { href: '/' }, texts.home));
