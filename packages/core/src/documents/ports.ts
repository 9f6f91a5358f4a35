import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type {
  BlobStore,
  Clock,
  ContentScanner,
  PasswordHasher,
  Throttle,
  TypeDetector,
} from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { UploadConsumption } from '../uploads/index.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { Browsing } from './browsing.ts';
import type { AccessEntry, Document, DocumentVersion, VersionKind } from './document.ts';
import type { DocumentDeadlines } from './document-deadlines.ts';
import type { DocumentHolds } from './document-holds.ts';
import type { DocumentLifecycles } from './document-lifecycles.ts';
import type { DocumentParticipant } from './document-participants.ts';
import type { DocumentRetention } from './document-retention.ts';
import type { DocumentSummaries } from './document-summaries.ts';
import type { DocumentTypes } from './document-types.ts';
import type { FolderRepository, FolderTree } from './folders/ports.ts';
import type { PdfInspection, PdfInspector } from './pdf-inspector.ts';
import type { DocumentShareRepository, DocumentShareSweep } from './shares/ports.ts';
import type { Viewer } from './viewer.ts';

/** A document with the same bytes. */
export interface Duplicate {
  readonly documentId: string;
  readonly name: string;
}

/** Documents of the workspace of the transaction. */
export interface DocumentRepository {
  /** Writes the document, its access list and its first version. */
  add(document: Document, original: DocumentVersion): Promise<void>;
  /**
   * The document as this person sees it, or `document.not_found`. With a lock, changes of it wait for the end of the
   * transaction; whoever places a hold takes the same lock, so that holding and destroying never happen at once (LIB-7).
   */
  see(id: string, viewer: Viewer, lock?: 'for update'): Promise<Document>;
  /** The same for background work, which sees everything; null if there is no such document. */
  get(id: string, lock?: 'for update'): Promise<Document | null>;
  /** Those of these documents that there are, in no order. */
  among(ids: readonly string[]): Promise<readonly Document[]>;
  /**
   * Stores the document as the version after `document.version`, or throws `version_conflict`. The access list is set apart, and
   * how many shares are active is counted by their own repository.
   */
  save(document: Document): Promise<Document>;
  setAccess(id: string, entries: readonly AccessEntry[]): Promise<void>;
  /** Documents as a list shows them, after the cursor key [value, id]; `limit + 1` rows mean that there are more. */
  browse(browsing: Browsing, after: BrowsingKey | null, limit: number): Promise<readonly ListedDocument[]>;
  /** Documents with these bytes that the viewer sees, without this one, the newest first (LIB-15). */
  duplicates(sha256: string, viewer: Viewer, exceptId: string, limit: number): Promise<readonly Duplicate[]>;
  /** Notes that somebody reads the content; true if it is the first time in this hour of the clock (LIB-14). */
  noteReading(id: string, userId: string, now: Instant): Promise<boolean>;
  /** Gives what one person owns to another, and takes the person out of all access lists. */
  handOver(userId: string, heirUserId: string, at: Instant): Promise<void>;
  /** Documents of this person that are out for signature or wait for their seal: only an heir may take them over. */
  inLiveRounds(ownerUserId: string): Promise<readonly string[]>;
  /** Documents that keep the workspace from closing, since people were asked to sign them. */
  blockingClosure(): Promise<readonly string[]>;
  /** Removes everything of the workspace except its objects, for its closure. */
  purge(): Promise<void>;
}
/** The bytes of documents, version by version. */
export interface DocumentVersionRepository {
  add(version: DocumentVersion): Promise<void>;
  /** The versions of a document in their order. */
  of(documentId: string): Promise<readonly DocumentVersion[]>;
  /** The newest version of this kind whose bytes are there, or null. */
  newest(documentId: string, kind: VersionKind): Promise<DocumentVersion | null>;
  /** Writes down what the inspection of a version found, for the document too if these are its current bytes. */
  inspected(documentId: string, versionId: string, inspection: PdfInspection): Promise<void>;
  /** Takes the bytes from all versions: their objects may be deleted once this commits. Returns how many bytes they were. */
  release(documentId: string, at: Instant): Promise<number>;
  /** Objects of released versions that are still to be deleted. */
  releasedBlobs(documentId: string): Promise<readonly string[]>;
  /** These objects are deleted. */
  forgetBlobs(keys: readonly string[]): Promise<void>;
  /** Every object of the workspace, for its closure. */
  allBlobs(): Promise<readonly string[]>;
}

export interface ListedDocument extends Document {
  /** The value that the list is sorted by, as a cursor holds it; null where the document has none. */
  readonly sortedBy: string | null;
}
/** The value that the list is sorted by, and the id; null of a document without that value. */
export type BrowsingKey = readonly [value: string | null, id: string];

/** Answers the sweeps across all workspaces. */
export interface DocumentSweep {
  /** Trashed documents whose time is over, and disposed ones whose bytes are still to be deleted. */
  dueForPurge(now: Instant, limit: number): Promise<readonly DueDocument[]>;
  /** Documents that no scanner has looked at, after this id. */
  unscanned(after: string | null, limit: number): Promise<readonly DueDocument[]>;
}

export interface DueDocument {
  readonly workspaceId: string;
  readonly id: string;
}

export const ports = contextPorts({
  repositories: {
    documents: port<DocumentRepository>(),
    documentVersions: port<DocumentVersionRepository>(),
    folders: port<FolderRepository>(),
    folderTree: port<FolderTree>(),
    documentSweep: port<DocumentSweep>(),
    documentShares: port<DocumentShareRepository>(),
    documentShareSweep: port<DocumentShareSweep>(),
  },
  asks: {
    uploadConsumption: port<UploadConsumption>(),
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
    documentHolds: port<readonly DocumentHolds[]>(),
    documentLifecycles: port<readonly DocumentLifecycles[]>(),
    documentRetention: port<readonly DocumentRetention[]>(),
    documentTypes: port<readonly DocumentTypes[]>(),
    documentSummaries: port<readonly DocumentSummaries[]>(),
    documentParticipants: port<readonly DocumentParticipant[]>(),
    documentDeadlines: port<readonly DocumentDeadlines[]>(),
  },
  inside: { clock: port<Clock>() },
  outside: {
    blobs: port<BlobStore>(),
    types: port<TypeDetector>(),
    scanner: port<ContentScanner>(),
    pdfInspector: port<PdfInspector>(),
    passwords: port<PasswordHasher>(),
    throttle: port<Throttle>(),
  },
});
export type DocumentsPorts = PortsInside<typeof ports>;
export type DocumentsPreparing = PreparingContext<typeof ports>;
export type DocumentsReacting = ReactingContext<typeof ports>;

export const { query, slowQuery, command, action, reaction, scheduled } = useCasesOf(ports);
