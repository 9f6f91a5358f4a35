import type { Document, DocumentLibrary } from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { aboutRound } from './events.ts';
import { endLinks, type Linking } from './fresh-link.ts';
import type { LinkEnd } from './link.ts';
import { ownerNoticeDue, type RoundEnd, signerNoticeDue } from './notices.ts';
import type { SigningPorts } from './ports.ts';
import type { SigningRound } from './round.ts';
import { cancelledSigner, expiredSigner, isPending, type Signer } from './signer.ts';

type Ending = Linking &
  Pick<WritingContext, 'emit'> &
  Pick<SigningPorts, 'rounds'> & { readonly documentLibrary: DocumentLibrary };

interface End {
  /** What the round is from now on. */
  readonly round: SigningRound;
  /** Why the links of its people open nothing any more. */
  readonly reason: Exclude<LinkEnd, 'superseded' | 'completed'>;
  readonly notice: RoundEnd;
  /** Who has ended it, if it was one of its people. */
  readonly signerId?: string;
}

/**
 * Ends a round before everybody was done: all links end, and whoever had one and was not done is sent a mail, as is the owner
 * of the document (SIG-19). Whoever calls has locked the document, and emits what happened.
 */
export async function endRound(
  document: Document,
  people: readonly Signer[],
  { round, reason, notice, signerId }: End,
  context: Ending,
): Promise<{
  readonly document: Document;
  readonly round: SigningRound;
  readonly people: readonly Signer[];
}> {
  const { rounds, signers, documentLibrary, now, emit } = context;
  const ended = reason === 'expired' ? expiredSigner : cancelledSigner;
  const after = people.map((signer) => ended(signer, now));
  await endLinks(people, reason, context);
  for (const [at, signer] of after.entries()) if (signer !== people[at]) await signers.save(signer);

  const saved = await rounds.save(round);
  const changed = await documentLibrary.setSignatureStatus(document, saved.status, now);
  const { roundId } = aboutRound(changed, saved);
  for (const signer of people.filter(isPending))
    emit(signerNoticeDue, { signerId: signer.id, roundId, notice });
  emit(ownerNoticeDue, { documentId: document.id, roundId, signerId: signerId ?? null, notice });
  return { document: changed, round: saved, people: after };
}
