import { z } from 'zod';
import { id, visibleName } from '../../kernel/shapes.ts';
import { folderArchived, folderDuplicate, folderNotFound, folderTooDeep, folderTooMany } from '../errors.ts';
import { command } from '../ports.ts';
import { DocumentFolderView, documentFolderView } from '../views.ts';
import { folderCreated, folderFacts } from './events.ts';
import { type Folder, folderStates } from './folder.ts';
import { depthAt } from './folder-place.ts';

export const folderName = () =>
  visibleName(120)
    .describe('The name, unique among the folders beside it.')
    .meta({ examples: ['Contracts'] });

export const createDocumentFolder = command({
  summary: 'Create a folder',
  description:
    'Names are compared without case and accents. Folders lie in one another at most ten levels deep.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    name: folderName(),
    parentId: id()
      .nullable()
      .default(null)
      .describe('The id of the folder that it is to lie in; null is the root.'),
  }),
  output: z.object({ folder: DocumentFolderView }),
  errors: [folderNotFound, folderDuplicate, folderTooDeep, folderArchived, folderTooMany],

  async run({ name, parentId }, { folders, folderTree, now, user, workspaceId, newId, emit }) {
    await folderTree.lock();
    const folder: Folder = {
      id: newId(),
      name,
      parentId,
      depth: await depthAt({ name, parentId, folderId: null, levels: 0 }, folders),
      status: folderStates.begin('active'),
      isHidden: false,
      archivedAt: null,
      createdByUserId: user.userId,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    await folders.add(folder);
    emit(folderCreated, folderFacts(folder));
    return { folder: documentFolderView({ ...folder, folderCount: 0, documentCount: 0 }, workspaceId) };
  },
});
