import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { shownCertificate } from './certificate.ts';
import type { ListedCertificate } from './ports.ts';

export const CertificateView = z
  .object({
    certificateNumber: z.string().describe('The number for people, given once.'),
    reviewId: z.uuid().describe('The review that it is the evidence of.'),
    issuedAt: shown.instant().describe('When it was issued.'),
    method: z.enum(['crypto_erasure', 'extended', 'retained']).describe('What was done.'),
    items: z
      .array(
        z.object({
          caseId: z.uuid().describe('The id of the case.'),
          caseNumber: z.string().describe('Its number for people.'),
          entries: z.int().describe('How many entries it had.'),
          attachments: z.int().describe('How many attachments it had.'),
          keysDestroyed: z
            .array(
              z.object({
                keyId: z.uuid().describe('The id of the key.'),
                destroyedAt: shown.instant().describe('When it was gone.'),
              }),
            )
            .describe('The keys that were destroyed; none where nothing was sealed.'),
          subjectErased: z.boolean().describe('Whether its subject was cleared too.'),
        }),
      )
      .describe('The cases to which it was done.'),
    legalBasis: z
      .string()
      .nullable()
      .describe('On what basis, by the policies of the cases; null without one.'),
    requestedBy: z.string().describe('The id of whoever requested it.'),
    approvedBy: z.string().nullable().describe('The id of whoever decided; null if nobody is known.'),
    executedBy: z.string().nullable().describe('The id of whoever had it executed; null if nobody is known.'),
    singlePerson: z.boolean().describe('Whether one person requested and decided it.'),
    backupsExpireOn: shown.date().describe('From which day on no backup of the keys holds any of them.'),
    sha256: z.string().describe('SHA-256 of the canonical JSON of all members above.'),
    signature: z.string().describe('The signature over them by the key of the workspace, in Base64.'),
    keyId: z.string().describe('The id of that key.'),
    auditSeq: z
      .int()
      .nullable()
      .describe('The line of the ledger that holds the SHA-256; null until it is written.'),
    checkpointSize: z
      .int()
      .nullable()
      .describe('The first checkpoint over that line; null until there is one.'),
  })
  .meta({ id: 'DispositionCertificate', description: 'The signed evidence of a disposition.' });

export const certificateView = (certificate: ListedCertificate): z.input<typeof CertificateView> => {
  const { items, requestedBy, approvedBy, executedBy, ...rest } = shownCertificate(certificate);
  const person = (of: unknown) => (typeof of === 'string' ? of : null);
  return {
    ...rest,
    items: items.map(({ keysDestroyed, ...item }) => ({
      ...item,
      keysDestroyed: keysDestroyed.map((each) => ({ ...each })),
    })),
    requestedBy: person(requestedBy) ?? '',
    ...{ approvedBy: person(approvedBy), executedBy: person(executedBy) },
  };
};
