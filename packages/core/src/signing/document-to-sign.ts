import { z } from 'zod';
import { type Document, SignatureView, SignerView, SigningFieldView, viewerOf } from '../documents/index.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import type { SigningPorts } from './ports.ts';
import type { RoundDraft } from './round-draft.ts';
import { signatureView, signerView, signingFieldView } from './views.ts';

/** Locks the document, so that nobody else changes anything of its rounds meanwhile, and returns it. */
export const documentToSign = (
  { documentId }: { readonly documentId: string },
  { documentLibrary, user }: Pick<SigningPorts, 'documentLibrary'> & HandlerContext,
): Promise<Document> => documentLibrary.find(documentId, viewerOf(user), 'for update');

/** The answer of endpoints that prepare a round. */
export const PreparedSigning = z.object({
  signature: SignatureView,
  signers: z.array(SignerView).describe('The people of the round, by group.'),
  fields: z.array(SigningFieldView).describe('The fields of the round, by page and from top to bottom.'),
});

export const preparedSigning = (
  document: Document,
  { round, signers, fields }: Pick<RoundDraft, 'round' | 'signers' | 'fields'>,
): z.input<typeof PreparedSigning> => ({
  signature: signatureView(document, round, signers),
  signers: [...signers]
    .sort((one, other) => one.order - other.order || one.position - other.position)
    .map(signerView),
  fields: fields.map(signingFieldView),
});
