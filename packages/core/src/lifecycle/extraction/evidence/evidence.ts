import { machine } from '../../../kernel/machine.ts';
import type { Instant } from '../../../kernel/time.ts';
import { extractionInvalidState } from '../../errors.ts';
import type { EvidenceKind, Proposal } from '../rules/proposals.ts';

/** What people make of a value that was found; they may change their mind (lifecycle 3.6). */
export const evidenceStates = machine(extractionInvalidState, ['proposed'], {
  proposed: { accept: 'accepted', reject: 'rejected', correct: 'corrected' },
  accepted: { accept: 'accepted', reject: 'rejected', correct: 'corrected' },
  rejected: { accept: 'accepted', reject: 'rejected', correct: 'corrected' },
  corrected: { accept: 'accepted', reject: 'rejected', correct: 'corrected' },
});
export type EvidenceStatus = (typeof evidenceStates.states)[number];

export const reviewDecisions = ['accept', 'reject', 'correct'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const applicableFields = ['expiresOn', 'issuedOn', 'effectiveOn', 'identifier'] as const;
export type ApplicableField = (typeof applicableFields)[number];

/** A value that a document seems to carry, with its proof, and what people said to it. */
export interface Evidence extends Proposal {
  readonly id: string;
  readonly runId: string;
  readonly documentId: string;
  readonly status: EvidenceStatus;
  /** A newer run has looked again; nobody had said anything to it. */
  readonly isSuperseded: boolean;
  readonly correctedValue: string | null;
  readonly reviewedByUserId: string | null;
  readonly reviewedAt: Instant | null;
  readonly reviewNote: string | null;
  readonly appliedTo: ApplicableField | null;
  readonly createdAt: Instant;
  readonly version: number;
}

/** What of the evidence of a document somebody wants to see. */
export interface EvidenceFilter {
  readonly kind: EvidenceKind | null;
  readonly status: EvidenceStatus | null;
  /** With a run, what was superseded is shown too. */
  readonly runId: string | null;
  readonly minConfidence: number;
}

/** Page, line, kind, value and id, by which evidence is ordered. */
export type EvidenceKey = readonly [page: string, line: string, kind: string, value: string, id: string];

/** The values that were found in documents of this workspace. Whoever changes one has locked its document. */
export interface EvidenceRepository {
  add(evidence: readonly Evidence[]): Promise<void>;
  /** The evidence, or `evidence.not_found`. */
  get(id: string): Promise<Evidence>;
  /** Stores it as the version after `evidence.version`, or throws `version_conflict`. */
  save(evidence: Evidence): Promise<Evidence>;
  /** By page, line, kind, value and id, after this one; `limit + 1` rows mean that there are more. */
  list(
    documentId: string,
    filter: EvidenceFilter,
    after: EvidenceKey | null,
    limit: number,
  ): Promise<readonly Evidence[]>;
  /** What other runs proposed and nobody has looked at counts no more. */
  supersede(documentId: string, exceptRunId: string): Promise<void>;
  /** Destroys runs and evidence of a document. */
  destroy(documentId: string): Promise<void>;
}

export const newEvidence = (
  id: string,
  { id: runId, documentId }: { readonly id: string; readonly documentId: string },
  proposal: Proposal,
  at: Instant,
): Evidence => ({
  ...proposal,
  id,
  runId,
  documentId,
  status: evidenceStates.begin('proposed'),
  isSuperseded: false,
  correctedValue: null,
  reviewedByUserId: null,
  reviewedAt: null,
  reviewNote: null,
  appliedTo: null,
  createdAt: at,
  version: 1,
});

interface Review {
  readonly decision: ReviewDecision;
  readonly correctedValue: string | null;
  readonly appliedTo: ApplicableField | null;
  readonly note: string | null;
}

/** The evidence with what somebody says to it, in the place of what was said before. */
export const reviewed = (
  evidence: Evidence,
  { decision, correctedValue, appliedTo, note }: Review,
  byUserId: string,
  at: Instant,
): Evidence => ({
  ...evidence,
  status: evidenceStates.next(evidence.status, decision),
  correctedValue,
  appliedTo,
  reviewNote: note,
  reviewedByUserId: byUserId,
  reviewedAt: at,
});

/** What counts of it now: the corrected value, or the one that was found. */
export const sayingOf = ({ correctedValue, value }: Evidence): string => correctedValue ?? value;
