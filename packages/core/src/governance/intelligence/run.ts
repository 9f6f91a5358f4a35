import { machine } from '../../kernel/machine.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { intelligenceInvalidState } from './errors.ts';
import type { FindingKind, FindingState } from './finding.ts';
import type { intelligenceProviders } from './provider.ts';

/** The life of a run (governance 5.10). One that a process was lost over is begun again by its job. */
export const intelligenceRunStates = machine(intelligenceInvalidState, ['queued'], {
  queued: { start: 'running', abandon: 'failed' },
  // What has found nothing waits for nobody.
  running: { start: 'running', finish: 'needs_review', conclude: 'reviewed', abandon: 'failed' },
  needs_review: { conclude: 'reviewed', reject: 'rejected', expire: 'expired' },
  reviewed: {},
  rejected: {},
  failed: {},
  expired: {},
});
export type IntelligenceRunStatus = (typeof intelligenceRunStates.states)[number];

export interface RunInput {
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly contentHash: string;
}

/** One computation over entries of a case. Its labels are those of the entries, as they are whenever it is read. */
export interface IntelligenceRun {
  readonly id: string;
  readonly caseId: string;
  readonly kinds: readonly FindingKind[];
  readonly provider: (typeof intelligenceProviders)[number];
  readonly model: string;
  readonly language: string;
  readonly inputs: readonly RunInput[];
  readonly excludedByLabel: number;
  readonly status: IntelligenceRunStatus;
  readonly droppedFindings: number;
  readonly errorCode: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly expiresAt: Instant | null;
  readonly reviewedByUserId: string | null;
  readonly reviewedAt: Instant | null;
  readonly reviewCommentSealed: Uint8Array | null;
  readonly updatedAt: Instant;
  /** Who changed it last; null if no member did. */
  readonly updatedByUserId: string | null;
  readonly version: number;
}

/** So long its findings can be decided. */
const reviewDays = 30;
export const reviewEnd = (finishedAt: Instant): Instant => plusDays(finishedAt, reviewDays);

export const mostInputs = 200;

/** The status at a time: it ends by the clock, whether or not the job has written it down. */
export const runStatusAt = (
  { status, expiresAt }: Pick<IntelligenceRun, 'status' | 'expiresAt'>,
  now: Instant,
): IntelligenceRunStatus =>
  status === 'needs_review' && expiresAt !== null && expiresAt <= now ? 'expired' : status;

/** How many findings were decided in which way. */
export const decided = (findings: readonly Pick<FindingState, 'decision'>[]) => {
  const of = (wanted: FindingState['decision']) =>
    findings.filter(({ decision }) => decision === wanted).length;
  return { accepted: of('accepted'), edited: of('edited'), rejected: of('rejected') };
};
