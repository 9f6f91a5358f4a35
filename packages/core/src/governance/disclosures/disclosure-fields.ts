import { z } from 'zod';
import { boundedTogether } from '../../kernel/bounded-together.ts';
import {
  date,
  email,
  id,
  multiline,
  plannedDate,
  plannedInstant,
  text,
  version,
  visibleName,
} from '../../kernel/shapes.ts';
import { labels, purposes } from '../../records/index.ts';
import { disclosureBases, recipientKinds } from './authorization.ts';
import { redactedParts } from './redaction.ts';
import { deliveries, mostItemsInPackage } from './release-package.ts';

export const authorizationId = () => id().describe('The id of the authorization.');
export const packageId = () => id().describe('The id of the release package.');
export const expectedVersion = () => version().optional();
export const optionalReason = () =>
  multiline(1000).optional().describe('Why; leave it out if there is nothing to say.');
export const singlePersonReason = () =>
  text(1000, 20).optional().describe('Why you decide this alone; where you are the only one who could.');

const distinct = <S extends z.ZodType>(shape: S, most: number) =>
  z
    .array(shape)
    .max(most)
    .overwrite((values) => [...new Set(values)])
    .default([]);
const entryType = () =>
  z
    .string()
    .max(100)
    .regex(/^[a-z][a-z0-9_]*$/, 'Give a code of small letters, digits and _, a letter first.')
    .meta({ examples: ['progress_note'] });

export const recipient = () =>
  z
    .strictObject({
      kind: z.enum(recipientKinds).describe('What the recipient is; subject is the person themselves.'),
      name: visibleName(200).describe('Their name.'),
      organization: visibleName(200).nullable().default(null).describe('Where they work; null for nothing.'),
      email: email().describe('Their address; packages of one address belong together.'),
      phone: text(40).nullable().default(null).describe('Their telephone number; null for none.'),
      role: text(100).nullable().default(null).describe('In which role they receive it; null for none.'),
    })
    .describe('Who receives it.')
    .meta({ examples: [{ kind: 'organization', name: 'Claims desk', email: 'claims@example.org' }] });

export const disclosureScope = () =>
  z
    .strictObject({
      from: date().nullable().default(null).describe('The first day of what it covers; null for no limit.'),
      to: date().nullable().default(null).describe('The last day of what it covers; null for no limit.'),
      entryTypes: distinct(entryType(), 50).describe('Which types of entries; none means all.'),
      artifactIds: distinct(id(), 500).describe('Which entries; none means all.'),
      includeAttachments: z.boolean().default(true).describe('Whether files of the entries are covered.'),
      labels: distinct(z.enum(labels), labels.length).describe(
        'Which labels beyond confidential may be disclosed; none that is not named here.',
      ),
    })
    .refine(({ from, to }) => from === null || to === null || from <= to, {
      error: 'Let the last day not come before the first.',
      path: ['to'],
    })
    .describe('How far it reaches.')
    .meta({ examples: [{ entryTypes: ['progress_note'] }] });

export const newAuthorizationFields = {
  subjectId: id().describe('The id of the subject whose records are disclosed.'),
  caseId: id().describe('The id of the case that they are in.'),
  basis: z
    .enum(disclosureBases)
    .describe('On which legal basis.')
    .meta({ examples: ['treatment'] }),
  consentId: id()
    .nullable()
    .default(null)
    .describe('The consent that covers it; needed for the basis consent, and null for others.'),
  legalReference: text(300)
    .nullable()
    .default(null)
    .describe('The order, subpoena or statute; needed for the bases that rest on one, and null otherwise.'),
  documentId: id().nullable().default(null).describe('The order or request in the library; null for none.'),
  purposeOfUse: z.enum(purposes).describe('For what the recipient may use it.'),
  recipient: recipient(),
  scope: disclosureScope(),
  dueOn: plannedDate(14)
    .optional()
    .describe('By when it is due, within a year: 30 days for a request of the subject, and 14 otherwise.'),
  validFrom: plannedInstant().optional().describe('From when on something may be released; now without it.'),
  validUntil: plannedInstant(90)
    .optional()
    .describe('Until when something may be released, within a year; 90 days without it.'),
  maxReleases: z.int().min(1).max(50).default(1).describe('How many packages may be released on it.'),
  note: multiline(2000)
    .nullable()
    .default(null)
    .describe('What whoever decides should know; null for nothing.'),
};

const wantedRedaction = () =>
  z.strictObject({
    part: z
      .enum(redactedParts)
      .describe('In what it is.')
      .meta({ examples: ['section'] }),
    key: text(100)
      .describe('The key of the section, or the id of the addendum or attachment.')
      .meta({ examples: ['body'] }),
    start: z
      .int()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Where the span begins, in code points; null for all of it.'),
    end: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Where the span ends, behind its last code point; null for all of it.'),
    code: text(40)
      .regex(/^[^[\]<>]*$/, 'Leave out brackets.')
      .describe('Why, in the word of an exemption; the recipient reads it in place of the text.')
      .meta({ examples: ['THIRD_PARTY'] }),
    note: text(300).nullable().default(null).describe('What colleagues should know; null for nothing.'),
  });

/** How much may be taken out of a package, and how many files and addenda may be chosen for it, over all of its items. */
const mostInPackage = { redactions: 1000, attachmentIds: 1000, addendumIds: 1000 };

export const wantedItems = () =>
  boundedTogether(z.array(wantedItem()).min(1).max(mostItemsInPackage), mostInPackage)
    .describe(
      `The entries, in their order; with at most ${mostInPackage.redactions} redactions, ${mostInPackage.attachmentIds} chosen files and ${mostInPackage.addendumIds} chosen addenda together.`,
    )
    .meta({ examples: [[{ artifactId: '0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8d' }]] });

const wantedItem = () =>
  z.strictObject({
    artifactId: id().describe('The id of the entry.'),
    versionNumber: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('Which signed version; the newest without it.'),
    addendumIds: z
      .array(id())
      .max(50)
      .optional()
      .describe('Which of its addenda go with it; all of them without this.'),
    attachmentIds: z
      .array(id())
      .max(50)
      .optional()
      .describe('Which of its files; all that the authorization covers without it.'),
    redactions: z.array(wantedRedaction()).max(200).default([]).describe('What is taken out.'),
  });

const accessCode = () =>
  z
    .string()
    .regex(/^[0-9]{6,10}$/, 'Give 6 to 10 digits.')
    .meta({ writeOnly: true, examples: ['483920'] });

export const portalOptions = () =>
  z
    .strictObject({
      requiresConsent: z
        .boolean()
        .default(true)
        .describe('Whether the recipient agrees to the terms before they read.'),
      accessCode: accessCode()
        .nullable()
        .default(null)
        .describe('A code that the recipient enters, and gets otherwise than by mail; null for none.'),
      downloadAllowed: z.boolean().default(true).describe('Whether it can be downloaded.'),
      delivery: z
        .enum(deliveries)
        .default('email')
        .describe('Whether the link is mailed to the recipient, or given to you to pass on.'),
      expiresAt: plannedInstant(30)
        .optional()
        .describe('Until when it can be read, within a year; 30 days without it.'),
      maxOpens: z
        .int()
        .min(1)
        .max(1000)
        .nullable()
        .default(null)
        .describe('How often it can be opened; null for no limit.'),
    })
    .prefault({})
    .describe('How the recipient reads it.');

export const newLinkFields = {
  delivery: z
    .enum(deliveries)
    .default('email')
    .describe('Whether the link is mailed to the recipient, or given to you to pass on.'),
  accessCode: accessCode().nullable().default(null).describe('A new access code; null keeps what there is.'),
};

export const manifestDigest = () =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Give the SHA-256 as 64 hexadecimal digits.')
    .meta({ examples: ['ab'.repeat(32)] });
