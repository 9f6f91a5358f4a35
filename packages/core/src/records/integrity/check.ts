import { machine } from '../../kernel/machine.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { verificationView } from '../audit/views.ts';
import { integrityInvalidState } from './errors.ts';

/** What a check looks at. Of records there is nothing yet whose bytes could be compared. */
export const integrityScopes = ['audit_chain'] as const;
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

export interface IntegrityFault {
  readonly kind: 'event';
  readonly seq: number;
  readonly code: string;
}

export interface IntegrityCheck {
  readonly id: string;
  readonly scope: readonly IntegrityScope[];
  /** Null: from the first event, and to the newest. */
  readonly fromSeq: number | null;
  readonly toSeq: number | null;
  readonly status: IntegrityCheckStatus;
  readonly eventsChecked: number;
  readonly faults: readonly IntegrityFault[];
  readonly verification: ReturnType<typeof verificationView> | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
}

/** The checks of the workspace. */
export interface IntegrityCheckRepository {
  /** Throws `integrity.check_running` while another one is queued or running. */
  add(check: IntegrityCheck): Promise<void>;
  find(id: string): Promise<IntegrityCheck | null>;
  /** Stores the check if its status is still this one; whether it was. */
  save(check: IntegrityCheck, before: IntegrityCheckStatus): Promise<boolean>;
  /** The newest first; `limit + 1` mean that there are more. */
  list(after: CursorKey | null, limit: number): Promise<readonly IntegrityCheck[]>;
  purge(): Promise<void>;
}
