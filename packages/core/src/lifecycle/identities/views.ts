import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { identityFormats } from '../types/document-type.ts';
import { claimedFields, comparisonResults } from './comparison.ts';
import type { IdentityVerification, KeptFields } from './identity-verification.ts';
import { verificationOutcomes, zoneSources } from './outcome.ts';
import { checkNames } from './zones/check-digits.ts';

const read = (what: string) => z.string().describe(`${what}, as the zone says.`);

const IdentityFieldsView = z.object({
  documentCode: read('The kind of document'),
  issuingState: read('The state that issued it'),
  nationality: read('The nationality of the holder'),
  surname: read('The surname of the holder'),
  givenNames: read('The given names of the holder'),
  documentNumberMasked: z.string().describe('The number of the document, of which only the end is kept.'),
  birthDate: z
    .string()
    .nullable()
    .describe('The date of birth, with XX for what is not known; null if nothing of it is.'),
  sex: z.enum(['F', 'M', 'X']).describe('The sex of the holder; X if it is not stated.'),
  expiryDate: shown
    .date()
    .nullable()
    .describe('The last day of its validity; null if the document has none.'),
});

export const IdentityVerificationView = z
  .object({
    id: shown.ownId(),
    documentId: z.uuid().describe('The id of the document.'),
    subjectId: z
      .uuid()
      .nullable()
      .describe('The id of the subject whom it is about; null if nobody was named.'),
    outcome: z.enum(verificationOutcomes).describe('What the check amounts to.'),
    assurance: z
      .literal('mrz_consistency')
      .describe(
        'What was checked: that the zone agrees with itself and with what is claimed, not that the document is genuine.',
      ),
    format: z.enum(identityFormats).describe('The format of ICAO 9303 that the zone has.'),
    fields: IdentityFieldsView.describe('What the zone says.'),
    checks: z
      .array(
        z.object({
          name: z.enum(checkNames).describe('What the digit is over.'),
          ok: z.boolean().describe('Whether it is the one that belongs there.'),
        }),
      )
      .describe('The check digits of the zone.'),
    comparisons: z
      .array(
        z.object({
          field: z.enum(claimedFields).describe('What was claimed.'),
          result: z.enum(comparisonResults).describe('How it compares with the zone.'),
        }),
      )
      .describe('What was claimed, beside what the zone says.'),
    findings: z.array(z.string()).describe('Codes of what else was noticed, such as specimen.'),
    source: z.enum(zoneSources).describe('Who read the lines: you, or we in the document.'),
    evidenceId: z
      .uuid()
      .nullable()
      .describe('The id of the evidence that says where the lines stand; null if you have given them.'),
    asOf: shown.date().describe('The day on which the zone was read.'),
    verifiedByUserId: z.string().describe('The id of who asked for the check.'),
    createdAt: shown.createdAt(),
  })
  .meta({ id: 'IdentityVerification', description: 'One check of an identity document.' });

export const identityVerificationView = (
  { fieldsSealed: _, numberHash: __, surnameHash: ___, ...verification }: IdentityVerification,
  fields: KeptFields,
): z.input<typeof IdentityVerificationView> => ({
  ...verification,
  assurance: 'mrz_consistency',
  fields: { ...fields },
  checks: [...verification.checks],
  comparisons: [...verification.comparisons],
  findings: [...verification.findings],
});
