import type { z } from 'zod';
import type { Counting } from '../kernel/entitlements.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import type { Document, DocumentVersion, VersionKind } from './document.ts';
import { isHeld } from './document-holds.ts';
import { shortLifecycle, shortLifecycles } from './document-lifecycles.ts';
import { tellOf } from './document-participants.ts';
import { movedDocument } from './folders/moved-document.ts';
import type { Breadcrumb } from './folders/ports.ts';
import { type DocumentInput, type NewBytes, requirePlace, storeDocument } from './new-document.ts';
import type { DocumentPage } from './pdf-inspector.ts';
import type { DocumentsPorts } from './ports.ts';
import { disposedDocument } from './purged-document.ts';
import { putInTrash, takeFromTrash } from './put-away.ts';
import type { Viewer } from './viewer.ts';
import { type DocumentView, documentView } from './views.ts';

/** Bytes that another context has made of a document and stored. */
export interface MadeVersion {
  readonly id: string;
  readonly documentId: string;
  readonly kind: Exclude<VersionKind, 'original'>;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly pages: readonly DocumentPage[] | null;
  readonly blobKey: string;
  /** Null if a job made it. */
  readonly createdByUserId: string | null;
}

/** What a change of documents from another context is made with. */
export type LibraryChange = Pick<FollowUpContext, 'now' | 'newId' | 'emit'>;

/** A document that another context makes, with what was found out about its bytes. */
export interface CreatedDocument
  extends Pick<DocumentInput, 'name' | 'folderId' | 'documentTypeId' | 'visibility'>,
    Omit<NewBytes, 'documentId'> {
  readonly ownerUserId: string;
  readonly createdByUserId: string;
}

/** Answers what other contexts ask and tell about documents, in the transaction that asks. */
export interface DocumentLibrary {
  /** The document as this person sees it, or `document.not_found`; with a lock as in `DocumentRepository.see`. */
  find(id: string, viewer: Viewer, lock?: 'for update'): Promise<Document>;
  /** The same for background work and for whoever comes by a link, which sees everything; null if there is none. */
  get(id: string, lock?: 'for update'): Promise<Document | null>;
  /** At most so many that this person sees and that have all these words, the latest changed first; nothing of the trash. */
  list(words: readonly string[], most: number, viewer: Viewer): Promise<readonly Document[]>;
  /** The newest version of this kind whose bytes are there, or null. */
  content(id: string, kind: VersionKind): Promise<DocumentVersion | null>;
  /** All versions, the oldest first, even if their bytes are gone. */
  versions(id: string): Promise<readonly DocumentVersion[]>;
  /**
   * Destroys the content at the end of a retention period and leaves the tombstone. The caller has locked the document, has
   * found no hold on it, and knows that its destruction was approved.
   */
  dispose(
    context: LibraryChange & { readonly entitlements: Counting },
    document: Document,
  ): Promise<Document>;
  /** Adds bytes that are stored already; they count as used, and no plan refuses them (PLT-26). */
  addVersion(
    context: { readonly now: Instant; readonly entitlements: Pick<Counting, 'note'> },
    version: MadeVersion,
  ): Promise<DocumentVersion>;
  /**
   * Notes what has become of the signing of a document that the caller has locked; the version of the document moves on,
   * even if the state is the one that it had.
   */
  setSignatureStatus(document: Document, status: Document['signatureStatus'], at: Instant): Promise<Document>;
  /**
   * Makes a document of bytes that are stored already, for the person who is to own it; they are the document's from then on.
   * Whoever calls has asked `requirePlace`, and counts the bytes as used.
   */
  create(context: LibraryChange, document: CreatedDocument): Promise<Document>;
  /** Into the trash, as the person who asks; refuses with one of `trashRefusals`. The caller has locked the document. */
  trash(context: LibraryChange, document: Document, byUserId: string): Promise<Document>;
  /** Into a folder, or out of all with null; refuses with one of `placeRefusals`. The caller has locked the document. */
  move(context: LibraryChange, document: Document, folderId: string | null): Promise<Document>;
  /** Out of the trash; the caller has locked the document. */
  restore(context: LibraryChange, document: Document): Promise<Document>;
  /** Passes if documents may be put there and be given this type; refuses with one of `placeRefusals`. */
  requirePlace(place: Pick<DocumentInput, 'folderId' | 'documentTypeId'>): Promise<void>;
  /** Gives a document that the caller has locked another type, or none; whoever asks knows that there is such a type. */
  setType(document: Document, documentTypeId: string | null, at: Instant): Promise<Document>;
  /** The folders above and this one, the uppermost first; none if there is no such folder. */
  folderPath(folderId: string): Promise<readonly Breadcrumb[]>;
  /** Whether something keeps it from being destroyed; what is to become a document, such as the file of a client, can be held too. */
  isHeld(id: string): Promise<boolean>;
  /** The document as an answer shows it to the caller. */
  view(document: Document, caller: Caller): Promise<z.input<typeof DocumentView>>;
  /** The same of those of these documents that there are, in no order; whoever calls knows that the caller sees them. */
  views(ids: readonly string[], caller: Caller): Promise<readonly z.input<typeof DocumentView>[]>;
}

/** Who is shown documents. */
interface Caller {
  readonly user: UserPrincipal;
  readonly workspaceId: string;
  readonly now: Instant;
}

/** Where the object of a version lies that we have made (LIB-10). */
export const versionBlobKey = (workspaceId: string, versionId: string): string =>
  `ws/${workspaceId}/doc/${versionId}`;

const puttingAway = ({
  documents,
  documentHolds,
  documentRetention,
  documentShares,
  documentParticipants,
}: DocumentsPorts) => ({ documents, documentHolds, documentRetention, documentShares, documentParticipants });

/** `DocumentLibrary` over the documents of the transaction. */
export const documentLibrary = (own: () => DocumentsPorts): DocumentLibrary => ({
  find: (id, viewer, lock) => own().documents.see(id, viewer, lock),
  get: (id, lock) => own().documents.get(id, lock),
  list: (words, most, viewer) =>
    own().documents.browse(
      {
        ...{ viewer, words, scope: 'workspace', folderId: 'anywhere', sort: 'updatedAt', isDescending: true },
        ...{ signatureStatus: null, documentTypeId: null, tag: null },
      },
      null,
      most,
    ),
  content: (id, kind) => own().documentVersions.newest(id, kind),
  versions: (id) => own().documentVersions.of(id),
  isHeld: (id) => isHeld(own().documentHolds, id),
  requirePlace: (place) => requirePlace(place, own()),
  async view(document, caller) {
    return documentView(document, caller, await shortLifecycle(document.id, own(), caller.now));
  },
  async views(ids, caller) {
    const [documents, lifecycleOf] = await Promise.all([
      own().documents.among(ids),
      shortLifecycles(ids, own(), caller.now),
    ]);
    return documents.map((document) => documentView(document, caller, lifecycleOf(document.id)));
  },
  folderPath: (folderId) => own().folderTree.path(folderId),
  ...contentChanges(own),
  ...placeChanges(own),
});

const contentChanges = (
  own: () => DocumentsPorts,
): Pick<DocumentLibrary, 'dispose' | 'addVersion' | 'create'> => ({
  dispose({ now, emit, entitlements }, document) {
    const { documents, documentVersions, documentShares, documentParticipants } = own();
    const context = { documents, documentVersions, documentShares, documentParticipants };
    return disposedDocument(document, { ...context, now, emit, entitlements });
  },
  async addVersion({ now, entitlements }, { pages, ...made }) {
    const { documentVersions } = own();
    const last = (await documentVersions.of(made.documentId)).at(-1);
    const version: DocumentVersion = {
      ...made,
      pages,
      pageCount: pages?.length ?? null,
      ordinal: (last?.ordinal ?? 0) + 1,
      createdAt: now,
    };
    await documentVersions.add(version);
    await entitlements.note('storage_bytes', made.sizeBytes);
    if (made.kind === 'sealed') await tellOf(made.documentId, 'sealed', own());
    return version;
  },
  create({ now, newId, emit }, { ownerUserId, createdByUserId, ...made }) {
    const { documents, documentParticipants } = own();
    const bytes = { ...made, documentId: newId() };
    const context = { documents, documentParticipants, now, newId, emit };
    return storeDocument(made, bytes, { ownerUserId, createdByUserId }, context);
  },
});

const placeChanges = (
  own: () => DocumentsPorts,
): Pick<DocumentLibrary, 'trash' | 'restore' | 'move' | 'setType' | 'setSignatureStatus'> => ({
  trash: ({ now, emit }, document, byUserId) =>
    putInTrash(document, byUserId, { ...puttingAway(own()), now, emit }),
  restore: ({ now, emit }, document) => takeFromTrash(document, { ...puttingAway(own()), now, emit }),
  move({ now, emit }, document, folderId) {
    const { documents, folders, documentParticipants } = own();
    return movedDocument(document, folderId, { documents, folders, documentParticipants, now, emit });
  },
  setType: (document, documentTypeId, at) =>
    own().documents.save({ ...document, documentTypeId, updatedAt: at }),
  setSignatureStatus: (document, signatureStatus, at) =>
    own().documents.save({ ...document, signatureStatus, updatedAt: at }),
});
