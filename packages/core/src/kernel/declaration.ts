import type { z } from 'zod';
import type { Access } from './access.ts';
import type { ContextPorts } from './context-ports.ts';
import type { FeatureCode } from './entitlements.ts';
import type { Failure, FailureType } from './errors.ts';
import type { EventType } from './events.ts';
import type { HandlerContext, WritingContext } from './handler-context.ts';
import type { KeyRing } from './ports.ts';
import type { Principal } from './principal.ts';
import type { ThingPermissions } from './thing-permission.ts';
import type { Instant } from './time.ts';

/** So many in a window; a bucket may be shared by several endpoints. */
export interface Rate {
  readonly bucket: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A throttle of one endpoint, by the caller's network (platform 5.3). */
export interface EndpointThrottle extends Rate {
  /**
   * `calls`, the default, counts each one before anything is done for it. `misses` counts those that were refused or
   * opened nothing: who shows what is good passes, however many share the address, and has a bucket of its own
   * (`throttles`).
   */
  readonly counts?: 'calls' | 'misses';
  /** Refusals that are no misses: what was shown was good, and something else is missing yet. */
  readonly passes?: readonly FailureType[];
  /** Whether an answer that is no refusal opened nothing all the same. */
  readonly opensNothing?: (answer: never) => boolean;
}

/** A throttle of one endpoint, by what the call is about or who calls: a code, a link, a member. Only valid input is counted. */
export interface KeyedThrottle<I> extends Rate {
  /** Kept as a digest; null is not counted. `network` is the caller's. */
  by(input: I, principal: Principal, network: string): string | null;
}

/** Whoever may be called by anyone says by what it is throttled (PLT-29). */
export type Throttled =
  | { readonly access: 'anyone'; readonly throttle: EndpointThrottle }
  | { readonly access: Exclude<Access, 'anyone'> };

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

/** What the command line cannot derive from method, path and name. */
export interface CommandLine {
  /** The words of the command, such as `jobs replay-all`, where those by rule would mislead or are taken. */
  readonly command?: string;
  /** Former or shorter names within the context. They work, and no help shows them. */
  readonly aliases?: readonly string[];
  /** What the examples of its help give beside what is required, or instead of a value that is made up. */
  readonly example?: Readonly<Record<string, string | number | boolean | object | readonly object[]>>;
  /** Of a list: the fields to show as columns, first the most telling; a dot leads into a field's own fields. */
  readonly columns?: readonly string[];
  /** Of a list whose items are in several arrays of the answer: those arrays in the order of the items, which pages end with. */
  readonly lists?: readonly string[];
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
  readonly throttle?: EndpointThrottle;
  readonly throttles?: readonly KeyedThrottle<z.output<I>>[];
  /** An endpoint for anyone that knows a signed-in person if their token is sent. */
  readonly bearer?: 'optional';
  /** Needs a recent proof of the credential (SES-13), or of a second factor (MFA-10). */
  readonly stepUp?: boolean | 'factor';
  /** Reaches outside the workspace: refused to unverified people if verification is required (PLT-13). */
  readonly outside?: boolean | ((input: z.output<I>) => boolean);
  /** Works on every plan (BIL-3). */
  readonly always?: boolean;
  /** A write that works while the workspace is closing: reopening, leaving and exports alone (WSP-11). */
  readonly whileClosing?: boolean;
  /**
   * A read that a replica of the database may answer, up to a second behind. Only for what belongs to one workspace, is
   * shown to whoever has a credential there, and is changed by no call that leaves no line in the ledger: the replica is
   * asked only if it has the newest line, so that everybody sees what they were told is done.
   */
  readonly mayBeASecondOld?: true;
  /**
   * A command that answers a question, and writes no more than that it was asked: while its workspace is closing or
   * suspended it counts as a read, as every query does (PLT-21).
   */
  readonly countsAsRead?: boolean;
  /** Signs somebody in: a refusal goes to the security log, with the keyed digest of the address that was tried or null. */
  signsIn?(input: z.output<I>, keyRing: KeyRing): string | null;
  /** Ends the caller's own session: a repeat with the same idempotency key gets its answer all the same (ACC-7). */
  readonly endsSession?: boolean;
  /** Open to suspended members too: for leaving. */
  readonly evenSuspended?: boolean;
  readonly feature?: FeatureCode;
  /** The answer contains a secret shown once: stored sealed, sent with no-store (PLT-4, PLT-14). */
  readonly secret?: boolean;
  /** The database role of its transactions: `app`, or `identity` if accounts and sessions are touched. */
  readonly databaseRole?: 'app' | 'identity';
  /** False if the endpoint has a repetition rule of its own and ignores the key (PLT-4). */
  readonly idempotent?: boolean;
  readonly body?: BytesBody;
  /** How much its body may hold if that is not what all others may, and why. */
  readonly mostBytes?: { readonly bytes: number; readonly because: string };
  readonly cli?: CommandLine;
  /** A 403 or 404 of it is recorded (REC-95). */
  readonly denial?: Denial<z.output<I>>;
}

/** Where the file of somebody without an account comes to lie, and how large it may be, before a byte of it is read. */
export interface FileAdmission {
  readonly workspaceId: string;
  readonly mostBytes: number;
}

/** Fields that a path may hold; which of them it does, the routes of the host say. */
type PathFieldsOf<I extends z.ZodObject> = Extract<keyof z.output<I>, 'token'>;

export type Found<I extends z.ZodObject, P, F> = {
  /** The thing that the call is about: existence, tenancy and visibility, decided before the gates that follow (PLT-1). */
  find?(
    input: z.output<I>,
    context: HandlerContext & Pick<WritingContext, 'emit' | 'enterByLink'> & P,
  ): Promise<F>;
  /**
   * For an endpoint that anyone may send a file to: what its path leads to, before a byte of the file is read. It refuses as
   * `find` does, and is given the fields of the path alone.
   */
  admitsFile?(
    path: Pick<z.output<I>, PathFieldsOf<I>>,
    context: HandlerContext & Pick<WritingContext, 'enterByLink' | 'entitlementsOn'> & P,
  ): Promise<FileAdmission>;
  /** Who may do this to what was found; decided before verified address and step-up. */
  readonly may?: ThingPermissions<NoInfer<F>, z.output<I>>;
  /** Whether this change of what was found needs a recent proof of the credential, if not every change does. */
  stepUpWhen?(found: NoInfer<F>, input: z.output<I>, now: Instant): boolean;
  /** Takes or checks what plan and workspace allow, if that comes before a version is compared (PLT-1). */
  limit?(input: z.output<I>, context: WritingContext & P & { readonly found: NoInfer<F> }): Promise<void>;
  /** The current version of what was found, compared with the input's `expectedVersion` or `If-Match`. */
  version?(found: NoInfer<F>, input: z.output<I>): number;
};

export interface UseCase<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType>
  extends Declaration<I, O> {
  readonly kind: 'query' | 'command' | 'action';
  /** The ports of its context. */
  readonly ports: ContextPorts;
  readonly prepares?: (input: z.output<I>) => boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each use case the ports that its own declaration was typed with
  readonly prepare?: (input: z.output<I>, context: any) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly find?: (input: z.output<I>, context: any) => Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly admitsFile?: (path: any, context: any) => Promise<FileAdmission>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly may?: ThingPermissions<any, any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly stepUpWhen?: (found: any, input: any, now: Instant) => boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly limit?: (input: any, context: any) => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly version?: (found: any, input: any) => number;
  /** What it answers, or what `compose` makes the answer of. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly run: (input: z.output<I>, context: any) => Promise<unknown>;
  /** What it does when its answer is made and is about to be sent. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly delivering?: (answer: any, input: z.output<I>, context: any) => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly compose?: (read: any, input: z.output<I>, context: any) => Promise<z.input<O>>;
}

/** PLT-7, PLT-29: how many bytes the body of a call may hold, a file apart. */
export const mostBytesOf = ({ access, mostBytes }: Pick<UseCase, 'access' | 'mostBytes'>): number =>
  mostBytes?.bytes ?? (access === 'anyone' ? 64 * 1024 : 1024 * 1024);
