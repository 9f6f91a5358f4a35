import type { z } from 'zod';
import type { ContextPorts, PortsInside, PortsOutside } from './context-ports.ts';
import type { Entitlements } from './entitlements.ts';
import type { AccessUsed, EventType } from './events.ts';
import type { JobSubjects } from './outbox.ts';
import type { KeyRing, LinkTokens, Random, TimeZoneRules } from './ports.ts';
import type { Caller, CallerWorkspace, KeyPrincipal, Principal, UserPrincipal } from './principal.ts';
import type { Settings } from './settings.ts';
import type { Instant } from './time.ts';

/** What every handler holds beside its context's ports. */
export interface HandlerContext {
  readonly now: Instant;
  readonly caller: Caller;
  readonly settings: Settings;
  readonly timeZones: TimeZoneRules;
  readonly linkTokens: LinkTokens;
  readonly principal: Principal;
  /** The signed-in person; throws `auth.required` for anybody else. */
  readonly user: UserPrincipal;
  /** The key that calls; throws `auth.api_key_required` for anybody else. */
  readonly key: KeyPrincipal;
  /** The caller's workspace; throws `workspace.none_active` if there is none. */
  readonly workspaceId: string;
}

export interface WritingContext extends HandlerContext {
  readonly random: Random;
  readonly keyRing: KeyRing;
  readonly entitlements: Entitlements;
  /** Those of a workspace that this transaction has entered and that is not the caller's. */
  entitlementsOn(workspace: Pick<CallerWorkspace, 'planCode' | 'planTerms'>): Entitlements;
  newId(): string;
  /** Records what happened: its ledger line and its outbox messages commit with this transaction. */
  emit<S extends z.ZodType>(event: EventType<S>, data: z.input<S>): void;
  /** The same, in the ledger of another workspace than the caller's (a new one), or in `installation`. */
  emitIn<S extends z.ZodType>(ledgerId: string, event: EventType<S>, data: z.input<S>): void;
  /**
   * What concerns an account: a line in the ledger of each workspace where the person is active at this moment, or in
   * `installation` if there is none; what follows from it runs once (platform 12).
   */
  emitFor<S extends z.ZodType>(userId: string, event: EventType<S>, data: z.input<S>): void;
  /** By what right the call reached what it is about: for the ledger lines of all that is emitted from here on. */
  accessedBy(used: AccessUsed): void;
  /**
   * Cancels the jobs of these topics about these things of one kind that have not begun; how many. One that runs goes on,
   * so its handler looks at the thing again.
   */
  cancelJobs(about: JobSubjects, ...topics: readonly string[]): Promise<number>;
  /** Opens the ledger of a workspace that this transaction creates. */
  openLedger(ledgerId: string): Promise<void>;
  /** Binds the rest of this transaction to the workspace: for use cases that create or choose one. */
  enter(workspaceId: string): void;
  /**
   * The same for a workspace that the caller reached by a link or a code; every endpoint that is open to anyone uses it.
   * Throws 410 `link.gone` if the workspace is closed, and 403 `workspace.not_active` if it is closing or suspended and
   * the use case writes (PLT-22). A workspace that does not exist is entered by the same work.
   */
  enterByLink(workspaceId: string): Promise<void>;
  /**
   * Refuses the call while the budget of mail to people who are no members is used up, whatever it would send: for a call
   * whose answer must not tell whether a mail follows. Everywhere else the declarations of the reactions do it.
   */
  requireMailBudget(): Promise<void>;
  /** For a change that only sometimes needs it; declare `stepUp` or `stepUpWhen` if the condition is known before. */
  requireStepUp(): void;
}

/** What it takes to found a workspace. */
export type FoundingContext = Pick<
  WritingContext,
  'now' | 'random' | 'settings' | 'newId' | 'emit' | 'enter' | 'openLedger'
>;

/** What a query holds in its transaction. */
export type ReadingContext = HandlerContext &
  Pick<WritingContext, 'enter' | 'enterByLink' | 'emit' | 'accessedBy'>;

/** For an answer of bytes (`madeFile`, `storedFile`): what is read and written while they are sent. */
export interface Later<P> {
  /**
   * Reads in a transaction of its own, once that of the call has ended: in the stream of the answer, a page at a time.
   * What changes between two pages is seen as it is when its page is read.
   */
  readLater<T>(read: (context: HandlerContext & P) => Promise<T>): Promise<T>;
  /**
   * Writes in a transaction of its own, once that of the call has ended: what is to be noted only if the bytes are really
   * delivered (`delivering`). What has changed since the call is to be read anew.
   */
  writeLater<T>(write: (context: WritingContext & P) => Promise<T>): Promise<T>;
}

/** What runs before the transaction of an action, and before and after that of a slow query: slow or outside work. */
export type PreparingContext<S extends ContextPorts> = HandlerContext &
  PortsOutside<S> & {
    readonly keyRing: KeyRing;
    readonly random: Random;
    newId(): string;
    /** A transaction of its own, with all that a command has: what it emits commits with it, whatever `run` does later. */
    transact<T>(work: (context: WritingContext & PortsInside<S>) => Promise<T>): Promise<T>;
  };
