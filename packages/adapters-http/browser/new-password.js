import { inLanguage, passwordMinimum } from './words.js';

const texts = inLanguage({
  en: {
    label: 'New password',
    hint: `At least ${passwordMinimum} characters. Several words are good; spaces and any script work.`,
  },
  de: {
    label: 'Neues Passwort',
    hint: `Mindestens ${passwordMinimum} Zeichen. Mehrere Wörter sind gut; Leerzeichen und jede Schrift gehen.`,
  },
});

/** @param {string} name of the API's field @param {string} [label] */
export const newPasswordField = (name, label = texts.label) => ({
  name,
  label,
  hint: texts.hint,
  type: 'password',
  autocomplete: 'new-password',
});
