import type { WritingContext } from '../kernel/handler-context.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { type Document, type DocumentVersion, documentStates } from './document.ts';
import { shortLifecycle } from './document-lifecycles.ts';
import { tellOf } from './document-participants.ts';
import { requireType } from './document-types.ts';
import { documentTypeArchived, documentTypeNotFound, folderArchived, folderNotFound } from './errors.ts';
import { documentCreated, documentLeftUninspected, factsOf } from './events.ts';
import { typedFileName } from './file-names.ts';
import { folderToFile } from './folders/folder-to-file.ts';
import type { DocumentsPorts } from './ports.ts';
import type { TakenContent } from './taken-content.ts';
import { viewerOf } from './viewer.ts';
import { documentView } from './views.ts';

const mostDuplicates = 10;

/** What the caller says about a new document. */
export interface DocumentInput {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly folderId?: string | null | undefined;
  readonly documentTypeId?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly visibility?: Document['visibility'] | undefined;
}

export interface NewBytes extends TakenContent {
  readonly documentId: string;
  readonly fileName: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

type Context = WritingContext & DocumentsPorts;

/** What `requirePlace` refuses with. */
export const placeRefusals = [folderNotFound, folderArchived, documentTypeNotFound, documentTypeArchived];

/** Passes if the place and the type of a new document allow it; asked before any slow work on the file. */
export async function requirePlace(input: DocumentInput, context: DocumentsPorts): Promise<void> {
  await folderToFile(input.folderId ?? null, context);
  await requireType(context.documentTypes, input.documentTypeId);
}

/** Whose document it becomes, and who makes it. */
interface Makers {
  readonly ownerUserId: string;
  readonly createdByUserId: string;
}

/** What writing a document takes; what follows from an event has it too. */
export type StoringContext = Pick<DocumentsPorts, 'documents' | 'documentParticipants'> &
  Pick<FollowUpContext, 'now' | 'newId' | 'emit'>;

/** Writes a new document whose bytes are stored already. */
export async function storeDocument(
  input: DocumentInput,
  bytes: NewBytes,
  makers: Makers,
  context: StoringContext,
): Promise<Document> {
  const { documents, emit } = context;
  const { documentId, sizeBytes, sha256, mimeType, scan, inspection } = bytes;
  const document = newDocument(input, bytes, makers, context);
  const original = originalOf(document, bytes, makers, context);

  await documents.add(document, original);
  await tellOf(documentId, 'created', context);
  emit(documentCreated, { ...factsOf(document), mimeType, sizeBytes, sha256, scan });
  if (inspection.flags.includes('uninspected'))
    emit(documentLeftUninspected, { documentId, versionId: original.id });
  return document;
}

/** Writes a new document of the caller, and answers with it and with those that have the same bytes. */
export async function addDocument(input: DocumentInput, bytes: NewBytes, context: Context) {
  const { user, documents, now } = context;
  const makers = { ownerUserId: user.userId, createdByUserId: user.userId };
  const document = await storeDocument(input, bytes, makers, context);
  const duplicates = await documents.duplicates(bytes.sha256, viewerOf(user), document.id, mostDuplicates);
  const lifecycle = await shortLifecycle(document.id, context, now);
  return { document: documentView(document, context, lifecycle), duplicates: [...duplicates] };
}

function newDocument(
  { name, description, folderId, documentTypeId, tags, visibility }: DocumentInput,
  { documentId, fileName, mimeType, sizeBytes, sha256, scan, inspection }: NewBytes,
  { ownerUserId }: Makers,
  { now }: Pick<StoringContext, 'now'>,
): Document {
  return {
    id: documentId,
    name: name ?? fileName,
    description: description ?? null,
    fileName: typedFileName(fileName, mimeType),
    folderId: folderId ?? null,
    inArchivedFolder: false,
    documentTypeId: documentTypeId ?? null,
    ownerUserId,
    tags: tags ?? [],
    visibility: visibility ?? 'workspace',
    accessList: [],
    status: documentStates.begin('active'),
    signatureStatus: 'none',
    mimeType,
    sizeBytes,
    sha256,
    pageCount: inspection.pages?.length ?? null,
    originalSha256: sha256,
    sealedSha256: null,
    contentFlags: inspection.flags,
    scan,
    shareCount: 0,
    trashedAt: null,
    trashedByUserId: null,
    purgeAfter: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

const originalOf = (
  { id: documentId, sha256, sizeBytes, mimeType, pageCount }: Document,
  { blobKey, inspection }: NewBytes,
  { createdByUserId }: Makers,
  { now, newId }: Pick<StoringContext, 'now' | 'newId'>,
): DocumentVersion => ({
  id: newId(),
  documentId,
  ordinal: 1,
  kind: 'original',
  sha256,
  sizeBytes,
  mimeType,
  pageCount,
  pages: inspection.pages,
  blobKey,
  createdByUserId,
  createdAt: now,
});
