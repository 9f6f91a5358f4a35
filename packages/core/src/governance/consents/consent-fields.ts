import { z } from 'zod';
import {
  date,
  email,
  id,
  instant,
  multiline,
  plannedInstant,
  text,
  visibleName,
} from '../../kernel/shapes.ts';
import { labels, purposes } from '../../records/index.ts';
import { consentCategories, consentDecisions, consentMethods, grantorKinds, legalBases } from './consent.ts';

export const consentId = () => id().describe('The id of the consent.');

const distinct = <S extends z.ZodType>(shape: S, most: number) =>
  z
    .array(shape)
    .max(most)
    .overwrite((values) => [...new Set(values)])
    .default([]);
const code = () =>
  z
    .string()
    .max(100)
    .regex(/^[a-z][a-z0-9_]*$/, 'Give a code of small letters, digits and _, a letter first.')
    .meta({ examples: ['progress_note'] });

const scope = () =>
  z
    .strictObject({
      purposes: distinct(z.enum(purposes), 4).describe('For which purposes; none means all.'),
      labels: distinct(z.enum(labels), 8).describe(
        'Which labels beyond confidential it covers; none that is not named here.',
      ),
      caseIds: distinct(id(), 50).describe('Which cases; none means all.'),
      entryTypes: distinct(code(), 50).describe('Which types of entries; none means all.'),
      recipients: z
        .array(
          z.strictObject({
            name: visibleName(200).describe('The name of the recipient.'),
            organization: visibleName(200)
              .nullable()
              .default(null)
              .describe('Where they work; null if that is open.'),
            email: email().nullable().default(null).describe('Their address; null if that is open.'),
          }),
        )
        .max(20)
        .default([])
        .describe('Who may receive it; none means anybody.'),
      dataFrom: date()
        .nullable()
        .default(null)
        .describe('The first day of what it covers; null for no limit.'),
      dataTo: date().nullable().default(null).describe('The last day of what it covers; null for no limit.'),
    })
    .refine(({ dataFrom, dataTo }) => dataFrom === null || dataTo === null || dataFrom <= dataTo, {
      error: 'Let the last day not come before the first.',
      path: ['dataTo'],
    })
    .prefault({})
    .describe('How far it reaches.');

export const newConsentFields = {
  subjectId: id().describe('The id of the subject that the consent is about.'),
  category: z.enum(consentCategories).describe('What it is about.'),
  decision: z.enum(consentDecisions).default('permit').describe('Whether it permits or forbids.'),
  method: z
    .enum(consentMethods)
    .describe('How it is given; portal asks for it by a link that is mailed.')
    .meta({ examples: ['written'] }),
  scope: scope(),
  grantedBy: z
    .strictObject({
      kind: z.enum(grantorKinds).describe('What they are to the subject.'),
      name: visibleName(200).describe('Their name.'),
      relationship: text(100)
        .nullable()
        .default(null)
        .describe('More about what they are; null for nothing.'),
    })
    .describe('Who gives it.')
    .meta({ examples: [{ kind: 'subject', name: 'Ann Smith' }] }),
  statementText: multiline(10_000, 1)
    .describe('What exactly is agreed to.')
    .meta({ examples: ['I agree that my records are sent to my insurer.'] }),
  legalBasis: z
    .enum(legalBases)
    .nullable()
    .default(null)
    .describe('The basis by article 6 of the GDPR; null if it is not recorded.'),
  documentId: id().nullable().default(null).describe('The signed form in the library; null for none.'),
  witnessName: visibleName(200)
    .nullable()
    .default(null)
    .describe('Who was there; a verbal consent needs a witness, and null is nobody.'),
  effectiveFrom: instant().optional().describe('From when on it holds; now without it.'),
  expiresAt: plannedInstant(365)
    .nullable()
    .default(null)
    .describe('Until when it holds, at most ten years; null for no end.'),
  requestSignature: z
    .strictObject({
      email: email().describe('Where the link is mailed to.'),
      expiresInDays: z.int().min(1).max(90).default(14).describe('How many days the link works.'),
      message: multiline(2000)
        .nullable()
        .default(null)
        .describe('Words that the mail quotes; null for none.'),
    })
    .optional()
    .describe('Whom to ask; for the method portal, and for no other.'),
};
