import type { z } from 'zod';
import type { Counting } from '../kernel/entitlements.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import type { Document, DocumentVersion, VersionKind } from './document.ts';
import { isHeld } from './document-holds.ts';
import type { DocumentPage } from './pdf-inspector.ts';
import type { DocumentsPorts } from './ports.ts';
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

/** Answers what other contexts ask and tell about documents, in the transaction that asks. */
export interface DocumentLibrary {
  /** The document as this person sees it, or `document.not_found`; with a lock as in `DocumentRepository.see`. */
  find(id: string, viewer: Viewer, lock?: 'for update'): Promise<Document>;
  /** The same for background work and for whoever comes by a link, which sees everything; null if there is none. */
  get(id: string, lock?: 'for update'): Promise<Document | null>;
  /** The newest version of this kind whose bytes are there, or null. */
  content(id: string, kind: VersionKind): Promise<DocumentVersion | null>;
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
  /** The document as an answer shows it to the caller. */
  view(
    document: Document,
    caller: { readonly user: UserPrincipal; readonly workspaceId: string },
  ): Promise<z.input<typeof DocumentView>>;
}

/** Where the object of a version lies that we have made (LIB-10). */
export const versionBlobKey = (workspaceId: string, versionId: string): string =>
  `ws/${workspaceId}/doc/${versionId}`;

/** `DocumentLibrary` over the documents of the transaction. */
export const documentLibrary = (own: () => DocumentsPorts): DocumentLibrary => ({
  find: (id, viewer, lock) => own().documents.see(id, viewer, lock),
  get: (id, lock) => own().documents.get(id, lock),
  content: (id, kind) => own().documentVersions.newest(id, kind),
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
    return version;
  },
  async view(document, caller) {
    return documentView(document, caller, await isHeld(own().documentHolds, document.id));
  },
  setSignatureStatus: (document, signatureStatus, at) =>
    own().documents.save({ ...document, signatureStatus, updatedAt: at }),
});
