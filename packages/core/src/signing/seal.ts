import { documentInvalidState, type sealLevels, type timestampStatuses } from '../documents/index.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';

/**
 * How far the sealing of a finished round is (documents 3.5). A seal that failed can be asked for again. Between two attempts
 * it is queued, so that is where it fails if there is no other attempt.
 */
export const sealStates = machine(documentInvalidState, ['none'], {
  none: { queue: 'queued' },
  queued: { begin: 'sealing', queue: 'queued', fail: 'failed' },
  sealing: { finish: 'sealed', retry: 'queued', fail: 'failed' },
  failed: { queue: 'queued' },
  sealed: {},
});
export type SealStatus = (typeof sealStates.states)[number];

/** The seal of a round (documents 2.8); the digests of original and signing copy are those of the round. */
export interface Seal {
  readonly status: SealStatus;
  readonly level: (typeof sealLevels)[number] | null;
  readonly sealedAt: Instant | null;
  readonly sealedSha256: string | null;
  readonly certificateSha256: string | null;
  /** SHA-256 of the certificate that the seal was made with. */
  readonly sealCertificateFingerprint: string | null;
  readonly timestamp: SealTimestamp;
  /** The newest line of the workspace's ledger when the file was prepared, which the evidence names. */
  readonly ledger: { readonly seq: number; readonly headHash: string } | null;
  readonly attempts: number;
  readonly failureCode: string | null;
  readonly nextAttemptAt: Instant | null;
}

interface SealTimestamp {
  readonly status: (typeof timestampStatuses)[number];
  readonly at: Instant | null;
  readonly authority: string | null;
}

export const noSeal: Seal = {
  status: sealStates.begin('none'),
  level: null,
  sealedAt: null,
  sealedSha256: null,
  certificateSha256: null,
  sealCertificateFingerprint: null,
  timestamp: { status: 'none', at: null, authority: null },
  ledger: null,
  attempts: 0,
  failureCode: null,
  nextAttemptAt: null,
};

/** Asked for, with all its attempts before it. */
export const queuedSeal = (seal: Seal): Seal => ({
  ...seal,
  status: sealStates.next(seal.status, 'queue'),
  attempts: 0,
  failureCode: null,
  nextAttemptAt: null,
});

export const begunSeal = (seal: Seal): Seal => ({
  ...seal,
  status: sealStates.next(seal.status, 'begin'),
  attempts: seal.attempts + 1,
  nextAttemptAt: null,
});

/** Not yet: it is tried again at this time. */
export const delayedSeal = (seal: Seal, failureCode: string, nextAttemptAt: Instant): Seal => ({
  ...seal,
  status: sealStates.next(seal.status, 'retry'),
  failureCode,
  nextAttemptAt,
});

export const failedSeal = (seal: Seal, failureCode: string): Seal => ({
  ...seal,
  status: sealStates.next(seal.status, 'fail'),
  failureCode,
  nextAttemptAt: null,
});

/** What sealing has made. */
export type SealOutcome = Pick<
  Seal,
  | 'level'
  | 'sealedAt'
  | 'sealedSha256'
  | 'certificateSha256'
  | 'sealCertificateFingerprint'
  | 'timestamp'
  | 'ledger'
>;

export const finishedSeal = (seal: Seal, outcome: SealOutcome): Seal => ({
  ...seal,
  ...outcome,
  status: sealStates.next(seal.status, 'finish'),
  failureCode: null,
  nextAttemptAt: null,
});
