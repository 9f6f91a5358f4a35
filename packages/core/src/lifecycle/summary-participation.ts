import type { DocumentLifecyclesPart } from '../documents/index.ts';
import { type LifecyclePorts, ports } from './ports.ts';

/** What lists and details of documents say about until when these are valid. */
export const lifecycleSummaries: DocumentLifecyclesPart = {
  kind: 'document_lifecycles',
  ports,
  bind: (context, own: () => LifecyclePorts) => ({
    context,
    of: (documentIds, now) => own().lifecycles.summaries(documentIds, now),
  }),
};
