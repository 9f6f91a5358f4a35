import type { WritingContext } from '../../kernel/handler-context.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type Admission, admissionStates } from './admission.ts';
import type { AdmissionRequest } from './admission-rules.ts';
import type { AdmissionBasis } from './join-code-ports.ts';
import type { RoomSession } from './session-ports.ts';
import type { IdentifiedVisitor } from './visitor.ts';

/** Somebody at the door of a session. */
export interface Arrival {
  /** The workspace of the meeting, in which a member who comes may not be acting. */
  readonly workspaceId: string;
  readonly basis: AdmissionBasis;
  readonly session: RoomSession;
  readonly who: IdentifiedVisitor;
  readonly displayName: string;
  readonly asked: Pick<AdmissionRequest, 'entry' | 'link' | 'isWebinar' | 'passcode'>;
  /** Of the token by which this device is known from now on. */
  readonly tokenHash: string;
}
export function newAdmission(
  { basis, session, who, displayName }: Arrival,
  { newId, now }: Pick<WritingContext, 'newId' | 'now'>,
): Admission {
  const admissionId = newId();
  return {
    id: admissionId,
    meetingId: basis.meeting.id,
    sessionId: session.id,
    personKey: who.personKeys[0] ?? `anonymous:${admissionId}`,
    identity: who.identity,
    userId: who.userId,
    invitationId: who.invitationId,
    registrationId: who.registrationId,
    displayName,
    role: who.role,
    status: admissionStates.begin('waiting'),
    waitReason: null,
    requestedAt: now,
    decidedAt: null,
    decidedByUserId: null,
    lastSeenAt: now,
    denialCount: 0,
    barred: false,
    firstTokenAt: null,
    createdAt: now,
    updatedAt: now,
    version: 0,
  };
}

/** Both are stored in one round trip. If that of the admission is refused, nobody hears of the device. */
export async function savedWithDevice(
  admission: Admission,
  { tokenHash }: Arrival,
  {
    admissions,
    presences,
    newId,
    now,
  }: Pick<WritingContext, 'newId' | 'now'> & Pick<MeetingsPorts, 'admissions' | 'presences'>,
): Promise<Admission> {
  const { id: admissionId, sessionId, status } = admission;
  const joinedAt = status === 'admitted' ? now : null;
  const saving = admissions.save(admission);
  const adding = presences.addDevice({ id: newId(), tokenHash, sessionId, admissionId, joinedAt, now });
  adding.catch(() => undefined);
  const saved = await saving;
  await adding;
  return saved;
}
