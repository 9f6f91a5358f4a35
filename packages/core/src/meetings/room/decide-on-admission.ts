import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id, version } from '../../kernel/shapes.ts';
import { admissionInvalidState, admissionNotFound, meetingFull, occurrenceNotFound } from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import { onMeeting } from '../meeting-access.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { WarningView } from '../warnings.ts';
import { type Admission, admissionStates, isOpen } from './admission.ts';
import { admissionAdmitted, admissionDenied, admissionRemoved } from './events.ts';
import { visibleMeetingOfSession } from './list-admissions.ts';
import { releasePlaceOf } from './place-release.ts';
import { capacityOf } from './session-life.ts';
import { AdmissionView, admissionView } from './views.ts';

export const decideOnAdmission = command({
  summary: 'Admit, deny or remove somebody',
  description:
    'Whoever was denied or removed waits at every further attempt, by whichever link, until a host admits them; after the third denial the hosts are not asked again. An open connection ends only if the media server can end it.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'meetings admissions decide' },
  always: true,
  input: z.strictObject({
    sessionId: id().describe('The id of the session.'),
    admissionId: id().describe('The id of the admission.'),
    decision: z
      .enum(['admit', 'deny', 'remove'])
      .describe('Whether to let the person in, to turn them away or to send them out.'),
    trustForSeries: z
      .boolean()
      .default(false)
      .describe('With admit: the holder of this invitation never waits again.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ admission: AdmissionView, warnings: z.array(WarningView) }),
  errors: [occurrenceNotFound, admissionNotFound, admissionInvalidState, meetingFull],

  find: async ({ sessionId, admissionId, trustForSeries }, context) => {
    // The meeting is locked before its invitation and before the session.
    if (trustForSeries)
      await context.meetings.get((await context.occurrences.get(sessionId)).meetingId, 'for update');
    const session = await context.occurrences.get(sessionId, 'for update');
    const visible = await visibleMeetingOfSession(session.meetingId, context);
    return { session, visible, admission: await context.admissions.get(sessionId, admissionId) };
  },
  may: onMeeting('admit'),
  version: ({ admission }) => admission.version,

  async run({ decision, trustForSeries }, context) {
    const { found, admissions, user, now, workspaceId, conference } = context;
    const { visible, admission } = found;
    const { meeting } = visible;
    if (decision === 'admit') {
      const admitted = await admitByHost(admission, { ...found, meeting }, context);
      if (trustForSeries && admission.invitationId !== null)
        await admissions.trustInvitation(admission.invitationId, now);
      return { admission: admissionView(admitted, workspaceId), warnings: [] };
    }

    const own = await denyOrRemove(admission, decision, user.userId, context);
    // Other admissions of the same person end too (MTG-61).
    for (const sibling of await admissions.siblingsOf(admission))
      if (isOpen(sibling))
        await denyOrRemove(sibling, sibling.status === 'admitted' ? 'remove' : 'deny', user.userId, context);
    const stays =
      decision === 'remove' && conference.of(meeting.conferenceProvider)?.capabilities.canRemove !== true;
    return { admission: admissionView(own, workspaceId), warnings: stays ? [cannotRemove] : [] };
  },
});

const cannotRemove: z.input<typeof WarningView> = {
  code: 'conference.cannot_remove',
  message: 'No new token is given, but an open connection ends only in the client of the media server.',
  occurrences: [],
};

interface Room {
  readonly session: { readonly id: string; readonly status: string };
  readonly meeting: Pick<Meeting, 'settings'>;
}
type HostContext = Pick<WritingContext, 'now' | 'emit' | 'user'> &
  Pick<MeetingsPorts, 'admissions' | 'presences' | 'roomSessions'>;

/** Admits somebody because a host decided so; only the number of places still counts. */
export async function admitByHost(
  admission: Admission,
  { session, meeting }: Room,
  { admissions, presences, roomSessions, now, emit, user }: HostContext,
): Promise<Admission> {
  if (session.status !== 'live')
    throw admissionInvalidState({ message: 'Nobody is admitted before the session has started.' });
  const status = admissionStates.next(admission.status, 'admit');
  const { planParticipants } = await roomSessions.get(session.id);
  const most = capacityOf(meeting.settings, planParticipants);
  // A host lets people into a locked room too.
  const taken = await roomSessions.takePlace(session.id, most, null);
  if (taken === 'full') throw meetingFull();
  if (taken === 'over') throw admissionInvalidState();
  const admitted = await admissions.save({
    ...admission,
    status,
    waitReason: null,
    barred: false,
    denialCount: 0,
    decidedAt: now,
    decidedByUserId: user.userId,
    firstTokenAt: admission.firstTokenAt ?? now,
    updatedAt: now,
  });
  await presences.enter(admission.id, now);
  const { id: admissionId, sessionId, meetingId } = admission;
  emit(admissionAdmitted, { admissionId, sessionId, meetingId, decidedByUserId: user.userId });
  return admitted;
}

async function denyOrRemove(
  admission: Admission,
  decision: 'deny' | 'remove',
  decidedByUserId: string,
  context: HostContext,
): Promise<Admission> {
  const { admissions, now, emit } = context;
  const status = admissionStates.next(admission.status, decision);
  if (admission.role === 'host' && decision === 'remove')
    throw admissionInvalidState({
      message: 'A host cannot be removed; change the role of the invitation first.',
    });
  const away = await admissions.save({
    ...admission,
    status,
    waitReason: null,
    barred: true,
    denialCount: admission.denialCount + (decision === 'deny' ? 1 : 0),
    decidedAt: now,
    decidedByUserId,
    updatedAt: now,
  });
  await releasePlaceOf(admission, context);
  const { id: admissionId, sessionId, meetingId } = admission;
  emit(decision === 'deny' ? admissionDenied : admissionRemoved, {
    admissionId,
    sessionId,
    meetingId,
    decidedByUserId,
  });
  return away;
}
