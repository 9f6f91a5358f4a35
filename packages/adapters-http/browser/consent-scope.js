import { facts, h } from './dom.js';
import { inLanguage, language } from './words.js';

/** @typedef {import('./chancery-sdk.js').PortalConsentRequest} ConsentRequest */

const texts = inLanguage({
  en: {
    heading: 'How far it reaches',
    categories: {
      treatment: 'Treatment',
      disclosure: 'Passing on information',
      communication: 'Ways of being contacted',
      recording: 'Recordings',
      data_processing: 'Processing of data',
      research: 'Research',
      other: 'Something else',
    },
    kinds: {
      subject: 'for themselves',
      guardian: 'as guardian',
      legal_representative: 'as legal representative',
      attorney: 'under a power of attorney',
      other: 'as somebody else',
    },
    purposes: 'Purposes',
    purpose: {
      professional_operations: 'the daily work of the professionals',
      treatment: 'treatment',
      legal_proceedings: 'legal proceedings',
      emergency: 'emergencies',
    },
    recipients: 'Recipients',
    entryTypes: 'Kinds of entries',
    cases: 'Cases',
    someCases: (/** @type {number} */ count) => (count === 1 ? 'one certain case' : `${count} certain cases`),
    period: 'Period',
    from: (/** @type {string} */ day) => `from ${day}`,
    to: (/** @type {string} */ day) => `up to ${day}`,
    fromTo: (/** @type {string} */ first, /** @type {string} */ last) => `from ${first} to ${last}`,
    labels: 'Specially protected',
    label: {
      confidential: 'confidential entries',
      restricted: 'restricted entries',
      executive: 'entries for the management only',
      safeguarding: 'entries on safeguarding',
      substance_use: 'entries on substance use',
      psychotherapy: 'entries of psychotherapy',
      legal_privileged: 'entries under legal privilege',
      sealed: 'sealed entries',
    },
    none: 'nothing of it',
    all: 'no limit',
  },
  de: {
    heading: 'Wie weit sie reicht',
    categories: {
      treatment: 'Behandlung',
      disclosure: 'Weitergabe von Informationen',
      communication: 'Wege der Kontaktaufnahme',
      recording: 'Aufzeichnungen',
      data_processing: 'Verarbeitung von Daten',
      research: 'Forschung',
      other: 'Etwas anderes',
    },
    kinds: {
      subject: 'für sich selbst',
      guardian: 'als sorgeberechtigte oder betreuende Person',
      legal_representative: 'als gesetzliche Vertretung',
      attorney: 'mit Vollmacht',
      other: 'als andere Person',
    },
    purposes: 'Zwecke',
    purpose: {
      professional_operations: 'die tägliche Arbeit der Fachleute',
      treatment: 'Behandlung',
      legal_proceedings: 'rechtliche Verfahren',
      emergency: 'Notfälle',
    },
    recipients: 'Empfänger',
    entryTypes: 'Arten von Einträgen',
    cases: 'Fälle',
    someCases: (count) => (count === 1 ? 'ein bestimmter Fall' : `${count} bestimmte Fälle`),
    period: 'Zeitraum',
    from: (day) => `ab ${day}`,
    to: (day) => `bis ${day}`,
    fromTo: (first, last) => `vom ${first} bis ${last}`,
    labels: 'Besonders geschützt',
    label: {
      confidential: 'vertrauliche Einträge',
      restricted: 'beschränkt zugängliche Einträge',
      executive: 'Einträge nur für die Leitung',
      safeguarding: 'Einträge zum Schutz von Personen',
      substance_use: 'Einträge zu Suchtmitteln',
      psychotherapy: 'Einträge aus der Psychotherapie',
      legal_privileged: 'Einträge unter dem Schutz der Rechtsberatung',
      sealed: 'versiegelte Einträge',
    },
    none: 'nichts davon',
    all: 'keine Grenze',
  },
});

/** What it is about, in words. @param {ConsentRequest} request */
export const categoryInWords = ({ category }) => texts.categories[category];

/** Who is asked, and as what. @param {ConsentRequest} request */
export const grantorInWords = ({ grantedBy: { kind, name, relationship } }) =>
  `${name}, ${relationship ?? texts.kinds[kind]}`;

/** The scope of a consent in words: what is not named sets no limit, except that what is specially protected has to be named. @param {ConsentRequest} request */
export const scopePart = ({ scope }) =>
  h(
    'section',
    {},
    h('h2', {}, texts.heading),
    facts(
      [
        [texts.purposes, listed(scope.purposes.map((purpose) => texts.purpose[purpose]))],
        [texts.recipients, listed(scope.recipients.map(recipientInWords))],
        [texts.entryTypes, listed(scope.entryTypes.map((code) => code.replaceAll('_', ' ')))],
        [texts.cases, scope.caseIds.length === 0 ? texts.all : texts.someCases(scope.caseIds.length)],
        [texts.period, periodInWords(scope)],
        [texts.labels, listed(scope.labels.map((label) => texts.label[label])) || texts.none],
      ].map(([term = '', value = '']) => /** @type {const} */ ([term, value || texts.all])),
    ),
  );

/** @param {readonly string[]} words */
const listed = (words) => new Intl.ListFormat(language, { type: 'conjunction' }).format(words);

/** @param {ConsentRequest['scope']['recipients'][number]} recipient */
const recipientInWords = ({ name, organization, email }) => {
  const more = [organization, email].filter((part) => part !== null);
  return more.length === 0 ? name : `${name} (${more.join(', ')})`;
};

/** @param {ConsentRequest['scope']} scope */
function periodInWords({ dataFrom, dataTo }) {
  if (dataFrom !== null && dataTo !== null) return texts.fromTo(dateInWords(dataFrom), dateInWords(dataTo));
  if (dataFrom !== null) return texts.from(dateInWords(dataFrom));
  return dataTo === null ? texts.all : texts.to(dateInWords(dataTo));
}

/** A day is the same one wherever it is read. @param {string} date */
const dateInWords = (date) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(date));
