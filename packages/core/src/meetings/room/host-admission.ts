import type { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type Admission, admissionStates } from './admission.ts';
import { conferenceJoinOf } from './conference-join.ts';
import { admissionAdmitted, admissionRequested, requestedBy } from './events.ts';
import type { LiveSession } from './session-life.ts';
import type { ConferenceJoinView } from './views.ts';
import { memberKey } from './visitor.ts';

type HostContext = WritingContext &
  Pick<MeetingsPorts, 'admissions' | 'presences' | 'roomSessions' | 'memberDirectory' | 'conference'>;

/** Admits the host who has just started the session, with a token for this device. */
export async function admitHost(
  { meeting, session, role = 'host' }: LiveSession & { readonly role?: 'host' | 'co_host' },
  context: HostContext,
): Promise<{
  readonly conference: z.input<typeof ConferenceJoinView> | null;
  readonly admissionToken: string;
}> {
  const { admissions, presences, roomSessions, user, now, newId, emit, linkTokens } = context;
  const history = await admissions.historyOf(session.id, [memberKey(user.userId)]);
  const before = history.admission;
  const status =
    before === null || before.status === 'admitted'
      ? admissionStates.begin('admitted')
      : admissionStates.next(before.status, 'let_in');
  const admission: Admission = {
    id: before?.id ?? newId(),
    meetingId: meeting.id,
    sessionId: session.id,
    personKey: memberKey(user.userId),
    identity: 'member',
    userId: user.userId,
    invitationId: before?.invitationId ?? null,
    registrationId: null,
    displayName: user.displayName,
    role,
    status,
    waitReason: null,
    requestedAt: before?.requestedAt ?? now,
    decidedAt: now,
    decidedByUserId: null,
    lastSeenAt: now,
    denialCount: before?.denialCount ?? 0,
    barred: false,
    firstTokenAt: before?.firstTokenAt ?? now,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    version: before?.version ?? 0,
  };
  if (before?.status !== 'admitted') await roomSessions.occupy(session.id, 1);
  const admitted = await admissions.save(admission);
  const admissionToken = linkTokens.random();
  const tokenHash = linkTokens.hash(admissionToken);
  await presences.addDevice({
    id: newId(),
    tokenHash,
    sessionId: session.id,
    admissionId: admitted.id,
    joinedAt: now,
    now,
  });

  emit(admissionRequested, requestedBy(admitted));
  const about = { admissionId: admitted.id, sessionId: session.id, meetingId: meeting.id };
  emit(admissionAdmitted, { ...about, decidedByUserId: null });
  const { roomName } = await roomSessions.get(session.id);
  const conference = await conferenceJoinOf(admitted, { status: session.status, roomName }, meeting, context);
  return { conference, admissionToken };
}
