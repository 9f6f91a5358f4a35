import type { DocumentLibrary, PdfInspector } from '../documents/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { WorkspacePlans } from '../kernel/entitlements.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { FoundLink } from '../kernel/links.ts';
import type {
  BlobStore,
  Clock,
  ContentScanner,
  PhoneNumbers,
  Throttle,
  TypeDetector,
} from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { CaseAccess, ReadableCases } from './case-access.ts';
import type { ClientUpload } from './client-upload.ts';
import type { FileRequestLink, FileRequestLinkCause, FileRequestLinkEnd } from './link.ts';
import type { FileRequest, FileRequestStatus } from './request.ts';
import type { FileRequestTemplate } from './templates/template.ts';

/** Which requests a list shows, the newest first. */
export interface FileRequestFilter {
  /** Null is every state. */
  readonly statuses: readonly FileRequestStatus[] | null;
  /** Each of them has to be found in the title, or in the name or address of the client. */
  readonly words: readonly string[];
  /** Null is everybody's. */
  readonly ownerUserId: string | null;
  readonly viewer: FileRequestViewer;
}

/** Who looks: at their own requests, at those of the cases that they may read, and, where `seesAll`, at all that belong to no case. */
export interface FileRequestViewer {
  readonly userId: string;
  readonly seesAll: boolean;
  readonly cases: ReadableCases;
}

/** Requests for files of the workspace of the transaction. Whoever changes one, its links or its files has locked it first. */
export interface FileRequestRepository {
  add(request: FileRequest): Promise<void>;
  /** Null if there is none. With a lock, whoever changes it waits for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<FileRequest | null>;
  list(filter: FileRequestFilter, beforeId: string | null, limit: number): Promise<readonly FileRequest[]>;
  /** Stores the request as the version after `request.version`, or throws `version_conflict`. */
  save(request: FileRequest): Promise<FileRequest>;
  /** Notes that the client has opened the link, which makes no other version; true the first time. */
  noteOpening(id: string, at: Instant): Promise<boolean>;
  /** How many have not ended. Others that are about to make one wait until the end of the transaction. */
  countUnended(): Promise<number>;
  /** The ids of those of a person that have been sent and have not ended. */
  openOf(ownerUserId: string): Promise<readonly string[]>;
  /** The ids of all that have been sent and have not ended. */
  allOpen(): Promise<readonly string[]>;
  /** The ids of those whose mail of the due date is still to come. */
  withDueMail(): Promise<readonly string[]>;
  /** Gives what one person owns to another. */
  handOver(userId: string, heirUserId: string, at: Instant): Promise<void>;
  /** Removes everything of the workspace except its objects, for its closure. */
  purge(): Promise<void>;
}

export interface FileRequestTemplateRepository {
  /** False if a live one has this name. */
  add(template: FileRequestTemplate): Promise<boolean>;
  get(id: string): Promise<FileRequestTemplate | null>;
  /** Live ones by name, or archived ones too. */
  list(
    archivedToo: boolean,
    after: readonly [sortName: string, id: string] | null,
    limit: number,
  ): Promise<readonly (FileRequestTemplate & { readonly sortName: string })[]>;
  /** Stores it as the version after its own, or throws `version_conflict`; null if a live one has this name. */
  save(template: FileRequestTemplate): Promise<FileRequestTemplate | null>;
  /** How many are live. Others that are about to make one wait until the end of the transaction. */
  countLive(): Promise<number>;
  handOver(userId: string, heirUserId: string, at: Instant): Promise<void>;
}

export interface FileRequestLinkRepository {
  add(link: FileRequestLink): Promise<void>;
  get(id: string): Promise<FileRequestLink | null>;
  /** Looked up over all workspaces, and whether or not the link is live; null if there never was such a link. */
  ofToken(tokenHash: string): Promise<FoundLink | null>;
  /** Ends the live link of a request, so that it opens nothing from the commit on. */
  end(requestId: string, reason: FileRequestLinkEnd, at: Instant): Promise<void>;
  /** The live link ends at this time from now on. */
  moveEnd(requestId: string, expiresAt: Instant): Promise<void>;
  /** When links were made for this cause after an instant, the oldest first. */
  madeSince(requestId: string, cause: FileRequestLinkCause, after: Instant): Promise<readonly Instant[]>;
  /** The mail has left, or never will: the secret is forgotten. */
  eraseSecret(id: string): Promise<void>;
}

/** A file that somebody accepted. */
export type AcceptedUpload = Pick<ClientUpload, 'id' | 'fileName' | 'status' | 'uploadedAt'>;

/** The files of requests. Whoever changes one has locked its request. */
export interface ClientUploadRepository {
  add(upload: ClientUpload): Promise<void>;
  get(id: string): Promise<ClientUpload | null>;
  /** Accepted files whose name has all these words, of requests that this person sees, the latest first. */
  accepted(
    filter: Pick<FileRequestFilter, 'words' | 'viewer'>,
    limit: number,
  ): Promise<readonly AcceptedUpload[]>;
  /** All files of a request, in the order in which they came. */
  of(requestId: string): Promise<readonly ClientUpload[]>;
  save(upload: ClientUpload): Promise<void>;
  /** The object of a destroyed file is deleted. */
  forgetBlob(id: string): Promise<void>;
}

/** Something that a sweep has found, in its workspace. */
export interface DueFileRequest {
  readonly workspaceId: string;
  readonly id: string;
}

/** Answers the sweeps across all workspaces with ids; each change is then made inside its own workspace. */
export interface FileRequestSweep {
  /** Requests whose time is over. */
  toExpire(now: Instant, limit: number): Promise<readonly DueFileRequest[]>;
  /** Requests whose reminder is due. */
  toRemind(now: Instant, limit: number): Promise<readonly DueFileRequest[]>;
  /** Files whose bytes are to be destroyed, after this id. */
  toDestroy(now: Instant, after: string | null, limit: number): Promise<readonly DueFileRequest[]>;
  /** Requests whose mail of the due date is due. */
  toMailAsDue(now: Instant, limit: number): Promise<readonly DueFileRequest[]>;
}

export const ports = contextPorts({
  repositories: {
    fileRequests: port<FileRequestRepository>(),
    fileRequestTemplates: port<FileRequestTemplateRepository>(),
    fileRequestLinks: port<FileRequestLinkRepository>(),
    clientUploads: port<ClientUploadRepository>(),
    fileRequestSweep: port<FileRequestSweep>(),
  },
  asks: {
    documentLibrary: port<DocumentLibrary>(),
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
    caseAccess: port<readonly CaseAccess[]>(),
    workspacePlans: port<WorkspacePlans>(),
  },
  inside: { phoneNumbers: port<PhoneNumbers>(), clock: port<Clock>() },
  outside: {
    blobs: port<BlobStore>(),
    types: port<TypeDetector>(),
    scanner: port<ContentScanner>(),
    pdfInspector: port<PdfInspector>(),
    throttle: port<Throttle>(),
  },
});
export type FileRequestsPorts = PortsInside<typeof ports>;
export type FileRequestsPreparing = PreparingContext<typeof ports>;
export type FileRequestsReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
