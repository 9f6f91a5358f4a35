import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { PreparingContext, WritingContext } from '../kernel/handler-context.ts';
import type { BlobStore, ContentScanner, Throttle, TypeDetector } from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type {
  ConsumedBy,
  UploadAction,
  UploadChunk,
  UploadProgress,
  UploadPurpose,
  UploadSession,
  UploadStatus,
} from './upload-session.ts';

/** Upload sessions of the workspace that the transaction has entered. */
export interface UploadRepository {
  add(session: UploadSession): Promise<void>;
  get(id: string): Promise<UploadSession | null>;
  /** The session that this person created, or `upload.not_found` (UPL-10). */
  own(id: string, userId: string): Promise<UploadSession>;
  progress(session: UploadSession): Promise<UploadProgress>;
  /** Sessions of one person, newest first, after the cursor key [id]; `limit + 1` rows mean that there are more. */
  list(
    userId: string,
    status: UploadStatus,
    now: Instant,
    after: string | null,
    limit: number,
  ): Promise<readonly { readonly session: UploadSession; readonly progress: UploadProgress }[]>;
  /** Counts the sessions in progress. */
  underWay(userId: string, now: Instant): Promise<{ readonly ofUser: number; readonly ofWorkspace: number }>;
  /** Ids of one person's open sessions. */
  openOf(userId: string): Promise<readonly string[]>;
  chunk(sessionId: string, index: number): Promise<UploadChunk | null>;
  /** The chunks in the order of the file. */
  chunks(sessionId: string): Promise<readonly UploadChunk[]>;
  /** Writes the chunk's row if there is none, and extends the session's expiry. `closed`: the session accepts no chunk now. */
  addChunk(session: UploadSession, chunk: UploadChunk, now: Instant): Promise<'stored' | 'taken' | 'closed'>;
  /** Compare-and-set by an action of the state table; null if the session is not (or no longer) as `from` says. */
  advance(
    id: string,
    from: UploadPrecondition,
    action: UploadAction,
    changes: UploadChanges,
    now: Instant,
  ): Promise<UploadSession | null>;
  /** Records that the released objects are gone: removes the chunk rows, and no sweep looks again. */
  collected(id: string, version: number): Promise<void>;
  /** Removes everything of the workspace, for its closure. */
  purge(): Promise<void>;
}

export interface UploadPrecondition {
  readonly status: UploadStatus;
  /** Only while this attempt still holds the assembly. */
  readonly assemblyId?: string;
  /** Only when its time has come: `expiresAt`, or the end of the assembly's lease. */
  readonly dueAt?: Instant;
}

export type UploadChanges = Partial<
  Pick<
    UploadSession,
    | 'fileName'
    | 'detectedMimeType'
    | 'scan'
    | 'expiresAt'
    | 'completedAt'
    | 'consumedAt'
    | 'consumedBy'
    | 'failure'
    | 'blobKey'
    | 'assembly'
  >
>;

/** Answers the sweeps across all workspaces. */
export interface UploadSweep {
  /** Sessions whose time has come, or whose released bytes nobody has collected for ten minutes. */
  due(now: Instant, limit: number): Promise<readonly DueUpload[]>;
  /** Of these keys, those that a row refers to. */
  known(keys: readonly string[]): Promise<readonly string[]>;
  /** Keys of files that came in one request before this time and that nobody has kept; from here on nobody can. */
  giveUpIncoming(before: Instant, now: Instant, limit: number): Promise<readonly string[]>;
  /** Their objects are deleted. */
  forgetIncoming(keys: readonly string[]): Promise<void>;
}

export interface DueUpload {
  readonly workspaceId: string;
  readonly id: string;
  readonly status: UploadStatus;
}

/** The part of a consumer's handler context that consuming needs. */
export type ConsumingTransaction = Pick<WritingContext, 'now' | 'emit'>;

export interface UploadedFile {
  readonly blobKey: string;
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly mime: string;
  readonly fileName: string;
  /** `skipped`: the scanner was away, so the consumer has the file scanned before anybody opens it. */
  readonly scan: 'clean' | 'skipped';
}

/** The file of a completed session. Both throw `upload.not_found`, `.not_completed`, `.already_consumed`, `.purpose_mismatch` or `.expired`. */
export interface UploadConsumption {
  /**
   * Says which file `consume` would hand over, and refuses what it would refuse, but changes nothing: for slow work on
   * the bytes before the transaction that consumes them (PLT-21). Somebody may be faster, so `consume` decides.
   */
  peek(
    tx: Pick<ConsumingTransaction, 'now'>,
    uploadSessionId: string,
    purpose: UploadPurpose,
    userId: string,
  ): Promise<UploadedFile>;
  /**
   * Takes over the file inside the consumer's own transaction: it commits together with what is made of the file, or not
   * at all (UPL-9). The bytes stay where they are and belong to the consumer from then on, which releases `sizeBytes` of
   * `storage_bytes` when it destroys them.
   */
  consume(
    tx: ConsumingTransaction,
    uploadSessionId: string,
    purpose: UploadPurpose,
    actor: { readonly userId: string; readonly consumedBy: ConsumedBy },
  ): Promise<UploadedFile>;
}

export const ports = contextPorts({
  repositories: { uploads: port<UploadRepository>(), uploadSweep: port<UploadSweep>() },
  outside: {
    blobs: port<BlobStore>(),
    types: port<TypeDetector>(),
    scanner: port<ContentScanner>(),
    throttle: port<Throttle>(),
  },
});
export type UploadsPorts = PortsInside<typeof ports>;
export type UploadsPreparing = PreparingContext<typeof ports>;
export type UploadsReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
