import type { Document } from '../documents/index.ts';
import type { SigningPorts } from './ports.ts';
import type { SigningRound } from './round.ts';
import type { Signer } from './signer.ts';

/** What a mail to a person of a round is written from. */
export interface MailedRound {
  readonly document: Document;
  readonly round: SigningRound;
  readonly signer: Signer;
  readonly brand: { readonly name: string; readonly logoUrl: string | null };
  readonly senderName: string;
  /** In the language of the person, or else of the round. */
  readonly locale: string;
  readonly timeZone: string;
}

/** Null if the person or the document is gone. */
export async function mailedRound(
  signerId: string,
  { signers, rounds, documentLibrary, memberDirectory, workspaceIdentity }: SigningPorts,
): Promise<MailedRound | null> {
  const signer = await signers.get(signerId);
  const round = signer === null ? null : await rounds.get(signer.roundId);
  const document = round === null ? null : await documentLibrary.get(round.documentId);
  if (signer === null || round === null || document === null) return null;
  const { name, logoUrl, defaultTimeZone } = await workspaceIdentity.profile();
  const sender = round.sentByUserId === null ? null : await memberDirectory.nameOf(round.sentByUserId);
  return {
    document,
    round,
    signer,
    brand: { name, logoUrl },
    senderName: sender ?? name,
    locale: signer.language ?? round.language,
    timeZone: signer.timeZone ?? defaultTimeZone,
  };
}

/** The addresses of these people, of each who is no member of the workspace. */
export const outsidersAmong = async (
  events: readonly { readonly signerId: string }[],
  { signers }: Pick<SigningPorts, 'signers'>,
): Promise<readonly (readonly string[])[]> => {
  const addresses: string[][] = [];
  for (const { signerId } of events) {
    const signer = await signers.get(signerId);
    addresses.push(signer === null || signer.userId !== null ? [] : [signer.email]);
  }
  return addresses;
};
