import { button } from './actions.js';
import { call } from './api.js';
import { note } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: { again: 'Send the mail again', sent: 'If this address needs it, a new mail is on its way.' },
  de: { again: 'Mail erneut senden', sent: 'Falls diese Adresse sie braucht, ist eine neue Mail unterwegs.' },
});

/** A button that has the verification link mailed once more. @param {string} email */
export const resendButton = (email) =>
  button(texts.again, async () => {
    await call('POST /auth/resend-email-verification', { email });
    note(texts.sent);
  });
