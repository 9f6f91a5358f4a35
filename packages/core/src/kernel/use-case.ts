import type { z } from 'zod';
import type { Access, Role } from './access.ts';
import type { Entitlements, FeatureCode, LimitCode } from './entitlements.ts';
import type { FailureType } from './errors.ts';
import type { EventType } from './events.ts';
import type { JobPolicy } from './outbox.ts';
import type {
  BlobStore,
  DeviceParser,
  KeyRing,
  LinkTokens,
  MailMessage,
  PasswordBlocklist,
  PasswordHasher,
  Random,
  SmsSender,
  Throttle,
  TimeZoneRules,
  TokenSigner,
} from './ports.ts';
import type { Caller, KeyPrincipal, Principal, UserPrincipal } from './principal.ts';
import type { Settings } from './settings.ts';
import type { Instant } from './time.ts';

/** What every handler holds beside its context's ports. */
export interface HandlerContext {
  readonly now: Instant;
  readonly caller: Caller;
  readonly settings: Settings;
  readonly timeZones: TimeZoneRules;
  readonly principal: Principal;
  /** The signed-in person; throws `auth.required` for anybody else. */
  readonly user: UserPrincipal;
  /** The key that calls; throws `auth.api_key_required` for anybody else. */
  readonly key: KeyPrincipal;
  /** The caller's workspace; throws `workspace.none_active` where there is none. */
  readonly workspaceId: string;
  /** Passes when the caller's reach is `any`, or when the thing is the caller's own; else `permission.denied`. */
  permitOwner(userId: string): void;
}

export interface WritingContext extends HandlerContext {
  readonly random: Random;
  readonly keyRing: KeyRing;
  readonly linkTokens: LinkTokens;
  readonly tokens: TokenSigner;
  readonly devices: DeviceParser;
  readonly entitlements: Entitlements;
  newId(): string;
  /** Records what happened: its ledger line and its outbox messages commit with this transaction. */
  emit<S extends z.ZodType>(event: EventType<S>, data: z.input<S>): void;
  /** The same, in the ledger of another workspace than the caller's (a new one), or in `installation`. */
  emitIn<S extends z.ZodType>(ledgerId: string, event: EventType<S>, data: z.input<S>): void;
  /** Opens the ledger of a workspace that this transaction creates. */
  openLedger(ledgerId: string): Promise<void>;
  /** Binds the rest of this transaction to the workspace: for use cases that create or choose one. */
  enter(workspaceId: string): void;
  /** For a change that only sometimes needs it; declare `stepUp: true` where it always does. */
  requireStepUp(): void;
}

/** What runs before the transaction of an action: slow or outside work. */
export interface PreparingContext<P> extends HandlerContext {
  readonly passwords: PasswordHasher;
  readonly blocklist: PasswordBlocklist;
  readonly keyRing: KeyRing;
  readonly tokens: TokenSigner;
  readonly linkTokens: LinkTokens;
  readonly random: Random;
  readonly throttle: Throttle;
  newId(): string;
  /** A transaction of its own, with all that a command has: what it emits commits with it, whatever `run` does later. */
  transact<T>(work: (context: WritingContext & P) => Promise<T>): Promise<T>;
}

/** What a reaction holds: its context's ports, each call a short unit of its own, and the outside. */
export interface ReactingContext<P> {
  readonly now: Instant;
  readonly settings: Settings;
  readonly timeZones: TimeZoneRules;
  readonly linkTokens: LinkTokens;
  readonly keyRing: KeyRing;
  readonly random: Random;
  readonly workspaceId: string | null;
  /** The same id at every attempt: the deduplication key of outside effects. */
  readonly jobId: string;
  readonly mail: {
    send(
      message: Omit<MailMessage, 'messageId' | 'from'> & { readonly key: string; readonly from?: string },
    ): Promise<void>;
  };
  readonly sms: SmsSender;
  readonly blobs: BlobStore;
  /** Writes that take effect once, however often the job runs (JOB-3). */
  once(work: (ports: P) => Promise<void>): Promise<void>;
}

/** A throttle of one row, by the caller's network (platform 5.3). */
export interface RowThrottle {
  readonly bucket: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface Declaration<I extends z.ZodObject, O extends z.ZodType> {
  /** One line, as in a table of contents. */
  readonly summary: string;
  /** What else happens, and what to do when it fails. */
  readonly description?: string;
  readonly access: Access;
  readonly input: I;
  readonly output: O;
  readonly errors?: readonly FailureType[];
  readonly throttle?: RowThrottle;
  /** Needs a recent proof of the credential (SES-13). */
  readonly stepUp?: boolean;
  /** Reaches outside the workspace: refused to unverified people where verification is required (PLT-13). */
  readonly outside?: boolean | ((input: z.output<I>) => boolean);
  /** Works on every plan and while the workspace is closing (BIL-3, WSP-11). */
  readonly always?: boolean;
  /** Open to suspended members too: for leaving. */
  readonly evenSuspended?: boolean;
  readonly feature?: FeatureCode;
  /** The answer contains a secret shown once: stored sealed, sent with no-store (PLT-4, PLT-14). */
  readonly secret?: boolean;
  /** The database role of its unit; `identity` where accounts and sessions are touched. */
  readonly unit?: 'app' | 'identity';
  /** False where the row has a repetition rule of its own and ignores the key (PLT-4). */
  readonly idempotent?: boolean;
  readonly cli?: { readonly aliases?: readonly string[] };
}

type Found<I extends z.ZodObject, P, F> = {
  /** The thing that the call is about: existence, tenancy and visibility, decided before the gates that follow (PLT-1). */
  find?(input: z.output<I>, context: HandlerContext & P): Promise<F>;
};

export interface UseCase<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends Declaration<I, O> {
  readonly kind: 'query' | 'command' | 'action';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each use case the ports that its own declaration was typed with
  readonly prepare?: (input: z.output<I>, context: any) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly find?: (input: z.output<I>, context: any) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly run: (input: z.output<I>, context: any) => Promise<z.input<O>>;
}

export interface Reaction {
  readonly kind: 'reaction';
  readonly event: EventType;
  readonly topic: string;
  readonly policy: JobPolicy;
  /** Jobs of one key start in order of creation (JOB-6). */
  readonly orderingKey?: (data: never) => string;
  // biome-ignore lint/suspicious/noExplicitAny: the worker hands each reaction the data and ports of its own declaration
  readonly run: (data: any, context: any) => Promise<void>;
}

/** `query`, `command`, `action` and `reaction`, bound to the ports of one context. */
export function useCasesOf<P>() {
  return {
    /** Reads one consistent snapshot; may emit only where a read must be audited. */
    query: <I extends z.ZodObject, O extends z.ZodType, F = undefined>(
      declaration: Declaration<I, O> &
        Found<I, P, F> & {
          run(
            input: z.output<I>,
            context: HandlerContext & Pick<WritingContext, 'enter'> & P & { readonly found: F },
          ): Promise<z.input<O>>;
        },
    ): UseCase<I, O> => ({ kind: 'query', ...declaration }),
    /** One transaction; everything it emits commits with it. */
    command: <I extends z.ZodObject, O extends z.ZodType, F = undefined>(
      declaration: Declaration<I, O> &
        Found<I, P, F> & {
          run(input: z.output<I>, context: WritingContext & P & { readonly found: F }): Promise<z.input<O>>;
        },
    ): UseCase<I, O> => ({ kind: 'command', ...declaration }),
    /** Slow or outside work in `prepare`, then one transaction in `run`. */
    action: <I extends z.ZodObject, O extends z.ZodType, R, F = undefined>(
      declaration: Declaration<I, O> &
        Found<I, P, F> & {
          prepare(input: z.output<I>, context: PreparingContext<P>): Promise<R>;
          run(
            input: z.output<I>,
            context: WritingContext & P & { readonly prepared: NoInfer<R>; readonly found: F },
          ): Promise<z.input<O>>;
        },
    ): UseCase<I, O> => ({ kind: 'action', ...declaration }),
    /** Follows from an event, out of the outbox, at least once. `topic` names the job. */
    reaction: <S extends z.ZodType>(
      event: EventType<S>,
      job: {
        readonly topic: string;
        readonly policy: JobPolicy;
        readonly orderingKey?: (data: z.output<S>) => string;
      },
      run: (data: z.output<S>, context: ReactingContext<P> & P) => Promise<void>,
    ): Reaction => ({
      kind: 'reaction',
      event,
      topic: job.topic,
      policy: job.policy,
      ...(job.orderingKey ? { orderingKey: job.orderingKey } : {}),
      run,
    }),
  };
}

export type { FeatureCode, LimitCode, Role };
