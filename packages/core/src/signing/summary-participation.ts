import type { DocumentSummariesPart, SigningSummary } from '../documents/index.ts';
import { ports, type SigningPorts } from './ports.ts';
import { roundInShort, signatureView, signerView, signingFieldView } from './views.ts';

/** What the detail of a document says about its signing. */
export const signingSummaries: DocumentSummariesPart = {
  kind: 'document_summaries',
  ports,
  bind: (context, own: () => SigningPorts) => ({
    context,
    async signingOf(document): Promise<SigningSummary> {
      const { rounds, signers, signingFields } = own();
      const all = await rounds.of(document.id);
      const current = all.at(-1);
      if (current === undefined) return { signature: null, signers: [], fields: [], rounds: [] };
      const [people, fields] = await Promise.all([signers.of(current.id), signingFields.of(current.id)]);
      return {
        signature: signatureView(document, current, people),
        signers: people.map(signerView),
        fields: fields.map(signingFieldView),
        rounds: all.map(roundInShort),
      };
    },
  }),
};
