import type { DocumentHoldsPart } from '../../documents/index.ts';
import { type GovernancePorts, ports } from '../ports.ts';

/** Documents that are tied to a record under hold are neither trashed nor destroyed (GOV-40). */
export const recordDocumentHolds: DocumentHoldsPart = {
  kind: 'document_holds',
  ports,
  bind: (context, own: () => GovernancePorts) => ({
    context,
    on: (documentIds) => own().recordHolds.onDocuments(documentIds),
    all: () => own().recordHolds.onDocuments(null),
  }),
};
