import { z } from 'zod';
import type { Document } from '../documents/index.ts';
import { event, type LedgerEntry } from '../kernel/events.ts';
import { id } from '../kernel/shapes.ts';
import type { WebhookEntry } from '../kernel/webhook-events.ts';
import type { SigningRound } from './round.ts';

/** What every event of a round says. */
export const roundFields = {
  documentId: id(),
  roundId: id(),
  round: z.int(),
  status: z.string(),
  visibility: z.enum(['workspace', 'restricted']),
  version: z.int(),
};
export interface AboutRound {
  readonly documentId: string;
  readonly roundId: string;
  readonly round: number;
  readonly status: string;
  readonly visibility: 'workspace' | 'restricted';
  readonly version: number;
}

/** The data about a round that its events carry; the version is that of the document. */
export const aboutRound = (
  document: Pick<Document, 'id' | 'visibility' | 'version'>,
  { id: roundId, number: round, status }: Pick<SigningRound, 'id' | 'number' | 'status'>,
): AboutRound => ({
  documentId: document.id,
  roundId,
  round,
  status,
  visibility: document.visibility,
  version: document.version,
});

const target = ({ documentId, version }: AboutRound) => ({ kind: 'document', id: documentId, version });
export const refs = ({ documentId }: Pick<AboutRound, 'documentId'>) => ({ artifactId: documentId });
export const roundFacts = ({ round, visibility }: AboutRound) => ({ round, visibility });

/** What is said of a restricted document would tell of it those who may not see it, so nothing is (LIB-4). */
const webhook = {
  context: 'lifecycle',
  data: ({ documentId, round, status, version, visibility }) =>
    visibility === 'restricted' ? null : { documentId, round, signerId: null, status, version },
} satisfies WebhookEntry<AboutRound>;

const ledger = { target, refs, facts: roundFacts } satisfies LedgerEntry<AboutRound>;

/** People or settings of the round were set. */
export const documentSignersSet = event(
  'document.signers_set',
  z.strictObject({ ...roundFields, signers: z.int() }),
  { ...ledger, facts: (data) => ({ ...roundFacts(data), signers: data.signers }) },
);

export const documentFieldsSet = event(
  'document.fields_set',
  z.strictObject({ ...roundFields, fields: z.int() }),
  { ...ledger, facts: (data) => ({ ...roundFacts(data), fields: data.fields }) },
);

export const documentSent = event(
  'document.sent',
  z.strictObject({
    ...roundFields,
    deadlineAt: z.string(),
    originalSha256: z.string(),
    signingCopySha256: z.string(),
    signers: z.int(),
  }),
  {
    ...ledger,
    facts: ({ deadlineAt, originalSha256, signingCopySha256, signers, ...data }) => ({
      ...roundFacts(data),
      deadlineAt,
      originalSha256,
      signingCopySha256,
      signers,
    }),
  },
  { webhook },
);

export const documentReopened = event(
  'document.reopened',
  z.strictObject({ ...roundFields, deadlineAt: z.string() }),
  { ...ledger, facts: (data) => ({ ...roundFacts(data), deadlineAt: data.deadlineAt }) },
  { webhook },
);

export const documentDeadlineMoved = event(
  'document.deadline_moved',
  z.strictObject({ ...roundFields, deadlineAt: z.string(), before: z.string() }),
  {
    ...ledger,
    facts: (data) => ({ ...roundFacts(data), deadlineAt: data.deadlineAt, before: data.before }),
  },
);

export const documentCompleted = event('document.completed', z.strictObject(roundFields), ledger, {
  webhook,
});

/** The reason is what a person wrote, so it is no part of the chain. */
export const documentDeclined = event(
  'document.declined',
  z.strictObject({ ...roundFields, signerId: id(), reason: z.string() }),
  {
    ...ledger,
    facts: (data) => ({ ...roundFacts(data), signerId: data.signerId }),
    detail: ({ reason }) => ({ reason }),
  },
  { webhook },
);

export const documentVoided = event(
  'document.voided',
  z.strictObject({ ...roundFields, reason: z.string() }),
  { ...ledger, detail: ({ reason }) => ({ reason }) },
  { webhook },
);

export const documentExpired = event('document.expired', z.strictObject(roundFields), ledger, { webhook });

export const documentSealed = event(
  'document.sealed',
  z.strictObject({
    ...roundFields,
    sealedSha256: z.string(),
    certificateSha256: z.string(),
    sealCertificateFingerprint: z.string(),
    level: z.enum(['B-B', 'B-T']),
  }),
  {
    ...ledger,
    facts: ({ sealedSha256, certificateSha256, sealCertificateFingerprint, level, ...data }) => ({
      ...roundFacts(data),
      sealedSha256,
      certificateSha256,
      sealCertificateFingerprint,
      level,
    }),
  },
  { webhook },
);

export const documentSealFailed = event(
  'document.seal_failed',
  z.strictObject({ ...roundFields, failureCode: z.string() }),
  { ...ledger, facts: (data) => ({ ...roundFacts(data), failureCode: data.failureCode }) },
  { webhook },
);
