import { machine } from '../../kernel/machine.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { actionInvalidState } from './errors.ts';

/** What people may ask for; there is no direct destruction (OPS-5). */
export const requestableKinds = [
  'send_notice',
  'open_renewal',
  'create_candidate',
  'run_extraction',
  'recalculate',
] as const;
/** What the worker does for documents (lifecycle 2.11). That days come is nothing to ask for. */
export const actionKinds = [...requestableKinds, 'expire'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** What became of an action that failed for good. */
export const actionResolutions = ['resolved', 'wont_fix', 'duplicate'] as const;
export type ActionResolution = (typeof actionResolutions)[number];

/** Which day of a document has come. */
export const crossings = ['expiring', 'grace_started', 'expired'] as const;
export type Crossing = (typeof crossings)[number];
/** What happens as the days of a document come: they are told, and shares end with the last one if the policy says so. */
export const dayEffects = [...crossings, 'shares_revoked'] as const;

/** What is stored of the life of an action; once it has been started its job says how far it is. */
export const lifecycleActionStates = machine(actionInvalidState, ['planned', 'skipped'], {
  planned: { start: 'started', cancel: 'cancelled', skip: 'skipped' },
  started: { succeed: 'succeeded', cancel: 'cancelled', skip: 'skipped' },
  succeeded: {},
  cancelled: {},
  skipped: {},
});
export type StoredStatus = (typeof lifecycleActionStates.states)[number];

/** How far an action is, as people see it (lifecycle 3.6). */
export const actionStatuses = [
  'planned',
  'pending',
  'running',
  'retrying',
  'succeeded',
  'dead',
  'acknowledged',
  'cancelled',
  'skipped',
] as const;
export type ActionStatus = (typeof actionStatuses)[number];

/** What an action is about, beside its document. */
export interface ActionParams {
  /** Of a notice: so many days before the date, or after it if they are fewer than none. */
  readonly daysBefore: number | null;
  /** Of what happens when a day comes: which day is told, or that shares end. */
  readonly crossing: (typeof dayEffects)[number] | null;
  /** The date of the document that it serves; once the document has another one, the action ends. */
  readonly expiresOn: PlainDate | null;
}

/** One effect that was planned or asked for. */
export interface LifecycleAction {
  readonly id: string;
  readonly documentId: string;
  readonly kind: ActionKind;
  readonly status: StoredStatus;
  readonly dueAt: Instant;
  readonly params: ActionParams;
  /** Of two actions with the same key, at most one is not cancelled (LIF-11). */
  readonly dedupeKey: string;
  /** Null if the plan made it. */
  readonly requestedByUserId: string | null;
  readonly reason: string | null;
  /** The mails that a notice is part of. */
  readonly mailIds: readonly string[];
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
}

/** An action with what its job says. */
export interface ReadAction extends LifecycleAction {
  readonly shownStatus: ActionStatus;
  readonly jobId: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAttemptAt: Instant | null;
  readonly lastErrorCode: string | null;
  readonly lastErrorMessage: string | null;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  /** When it, or its job, last got further. */
  readonly updatedAt: Instant;
  /** Who put it aside; null unless somebody did. */
  readonly acknowledgement: {
    readonly byUserId: string | null;
    readonly at: Instant;
    /** Null if it was put aside among the jobs. */
    readonly resolution: ActionResolution | null;
    readonly note: string | null;
  } | null;
  readonly replayCount: number;
}

/** How an action ended. */
export type ActionOutcome = 'succeed' | 'cancel' | 'skip';

export const actionAggregate = 'lifecycle_action';
