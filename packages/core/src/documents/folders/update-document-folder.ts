import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, version } from '../../kernel/shapes.ts';
import {
  folderArchived,
  folderCycle,
  folderDuplicate,
  folderNotFound,
  folderTooDeep,
  folderTooMany,
} from '../errors.ts';
import { command, type DocumentsPorts } from '../ports.ts';
import { viewerOf } from '../viewer.ts';
import { DocumentFolderView, documentFolderView } from '../views.ts';
import { archiveFolder } from './archive-document-folder.ts';
import { folderName } from './create-document-folder.ts';
import { folderFacts, folderRestored, folderUpdated } from './events.ts';
import { type Folder, folderStates, unarchived } from './folder.ts';
import { folderToChange, onFolder } from './folder-permissions.ts';
import { depthAt } from './folder-place.ts';
import type { FolderTree } from './ports.ts';

export const updateDocumentFolder = command({
  summary: 'Rename, move, archive or restore a folder',
  description:
    'archived: true hides the folder with all that lies below it, as archiving does, and archived: false shows it again. An archived folder is restored before anything else of it is changed.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { example: { name: 'Contracts 2026' } },
  input: z.strictObject({
    folderId: id().describe('The id of the folder.'),
    name: folderName().optional(),
    parentId: id()
      .nullable()
      .optional()
      .describe('The id of the folder that it is to lie in; null is the root.'),
    archived: z.boolean().optional().describe('Whether the folder is hidden from those who browse.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ folder: DocumentFolderView }),
  errors: [
    folderNotFound,

    folderDuplicate,
    folderCycle,
    folderTooDeep,
    folderArchived,
    folderTooMany,
  ],

  find: folderToChange,
  may: onFolder('edit'),
  version: (folder) => folder.version,

  async run({ folderId, archived, ...given }, context) {
    const { found, folders, user, workspaceId } = context;
    const isRestored = archived === false;
    const edited = await editFolder(found, given, isRestored, context);
    const shown = isRestored ? await restoreFolder(edited, context) : edited;
    const after = archived === true ? await archiveFolder(shown, context) : shown;
    const counts = await folders.counts(folderId, viewerOf(user));
    return { folder: documentFolderView({ ...after, ...counts }, workspaceId) };
  },
});

type Context = WritingContext & DocumentsPorts;
interface Edit {
  readonly name?: string | undefined;
  readonly parentId?: string | null | undefined;
}

/** An archived folder is edited only by a call that restores it, perhaps because its name is taken by now. */
async function editFolder(
  folder: Folder,
  edit: Edit,
  isRestored: boolean,
  context: Context,
): Promise<Folder> {
  const { name = folder.name, parentId = folder.parentId } = edit;
  if (name === folder.name && parentId === folder.parentId) return folder;
  const { folders, folderTree, now, emit } = context;
  if (!isRestored) folderStates.next(folder.status, 'edit');
  if (parentId !== null && (parentId === folder.id || (await folderTree.isBelow(parentId, folder.id))))
    throw folderCycle();
  const depth = await depthAt(await placeOf({ ...folder, name, parentId }, folderTree), folders);
  const after = await folders.save({ ...folder, name, parentId, depth, updatedAt: now });
  if (parentId !== folder.parentId) await folderTree.replant(folder.id, parentId);
  emit(folderUpdated, folderFacts(after));
  return after;
}

async function restoreFolder(folder: Folder, context: Context): Promise<Folder> {
  if (folder.status === 'active') return folder;
  const { folders, folderTree, now, emit } = context;
  await depthAt(await placeOf(folder, folderTree), folders);
  const after = await folders.save(unarchived(folder, now));
  await folderTree.rehide(folder.id);
  emit(folderRestored, folderFacts(after));
  return after;
}

const placeOf = async ({ id, name, parentId }: Folder, tree: FolderTree) => ({
  name,
  parentId,
  folderId: id,
  levels: await tree.levelsBelow(id),
});
