import { button } from './actions.js';
import { call } from './api.js';
import { isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { h, show } from './dom.js';
import { fromLink } from './link.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Confirm your new address',
    lead: 'From then on you sign in with it, and our mails go there. The old address is notified.',
    submit: 'Confirm the change',
    done: 'Address changed',
    doneLead: (/** @type {string} */ email) => `Your account now has the address ${email}.`,
    close: 'You can close this page.',
    again: 'Ask for the change again in your settings; a new link comes by mail.',
  },
  de: {
    heading: 'Neue Adresse bestätigen',
    lead: 'Von da an melden Sie sich damit an, und unsere Mails gehen dorthin. Die alte Adresse wird benachrichtigt.',
    submit: 'Änderung bestätigen',
    done: 'Adresse geändert',
    doneLead: (/** @type {string} */ email) => `Ihr Konto hat jetzt die Adresse ${email}.`,
    close: 'Sie können diese Seite schließen.',
    again: 'Fordern Sie die Änderung in Ihren Einstellungen erneut an; ein neuer Link kommt per Mail.',
  },
});

const token = fromLink('token');

async function confirm() {
  try {
    const { email } = await call('POST /auth/email-change/confirm', { token });
    show(texts.done, h('p', {}, texts.doneLead(email)), h('p', { class: 'soft' }, texts.close));
  } catch (error) {
    if (!isDead(error)) throw error;
    showDeadLink(error, h('p', {}, texts.again));
  }
}

if (token === null) showIncompleteLink();
else show(texts.heading, h('p', {}, texts.lead), button(texts.submit, confirm, 'primary'));
