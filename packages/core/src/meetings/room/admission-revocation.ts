import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { MeetingsPorts } from '../ports.ts';
import { admissionStates } from './admission.ts';
import { admissionRemoved } from './events.ts';
import { releasePlaceOf } from './place-release.ts';

type Context = Pick<FollowUpContext, 'now' | 'emit'> &
  Pick<MeetingsPorts, 'admissions' | 'presences' | 'roomSessions'>;

/** Removes whoever came by this invitation and still waits or is in the room (MTG-47). */
export const revokeAdmissions = (invitationId: string, context: Context): Promise<void> =>
  revokeAll({ kind: 'invitation', id: invitationId }, { barred: true }, context);

/** Removes a registrant whose registration has ended (MTG-87); once it is approved again, they may enter as before. */
export const endAdmissionsOfRegistrant = (registrationId: string, context: Context): Promise<void> =>
  revokeAll({ kind: 'registration', id: registrationId }, { barred: false }, context);

async function revokeAll(
  link: Parameters<MeetingsPorts['admissions']['openOfLink']>[0],
  { barred }: { readonly barred: boolean },
  context: Context,
): Promise<void> {
  const { admissions, now, emit } = context;
  for (const admission of await admissions.openOfLink(link)) {
    await admissions.save({
      ...admission,
      status: admissionStates.next(admission.status, 'revoke'),
      waitReason: null,
      barred: admission.barred || barred,
      decidedAt: now,
      updatedAt: now,
    });
    await releasePlaceOf(admission, context);
    const { id: admissionId, sessionId, meetingId } = admission;
    emit(admissionRemoved, { admissionId, sessionId, meetingId, decidedByUserId: null });
  }
}
