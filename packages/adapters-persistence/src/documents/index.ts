import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { documentShareSweep } from './document-share-sweep.ts';
import { documentShareRepository } from './document-shares.ts';
import { documentSweep } from './document-sweep.ts';
import { documentVersionRepository } from './document-versions.ts';
import { documentRepository } from './documents.ts';
import { folderTree } from './folder-tree.ts';
import { folderRepository } from './folders.ts';

/** The repositories of the context `documents`. */
export const documentsRepositories: RepositoriesOf<'documents'> = repositoriesOf({
  documents: ({ sql, tenant }) => documentRepository(sql, tenant()),
  documentVersions: ({ sql, tenant }) => documentVersionRepository(sql, tenant()),
  folders: ({ sql, tenant }) => folderRepository(sql, tenant()),
  folderTree: ({ sql, tenant }) => folderTree(sql, tenant()),
  documentSweep: ({ sql }) => documentSweep(sql),
  documentShares: ({ sql, tenant }) => documentShareRepository(sql, tenant()),
  documentShareSweep: ({ sql }) => documentShareSweep(sql),
});
