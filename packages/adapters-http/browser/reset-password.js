import { call } from './api.js';
import { isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { h, show } from './dom.js';
import { form } from './form.js';
import { fromLink } from './link.js';
import { newPasswordField } from './new-password.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Choose a new password',
    lead: 'With this you are signed out on every device.',
    submit: 'Set password',
    done: 'Password set',
    doneLead: 'Sign in with the new password from now on.',
    ended: (/** @type {number} */ count) =>
      count === 1 ? 'One session was ended.' : `${count} sessions were ended.`,
    signIn: 'Sign in',
    again: 'Ask for a new link',
  },
  de: {
    heading: 'Neues Passwort wählen',
    lead: 'Damit werden Sie auf allen Geräten abgemeldet.',
    submit: 'Passwort festlegen',
    done: 'Passwort festgelegt',
    doneLead: 'Melden Sie sich von nun an mit dem neuen Passwort an.',
    ended: (/** @type {number} */ count) =>
      count === 1 ? 'Eine Sitzung wurde beendet.' : `${count} Sitzungen wurden beendet.`,
    signIn: 'Anmelden',
    again: 'Neuen Link anfordern',
  },
});

const token = fromLink('token');

/** @param {object} values */
async function reset(values) {
  try {
    const { revokedSessionCount } = await call('POST /auth/reset-password', { token, ...values });
    show(
      texts.done,
      h('p', {}, texts.doneLead),
      revokedSessionCount > 0 && h('p', { class: 'soft' }, texts.ended(revokedSessionCount)),
      h('p', {}, h('a', { class: 'button', href: '/sign-in' }, texts.signIn)),
    );
  } catch (error) {
    if (!isDead(error)) throw error;
    showDeadLink(error, h('p', {}, h('a', { class: 'button', href: '/forgot-password' }, texts.again)));
  }
}

if (token === null) showIncompleteLink();
else
  show(
    texts.heading,
    h('p', {}, texts.lead),
    form({ fields: [newPasswordField('newPassword')], submit: texts.submit, run: reset }),
  );
