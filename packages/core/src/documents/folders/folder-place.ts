import { folderArchived, folderDuplicate, folderTooDeep, folderTooMany } from '../errors.ts';
import { deepestLevel, mostFoldersInFolder } from './folder.ts';
import type { FolderRepository } from './ports.ts';

interface Place {
  readonly name: string;
  readonly parentId: string | null;
  /** The folder that is to lie there, if it exists already. */
  readonly folderId: string | null;
  /** How many levels lie below it. */
  readonly levels: number;
}

/**
 * The depth that a folder has there. Refuses a place that is archived or full, that lies too deep, or where the name is
 * taken. Whoever asks has locked the tree, so that of many who want one name one gets it (LIB-5, LIB-19).
 */
export async function depthAt(
  { name, parentId, folderId, levels }: Place,
  folders: FolderRepository,
): Promise<number> {
  const parent = parentId === null ? null : await folders.get(parentId);
  if (parent?.isHidden) throw folderArchived();
  const depth = parent === null ? 0 : parent.depth + 1;
  if (depth + levels > deepestLevel) throw folderTooDeep();
  if (await folders.isNameTaken(parentId, name, folderId)) throw folderDuplicate();
  if ((await folders.countIn(parentId, folderId)) >= mostFoldersInFolder) throw folderTooMany();
  return depth;
}
