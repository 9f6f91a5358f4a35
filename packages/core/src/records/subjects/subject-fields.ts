import { z } from 'zod';
import { headerField } from '../../kernel/header-fields.ts';
import { date, id, locale, multiline, text, visibleName } from '../../kernel/shapes.ts';
import { confidentialities, labels, purposes } from '../access/labels.ts';
import { partialDate } from './partial-dates.ts';
import { aliasUses, contactSystems, contactUses, genders, identifierTypes, subjectKinds } from './subject.ts';

export const subjectId = () => id().describe('The id of the subject.');

/** Every use case of records takes it (records 3.4). */
export const purposeOfUse = () =>
  headerField(
    'X-Purpose-Of-Use',
    z
      .enum(purposes)
      .optional()
      .describe('For which purpose you open this; what is labelled beyond confidential needs one.'),
  );

export const reason = () => multiline(1000, 3).meta({ examples: ['Same person, registered twice'] });

const namePart = (what: string) => text(100).nullable().default(null).describe(`The ${what}; null for none.`);

const name = () =>
  z
    .strictObject({
      prefix: namePart('words before the name, such as Dr'),
      given: namePart('given name'),
      middle: namePart('middle names'),
      family: namePart('family name'),
      suffix: namePart('words behind the name'),
      preferred: namePart('name that the person prefers'),
    })
    .meta({ id: 'SubjectNameInput', description: 'The parts of the name of a subject.' });

const startsOn = () => date().nullable().default(null).describe('The first day of it; null if unknown.');
const endsOn = () =>
  date().nullable().default(null).describe('The last day of it; null if it has not ended.');

const isInOrder = ({ startsOn: from, endsOn: to }: { startsOn: string | null; endsOn: string | null }) =>
  from === null || to === null || from <= to;
const wrongOrder = { error: 'Let the last day not come before the first.', path: ['endsOn'] };

const alias = () =>
  z
    .strictObject({
      displayName: visibleName(200).describe('The other name.'),
      use: z.enum(aliasUses).describe('What kind of name it is.'),
      startsOn: startsOn(),
      endsOn: endsOn(),
    })
    .refine(isInOrder, wrongOrder)
    .meta({ id: 'SubjectAliasInput', description: 'Another name of a subject.' });

const contact = () =>
  z
    .strictObject({
      system: z.enum(contactSystems).describe('By what the person is reached.'),
      value: text(320).describe('The address or number.'),
      use: z.enum(contactUses).default('home').describe('What it is for.'),
      preferred: z.boolean().default(false).describe('Whether it is used first.'),
      doNotContact: z.boolean().default(false).describe('Whether it must not be used.'),
      note: text(200).nullable().default(null).describe('What else is known of it; null for nothing.'),
    })
    .meta({ id: 'SubjectContactInput', description: 'How a subject is reached.' });

const address = () =>
  z
    .strictObject({
      use: z.enum(contactUses).default('home').describe('What it is for.'),
      line1: text(200).describe('Street and number.'),
      line2: text(200).nullable().default(null).describe('What follows it; null for nothing.'),
      city: text(100).describe('The town.'),
      region: text(100).nullable().default(null).describe('State or province; null for none.'),
      postalCode: text(20).describe('The postal code.'),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, 'Give the two letters of a country, such as DE.')
        .meta({ examples: ['DE'] })
        .describe('The country, by its two letters of ISO 3166-1.'),
      startsOn: startsOn(),
      endsOn: endsOn(),
    })
    .refine(isInOrder, wrongOrder)
    .meta({ id: 'SubjectAddressInput', description: 'Where a subject lives or works.' });

export const identifierFields = {
  type: z.enum(identifierTypes).describe('What kind of identifier it is.'),
  system: text(200)
    .describe('Who gives such identifiers: a URI, or the code of a registry.')
    .meta({ examples: ['urn:de:kv'] }),
  value: text(200)
    .describe('The identifier itself.')
    .meta({ examples: ['A123456789'] }),
  issuer: text(200).nullable().default(null).describe('Who gave it; null if unknown.'),
  startsOn: startsOn(),
  endsOn: endsOn(),
  primary: z.boolean().default(false).describe('Whether it is the first of its type.'),
};

const customFields = () =>
  z
    .record(
      z
        .string()
        .max(50)
        .regex(
          /^[a-z][A-Za-z0-9_]{0,49}$/,
          'Begin with a small letter; give at most 50 letters, digits and _.',
        ),
      z.union([text(1000, 0), z.number(), z.boolean(), z.null()]),
    )
    .refine((fields) => Object.keys(fields).length <= 50, { error: 'Give at most 50 fields.' });

const tags = () =>
  z
    .array(text(50))
    .max(20)
    .refine((all) => new Set(all).size === all.length, {
      error: 'Name each of them once.',
      params: { code: 'field.duplicate' },
    });

const additionalLabels = () =>
  z
    .array(z.enum(labels))
    .max(4)
    .refine((all) => new Set(all).size === all.length, {
      error: 'Name each of them once.',
      params: { code: 'field.duplicate' },
    });

/** What can be said about a subject, without what holds if it is left out. */
export const subjectFields = {
  kind: z.enum(subjectKinds).describe('What kind of subject it is.'),
  name: name().nullable().describe('The parts of the name; null if they are not known.'),
  displayName: visibleName(200)
    .describe('The name that people see; by default made of the parts of the name.')
    .meta({ examples: ['Ann Smith'] }),
  aliases: z.array(alias()).max(50).describe('Other names.'),
  birthDate: partialDate().nullable().describe('The day, month or year of birth; null if unknown.'),
  birthDateEstimated: z.boolean().describe('Whether the date of birth is an estimate.'),
  deceasedOn: partialDate().nullable().describe('The day, month or year of death; null for none.'),
  gender: z.enum(genders).nullable().describe('The administrative gender; null if it is not recorded.'),
  pronouns: text(50).nullable().describe('The pronouns of the person; null if they are not recorded.'),
  language: locale().nullable().describe('The preferred language, as a tag such as de; null if unknown.'),
  interpreterNeeded: z.boolean().describe('Whether an interpreter is needed.'),
  contacts: z.array(contact()).max(20).describe('How the subject is reached.'),
  addresses: z.array(address()).max(10).describe('Where the subject lives or works.'),
  externalReference: text(200)
    .nullable()
    .describe('Your own key of the subject, unique in the workspace; null for none.'),
  tags: tags().describe('Words to find the subject by.'),
  customFields: customFields().describe(
    'Fields of your own, by their names; each is a text, a number, true or false, or null.',
  ),
  confidentiality: z.enum(confidentialities).describe('The highest of its labels; standard if it has none.'),
  additionalLabels: additionalLabels().describe('Its other labels.'),
};

export const aNameIsNeeded = 'Give displayName, or a given or a family name.';
