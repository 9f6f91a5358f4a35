import { machine } from '../../kernel/machine.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { verificationView } from '../audit/views.ts';
import { integrityInvalidState } from './errors.ts';

/** What a check looks at, in the order in which it does. */
export const integrityScopes = [
  'audit_chain',
  'entries',
  'attachments',
  'signatures',
  'search_index',
  'retention',
] as const;
export type IntegrityScope = (typeof integrityScopes)[number];

/** A check that a process was lost over is begun again by its job. */
export const integrityCheckStates = machine(integrityInvalidState, ['queued'], {
  queued: { start: 'running', abandon: 'error' },
  running: { start: 'running', pass: 'passed', fail: 'failed', abandon: 'error' },
  passed: {},
  failed: {},
  error: {},
});
export type IntegrityCheckStatus = (typeof integrityCheckStates.states)[number];

export const faultKinds = [
  'event',
  'entry',
  'addendum',
  'attachment',
  'signature',
  'search_row',
  'clock',
] as const;

/** Something that is not as it was written: an event by its number, anything else by its id. */
export interface IntegrityFault {
  readonly kind: (typeof faultKinds)[number];
  readonly id?: string;
  readonly seq?: number;
  readonly code: string;
}
/** So many are kept; that there are more makes no difference to what has to be done. */
export const mostFaults = 1000;

/** What is counted. */
export const integrityCounts = [
  'events',
  'entries',
  'attachments',
  'signatures',
  'searchRows',
  'clocks',
] as const;
export type IntegrityCounts = Readonly<Record<(typeof integrityCounts)[number], number>>;

export const countsOf = (of: (name: keyof IntegrityCounts) => number): IntegrityCounts =>
  Object.fromEntries(integrityCounts.map((name) => [name, of(name)])) as IntegrityCounts; // it has each of them
export const noCounts = countsOf(() => 0);

export interface IntegrityCheck {
  readonly id: string;
  readonly scope: readonly IntegrityScope[];
  /** The case that everything but the ledger is looked at of; null for all of them. */
  readonly caseId: string | null;
  /** Null: from the first event, and to the newest. */
  readonly fromSeq: number | null;
  readonly toSeq: number | null;
  /** Which part of all files is read. */
  readonly sampleRate: number;
  readonly status: IntegrityCheckStatus;
  readonly checked: IntegrityCounts;
  /** What there is and was not compared: its key was destroyed, a job is still to write it, or it is not in the sample. */
  readonly unchecked: IntegrityCounts;
  readonly faults: readonly IntegrityFault[];
  readonly verification: ReturnType<typeof verificationView> | null;
  /** How far it is: what it looks at, and behind what it goes on; null before it begins and once it has ended. */
  readonly progress: { readonly scope: IntegrityScope; readonly after: string | null } | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  /** Null of checks from before it was noted. */
  readonly createdByUserId: string | null;
  readonly version: number;
}

/** How much there is to look at, each counted up to a number. */
export interface IntegritySize {
  readonly cases: number;
  readonly entries: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
}

/** The checks of the workspace. */
export interface IntegrityCheckRepository {
  /** Throws `integrity.check_running` while another one is queued or running. */
  add(check: IntegrityCheck): Promise<void>;
  find(id: string): Promise<IntegrityCheck | null>;
  /** Stores the check as the version after its own if its status is still this one; whether it was. */
  save(check: IntegrityCheck, before: IntegrityCheckStatus): Promise<boolean>;
  /** The newest first; `limit + 1` mean that there are more. */
  list(after: CursorKey | null, limit: number): Promise<readonly IntegrityCheck[]>;
  size(caseId: string | null, most: number): Promise<IntegritySize>;
  /** When the first check of records ended that found something wrong, and after which none found all of the same right. */
  failedSince(): Promise<Instant | null>;
  purge(): Promise<void>;
}
