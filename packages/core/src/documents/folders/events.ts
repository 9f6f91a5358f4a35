import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import type { Folder } from './folder.ts';

const folder = { folderId: id(), name: z.string(), parentId: id().nullable(), version: z.int() };
type AboutFolder = z.output<z.ZodObject<typeof folder>>;

/** The data about a folder that its events carry. */
export const folderFacts = ({ id: folderId, name, parentId, version }: Folder): AboutFolder => ({
  folderId,
  name,
  parentId,
  version,
});

const line = {
  target: ({ folderId, version }: AboutFolder) => ({ kind: 'folder', id: folderId, version }),
  facts: ({ parentId }: AboutFolder) => ({ parentId }),
  detail: ({ name }: AboutFolder) => ({ name }),
};

export const folderCreated = event('folder.created', z.strictObject(folder), line);
export const folderUpdated = event('folder.updated', z.strictObject(folder), line);
export const folderWasArchived = event('folder.archived', z.strictObject(folder), line);
export const folderRestored = event('folder.restored', z.strictObject(folder), line);
