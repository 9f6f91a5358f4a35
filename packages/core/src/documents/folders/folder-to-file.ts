import { folderArchived } from '../errors.ts';
import type { DocumentsPorts } from '../ports.ts';

/** Passes if documents may be put there: in the root, or in a folder that is not archived, nor any above it. */
export async function folderToFile(
  folderId: string | null,
  { folders }: Pick<DocumentsPorts, 'folders'>,
): Promise<void> {
  if (folderId === null) return;
  if ((await folders.get(folderId)).isHidden) throw folderArchived();
}
