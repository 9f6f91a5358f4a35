import { z } from 'zod';
import type { UserPrincipal } from '../kernel/principal.ts';
import { shown } from '../kernel/shapes.ts';
import {
  accessLevels,
  type Document,
  type DocumentVersion,
  documentStates,
  signatureStatuses,
  versionKinds,
} from './document.ts';
import { visibility } from './document-fields.ts';
import { permissionsFor } from './document-levels.ts';
import { lifecycleStatuses, type ShortLifecycle } from './document-lifecycles.ts';
import { type CountedFolder, folderStates } from './folders/folder.ts';
import { contentFlags } from './pdf-inspector.ts';

export const DocumentView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    name: z.string().describe('The name that people see.'),
    description: z.string().nullable().describe('What the document is about; null without one.'),
    fileName: z.string().describe('The name that a download gets, with the extension of the detected type.'),
    folderId: z.uuid().nullable().describe('The id of its folder; null in the root of the workspace.'),
    inArchivedFolder: z.boolean().describe('True if its folder, or one above that, is archived.'),
    documentTypeId: z.uuid().nullable().describe('The id of its document type; null without one.'),
    ownerUserId: z.string().describe('The id of the person who is responsible for it.'),
    tags: z.array(z.string()).describe('Words to find it by.'),
    visibility: visibility(),
    accessList: z
      .array(
        z.object({
          userId: z.string().describe('The id of the person.'),
          level: z.enum(accessLevels).describe('What the person may do; a guest only reads.'),
        }),
      )
      .describe('Who else may read or edit it.'),
    status: z.enum(documentStates.states).describe('Where the document is in its life.'),
    signatureStatus: z.enum(signatureStatuses).describe('The state of its current signing round.'),
    mimeType: z.string().describe('The type of its current bytes, as detected from them.'),
    sizeBytes: z.int().describe('The size of its current bytes.'),
    sha256: z.string().describe('SHA-256 of its current bytes, in hexadecimal.'),
    pageCount: z
      .int()
      .nullable()
      .describe('How many pages it has; null unless it is a PDF that could be read.'),
    originalSha256: z.string().describe('SHA-256 of the bytes that were uploaded.'),
    sealedSha256: z.string().nullable().describe('SHA-256 of the sealed bytes; null unless it is sealed.'),
    contentFlags: z
      .array(z.enum(contentFlags))
      .describe('What was found in a PDF; uninspected means that nobody has looked yet.'),
    scan: z.enum(['clean', 'skipped']).describe('What the scanner said; skipped means that it was away.'),
    lifecycle: z
      .object({
        typeId: z.uuid().nullable().describe('The id of its document type; null without one.'),
        ownerUserId: z
          .string()
          .nullable()
          .describe('The id of the person who keeps it in force; null if nobody was named.'),
        status: z
          .enum(lifecycleStatuses)
          .nullable()
          .describe('What follows from its dates at this moment; null while it is not tracked.'),
        expiresOn: shown.date().nullable().describe('The last day of its validity; null if there is none.'),
        held: z.boolean().describe('True if a legal hold forbids to trash or destroy it.'),
      })
      .describe('Its life in short.'),
    shareCount: z.int().describe('How many shares are active.'),
    trashedAt: shown.instant().nullable().describe('When it was trashed; null if it was not.'),
    trashedByUserId: z.string().nullable().describe('The id of who trashed it; null if nobody did.'),
    purgeAfter: shown
      .instant()
      .nullable()
      .describe('From when on it is destroyed; null unless it is in the trash.'),
    permissions: z
      .object({
        view: z.boolean().describe('Whether you may read it.'),
        edit: z.boolean().describe('Whether you may rename, describe, tag and move it.'),
        manage: z.boolean().describe('Whether you may trash it and decide who sees it.'),
      })
      .describe('What you may do.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'Document', description: 'A document of the library.' });

/** The document as the caller sees it. */
export const documentView = (
  document: Document,
  { user, workspaceId }: { readonly user: UserPrincipal; readonly workspaceId: string },
  lifecycle: ShortLifecycle,
): z.input<typeof DocumentView> =>
  ({
    // Behind so many fields these would make the object a hash table, which costs ten times as much.
    workspaceId,
    lifecycle: { typeId: document.documentTypeId, ...lifecycle },
    permissions: permissionsFor(document, user),
    ...document,
    // Its lists are read-only for the types, and are only written out.
  }) as z.input<typeof DocumentView>;

export const DocumentVersionView = z
  .object({
    id: shown.ownId(),
    kind: z.enum(versionKinds).describe('What it is: the uploaded bytes, or what signing made of them.'),
    sha256: z.string().describe('SHA-256 of its bytes, in hexadecimal.'),
    sizeBytes: z.int().describe('The size of its bytes.'),
    pageCount: z
      .int()
      .nullable()
      .describe('How many pages it has; null unless it is a PDF that could be read.'),
    createdAt: shown.createdAt(),
  })
  .meta({ id: 'DocumentVersion', description: 'Bytes of a document, which never change.' });

export const documentVersionView = ({
  id,
  kind,
  sha256,
  sizeBytes,
  pageCount,
  createdAt,
}: DocumentVersion): z.input<typeof DocumentVersionView> => ({
  id,
  kind,
  sha256,
  sizeBytes,
  pageCount,
  createdAt,
});

export const DocumentFolderView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    name: z.string().describe('The name, unique among the folders beside it.'),
    parentId: z.uuid().nullable().describe('The id of the folder that it lies in; null in the root.'),
    depth: z.int().describe('How many folders lie above it.'),
    status: z.enum(folderStates.states).describe('Whether it is shown when people browse.'),
    archivedAt: shown.instant().nullable().describe('When it was archived; null unless it is.'),
    createdByUserId: z.string().describe('The id of who made it.'),
    folderCount: z.int().describe('How many folders you see in it; 1000 means 1000 or more.'),
    documentCount: z.int().describe('How many documents you see in it; 1000 means 1000 or more.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'DocumentFolder', description: 'A folder of the library.' });

export const documentFolderView = (
  { isHidden: _, ...folder }: CountedFolder,
  workspaceId: string,
): z.input<typeof DocumentFolderView> => ({ ...folder, workspaceId });

export const BreadcrumbView = z
  .object({
    id: z.uuid().describe('The id of the folder.'),
    name: z.string().describe('The name of the folder.'),
  })
  .meta({ id: 'Breadcrumb', description: 'A folder on the way from the root.' });
