import { certificateDigest, type DispositionCertificate, hashedNow } from '@chancery/verify';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { daysLater } from '../../kernel/plain-dates.ts';
import type { Instant } from '../../kernel/time.ts';
import type { DispositionItem, DispositionReview } from './review.ts';

/** The evidence that a disposition leaves: it names no subject, no title and nothing that was written. */
export interface Certificate {
  readonly id: string;
  readonly reviewId: string;
  readonly certificateNumber: string;
  readonly issuedAt: Instant;
  readonly covered: Covered;
  readonly sha256: string;
  readonly signature: Uint8Array;
  readonly keyId: string;
}
type Uncovered = 'sha256' | 'signature' | 'keyId' | 'auditSeq' | 'checkpointSize';
export type Covered = Omit<DispositionCertificate, Uncovered>;

const methods = { destroy: 'crypto_erasure', extend: 'extended', retain_permanently: 'retained' } as const;

interface Issued {
  readonly certificateNumber: string;
  readonly issuedAt: Instant;
  readonly legalBasis: string;
  readonly backupRetentionDays: number;
}

/** What digest and signature cover. */
export const coveredOf = (
  review: DispositionReview,
  items: readonly DispositionItem[],
  { certificateNumber, issuedAt, legalBasis, backupRetentionDays }: Issued,
): Covered => ({
  certificateNumber,
  reviewId: review.id,
  issuedAt,
  method: methods[review.action],
  items: items.filter(({ state }) => state === 'destroyed' || state === 'settled').map(itemOf),
  legalBasis,
  requestedBy: review.requestedByUserId,
  approvedBy: review.decidedByUserId,
  executedBy: review.executedByUserId,
  singlePerson: review.singlePerson,
  backupsExpireOn: daysLater(issuedAt.slice(0, 10), backupRetentionDays),
});

const itemOf = (item: DispositionItem): Covered['items'][number] => ({
  ...{ caseId: item.caseId, caseNumber: item.caseNumber },
  ...{ entries: item.entries, attachments: item.attachments },
  keysDestroyed: [
    ...keyDestroyed(item.keyId, item.keyDestroyedAt),
    ...item.subjectKeyIds.flatMap((keyId) => keyDestroyed(keyId, item.subjectKeyDestroyedAt)),
  ],
  subjectErased: item.subjectState === 'erased',
});

const keyDestroyed = (keyId: string | null, destroyedAt: Instant | null) =>
  keyId === null || destroyedAt === null ? [] : [{ keyId, destroyedAt }];

/** A certificate before it is signed, as it is hashed and signed. */
export const withoutEvidence = (covered: Covered): DispositionCertificate => ({
  ...covered,
  ...{ sha256: '', signature: '', keyId: '', auditSeq: null, checkpointSize: null },
});

/** The digest that the ledger holds. */
export const digestOf = (covered: Covered): string =>
  hexOf(hashedNow(certificateDigest(withoutEvidence(covered)), sha256));

/** The certificate as it is handed out and checked. */
export const shownCertificate = ({
  covered,
  sha256: digest,
  signature,
  keyId,
  auditSeq,
  checkpointSize,
}: Certificate & {
  readonly auditSeq: number | null;
  readonly checkpointSize: number | null;
}): DispositionCertificate => ({
  ...covered,
  sha256: digest,
  signature: Buffer.from(signature).toString('base64'),
  keyId,
  ...{ auditSeq, checkpointSize },
});
