import type { MeetingsPorts } from '../ports.ts';
import { releaseRegistrationPlace } from './decide-registration.ts';
import { registrationCancelled } from './events.ts';
import { notifyOfStatus } from './places.ts';
import type { ListedRegistration } from './ports.ts';
import { cancelled, holdsPlace, type Registration } from './registration.ts';

/**
 * Cancels a registration as the registrant asks for it, by the link or from the calendar: the place goes to whoever has
 * waited longest. The meetings of the chain and its places are locked.
 */
export async function withdrawRegistration(
  registration: ListedRegistration,
  reason: string | null,
  context: Parameters<typeof releaseRegistrationPlace>[1] &
    Parameters<typeof notifyOfStatus>[1] &
    Pick<MeetingsPorts, 'registrations'>,
): Promise<Registration> {
  const { now, emit } = context;
  const hadPlace = holdsPlace(registration);
  const after = await context.registrations.save(
    cancelled(registration, { at: now, byUserId: null, reason }),
  );
  const { id: registrationId, meetingId, version } = after;
  emit(registrationCancelled, { registrationId, meetingId, version, reason, hadPlace });
  await notifyOfStatus(after, context);
  if (hadPlace) await releaseRegistrationPlace(after, context);
  return after;
}
