import { call } from './api.js';
import { isDead, showDeadLink } from './dead-link.js';
import { h, show } from './dom.js';
import { fromLink } from './link.js';
import { offerToTakeBack } from './take-back.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Take back the change of address',
    lead: 'Do this if you did not change the address of your account yourself. Then:',
    effects: [
      'your account has this address again,',
      'everybody is signed out, on every device,',
      'the password no longer works, and a link to set a new one is mailed to you.',
    ],
    submit: 'Take back the change',
    otherwise: 'If you changed it yourself, close this page; nothing happens.',
    done: 'The change is taken back',
    doneLead: (/** @type {string} */ email) => `Your account has the address ${email} again.`,
    next: 'Look into your mail now, and set a new password with the link that we sent.',
    again: 'Does somebody else still hold your account? Ask the operator of this installation.',
  },
  de: {
    heading: 'Adressänderung zurücknehmen',
    lead: 'Tun Sie das, wenn Sie die Adresse Ihres Kontos nicht selbst geändert haben. Dann:',
    effects: [
      'hat Ihr Konto wieder diese Adresse,',
      'werden alle abgemeldet, auf jedem Gerät,',
      'gilt das Passwort nicht mehr, und ein Link für ein neues kommt per Mail.',
    ],
    submit: 'Änderung zurücknehmen',
    otherwise: 'Haben Sie sie selbst geändert, schließen Sie diese Seite; es geschieht nichts.',
    done: 'Die Änderung ist zurückgenommen',
    doneLead: (/** @type {string} */ email) => `Ihr Konto hat wieder die Adresse ${email}.`,
    next: 'Sehen Sie jetzt in Ihr Postfach und legen Sie mit dem Link darin ein neues Passwort fest.',
    again: 'Hat noch jemand anders Ihr Konto? Wenden Sie sich an den Betreiber dieser Installation.',
  },
});

const token = fromLink('token');

async function revert() {
  try {
    const { email } = await call('POST /auth/email-change/revert', { token });
    show(texts.done, h('p', {}, texts.doneLead(email)), h('p', {}, texts.next));
  } catch (error) {
    if (!isDead(error)) throw error;
    showDeadLink(error, h('p', {}, texts.again));
  }
}

offerToTakeBack(token, texts, revert);
