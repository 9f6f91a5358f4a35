import { isManager } from '../../kernel/access.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import type { DocumentsPorts } from '../ports.ts';
import { viewerOf } from '../viewer.ts';
import type { CountedFolder, Folder } from './folder.ts';

const folderPermissions = { edit: ['manager', 'creator'] } as const;

/** The permission on a folder that was found: owners and admins, and whoever made it (documents 8). */
export const onFolder = permissionsOn('folder', folderPermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps: [] },
    admin: { always: ['manager'], perhaps: [] },
    member: { always: [], perhaps: ['creator', 'onlooker'] },
    guest: { always: ['onlooker'], perhaps: [] },
  },
  standingsOf: (
    { createdByUserId }: Pick<Folder, 'createdByUserId'>,
    _input: unknown,
    { user },
  ): readonly ('manager' | 'creator' | 'onlooker')[] =>
    isManager(user.membership?.role)
      ? ['manager']
      : [createdByUserId === user.userId ? 'creator' : 'onlooker'],
  words: { manager: 'is an owner or admin of the workspace', creator: 'made the folder' },
});

/** Waits until nobody else changes the tree of folders, and returns the folder. */
export async function folderToChange(
  { folderId }: { readonly folderId: string },
  { folders, folderTree, user }: DocumentsPorts & HandlerContext,
): Promise<CountedFolder> {
  await folderTree.lock();
  return folders.see(folderId, viewerOf(user));
}
