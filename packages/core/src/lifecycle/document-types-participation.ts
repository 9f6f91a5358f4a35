import type { DocumentTypesPart } from '../documents/index.ts';
import { type LifecyclePorts, ports } from './ports.ts';

/** Which types documents of the workspace may have. */
export const lifecycleDocumentTypes: DocumentTypesPart = {
  kind: 'document_types',
  ports,
  bind: (context, own: () => LifecyclePorts) => ({
    context,
    statusOf: (documentTypeId) => own().documentTypes.statusOf(documentTypeId),
  }),
};
