import { z } from 'zod';
import type { Access } from './access.ts';
import type { ContextPorts, PortsInside, PortsOutside } from './context-ports.ts';
import type { DatabaseRole } from './database-role.ts';
import type { Entitlements, FeatureCode } from './entitlements.ts';
import type { Failure, FailureType } from './errors.ts';
import type { AccessUsed, EventType } from './events.ts';
import type { JobPolicy } from './outbox.ts';
import type { KeyRing, LinkTokens, MailMessage, Random, SmsSender, TimeZoneRules } from './ports.ts';
import type { Caller, CallerWorkspace, KeyPrincipal, Principal, UserPrincipal } from './principal.ts';
import type { Settings } from './settings.ts';
import type { ThingPermissions } from './thing-permission.ts';
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
  /** The caller's workspace; throws `workspace.none_active` where there is none. */
  readonly workspaceId: string;
}

export interface WritingContext extends HandlerContext {
  readonly random: Random;
  readonly keyRing: KeyRing;
  readonly entitlements: Entitlements;
  /** Those of a workspace that this transaction has entered, where it is not the caller's. */
  entitlementsOn(workspace: Pick<CallerWorkspace, 'planCode' | 'planTerms'>): Entitlements;
  newId(): string;
  /** Records what happened: its ledger line and its outbox messages commit with this transaction. */
  emit<S extends z.ZodType>(event: EventType<S>, data: z.input<S>): void;
  /** The same, in the ledger of another workspace than the caller's (a new one), or in `installation`. */
  emitIn<S extends z.ZodType>(ledgerId: string, event: EventType<S>, data: z.input<S>): void;
  /**
   * What concerns an account: a line in the ledger of each workspace where the person is active at this moment, or in
   * `installation` where there is none; what follows from it runs once (platform 12).
   */
  emitFor<S extends z.ZodType>(userId: string, event: EventType<S>, data: z.input<S>): void;
  /** By what right the call reached what it is about: for the ledger lines of all that is emitted from here on. */
  accessedBy(used: AccessUsed): void;
  /**
   * Cancels the jobs of a topic about this thing that have not begun; how many. One that runs goes on, so its handler
   * looks at the thing again.
   */
  cancelJobs(aggregate: Aggregate, topic: string): Promise<number>;
  /** Opens the ledger of a workspace that this transaction creates. */
  openLedger(ledgerId: string): Promise<void>;
  /** Binds the rest of this transaction to the workspace: for use cases that create or choose one. */
  enter(workspaceId: string): void;
  /** For a change that only sometimes needs it; declare `stepUp` or `stepUpWhen` where it can be. */
  requireStepUp(): void;
}

/** What runs before the transaction of an action: slow or outside work. */
export type PreparingContext<S extends ContextPorts> = HandlerContext &
  PortsOutside<S> & {
    readonly keyRing: KeyRing;
    readonly random: Random;
    newId(): string;
    /** A transaction of its own, with all that a command has: what it emits commits with it, whatever `run` does later. */
    transact<T>(work: (context: WritingContext & PortsInside<S>) => Promise<T>): Promise<T>;
  };

/** What a reaction or a scheduled topic writes with: one transaction, whose effects leave like those of a command. */
export type FollowUpContext = Pick<
  WritingContext,
  | 'now'
  | 'settings'
  | 'timeZones'
  | 'random'
  | 'keyRing'
  | 'linkTokens'
  | 'newId'
  | 'emit'
  | 'emitIn'
  | 'emitFor'
  | 'cancelJobs'
  | 'enter'
> & {
  /** Counting alone: what follows from an event is not refused for a feature. */
  readonly entitlements: Pick<Entitlements, 'take' | 'release' | 'reserve' | 'settle' | 'unreserve'>;
};

/** What every reaction holds, whatever its context. It holds no transaction: `read` and `transact` open one each. */
export interface ReactingBase {
  readonly now: Instant;
  readonly settings: Settings;
  readonly timeZones: TimeZoneRules;
  readonly linkTokens: LinkTokens;
  readonly keyRing: KeyRing;
  readonly random: Random;
  readonly workspaceId: string | null;
  /** The same id at every attempt: the deduplication key of outside effects. */
  readonly jobId: string;
  /** When the change was made that this follows from; of a scheduled topic, when it was enqueued. */
  readonly askedAt: Instant;
  readonly mail: {
    send(
      message: Omit<MailMessage, 'messageId' | 'from'> & { readonly key: string; readonly from?: string },
    ): Promise<void>;
    /** The message id that a mail with this key gets, the same at every attempt. */
    messageIdOf(key: string): string;
  };
  readonly sms: SmsSender;
  newId(): string;
}

/** What the reactions and scheduled topics of one context hold. */
export type ReactingContext<S extends ContextPorts> = ReactingBase &
  PortsOutside<S> & {
    /** One reading transaction. */
    read<T>(work: (context: PortsInside<S>) => Promise<T>): Promise<T>;
    /** Writes that take effect once, however often the job runs (JOB-3). */
    once(work: (context: FollowUpContext & PortsInside<S>) => Promise<void>): Promise<void>;
    /** A transaction for one step of a long run; repeated with the job, so the step itself must know whether it is done. */
    transact<T>(work: (context: FollowUpContext & PortsInside<S>) => Promise<T>): Promise<T>;
  };

/** A throttle of one row, by the caller's network (platform 5.3). */
export interface EndpointThrottle {
  readonly bucket: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A throttle of one row, by what the call is about or who calls: a code, a link, a member. Counted on valid input. */
export interface KeyedThrottle<I> extends EndpointThrottle {
  /** Kept as a digest; null is not counted. */
  by(input: I, principal: Principal): string | null;
}

/**
 * A body that is bytes and not JSON: it is the input's field `content`, and the other fields travel in path and headers.
 * `stream` is handed on as it arrives and never held whole; `whole` is at most 1 MiB in one piece, exactly as it was sent
 * (what a signature is over). `fields` is a posted HTML form: its fields are the input's, and others are left out.
 */
export interface BytesBody {
  readonly form: 'stream' | 'whole' | 'fields';
  /** What Content-Type may say, anything else is 415; empty takes every type. */
  readonly mediaTypes: readonly string[];
}

/** What refusals of a use case are about; made by `denied`. */
export interface Denial<I> {
  readonly event: EventType;
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands it the ports that its own declaration was typed with
  about(input: I, context: any, refusal: Refusal): Promise<unknown>;
}

/** Why the caller was refused. */
export type Refusal = Pick<Failure, 'code'>;

export interface Declaration<I extends z.ZodObject, O extends z.ZodType> {
  /** One line, as in a table of contents. */
  readonly summary: string;
  /** What else happens, and what to do when it fails. */
  readonly description?: string;
  readonly access: Access;
  readonly input: I;
  readonly output: O;
  readonly errors?: readonly FailureType[];
  readonly throttle?: EndpointThrottle;
  readonly throttles?: readonly KeyedThrottle<z.output<I>>[];
  /** A row for anyone that knows a signed-in person where their token is sent. */
  readonly bearer?: 'optional';
  /** Needs a recent proof of the credential (SES-13), or of a second factor (MFA-10). */
  readonly stepUp?: boolean | 'factor';
  /** Reaches outside the workspace: refused to unverified people where verification is required (PLT-13). */
  readonly outside?: boolean | ((input: z.output<I>) => boolean);
  /** Works on every plan (BIL-3). */
  readonly always?: boolean;
  /** A write that works while the workspace is closing: reopening, leaving and exports alone (WSP-11). */
  readonly whileClosing?: boolean;
  /** Signs somebody in: a refusal goes to the security log, with the keyed digest of the address that was tried or null. */
  signsIn?(input: z.output<I>, keyRing: KeyRing): string | null;
  /** Ends the caller's own session: a repeat with the same idempotency key gets its answer all the same (ACC-7). */
  readonly endsSession?: boolean;
  /** Open to suspended members too: for leaving. */
  readonly evenSuspended?: boolean;
  readonly feature?: FeatureCode;
  /** The answer contains a secret shown once: stored sealed, sent with no-store (PLT-4, PLT-14). */
  readonly secret?: boolean;
  /** A read that leaves a line in the ledger for some callers (MTG-98): a query that may `emit`, in a writing transaction. */
  readonly audited?: boolean;
  /** The database role of its transactions: `app`, or `identity` if accounts and sessions are touched. */
  readonly databaseRole?: 'app' | 'identity';
  /** False where the row has a repetition rule of its own and ignores the key (PLT-4). */
  readonly idempotent?: boolean;
  readonly body?: BytesBody;
  /** The answer is a file (`output: RawAnswer`) of this media type. */
  readonly raw?: string;
  readonly cli?: { readonly aliases?: readonly string[] };
  /** A 403 or 404 of it is recorded (REC-95). */
  readonly denial?: Denial<z.output<I>>;
}

type Found<I extends z.ZodObject, P, F> = {
  /** The thing that the call is about: existence, tenancy and visibility, decided before the gates that follow (PLT-1). */
  find?(input: z.output<I>, context: HandlerContext & P): Promise<F>;
  /** Who may do this to what was found; told apart before verified address and step-up. */
  readonly may?: ThingPermissions<NoInfer<F>, z.output<I>>;
  /** Whether this change of what was found needs a recent proof of the credential, where not every change does. */
  stepUpWhen?(found: NoInfer<F>, input: z.output<I>): boolean;
  /** Takes or checks what plan and workspace allow, where that comes before a version is compared (PLT-1). */
  limit?(input: z.output<I>, context: WritingContext & P & { readonly found: NoInfer<F> }): Promise<void>;
  /** The current version of what was found, compared with the input's `expectedVersion` or `If-Match`. */
  version?(found: NoInfer<F>, input: z.output<I>): number;
};

export interface UseCase<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends Declaration<I, O> {
  readonly kind: 'query' | 'command' | 'action';
  /** The ports of its context. */
  readonly ports: ContextPorts;
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each use case the ports that its own declaration was typed with
  readonly prepare?: (input: z.output<I>, context: any) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly find?: (input: z.output<I>, context: any) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly may?: ThingPermissions<any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly stepUpWhen?: (found: any, input: any) => boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly limit?: (input: any, context: any) => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly version?: (found: any, input: any) => number;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly run: (input: z.output<I>, context: any) => Promise<z.input<O>>;
}

/** What a job is about. */
export interface Aggregate {
  readonly type: string;
  readonly id: string;
}

export interface Reaction {
  readonly kind: 'reaction';
  readonly ports: ContextPorts;
  readonly event: EventType;
  /** What its jobs carry: the fields of the event that it needs (JOB-9). */
  readonly payload: z.ZodType;
  readonly needs?: readonly PropertyKey[];
  readonly aggregate?: (data: never) => Aggregate | null;
  readonly topic: string;
  readonly policy: JobPolicy;
  /** The database role of its transactions. */
  readonly databaseRole: DatabaseRole;
  /** Jobs of one key start in order of creation (JOB-6). */
  readonly orderingKey?: (data: never) => string;
  /** When the job is due, where that is not at once. */
  readonly dueAt?: (data: never) => Instant;
  // biome-ignore lint/suspicious/noExplicitAny: the worker hands each reaction the data and ports of its own declaration
  readonly run: (data: any, context: any) => Promise<void>;
}

/** A reaction with the name of the context that it belongs to. */
export type KnownReaction = Reaction & { readonly context: string };

/** A topic that runs by the clock: one job per tick, whichever of the processes is first to notice it. */
export interface ScheduledTopic {
  readonly kind: 'scheduled';
  readonly ports: ContextPorts;
  readonly topic: string;
  /** Minute, hour, day, month, weekday; in UTC. */
  readonly cron: string;
  readonly policy: JobPolicy;
  /** The database role of its transactions. */
  readonly databaseRole: DatabaseRole;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly run: (context: any) => Promise<void>;
}

/** `query`, `command`, `action`, `reaction` and `scheduled`, bound to the ports of one context. */
export function useCasesOf<S extends ContextPorts>(ports: S) {
  type P = PortsInside<S>;
  return {
    /** Reads one consistent snapshot; may emit only where a read must be audited. */
    query: <I extends z.ZodObject, O extends z.ZodType, F>(
      declaration: Declaration<I, O> &
        Found<I, P, F> & {
          run(
            input: z.output<I>,
            context: HandlerContext &
              Pick<WritingContext, 'enter' | 'emit' | 'accessedBy'> &
              P & { readonly found: F },
          ): Promise<z.input<O>>;
        },
    ): UseCase<I, O> => ({ kind: 'query', ports, ...declaration }),
    /** One transaction; everything it emits commits with it. */
    command: <I extends z.ZodObject, O extends z.ZodType, F>(
      declaration: Declaration<I, O> &
        Found<I, P, F> & {
          run(input: z.output<I>, context: WritingContext & P & { readonly found: F }): Promise<z.input<O>>;
        },
    ): UseCase<I, O> => ({ kind: 'command', ports, ...declaration }),
    /** Slow or outside work in `prepare`, then one transaction in `run`. */
    action: <I extends z.ZodObject, O extends z.ZodType, R, F>(
      declaration: Declaration<I, O> &
        Found<I, P, F> & {
          prepare(input: z.output<I>, context: PreparingContext<S>): Promise<R>;
          run(
            input: z.output<I>,
            context: WritingContext & P & { readonly prepared: NoInfer<R>; readonly found: F },
          ): Promise<z.input<O>>;
        },
    ): UseCase<I, O> => ({ kind: 'action', ports, ...declaration }),
    /**
     * Follows from an event, out of the outbox, at least once. `topic` names the job. `needs` names the fields of the
     * event that the job carries, all of them where it is left out; ids and values, never names, addresses or secrets
     * (JOB-9). `aggregate` is what `cancelJobs` finds the job by; the target of the event where it is left out. `databaseRole` is
     * that of its transactions: `app`, which reaches the workspace of the job alone, unless it says otherwise.
     */
    reaction: <D extends z.ZodType, K extends keyof z.output<D> = keyof z.output<D>>(
      event: EventType<D>,
      job: {
        readonly topic: string;
        readonly policy: JobPolicy;
        readonly databaseRole?: DatabaseRole;
        readonly orderingKey?: (data: z.output<D>) => string;
        readonly needs?: readonly K[];
        readonly aggregate?: (data: z.output<D>) => Aggregate | null;
        readonly dueAt?: (data: z.output<D>) => Instant;
      },
      run: (data: Pick<z.output<D>, K>, context: ReactingContext<S>) => Promise<void>,
    ): Reaction => ({
      kind: 'reaction',
      ports,
      event,
      payload: job.needs === undefined ? event.data : picked(event.data, job.needs),
      ...(job.needs ? { needs: job.needs } : {}),
      ...(job.aggregate ? { aggregate: job.aggregate } : {}),
      topic: job.topic,
      policy: job.policy,
      databaseRole: job.databaseRole ?? 'app',
      ...(job.orderingKey ? { orderingKey: job.orderingKey } : {}),
      ...(job.dueAt ? { dueAt: job.dueAt } : {}),
      run,
    }),
    /**
     * For the `denial` of a use case: what the event says of the refusal, or null where there is no such thing and so
     * nothing was denied. The event's line has the outcome `denied`; the pipeline writes one per actor, target and minute.
     */
    denied<I, E extends z.ZodType>(
      event: EventType<E>,
      about: (input: I, context: HandlerContext & P, refusal: Refusal) => Promise<z.input<E> | null>,
    ): Denial<I> {
      if (event.ledger?.outcome !== 'denied') throw new TypeError(`${event.type} is the event of no denial`);
      return { event, about };
    },
    /**
     * Runs by the clock, out of the outbox like a reaction. Ticks missed while nothing ran are made up for once. What
     * looks across workspaces says `databaseRole: 'identity'`.
     */
    scheduled: (
      job: {
        readonly topic: string;
        readonly cron: string;
        readonly policy: JobPolicy;
        readonly databaseRole?: DatabaseRole;
      },
      run: (context: ReactingContext<S>) => Promise<void>,
    ): ScheduledTopic => ({ kind: 'scheduled', ports, databaseRole: 'app', ...job, run }),
  };
}

function picked(schema: z.ZodType, names: readonly PropertyKey[]): z.ZodType {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only the fields of an object can be picked');
  // zod knows no keys of an object that it is not told of; the caller's are keys of this one.
  return schema.pick(Object.fromEntries(names.map((name) => [name, true])) as never);
}
