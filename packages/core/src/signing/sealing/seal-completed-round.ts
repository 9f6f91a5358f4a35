import { PermanentJobError, retryDelaySeconds } from '../../kernel/outbox.ts';
import { plusSeconds } from '../../kernel/time.ts';
import { aboutRound, documentSealFailed } from '../events.ts';
import { ownerNoticeDue } from '../notices.ts';
import { reaction, type SigningReacting } from '../ports.ts';
import { delayedSeal, failedSeal } from '../seal.ts';
import { SealFailure } from '../seal-failure.ts';
import { EvidenceTooLarge } from '../signing-evidence.ts';
import { PdfNotDrawable } from '../signing-pdf-composer.ts';
import { sealDue, sealTopic } from './events.ts';
import { keptSeal } from './kept-seal.ts';
import { madeSeal } from './made-seal.ts';
import { begunSealing } from './round-to-seal.ts';

/** Documents 9. */
const sealJobs = {
  queue: 'documents',
  maxAttempts: 8,
  baseSeconds: 10,
  capSeconds: 2 * 3600,
  leaseSeconds: 300,
} as const;

interface Due {
  readonly documentId: string;
  readonly roundId: string;
}

/** Seals a round that everybody has completed. Whatever becomes of it, the round remains completed (SEA-15). */
export const sealCompletedRound = reaction(
  sealDue,
  {
    topic: sealTopic,
    policy: sealJobs,
    aggregate: ({ documentId }) => ({ type: 'document', id: documentId }),
    orderingKey: ({ documentId }) => documentId,
    givenUp: (due, context) => failed(due, 'seal.unavailable', context),
  },
  async (due, context) => {
    const found = await begunSealing(due, context);
    if (found === null) return;
    try {
      await keptSeal(found, await madeSeal(found, context), context);
    } catch (error) {
      const code = codeOf(error);
      if (isPermanent(error)) {
        await failed(due, code, context);
        throw new PermanentJobError(code, 'The document cannot be sealed as it is.');
      }
      await delayed(due, code, found.round.seal.attempts, context);
      throw error;
    }
  },
);

function codeOf(error: unknown): string {
  if (error instanceof SealFailure) return error.code;
  if (error instanceof EvidenceTooLarge) return 'seal.evidence_too_large';
  if (!(error instanceof PdfNotDrawable)) return 'seal.unavailable';
  return error.reason === 'resource_limit' ? 'pdf.resource_limit' : 'pdf.not_drawable';
}

const isPermanent = (error: unknown): boolean =>
  (error instanceof SealFailure && error.isPermanent) ||
  error instanceof PdfNotDrawable ||
  error instanceof EvidenceTooLarge;

/** It is tried again; the outbox decides when, and this is when about. */
const delayed = (
  { documentId, roundId }: Due,
  code: string,
  attempts: number,
  { transact, now }: SigningReacting,
): Promise<void> =>
  transact(async ({ rounds, documentLibrary }) => {
    await documentLibrary.get(documentId, 'for update');
    const round = await rounds.get(roundId);
    if (round?.status !== 'completed' || round.seal.status !== 'sealing') return;
    const next = plusSeconds(now, retryDelaySeconds(sealJobs, attempts + 1, 0.5));
    await rounds.save({ ...round, seal: delayedSeal(round.seal, code, next), updatedAt: now });
  });

/** Nothing more is tried until somebody asks, and the owner learns it. The last reason is kept. */
const failed = (
  { documentId, roundId }: Due,
  code: string,
  { transact, now }: SigningReacting,
): Promise<void> =>
  transact(async ({ rounds, documentLibrary, emit }) => {
    const document = await documentLibrary.get(documentId, 'for update');
    const round = await rounds.get(roundId);
    if (document === null || round?.status !== 'completed' || round.seal.status === 'failed') return;
    const failureCode = round.seal.failureCode ?? code;
    const seal = failedSeal(round.seal, failureCode);
    const after = await rounds.save({ ...round, seal, updatedAt: now });
    emit(documentSealFailed, { ...aboutRound(document, after), failureCode });
    emit(ownerNoticeDue, { documentId, roundId, signerId: null, notice: 'seal_failed' });
  });
