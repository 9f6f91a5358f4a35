import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { uploadRepository, uploadSweep } from './upload-sessions.ts';

/** The repositories of the context `uploads`. */
export const uploadsRepositories: RepositoriesOf<'uploads'> = repositoriesOf({
  uploads: ({ sql, tenant }) => uploadRepository(sql, tenant()),
  uploadSweep: ({ sql }) => uploadSweep(sql),
});
