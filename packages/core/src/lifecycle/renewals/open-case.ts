import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { PlainDate } from '../../kernel/time.ts';
import type { DocumentInLifecycle } from '../lifecycles/found-lifecycle.ts';
import type { LifecyclePorts } from '../ports.ts';
import { renewalOpened } from './events.ts';
import { opened, type RenewalCase } from './renewal.ts';
import { aboutRenewal } from './renewal-facts.ts';

/** Due so many days from today where a document has no date. */
const usualDays = 30;

interface Opening extends Pick<RenewalCase, 'priority' | 'openedBy' | 'note'> {
  /** By default who keeps the document in force, else who owns it. */
  readonly ownerUserId: string | null;
  readonly dueOn: PlainDate | null;
  readonly byUserId: string | null;
}

/** Opens a renewal of a document that the caller has locked and found to be active and in force. */
export async function openCase(
  { document, lifecycle }: DocumentInLifecycle,
  { byUserId, ...opening }: Opening,
  {
    renewals,
    lifecycles,
    now,
    newId,
    timeZones,
    emit,
  }: LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'timeZones' | 'emit'>,
): Promise<RenewalCase> {
  const today = localDate(now, lifecycle.timeZone, timeZones);
  const renewal = opened(
    {
      ...opening,
      id: newId(),
      documentId: document.id,
      ownerUserId: opening.ownerUserId ?? lifecycle.ownerUserId ?? document.ownerUserId,
      dueOn: opening.dueOn ?? lifecycle.expiresOn ?? daysLater(today, usualDays),
      forExpiresOn: lifecycle.expiresOn,
    },
    byUserId,
    now,
  );
  await renewals.add(renewal);
  await lifecycles.noteRenewal(document.id, lifecycle.expiresOn);
  const { openedBy, dueOn } = renewal;
  emit(renewalOpened, { ...aboutRenewal(renewal, document), openedBy, dueOn });
  return renewal;
}
