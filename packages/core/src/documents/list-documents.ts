import { z } from 'zod';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { type CursorKey, pageFields, pageOf } from '../kernel/pages.ts';
import { id, shown, text } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import { type Browsing, scopes, searchText, sorts, wordsOf } from './browsing.ts';
import { signatureStatuses } from './document.ts';
import { shortLifecycles } from './document-lifecycles.ts';
import { folderNotFound } from './errors.ts';
import type { CountedFolder } from './folders/folder.ts';
import { type DocumentsPorts, type ListedDocument, query } from './ports.ts';
import { type Viewer, viewerOf } from './viewer.ts';
import {
  BreadcrumbView,
  DocumentFolderView,
  DocumentView,
  documentFolderView,
  documentView,
} from './views.ts';

const isPlace = (text: string) => text === '' || text === 'root' || id().safeParse(text).success;

/**
 * What a cursor holds of the last thing: the name by which a folder sorts, or of a document the value that it sorts by, in
 * the place of its form; and the id.
 */
const parts = [
  'text or null',
  'text or null',
  'instant or null',
  'sequence or null',
  'date or null',
  'id',
] as const;
type Key = CursorKey<typeof parts>;
const placeOfSort = { name: 1, updatedAt: 2, createdAt: 2, sizeBytes: 3, expiresOn: 4 } as const;
const folderKind = 'folder';
const documentKind = 'document';

type Listed =
  | { readonly kind: typeof folderKind; readonly folder: CountedFolder & { readonly sortName: string } }
  | { readonly kind: typeof documentKind; readonly document: ListedDocument };

export const listDocuments = query({
  summary: 'Browse and search the library',
  description:
    'Without any field it shows the root of the workspace: folders first, then documents. A search finds documents whose name, description, file name or tags contain every word, whatever its case and accents; without a folder it looks everywhere.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  mayBeASecondOld: true,
  cli: {
    lists: ['folders', 'documents'],
    columns: ['name', 'mimeType', 'sizeBytes', 'updatedAt', 'id'],
  },
  always: true,
  input: z.strictObject({
    scope: z
      .enum(['', ...scopes])
      .default('')
      .describe(
        'What to show: all that is not trashed (workspace, as does an empty text), your own (mine), what is shared, what is out for signature (signing), what you can take out of the trash (trash), or what malware was found in (quarantine).',
      ),
    folderId: z
      .string()
      .max(36)
      .refine(isPlace, 'Give the id of a folder, root, or nothing.')
      .transform((place) => place.toLowerCase())
      .default('')
      .describe('The folder to show: its id, or root. Empty is the root, or every folder if you search.'),
    search: searchText().default('').describe('Words that must all be found.'),
    signatureStatus: z
      .enum(signatureStatuses)
      .optional()
      .describe('Only documents whose signing round has this state.'),
    typeId: id().optional().describe('Only documents of this type.'),
    tag: text(64).optional().describe('Only documents with this tag, whatever its case.'),
    archived: z.boolean().default(false).describe('Whether archived folders are shown too.'),
    sort: z.enum(sorts).default('updatedAt').describe('What documents are ordered by.'),
    direction: z
      .enum(['asc', 'desc'])
      .optional()
      .describe('Ascending or descending; by default names ascend and all else descends.'),
    ...pageFields(parts),
  }),
  output: z.object({
    scope: z.enum(scopes).describe('What is shown.'),
    folder: DocumentFolderView.nullable().describe(
      'The folder that is shown; null in the root and everywhere.',
    ),
    breadcrumbs: z.array(BreadcrumbView).describe('The folders on the way to it, the uppermost first.'),
    folders: z.array(DocumentFolderView).describe('Folders, by name; they come before all documents.'),
    documents: z.array(DocumentView).describe('Documents, in the order that was asked for.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [folderNotFound],

  async run({ limit, cursor, archived, ...input }, context) {
    const { documents, folders, folderTree, user, workspaceId } = context;
    const viewer = viewerOf(user);
    const asked = askedOf(input);
    const browsing = browsingOf(input, asked, viewer);
    const after = afterOf(cursor, browsing);
    const { folderId, words } = asked;
    const place = folderId === 'anywhere' ? null : folderId;
    const showsFolders = asked.showsFolders && after.kind !== documentKind;

    const [folder, breadcrumbs, foundFolders, foundDocuments] = await Promise.all([
      place === null ? null : folders.see(place, viewer),
      place === null ? [] : folderTree.path(place),
      showsFolders
        ? folders.list({ viewer, parentId: place, words, archivedToo: archived }, after.folder, limit + 1)
        : [],
      documents.browse(browsing, after.document, limit + 1),
    ]);
    const listed: readonly Listed[] = [
      ...foundFolders.map((each) => ({ kind: folderKind, folder: each }) as const),
      ...foundDocuments.map((each) => ({ kind: documentKind, document: each }) as const),
    ];
    const { rows, count, nextCursor } = pageOf(listed, limit, (row) => keyOf(row, browsing));
    return {
      scope: asked.scope,
      folder: folder === null ? null : documentFolderView(folder, workspaceId),
      breadcrumbs: [...breadcrumbs],
      ...(await shownRows(rows, context)),
      count,
      nextCursor,
    };
  },
});

interface Input {
  readonly scope: string;
  readonly folderId: string;
  readonly search: string;
  readonly signatureStatus?: Browsing['signatureStatus'] | undefined;
  readonly typeId?: string | undefined;
  readonly tag?: string | undefined;
  readonly sort: Browsing['sort'];
  readonly direction?: 'asc' | 'desc' | undefined;
}

const browsingOf = (
  { signatureStatus, typeId, tag, sort, direction }: Input,
  { scope, folderId, words }: ReturnType<typeof askedOf>,
  viewer: Viewer,
): Browsing => ({
  viewer,
  scope,
  folderId,
  words,
  signatureStatus: signatureStatus ?? null,
  documentTypeId: typeId ?? null,
  tag: tag ?? null,
  sort,
  isDescending: (direction ?? (sort === 'name' ? 'asc' : 'desc')) === 'desc',
});

async function shownRows(rows: readonly Listed[], context: DocumentsPorts & HandlerContext) {
  const documents = rows.flatMap((row) => (row.kind === documentKind ? [row.document] : []));
  const lifecycleOf = await shortLifecycles(
    documents.map(({ id }) => id),
    context,
    context.now,
  );
  return {
    // Without what they are sorted by: an answer with a field of its own would be copied once more.
    folders: rows.flatMap((row) => {
      if (row.kind !== folderKind) return [];
      const { sortName: _, ...folder } = row.folder;
      return [documentFolderView(folder, context.workspaceId)];
    }),
    documents: documents.map(({ sortedBy: _, ...document }) =>
      documentView(document, context, lifecycleOf(document.id)),
    ),
  };
}

/** What the fields mean together (LIB-1, LIB-2, LIB-20). */
function askedOf(input: Input) {
  const scope = scopes.find((known) => known === input.scope) ?? 'workspace';
  const words = wordsOf(input.search);
  const isSearch = words.length > 0;
  if (scope === 'trash' && input.folderId !== '')
    throw invalidField('/folderId', 'field.not_an_option', 'The trash has no folders; leave folderId empty.');
  const isFlat = input.folderId === '' && (isSearch || scope !== 'workspace');
  const folderId = isFlat
    ? ('anywhere' as const)
    : input.folderId === '' || input.folderId === 'root'
      ? null
      : input.folderId;
  return {
    scope,
    words,
    folderId: folderId === null && isSearch ? ('anywhere' as const) : folderId,
    // What is one's own, shared, out for signature or trashed is a list without folders, unless one is asked for.
    showsFolders: scope === 'workspace' || !isFlat,
  };
}

function keyOf(row: Listed, { sort }: Browsing): Key {
  const { id } = row.kind === folderKind ? row.folder : row.document;
  const values: (string | null)[] = parts.slice(0, -1).map(() => null);
  if (row.kind === folderKind) values[0] = row.folder.sortName;
  else values[placeOfSort[sort]] = row.document.sortedBy;
  // As many as there are parts, each in the place of its form.
  return [...values, id] as unknown as Key;
}

/** Where the page begins: behind a folder, or behind a document. */
function afterOf(cursor: Key | undefined, { sort }: Browsing) {
  if (cursor === undefined) return { kind: null, folder: null, document: null };
  const [folderName, , , , , id] = cursor;
  return folderName === null
    ? { kind: documentKind, folder: null, document: [cursor[placeOfSort[sort]], id] as const }
    : { kind: folderKind, folder: [folderName, id] as const, document: null };
}
