import type { DocumentInLifecycle } from './found-lifecycle.ts';

/** What events say about a lifecycle. */
export const aboutLifecycle = ({ document, lifecycle }: DocumentInLifecycle) => ({
  documentId: document.id,
  visibility: document.visibility,
  status: lifecycle.status,
  expiresOn: lifecycle.expiresOn,
  version: lifecycle.version,
});
