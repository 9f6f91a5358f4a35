import type { Document, DocumentLibrary } from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { aboutRound, documentCompleted } from './events.ts';
import type { Linking } from './fresh-link.ts';
import { inviteNext } from './invitations.ts';
import { ownerNoticeDue } from './notices.ts';
import type { SigningPorts } from './ports.ts';
import { completedRound, type SigningRound } from './round.ts';
import { sealDue } from './sealing/events.ts';
import { isDone, isRequired, type Signer } from './signer.ts';

type Progressing = Linking &
  Pick<WritingContext, 'emit'> &
  Pick<SigningPorts, 'rounds'> & { readonly documentLibrary: DocumentLibrary };

/**
 * What follows when a person of a round is done: the next group is invited in the same transaction (SIG-10), or the round is
 * completed and waits for its seal (SIG-12). Whoever calls has locked the document and saved that person.
 */
export async function advanceRound(
  document: Document,
  round: SigningRound,
  people: readonly Signer[],
  context: Progressing,
): Promise<{
  readonly document: Document;
  readonly round: SigningRound;
  readonly people: readonly Signer[];
}> {
  const { rounds, documentLibrary, now, emit } = context;
  if (people.some((signer) => isRequired(signer) && !isDone(signer)))
    return { document, round, people: await inviteNext(document, round, people, 'turn', context) };
  const completed = await rounds.save(completedRound(round, now));
  const after = await documentLibrary.setSignatureStatus(document, completed.status, now);
  emit(documentCompleted, aboutRound(after, completed));
  emit(sealDue, { documentId: document.id, roundId: round.id });
  emit(ownerNoticeDue, {
    documentId: document.id,
    roundId: round.id,
    signerId: null,
    notice: 'completed',
  });
  return { document: after, round: completed, people };
}
