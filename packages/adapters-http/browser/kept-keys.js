import { h } from './dom.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    summary: 'Keys that you know',
    label: 'Keys, one on each line',
    hint: 'A key of the log, as the operator or an auditor gave it to you, or the key by which records are signed. Without any, those in the file are believed.',
  },
  de: {
    summary: 'Schlüssel, die Sie kennen',
    label: 'Schlüssel, einer je Zeile',
    hint: 'Ein Schlüssel des Protokolls, wie ihn der Betreiber oder eine Prüferin Ihnen gab, oder der Schlüssel, mit dem Akten unterschrieben werden. Ohne einen wird denen in der Datei geglaubt.',
  },
});

const input = h('textarea', {
  id: 'keys',
  rows: '3',
  spellcheck: 'false',
  autocomplete: 'off',
  autocapitalize: 'off',
  'aria-describedby': 'keys-hint',
});

export const keyFields = () =>
  h(
    'details',
    {},
    h('summary', {}, texts.summary),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'keys' }, texts.label),
      input,
      h('p', { id: 'keys-hint', class: 'hint' }, texts.hint),
    ),
  );

/** Keys that sign records are plain hexadecimal; those of logs have a name. */
export function enteredKeys() {
  const lines = input.value.split('\n').map((line) => line.trim());
  const signingKeys = lines.filter((line) => /^[0-9a-f]{64}$/i.test(line)).map((line) => line.toLowerCase());
  const vkeys = lines.filter((line) => line !== '' && !/^[0-9a-f]{64}$/i.test(line));
  return { vkeys, signingKeys };
}

/** A key that was learned elsewhere, unless the reader has entered one. @param {string} key */
export const useKey = (key) => {
  if (input.value.trim() === '') input.value = key;
};
