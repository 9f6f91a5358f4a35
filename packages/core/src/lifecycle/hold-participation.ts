import type { DocumentHoldsPart } from '../documents/index.ts';
import { type LifecyclePorts, ports } from './ports.ts';

/** Which documents are on hold: neither trashed nor destroyed while they are (HLD-1). */
export const lifecycleHolds: DocumentHoldsPart = {
  kind: 'document_holds',
  ports,
  bind: (context, own: () => LifecyclePorts) => ({
    context,
    on: (documentIds) => own().legalHolds.active(documentIds),
    all: () => own().legalHolds.active(null),
  }),
};
