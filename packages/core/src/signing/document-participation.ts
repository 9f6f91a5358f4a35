import type { DocumentParticipantPart } from '../documents/index.ts';
import { ports, type SigningPorts } from './ports.ts';

/**
 * With the content of a document go the pictures of the signatures on it and what was filled in; how it was signed stays as
 * evidence (RET-5).
 */
export const signingDocuments: DocumentParticipantPart = {
  kind: 'document_participant',
  ports,
  bind: (context, own: () => SigningPorts) => ({
    context,
    async changed(documentId, change) {
      if (change !== 'disposed') return;
      const { signatureMaterials, signingFields } = own();
      await signatureMaterials.destroyImages(documentId);
      await signingFields.destroyValues(documentId);
    },
  }),
};
