import type { Viewer } from '../../documents/index.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Lifecycle, LifecycleOutcome, ReadLifecycle } from '../lifecycles/lifecycle.ts';
import type { ActionKind, ActionOutcome, ActionResolution, LifecycleAction, ReadAction } from './action.ts';
import type { NoticeMail } from './notice-mail.ts';

/** A document with what its plan follows from. */
export interface DocumentToPlan {
  readonly lifecycle: Lifecycle & LifecycleOutcome & Pick<ReadLifecycle, 'renewalOpenedFor'>;
  /** It is neither in the trash nor destroyed, nor kept back. */
  readonly isActive: boolean;
}

/** The earliest instants at which something is to happen for documents; null if nothing is. */
export type PlanInstants = ReadonlyMap<string, Instant | null>;

export interface WorkerCounts {
  readonly planned24h: number;
  readonly pending: number;
  readonly running: number;
  readonly retrying: number;
  readonly dead: number;
  readonly succeeded24h: number;
}

export interface KindCounts extends Omit<WorkerCounts, 'planned24h' | 'succeeded24h'> {
  readonly kind: ActionKind;
  readonly planned: number;
}

export interface ActionQueueCounts extends Omit<WorkerCounts, 'planned24h' | 'succeeded24h'> {
  readonly queue: string;
}

/** How far the worker is with the documents that somebody sees. */
export interface WorkerStanding {
  readonly actions: WorkerCounts;
  /** How late the oldest action that is due and not begun is; 0 if none is. */
  readonly oldestDueSeconds: number;
  readonly byKind: readonly KindCounts[];
  readonly queues: readonly ActionQueueCounts[];
}

/**
 * The actions of this workspace. Whoever plans, starts or ends one has locked its document first, and of several the one with
 * the lower id first.
 */
export interface LifecycleActionRepository {
  add(actions: readonly LifecycleAction[]): Promise<void>;
  /** Locks these documents in the order of their ids and reads what their plan follows from; one that is gone is left out. */
  documents(documentIds: readonly string[]): Promise<readonly DocumentToPlan[]>;
  /** Documents for which something is to happen by then, the earliest first. */
  documentsToPlan(until: Instant, limit: number): Promise<readonly string[]>;
  notePlan(instants: PlanInstants): Promise<void>;
  /** Of these documents the actions that are not cancelled, by due instant and id. */
  ofDocuments(documentIds: readonly string[]): Promise<readonly LifecycleAction[]>;
  /** The actions among these, with what their jobs say, by due instant and id. */
  among(ids: readonly string[]): Promise<readonly ReadAction[]>;
  find(id: string): Promise<LifecycleAction | null>;
  /** Starts those that are still planned; which these were. */
  start(ids: readonly string[]): Promise<readonly string[]>;
  /** Ends an action that has not ended; false if it had. */
  end(id: string, outcome: ActionOutcome, at: Instant): Promise<boolean>;
  /** Moves planned ones to other instants. */
  reschedule(instants: ReadonlyMap<string, Instant>): Promise<void>;
  /** Notes which mails these notices are part of. */
  noteMails(mailIds: ReadonlyMap<string, readonly string[]>): Promise<void>;
  /** Notes what became of what it was to do; null if that is open again. */
  noteResolution(id: string, resolution: ActionResolution | null): Promise<void>;
  standing(viewer: Viewer, now: Instant): Promise<WorkerStanding>;
  /** When the planner last ran for the whole installation; null if it never did. */
  lastPlannedAt(): Promise<Instant | null>;
  /** Removes all of them and their mails, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** Mails that tell one person of several documents (LIF-13). */
export interface NoticeMailRepository {
  add(mails: readonly NoticeMail[]): Promise<void>;
  /** Adds notices to mails that are not being sent yet. */
  append(actionIds: ReadonlyMap<string, readonly string[]>): Promise<void>;
  /** The mail, or null. */
  find(id: string): Promise<NoticeMail | null>;
  /** Those of these that were not sent, by id. */
  unsent(ids: readonly string[]): Promise<readonly NoticeMail[]>;
  /**
   * Takes one for a job until then; false if it was sent or another job has it. Of two workers one sends it (LIF-27).
   */
  claim(id: string, jobId: string, now: Instant, until: Instant): Promise<boolean>;
  /** Gives it back, so that another job need not wait. */
  release(id: string, jobId: string): Promise<void>;
  /** Notes that it was sent, and of which of its notices it told. */
  markSent(id: string, toldIds: readonly string[], at: Instant): Promise<void>;
  /** How many of these were sent and told of this notice, or go to people who are no members. */
  telling(ids: readonly string[], actionId: string): Promise<number>;
}

export interface DueDocument {
  readonly workspaceId: string;
  readonly documentId: string;
  readonly planAt: Instant;
}

export interface DueAction {
  readonly workspaceId: string;
  readonly actionId: string;
}

/** Answers the sweeps across all workspaces. */
export interface ActionSweep {
  /** Documents for which something is to happen by then, in order of time, after this one. */
  toPlan(
    until: Instant,
    after: Pick<DueDocument, 'planAt' | 'documentId'> | null,
    limit: number,
  ): Promise<readonly DueDocument[]>;
  /** Planned actions that are due, notices or others, by workspace and id, after this one. */
  due(notices: boolean, now: Instant, after: DueAction | null, limit: number): Promise<readonly DueAction[]>;
  /** Deletes actions that ended before then, and mails that are as old; how many there were. */
  prune(before: Instant, limit: number): Promise<number>;
}
