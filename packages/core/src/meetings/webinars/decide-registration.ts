import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, text, version } from '../../kernel/shapes.ts';
import {
  meetingNotAWebinar,
  meetingNotFound,
  registrationCapacityReached,
  registrationInvalidState,
  registrationNotFound,
} from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { endAdmissionsOfRegistrant } from '../room/admission-revocation.ts';
import { registrationApproved, registrationDeclined } from './events.ts';
import { capacityOf, notifyOfStatus, partsAhead, promoteWaitlist } from './places.ts';
import type { ListedRegistration } from './ports.ts';
import { approved, declined, holdsPlace, registrationStates } from './registration.ts';
import { RegistrationView, registrationView } from './views.ts';
import { requireWebinar } from './webinar-guard.ts';

interface DecisionOptions {
  readonly reason: string | null;
  readonly notify: boolean;
}
type DecidingContext = WritingContext & MeetingsPorts;

export const decideRegistration = command({
  summary: 'Approve or decline a registration',
  description:
    'Whoever is approved gets their link and a calendar file by mail. Whoever is declined can be approved later; a place that becomes free goes to whoever has waited longest.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'meetings registrations decide' },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    registrationId: id().describe('The id of the registration.'),
    decision: z.enum(['approve', 'decline']).describe('Whether to approve or to decline the registration.'),
    reason: text(500).optional().describe('Included in the mail to the registrant.'),
    notify: z.boolean().default(true).describe('Whether the registrant is mailed.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ registration: RegistrationView.describe('The registration.') }),
  errors: [
    meetingNotFound,
    meetingNotAWebinar,
    registrationNotFound,
    registrationInvalidState,
    registrationCapacityReached,
  ],

  async find({ meetingId, registrationId }, context) {
    const { registrations } = context;
    const visible = await visibleMeeting(meetingId, context);
    const { chainId } = visible.meeting;
    if ((await registrations.get(registrationId)).chainId !== chainId) throw registrationNotFound();
    await registrations.holdMeetings(chainId);
    await registrations.holdPlaces(chainId);
    return { visible, registration: await registrations.get(registrationId) };
  },
  may: onMeeting('registrations'),
  version: ({ registration }) => registration.version,

  async run({ registrationId, decision, reason, notify }, context) {
    const { found, registrations, workspaceId } = context;
    const { visible, registration } = found;
    requireWebinar(visible.meeting);
    const options = { reason: reason ?? null, notify };
    await (decision === 'approve' ? approve : decline)(registration, options, context);
    return { registration: registrationView(await registrations.get(registrationId), workspaceId) };
  },
});

async function approve(
  registration: ListedRegistration,
  { reason, notify }: DecisionOptions,
  context: DecidingContext,
) {
  const { registrations, now, emit, user } = context;
  registrationStates.next(registration.status, 'approve');
  const webinar = await registrations.webinarOfChain(registration.chainId);
  if (webinar === null) throw meetingNotAWebinar();
  const capacity = await capacityOf(webinar, context);
  if (!(await registrations.takePlace(registration.chainId, capacity))) throw registrationCapacityReached();

  const decision = { at: now, byUserId: user.userId, reason };
  const after = await registrations.save(approved(registration, 'approve', decision));
  const { id: registrationId, meetingId, version: saved, email, displayName } = after;
  emit(registrationApproved, {
    registrationId,
    meetingId,
    version: saved,
    email,
    displayName,
    byUserId: user.userId,
    promoted: false,
  });
  if (notify) await notifyOfStatus(after, context);
}

async function decline(
  registration: ListedRegistration,
  { reason, notify }: DecisionOptions,
  context: DecidingContext,
) {
  const { registrations, now, emit, user } = context;
  const hadPlace = holdsPlace(registration);
  const decision = { at: now, byUserId: user.userId, reason };
  const after = await registrations.save(declined(registration, decision));
  const { id: registrationId, meetingId, version: saved } = after;
  emit(registrationDeclined, { registrationId, meetingId, version: saved, reason, hadPlace });
  if (notify) await notifyOfStatus(after, context);
  if (hadPlace) await releaseRegistrationPlace(after, context);
}

/**
 * Frees a place: removes whoever had it from the room, cancels their calendar entry, and gives the place to the next in line.
 */
export async function releaseRegistrationPlace(
  { id, chainId, meetingId }: Pick<ListedRegistration, 'id' | 'chainId' | 'meetingId'>,
  context: Parameters<typeof promoteWaitlist>[1] &
    Pick<MeetingsPorts, 'admissions' | 'presences' | 'roomSessions'>,
): Promise<void> {
  await endAdmissionsOfRegistrant(id, context);
  for (const part of await partsAhead({ chainId, meetingId }, context))
    await context.registrations.raiseSequence(part);
  await context.registrations.freePlace(chainId);
  await promoteWaitlist(chainId, context);
}
