import type { Document } from '../../documents/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { documentHoldPlaced, documentHoldReleased } from '../events.ts';
import type { LifecyclePorts } from '../ports.ts';
import { settleHeld } from '../retention/held-candidates.ts';
import { type LegalHold, placed, released } from './legal-hold.ts';

type Context = WritingContext & LifecyclePorts;

/** Places a hold on a document that the caller has locked. */
export async function placeHold(
  document: Document,
  hold: Omit<Parameters<typeof placed>[0], 'id' | 'documentId'>,
  context: Context,
): Promise<LegalHold> {
  const { legalHolds, user, now, newId, emit } = context;
  const made = placed({ id: newId(), documentId: document.id, ...hold }, user.userId, now);
  await legalHolds.add(made);
  await settleHeld(document.id, context);
  emit(documentHoldPlaced, { ...aboutHold(made, document), matter: made.matter, reason: made.reason });
  return made;
}

/** Releases a hold on a document that the caller has locked. */
export async function releaseHold(
  document: Document,
  hold: LegalHold,
  reason: string,
  context: Context,
): Promise<LegalHold> {
  const { legalHolds, user, now, emit } = context;
  const after = released(hold, user.userId, reason, now);
  await legalHolds.release(after);
  await settleHeld(document.id, context);
  emit(documentHoldReleased, { ...aboutHold(after, document), matter: after.matter, reason });
  return after;
}

/** What events say about a hold. */
export const aboutHold = ({ id: holdId, documentId, kind, status }: LegalHold, { visibility }: Document) => ({
  holdId,
  documentId,
  kind,
  status,
  visibility,
});
