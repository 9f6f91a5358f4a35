import { call } from './api.js';
import { isDead, showDeadLink } from './dead-link.js';
import { h, show } from './dom.js';
import { fromLink } from './link.js';
import { offerToTakeBack } from './take-back.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Remove what was added to your account',
    lead: 'Do this if you did not add the second factor or the sign-in at a provider that the mail is about. Then:',
    effects: [
      'it can no longer sign in,',
      'everybody is signed out, on every device, and calendar feeds stop working,',
      'a change of address that somebody asked for is dropped.',
    ],
    submit: 'Remove it and sign everybody out',
    otherwise: 'If you added it yourself, close this page; nothing happens.',
    done: 'It is removed',
    doneLead: 'Everybody is signed out.',
    gone: 'It was gone already',
    next: 'Whoever added it was able to sign in to your account. Set a new password now:',
    password: 'Set a new password',
    again: 'Is something still wrong? Set a new password:',
  },
  de: {
    heading: 'Entfernen, was Ihrem Konto hinzugefügt wurde',
    lead: 'Tun Sie das, wenn Sie den zweiten Faktor oder die Anmeldung bei einem Anbieter, von der die Mail spricht, nicht selbst hinzugefügt haben. Dann:',
    effects: [
      'kann sich damit niemand mehr anmelden,',
      'werden alle abgemeldet, auf jedem Gerät, und Kalender-Feeds gelten nicht mehr,',
      'entfällt eine Adressänderung, die jemand verlangt hat.',
    ],
    submit: 'Entfernen und alle abmelden',
    otherwise: 'Haben Sie es selbst hinzugefügt, schließen Sie diese Seite; es geschieht nichts.',
    done: 'Es ist entfernt',
    doneLead: 'Alle sind abgemeldet.',
    gone: 'Es war schon entfernt',
    next: 'Wer es hinzugefügt hat, konnte sich in Ihrem Konto anmelden. Legen Sie jetzt ein neues Passwort fest:',
    password: 'Neues Passwort festlegen',
    again: 'Stimmt noch etwas nicht? Legen Sie ein neues Passwort fest:',
  },
});

const token = fromLink('token');
const toNewPassword = () => h('p', {}, h('a', { href: '/forgot-password' }, texts.password));

async function undo() {
  try {
    const { removed } = await call('POST /auth/additions/undo', { token });
    show(
      removed ? texts.done : texts.gone,
      h('p', {}, texts.doneLead),
      h('p', {}, texts.next),
      toNewPassword(),
    );
  } catch (error) {
    if (!isDead(error)) throw error;
    showDeadLink(error, h('p', {}, texts.again), toNewPassword());
  }
}

offerToTakeBack(token, texts, undo);
