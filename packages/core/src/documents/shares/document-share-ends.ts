import type { EndingShares } from './end-document-shares.ts';
import { endDocumentShares } from './end-document-shares.ts';

/** What ends the shares of a document from another context, in that one's transaction. */
export interface DocumentShareEnds {
  /** A signing round was voided (SHR-8). The caller has locked the document; `byUserId` is null for a job. */
  voided(
    documentId: string,
    byUserId: string | null,
    transaction: Pick<EndingShares, 'now' | 'emit'>,
  ): Promise<void>;
  /** The document has expired, and its policy ends its shares then (LIF-20). The caller has locked the document. */
  expired(documentId: string, transaction: Pick<EndingShares, 'now' | 'emit'>): Promise<void>;
}

export const documentShareEnds = ({
  documentShares,
}: Pick<EndingShares, 'documentShares'>): DocumentShareEnds => ({
  voided: (documentId, byUserId, { now, emit }) =>
    endDocumentShares(documentId, 'document_voided', byUserId, { documentShares, now, emit }),
  expired: (documentId, { now, emit }) =>
    endDocumentShares(documentId, 'document_expired', null, { documentShares, now, emit }),
});
