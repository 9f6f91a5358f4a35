import { exampleValues } from './example-values.ts';

/**
 * What to do about a field, as a sentence in each language of the product (conventions, "Envelope"): `{}` stands for what
 * only the moment knows. What the validator finds is worded from here; what a schema or a use case says in words of its own
 * is found here by its English.
 */
export type Sentence = readonly [english: string, german: string];

/** What the validator finds. */
export const foundFaults = {
  missing: ['Give this field.', 'Geben Sie dieses Feld an.'],
  unknown: [
    'Leave this field out; it is not known here.',
    'Lassen Sie dieses Feld weg; es ist hier unbekannt.',
  ],
  text: ['Write a text, in quotation marks.', 'Schreiben Sie einen Text, in Anführungszeichen.'],
  number: ['Write a number, without quotation marks.', 'Schreiben Sie eine Zahl, ohne Anführungszeichen.'],
  wholeNumber: [
    'Write a whole number, without quotation marks.',
    'Schreiben Sie eine ganze Zahl, ohne Anführungszeichen.',
  ],
  trueOrFalse: [
    'Write true or false, without quotation marks.',
    'Schreiben Sie true oder false, ohne Anführungszeichen.',
  ],
  list: ['Write a list, in square brackets.', 'Schreiben Sie eine Liste, in eckigen Klammern.'],
  object: ['Write an object, in braces.', 'Schreiben Sie ein Objekt, in geschweiften Klammern.'],
  null: ['Write null.', 'Schreiben Sie null.'],
  anotherValue: ['Write another value.', 'Schreiben Sie einen anderen Wert.'],
  exactlyOneCharacter: ['Write exactly 1 character.', 'Schreiben Sie genau 1 Zeichen.'],
  exactlyCharacters: ['Write exactly {} characters.', 'Schreiben Sie genau {} Zeichen.'],
  exactlyOneEntry: ['Write exactly 1 entry.', 'Geben Sie genau 1 Eintrag an.'],
  exactlyEntries: ['Write exactly {} entries.', 'Geben Sie genau {} Einträge an.'],
  exactly: ['Write exactly {}.', 'Schreiben Sie genau {}.'],
  atLeastOneCharacter: ['Write at least 1 character.', 'Schreiben Sie mindestens 1 Zeichen.'],
  atLeastCharacters: ['Write at least {} characters.', 'Schreiben Sie mindestens {} Zeichen.'],
  atLeastOneEntry: ['Write at least 1 entry.', 'Geben Sie mindestens 1 Eintrag an.'],
  atLeastEntries: ['Write at least {} entries.', 'Geben Sie mindestens {} Einträge an.'],
  atLeast: ['Write at least {}.', 'Schreiben Sie mindestens {}.'],
  atMostOneCharacter: ['Write at most 1 character.', 'Schreiben Sie höchstens 1 Zeichen.'],
  atMostCharacters: ['Write at most {} characters.', 'Schreiben Sie höchstens {} Zeichen.'],
  atMostOneEntry: ['Write at most 1 entry.', 'Geben Sie höchstens 1 Eintrag an.'],
  atMostEntries: ['Write at most {} entries.', 'Geben Sie höchstens {} Einträge an.'],
  atMost: ['Write at most {}.', 'Schreiben Sie höchstens {}.'],
  id: [`Write an id such as ${exampleValues.id}.`, `Schreiben Sie eine Id wie ${exampleValues.id}.`],
  url: [
    'Write an address such as https://example.com/.',
    'Schreiben Sie eine Adresse wie https://example.com/.',
  ],
  email: [
    `Write an e-mail address such as ${exampleValues.email}.`,
    `Schreiben Sie eine E-Mail-Adresse wie ${exampleValues.email}.`,
  ],
  date: ['Write a date such as 2026-05-04.', 'Schreiben Sie ein Datum wie 2026-05-04.'],
  instant: [
    'Write an instant such as 2026-05-04T09:30:00Z.',
    'Schreiben Sie einen Zeitpunkt wie 2026-05-04T09:30:00Z.',
  ],
  form: [
    'Write it in the form that the description of the field shows.',
    'Schreiben Sie es in der Form, die die Beschreibung des Feldes zeigt.',
  ],
  multipleOf: ['Write a multiple of {}.', 'Schreiben Sie ein Vielfaches von {}.'],
  oneOfTheForms: [
    'Write a value in one of the forms that the description of the field names.',
    'Schreiben Sie einen Wert in einer der Formen, die die Beschreibung des Feldes nennt.',
  ],
  allowed: [
    'Write a value that the description of the field allows.',
    'Schreiben Sie einen Wert, den die Beschreibung des Feldes zulässt.',
  ],
  oneOf: ['Write one of {}.', 'Schreiben Sie eines von {}.'],
  // The last, because it fits most of those above.
  exactValue: ['Write {}.', 'Schreiben Sie {}.'],
} as const satisfies Readonly<Record<string, Sentence>>;
