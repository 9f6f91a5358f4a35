import type { z } from 'zod';
import type { Document, SealView, SignatureView, SignerView, SigningFieldView } from '../documents/index.ts';
import type { SigningField } from './field.ts';
import { endedAt, type SigningRound } from './round.ts';
import { isDone, isRequired, type Signer } from './signer.ts';

/** The round as the people of the workspace see it. */
export const signatureView = (
  { version }: Pick<Document, 'version'>,
  round: SigningRound,
  signers: readonly Signer[],
): z.input<typeof SignatureView> => {
  const required = signers.filter(isRequired);
  return {
    ...round,
    round: round.number,
    signatureMethods: [...round.signatureMethods],
    counts: { required: required.length, done: required.filter(isDone).length },
    seal: sealView(round),
    version,
  };
};

export const sealView = ({
  seal,
  originalSha256,
  signingCopySha256,
}: SigningRound): z.input<typeof SealView> => ({ ...seal, originalSha256, signingCopySha256 });

export const signerView = (signer: Signer): z.input<typeof SignerView> => signer;

export const signingFieldView = (field: SigningField): z.input<typeof SigningFieldView> => field;

export const roundInShort = (round: SigningRound) => ({
  round: round.number,
  status: round.status,
  sentAt: round.sentAt,
  endedAt: endedAt(round),
  reason: round.endReason,
});
