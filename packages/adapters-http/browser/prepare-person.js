import { ApiError, refusal } from './api.js';
import { keyFor } from './choice-fields.js';
import { doneInDialog } from './form-dialog.js';
import { prepareTexts } from './prepare-words.js';
import { inLanguage } from './words.js';

/** @typedef {import('./prepare-round.js').SignerInput} SignerInput */

const texts = inLanguage({
  en: {
    add: 'Add a person',
    edit: 'Change this person',
    name: 'Name',
    email: 'E-mail address',
    emailHint: 'The link to the document is mailed there.',
    role: 'What does this person do?',
    roles: { signer: 'Signs', approver: 'Approves, without a signature', copy: 'Gets a copy at the end' },
    verification: 'What opens the document?',
    verifications: {
      none: 'The link in the mail is enough',
      sms: 'The link, and a code by SMS',
      email: 'The link, and a code by e-mail',
    },
    phone: 'Phone, for a code by SMS (optional)',
    further: 'Language, and a line to this person alone',
    furtherStep: 'Step, language, and a line to this person alone',
    order: 'Step',
    orderHint: 'Whoever has the same number is asked at the same time.',
    orderFault: 'Enter a number from 1 to 50.',
    language: 'Language of the mails and of the page',
    usual: 'As for everybody',
    note: 'Line in the mail to this person alone (optional)',
    save: 'Save',
  },
  de: {
    add: 'Person hinzufügen',
    edit: 'Person ändern',
    name: 'Name',
    email: 'E-Mail-Adresse',
    emailHint: 'Dorthin geht der Link zum Dokument.',
    role: 'Was tut diese Person?',
    roles: {
      signer: 'Sie unterschreibt',
      approver: 'Sie gibt frei, ohne Unterschrift',
      copy: 'Sie erhält am Ende eine Kopie',
    },
    verification: 'Was öffnet das Dokument?',
    verifications: {
      none: 'Der Link in der E-Mail genügt',
      sms: 'Der Link und ein Code per SMS',
      email: 'Der Link und ein Code per E-Mail',
    },
    phone: 'Telefon für einen Code per SMS (optional)',
    further: 'Sprache und eine Zeile nur an diese Person',
    furtherStep: 'Schritt, Sprache und eine Zeile nur an diese Person',
    order: 'Schritt',
    orderHint: 'Wer dieselbe Zahl hat, wird gleichzeitig gefragt.',
    orderFault: 'Geben Sie eine Zahl von 1 bis 50 ein.',
    language: 'Sprache der E-Mails und der Seite',
    usual: 'Wie für alle',
    note: 'Zeile in der E-Mail nur an diese Person (optional)',
    save: 'Speichern',
  },
});

export const addLabel = texts.add;

/**
 * Asks who a person is and what they do.
 * @param {object} of
 * @param {SignerInput} of.person
 * @param {boolean} of.isNew
 * @param {boolean} of.isSequential
 * @param {(person: SignerInput) => Promise<unknown>} of.save
 * @returns {Promise<boolean>} whether the person was saved
 */
export const askForPerson = ({ person, isNew, isSequential, save }) =>
  doneInDialog(isNew ? texts.add : texts.edit, {
    fields: fieldsFor(person),
    further: {
      label: isSequential ? texts.furtherStep : texts.further,
      fields: furtherFor(person, isSequential),
      isOpen: false,
    },
    submit: texts.save,
    does: (values) =>
      save({ ...person, ...givenIn(values) }).catch((error) => {
        throw error instanceof ApiError && error.code === 'request.invalid' ? ofOnePerson(error) : error;
      }),
  });

/** @param {SignerInput} person @returns {import('./form.js').AnyField[]} */
const fieldsFor = ({ name, email, role = 'signer', verification = 'none', phone }) => [
  { name: 'name', label: texts.name, autocomplete: 'off', longest: 200, value: name },
  {
    name: 'email',
    label: texts.email,
    type: 'email',
    autocomplete: 'off',
    longest: 254,
    hint: texts.emailHint,
    value: email,
  },
  {
    name: 'role',
    label: texts.role,
    type: 'one',
    options: Object.values(texts.roles),
    value: texts.roles[role],
  },
  {
    name: 'verification',
    label: texts.verification,
    type: 'one',
    options: Object.values(texts.verifications),
    value: texts.verifications[verification],
  },
  {
    name: 'phone',
    label: texts.phone,
    type: 'tel',
    autocomplete: 'off',
    longest: 40,
    optional: true,
    value: phone ?? '',
  },
];

const languages = { '': texts.usual, ...prepareTexts.languages };

/** @param {SignerInput} person @param {boolean} isSequential @returns {import('./form.js').AnyField[]} */
const furtherFor = ({ order, language, note }, isSequential) => [
  ...(isSequential ? [stepField(order ?? 1)] : []),
  {
    name: 'language',
    label: texts.language,
    type: /** @type {const} */ ('one'),
    options: Object.values(languages),
    value: languages[language?.slice(0, 2) === 'de' ? 'de' : language === null ? '' : 'en'],
  },
  {
    name: 'note',
    label: texts.note,
    type: 'text area',
    autocomplete: 'off',
    longest: 1000,
    optional: true,
    value: note ?? '',
  },
];

/** @param {number} order @returns {import('./form.js').Field} */
const stepField = (order) => ({
  name: 'order',
  label: texts.order,
  hint: texts.orderHint,
  autocomplete: 'off',
  inputmode: 'numeric',
  value: String(order),
  mustMatch: '[1-9]|[1-4][0-9]|50',
  mismatch: texts.orderFault,
});

/** @param {Record<string, string>} values of the form @returns {Omit<SignerInput, 'id'>} */
const givenIn = ({
  name = '',
  email = '',
  role = '',
  verification = '',
  phone,
  order,
  language = '',
  note,
}) => ({
  name,
  email,
  role: keyFor(texts.roles, role),
  verification: keyFor(texts.verifications, verification),
  phone: phone || null,
  ...(order === undefined ? {} : { order: Number(order) }),
  language: keyFor(languages, language) || null,
  note: note || null,
});

/** The API names the fault in its list of all people; here there is one form. @param {InstanceType<typeof ApiError>} error */
const ofOnePerson = ({ message, details }) =>
  refusal('request.invalid', {
    message,
    details: details.map((detail) => ({ ...detail, path: `/body/${detail.path.split('/').at(-1)}` })),
  });
