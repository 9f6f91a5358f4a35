import { call } from './api.js';
import { h, note } from './dom.js';
import { form } from './form.js';
import { newPasswordField } from './new-password.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Password',
    open: 'Change the password',
    set: 'Set a password',
    current: 'Current password',
    submit: 'Change password',
    done: 'The password is changed; every other session is ended.',
  },
  de: {
    heading: 'Passwort',
    open: 'Passwort ändern',
    set: 'Passwort festlegen',
    current: 'Bisheriges Passwort',
    submit: 'Passwort ändern',
    done: 'Das Passwort ist geändert; alle anderen Sitzungen sind beendet.',
  },
});

/** @param {boolean} hasPassword */
export function passwordSection(hasPassword) {
  const current = {
    name: 'currentPassword',
    label: texts.current,
    type: 'password',
    autocomplete: 'current-password',
  };
  const opener = h(
    'details',
    {},
    h('summary', {}, hasPassword ? texts.open : texts.set),
    form({
      fields: [...(hasPassword ? [current] : []), newPasswordField('newPassword')],
      submit: hasPassword ? texts.submit : texts.set,
      run: async (values) => {
        await call('POST /auth/change-password', values);
        opener.open = false;
        opener.querySelector('form')?.reset();
        note(texts.done);
      },
    }),
  );
  return h('section', {}, h('h2', {}, texts.heading), opener);
}
