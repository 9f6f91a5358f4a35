import type { DocumentParticipantPart } from '../documents/index.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { extractNewDocument } from './extraction/runs/extract-new-document.ts';
import { evaluateDocuments } from './lifecycles/evaluate-documents.ts';
import { type LifecyclePorts, ports } from './ports.ts';
import { cancelRenewals } from './renewals/cancel-renewals.ts';

/**
 * What follows for a document from its type, its folder and its seal is computed in the transaction of their change (LIF-1).
 * What is open about a document that is trashed or destroyed ends with it (REN-7).
 * A new document whose type expects a date is read by itself (EXT-8).
 * The text of sealed bytes is read anew, so that the document is found by what was filled in.
 * Extractions that wait end when it is trashed, and what was found out about it is destroyed with it (IDV-8).
 */
export const lifecycleDocuments: DocumentParticipantPart = {
  kind: 'document_participant',
  ports,
  bind: (context, own: () => FollowUpContext & LifecyclePorts) => ({
    context,
    async changed(documentId, change) {
      if (change === 'trashed' || change === 'disposed')
        await cancelRenewals(documentId, `document_${change}`, own());
      if (change === 'trashed') await own().extractionRuns.cancelQueued(documentId, null, own().now);
      if (change === 'disposed') {
        await own().identityVerifications.destroy(documentId);
        await own().evidence.destroy(documentId);
        await own().documentSearch.forget(documentId);
      }
      if (change === 'sealed') await own().documentSearch.note([documentId], true);
      await evaluateDocuments([documentId], own());
      if (change === 'created' || change === 'typed') await extractNewDocument(documentId, own());
    },
  }),
};
