import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, version } from '../../kernel/shapes.ts';
import { folderNotFound } from '../errors.ts';
import { command, type DocumentsPorts } from '../ports.ts';
import { DocumentFolderView, documentFolderView } from '../views.ts';
import { folderFacts, folderWasArchived } from './events.ts';
import { archived, type Folder } from './folder.ts';
import { folderToChange, onFolder } from './folder-permissions.ts';

export const archiveDocumentFolder = command({
  summary: 'Archive a folder',
  description:
    'Hides the folder, with all folders and documents below it, from those who browse. Nothing is deleted: searches and ids still find the documents, and restoring the folder shows everything again.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { aliases: ['folders delete'] },
  always: true,
  input: z.strictObject({
    folderId: id().describe('The id of the folder.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ folder: DocumentFolderView }),
  errors: [folderNotFound],

  find: folderToChange,
  may: onFolder('edit'),
  version: (folder) => folder.version,

  async run(_, context) {
    const { found, workspaceId } = context;
    const { folderCount, documentCount } = found;
    const after = await archiveFolder(found, context);
    return { folder: documentFolderView({ ...after, folderCount, documentCount }, workspaceId) };
  },
});

/** Archives the folder unless it is archived already. */
export async function archiveFolder(
  folder: Folder,
  { folders, folderTree, now, emit }: WritingContext & DocumentsPorts,
): Promise<Folder> {
  if (folder.status === 'archived') return folder;
  const after = await folders.save(archived(folder, now));
  await folderTree.rehide(folder.id);
  emit(folderWasArchived, folderFacts(after));
  return after;
}
