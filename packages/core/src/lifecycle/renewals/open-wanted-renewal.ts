import type { Document } from '../../documents/index.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { openCase } from './open-case.ts';

type Work = LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'timeZones' | 'emit'>;

/** Opens the renewal that the policy of a locked document wants by now (REN-2); false if it wants none, or there is one. */
export async function openWantedRenewal(document: Document, work: Work): Promise<boolean> {
  const { lifecycles, renewals, now } = work;
  const lifecycle = await lifecycles.read(document.id, now);
  const { renewalAt, expiresOn, renewalOpenedFor } = lifecycle;
  if (renewalAt === null || renewalAt > now || renewalOpenedFor === expiresOn) return false;
  // Somebody was first: their renewal is for this date too.
  if ((await renewals.openOf(document.id)) !== null) {
    await lifecycles.noteRenewal(document.id, expiresOn);
    return false;
  }
  await openCase(
    { document, lifecycle },
    { openedBy: 'policy', byUserId: null, ownerUserId: null, dueOn: null, priority: 'medium', note: null },
    work,
  );
  return true;
}
