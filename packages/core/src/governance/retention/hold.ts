import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { legalHoldInvalidState } from './errors.ts';

/** The life of a hold (governance 5.8). A hold that was released is placed anew. */
export const recordHoldStates = machine(legalHoldInvalidState, ['active'], {
  active: { release: 'released' },
  released: {},
});

export const mostHeldOfAKind = 500;
export const mostCustodians = 100;

/** Suspends every disposition of what it covers (governance 4.8). */
export interface RecordHold {
  readonly id: string;
  /** For people, given by the server: `LH-2026-000042`. */
  readonly holdNumber: string;
  readonly name: string;
  readonly matterReference: string | null;
  readonly reason: string;
  readonly entireWorkspace: boolean;
  readonly status: (typeof recordHoldStates.states)[number];
  readonly placedAt: Instant;
  readonly placedByUserId: string;
  readonly releasedAt: Instant | null;
  readonly releasedByUserId: string | null;
  readonly releaseReason: string | null;
  readonly version: number;
}

/** Subjects stand for all cases that they have to do with, also those to which they are linked later. */
export interface HoldScope {
  readonly subjectIds: readonly string[];
  readonly caseIds: readonly string[];
}

export const numberedInYear = (prefix: string, year: string, number: number): string =>
  `${prefix}-${year}-${String(number).padStart(6, '0')}`;
