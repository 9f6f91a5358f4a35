import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { clientUploadRepository } from './client-uploads.ts';
import { fileRequestLinkRepository } from './file-request-links.ts';
import { fileRequestSweep } from './file-request-sweep.ts';
import { fileRequestTemplateRepository } from './file-request-templates.ts';
import { fileRequestRepository } from './file-requests.ts';

/** The repositories of the context `file-requests`. */
export const fileRequestsRepositories: RepositoriesOf<'fileRequests'> = repositoriesOf({
  fileRequests: ({ sql, tenant }) => fileRequestRepository(sql, tenant()),
  fileRequestTemplates: ({ sql, tenant }) => fileRequestTemplateRepository(sql, tenant()),
  fileRequestLinks: ({ sql, tenant }) => fileRequestLinkRepository(sql, tenant()),
  clientUploads: ({ sql, tenant }) => clientUploadRepository(sql, tenant()),
  fileRequestSweep: ({ sql }) => fileRequestSweep(sql),
});
