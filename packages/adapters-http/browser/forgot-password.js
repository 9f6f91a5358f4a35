import { call } from './api.js';
import { h, show } from './dom.js';
import { form } from './form.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Forgot your password?',
    lead: 'Enter the address of your account. We send a link with which you choose a new password.',
    email: 'E-mail address',
    submit: 'Send the link',
    sent: 'Look into your mail',
    sentLead: (/** @type {string} */ email) =>
      `If there is an account for ${email}, a link is on its way. It works for 30 minutes.`,
    nothing: 'Nothing there after a few minutes? Look into the spam folder, or check the address.',
  },
  de: {
    heading: 'Passwort vergessen?',
    lead: 'Geben Sie die Adresse Ihres Kontos ein. Wir senden einen Link, mit dem Sie ein neues Passwort wählen.',
    email: 'E-Mail-Adresse',
    submit: 'Link senden',
    sent: 'Sehen Sie in Ihr Postfach',
    sentLead: (/** @type {string} */ email) =>
      `Falls es ein Konto für ${email} gibt, ist ein Link unterwegs. Er gilt 30 Minuten.`,
    nothing: 'Nach einigen Minuten nichts da? Sehen Sie im Spam-Ordner nach oder prüfen Sie die Adresse.',
  },
});

show(
  texts.heading,
  h('p', {}, texts.lead),
  form({
    fields: [{ name: 'email', label: texts.email, type: 'email', autocomplete: 'username' }],
    submit: texts.submit,
    run: async ({ email = '' }) => {
      await call('POST /auth/forgot-password', { email });
      show(texts.sent, h('p', {}, texts.sentLead(email)), h('p', { class: 'soft' }, texts.nothing));
    },
  }),
);
