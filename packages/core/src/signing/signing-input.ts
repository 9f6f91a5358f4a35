import { z } from 'zod';
import {
  fieldDateFormats,
  fieldDateModes,
  linkTermWords,
  signatureMethods,
  signerRoles,
  signerVerifications,
  signingFieldKinds,
  signingOrders,
} from '../documents/index.ts';
import { reminderSchedule } from '../kernel/reminder-schedule.ts';
import {
  email,
  httpsUrl,
  id,
  locale,
  multiline,
  plannedInstant,
  text,
  timeZone,
  version,
  visibleName,
} from '../kernel/shapes.ts';
import { mostFields } from './field.ts';
import { usualDeadlineDays } from './round.ts';
import { mostSigners } from './signer.ts';

// What senders say about a round: the bodies of three endpoints (documents 4.2).

export const documentId = () => id().describe('The id of the document.');
export const signerId = () => id().describe('The id of the signer.');

export const signerFields = {
  name: visibleName(200)
    .describe('The name of the person.')
    .meta({ examples: ['Grace Hopper'] }),
  email: email().describe('The address that the link is mailed to.'),
  phone: text(40)
    .nullable()
    .describe('The phone number with the code of its country, for a code by SMS; null for none.')
    .meta({ examples: ['+49 30 901820'] }),
  verification: z
    .enum(signerVerifications)
    .describe('Whether a one-time code is sent before anything is shown, and how.'),
  note: multiline(1000).nullable().describe('A line in the mail to this person alone; null for none.'),
  language: locale().nullable().describe('The language of this person; null is that of the round.'),
};

const signerInput = z.strictObject({
  id: id().optional().describe('The id of a signer of this document whom to keep.'),
  key: text(64)
    .nullable()
    .optional()
    .describe('Your own handle, by which fields can name this person; null for none.'),
  name: signerFields.name,
  email: signerFields.email,
  phone: signerFields.phone.optional(),
  role: z
    .enum(signerRoles)
    .default('signer')
    .describe('What the person does: sign, approve without a signature, or get a copy.'),
  order: z
    .int()
    .min(1)
    .max(mostSigners)
    .optional()
    .describe(
      'The group of the person; by default their place in the list. It counts in a sequential round.',
    ),
  verification: signerFields.verification.default('none'),
  note: signerFields.note.optional(),
  language: signerFields.language.optional(),
  timeZone: timeZone()
    .nullable()
    .optional()
    .describe('The IANA time zone of this person; null if you do not know it.'),
});
export type SignerInput = z.output<typeof signerInput>;

const anchor = z.strictObject({
  text: text(100).describe('The text to look for; blanks are collapsed, letter case counts.'),
  occurrence: z.int().min(1).max(50).default(1).describe('Which of the places where the text is.'),
  dx: z
    .number()
    .min(-1)
    .max(1)
    .default(0)
    .describe('How far to the right of the line, in fractions of the page.'),
  dy: z.number().min(-1).max(1).default(0).describe('How far below the top of the line.'),
});

const place = (what: string) =>
  z.number().min(-2).max(2).optional().describe(`${what}, as a fraction of the page as it is shown.`);
const extent = (what: string) =>
  z.number().min(0.005).max(1).describe(`${what}, as a fraction of the page as it is shown.`);

const fieldInput = z.strictObject({
  id: id().optional().describe('The id of a field of this document to keep.'),
  signerId: id().optional().describe('The id of who fills it; or give signerKey.'),
  signerKey: text(64).optional().describe('The key of who fills it; or give signerId.'),
  kind: z.enum(signingFieldKinds).describe('What is put there.'),
  page: z.int().min(1).max(1000).optional().describe('The number of its page, from 1; or give anchor.'),
  x: place('The left edge').meta({ examples: [0.1] }),
  y: place('The upper edge, from the top').meta({ examples: [0.8] }),
  width: extent('The width').meta({ examples: [0.3] }),
  height: extent('The height').meta({ examples: [0.05] }),
  anchor: anchor.optional().describe('A text whose place is that of the field, instead of page, x and y.'),
  label: visibleName(120, 0).nullable().optional().describe('What it is called; null for no name.'),
  required: z
    .boolean()
    .optional()
    .describe('Whether it must be filled; by default yes, but no for checkboxes.'),
  readOnly: z.boolean().default(false).describe('Whether your value is final, so that nobody changes it.'),
  defaultValue: z
    .union([multiline(2000), z.boolean()])
    .nullable()
    .optional()
    .describe('What it begins with: a text, or true or false for a checkbox; null for nothing.'),
  maxLength: z
    .int()
    .min(1)
    .max(2000)
    .nullable()
    .optional()
    .describe('How many characters a text may hold; null for 500.'),
  multiline: z.boolean().default(false).describe('Whether a text may hold several lines.'),
  dateMode: z
    .enum(fieldDateModes)
    .nullable()
    .optional()
    .describe('Whether a date is that of signing, or entered by the person; null for that of signing.'),
  dateFormat: z.enum(fieldDateFormats).nullable().optional().describe('How a date is written; null for iso.'),
  fontSize: z
    .number()
    .min(6)
    .max(24)
    .nullable()
    .optional()
    .describe('The size of the text in points; null for 10.'),
  clientRef: text(64, 0).nullable().optional().describe('Your own handle for the field; null for none.'),
});
export type FieldInput = z.output<typeof fieldInput>;

const namedSigner = signerInput.meta({
  id: 'DocumentSignerInput',
  description: 'Somebody who signs, approves or gets a copy.',
});
const namedField = fieldInput.meta({
  id: 'SigningFieldInput',
  description: 'A field on a page, and who fills it.',
});

export const fieldsInput = () =>
  z
    .array(namedField)
    .max(mostFields)
    .describe('All fields of the round; they replace those that there were.')
    .meta({
      examples: [
        [{ signerKey: 'grace', kind: 'signature', page: 1, x: 0.1, y: 0.8, width: 0.3, height: 0.06 }],
      ],
    });
export const signersInput = () =>
  z
    .array(namedSigner)
    .max(mostSigners)
    .describe(
      'All people of the round; they replace those that there were, who are kept by id, or by address and role.',
    )
    .meta({ examples: [[{ key: 'grace', name: 'Grace Hopper', email: 'grace@example.com' }]] });

/** What may be said about the round itself; what is left out stays as it is. */
export const settingsInput = {
  signingOrder: z.enum(signingOrders).optional().describe('Whether all sign at once, or group after group.'),
  subject: text(200).optional().describe('The subject of the mails to the people who sign.'),
  message: multiline(4000)
    .nullable()
    .optional()
    .describe('What the mails say to all of them; null for nothing.'),
  deadlineAt: plannedInstant(30)
    .optional()
    .describe(`When the links and the round end: ${linkTermWords}, by default in ${usualDeadlineDays} days.`),
  reminders: reminderSchedule()
    .nullable()
    .optional()
    .describe('When people are reminded by themselves; null for never.'),
  expiryWarningDays: z
    .int()
    .min(0)
    .max(30)
    .optional()
    .describe('How many days before the deadline people are warned; 0 for never.'),
  language: locale().optional().describe('The language of the mails and of the disclosure.'),
  requireConsent: z.boolean().optional().describe('Whether people must agree to sign electronically.'),
  signatureMethods: z
    .array(z.enum(signatureMethods))
    .min(1)
    .max(signatureMethods.length)
    .refine((methods) => new Set(methods).size === methods.length, {
      error: 'Name each of them once.',
      params: { code: 'field.duplicate' },
    })
    .optional()
    .describe('How people may make their signature.'),
  appendSignaturePage: z
    .boolean()
    .optional()
    .describe('Whether a page is added for signers who have no field for their signature.'),
  redirectUrl: httpsUrl()
    .nullable()
    .optional()
    .describe('Where people are led after signing; null for nowhere.'),
};

/** The body of setting people and of sending. */
export const signingInput = {
  signers: signersInput().optional(),
  ...settingsInput,
  fields: fieldsInput().optional(),
  expectedVersion: version().optional(),
};
const signingInputShape = z.strictObject(signingInput);
export type SigningInput = Omit<z.output<typeof signingInputShape>, 'expectedVersion'>;
