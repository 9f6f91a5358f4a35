import { button } from './actions.js';
import { keyFor } from './choice-fields.js';
import { asked } from './dialog.js';
import { form } from './form.js';
import { mayFill } from './place-bar.js';
import { prepareTexts } from './prepare-words.js';
import { fieldTexts } from './sign-field-words.js';
import { inLanguage } from './words.js';

/**
 * @typedef {import('./fields-in-hand.js').PlacedField} PlacedField
 * @typedef {import('./prepare-round.js').Signer} Signer
 * @typedef {import('./form.js').AnyField} AnyField
 * @typedef {Record<string, any>} Values what was given in the form
 */

const texts = inLanguage({
  en: {
    heading: (/** @type {string} */ kind) => `${kind}: settings`,
    who: 'For whom?',
    label: 'What is it called? (optional)',
    labelHint: 'Shown to the person, such as “Place of birth”.',
    required: 'It must be filled in',
    page: 'Page',
    pageFault: (/** @type {number} */ count) => `Enter a number from 1 to ${count}.`,
    multiline: 'Several lines',
    value: 'Filled in already (optional)',
    ticked: 'Ticked already',
    fixed: 'Nobody may change it',
    fontSize: 'Size of the letters, in points',
    fontFault: 'Enter a number from 6 to 24.',
    dateMode: 'Which date?',
    dateModes: { signed_on: 'The day of signing', entered: 'The person enters it' },
    dateFormat: 'How is it written?',
    dateFormats: { iso: '2026-11-20', dmy: '20/11/2026', mdy: '11/20/2026', long: '20 November 2026' },
    save: 'Apply',
  },
  de: {
    heading: (/** @type {string} */ kind) => `${kind}: Einstellungen`,
    who: 'Für wen?',
    label: 'Wie heißt es? (optional)',
    labelHint: 'Das sieht die Person, etwa „Geburtsort“.',
    required: 'Es muss ausgefüllt werden',
    page: 'Seite',
    pageFault: (/** @type {number} */ count) => `Geben Sie eine Zahl von 1 bis ${count} ein.`,
    multiline: 'Mehrere Zeilen',
    value: 'Schon ausgefüllt (optional)',
    ticked: 'Schon angekreuzt',
    fixed: 'Niemand darf es ändern',
    fontSize: 'Größe der Buchstaben in Punkt',
    fontFault: 'Geben Sie eine Zahl von 6 bis 24 ein.',
    dateMode: 'Welches Datum?',
    dateModes: { signed_on: 'Der Tag der Unterschrift', entered: 'Die Person gibt es ein' },
    dateFormat: 'Wie wird es geschrieben?',
    dateFormats: { iso: '2026-11-20', dmy: '20/11/2026', mdy: '11/20/2026', long: '20. November 2026' },
    save: 'Übernehmen',
  },
});

/**
 * Asks how a field is to be.
 * @param {PlacedField} field
 * @param {{ readonly signers: readonly Signer[], readonly pageCount: number }} of
 * @returns {Promise<PlacedField | null>} null if it stays as it is
 */
export function askForSettings(field, { signers, pageCount }) {
  const people = new Map(
    signers.flatMap((signer, at) =>
      mayFill(signer, field.kind) ? [/** @type {const} */ ([`${at + 1}. ${signer.name}`, signer.id])] : [],
    ),
  );
  return asked(texts.heading(fieldTexts.kinds[field.kind]), (answer) => [
    form({
      fields: [...usualFields(field, people), ...fieldsOfKind(field), ...pageField(field, pageCount)],
      submit: texts.save,
      run: async (values) => answer({ ...field, ...given(field, values, people) }),
    }),
    button(prepareTexts.cancel, () => answer(null), 'quiet'),
  ]);
}

/** @param {PlacedField} field @param {ReadonlyMap<string, string>} people @returns {AnyField[]} */
const usualFields = ({ signerId, label, required }, people) => [
  ...(people.size < 2
    ? []
    : [
        {
          name: 'signer',
          label: texts.who,
          type: /** @type {const} */ ('one'),
          options: [...people.keys()],
          value: [...people].find(([, id]) => id === signerId)?.[0] ?? '',
        },
      ]),
  {
    name: 'label',
    label: texts.label,
    hint: texts.labelHint,
    autocomplete: 'off',
    longest: 120,
    optional: true,
    value: label ?? '',
  },
  box('required', texts.required, required),
];

/** @param {PlacedField} field @param {number} count @returns {AnyField[]} */
const pageField = ({ page }, count) =>
  count === 1
    ? []
    : [
        {
          name: 'page',
          label: texts.page,
          autocomplete: 'off',
          inputmode: 'numeric',
          value: String(page),
          mustMatch: `(?=\\d)${Array.from({ length: count }, (_, index) => index + 1).join('|')}`,
          mismatch: texts.pageFault(count),
        },
      ];

/** @param {string} name @param {string} label @param {boolean} isTicked @returns {AnyField} */
const box = (name, label, isTicked) => ({
  name,
  label,
  type: 'box',
  optional: true,
  value: isTicked ? label : '',
});

/** @param {string} name @param {string} label @param {Record<string, string>} options @param {string | null} value @returns {AnyField} */
const one = (name, label, options, value) => ({
  name,
  label,
  type: 'one',
  options: Object.values(options),
  value: options[value ?? ''] ?? Object.values(options)[0] ?? '',
});

/** @param {PlacedField} field @returns {AnyField[]} */
function fieldsOfKind({ kind, multiline, defaultValue, readOnly, dateMode, dateFormat, fontSize }) {
  const size = fontSize === null ? [] : [fontField(fontSize)];
  if (kind === 'checkbox')
    return [box('ticked', texts.ticked, defaultValue === true), box('readOnly', texts.fixed, readOnly)];
  if (kind === 'date')
    return [
      one('dateMode', texts.dateMode, texts.dateModes, dateMode),
      one('dateFormat', texts.dateFormat, texts.dateFormats, dateFormat),
      ...size,
    ];
  if (kind !== 'text') return size;
  return [
    box('multiline', texts.multiline, multiline),
    {
      name: 'defaultValue',
      label: texts.value,
      type: 'text area',
      autocomplete: 'off',
      longest: 500,
      optional: true,
      value: typeof defaultValue === 'string' ? defaultValue : '',
    },
    box('readOnly', texts.fixed, readOnly),
    ...size,
  ];
}

/** @param {number} size @returns {AnyField} */
const fontField = (size) => ({
  name: 'fontSize',
  label: texts.fontSize,
  autocomplete: 'off',
  inputmode: 'numeric',
  value: String(size),
  mustMatch: '[6-9]|1[0-9]|2[0-4]',
  mismatch: texts.fontFault,
});

/** @param {PlacedField} field @param {Values} values @param {ReadonlyMap<string, string>} people @returns {Partial<PlacedField>} */
function given({ kind, signerId }, values, people) {
  return {
    signerId: people.get(values.signer) ?? signerId,
    label: values.label || null,
    required: values.required,
    ...('page' in values ? { page: Number(values.page) } : {}),
    ...('fontSize' in values ? { fontSize: Number(values.fontSize) } : {}),
    ...(kind === 'checkbox' ? { defaultValue: values.ticked, readOnly: values.readOnly } : {}),
    ...(kind === 'date'
      ? {
          dateMode: keyFor(texts.dateModes, values.dateMode),
          dateFormat: keyFor(texts.dateFormats, values.dateFormat),
        }
      : {}),
    ...(kind === 'text'
      ? {
          // One line has no breaks.
          defaultValue: (values.multiline ? values.defaultValue : inOneLine(values.defaultValue)) || null,
          multiline: values.multiline,
          readOnly: values.readOnly,
        }
      : {}),
  };
}

/** @param {string} text */
const inOneLine = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
