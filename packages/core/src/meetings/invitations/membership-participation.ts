import { membershipParticipant, type ParticipatingContext } from '../../identity/index.ts';
import { formerMember } from '../../kernel/former-member.ts';
import { meetingArchived, meetingOrganizerChanged } from '../events.ts';
import { type Meeting, type MeetingInvitation, roomStates } from '../meeting.ts';
import { type MeetingsPorts, ports } from '../ports.ts';
import { revokeAdmissions } from '../room/admission-revocation.ts';
import { applyRoleChange } from '../room/role-change.ts';
import { meetingInvitationRevoked, meetingInvitationUpdated } from './events.ts';
import { meetingInvitationStates, revoked } from './invitation.ts';
import { newInvitation } from './new-invitations.ts';

/**
 * MTG-48: revokes the invitations of whoever leaves without mail, and passes the meetings that they organize with a session
 * to come to the heir, else to the longest-standing owner. A live session that nobody else can run blocks the leaving.
 */
export const meetingsParticipant = membershipParticipant(ports, {
  async responsibilities({ userId }, { invitees }) {
    const ids = await invitees.liveAsOnlyHost(userId);
    return ids.length === 0 ? [] : [{ kind: 'live_session', count: ids.length, ids: ids.slice(0, 20) }];
  },

  async reassign({ userId, heirUserId }, context) {
    const { invitees, occurrences, calendarFeeds, now, emit } = context;
    await invitees.holdAllOf(userId);
    await calendarFeeds.revokeAllOf(userId, now);
    const organized = await invitees.organizedAhead(userId, now);
    for (const invitation of await invitees.ofMember(userId)) {
      const after = await invitees.save(revoked(invitation, now));
      await revokeAdmissions(after.id, context);
      await occurrences.refreshPeople(after.meetingId);
      emit(meetingInvitationRevoked, {
        invitationId: after.id,
        meetingId: after.meetingId,
        version: after.version,
        icalSequence: 0,
        notify: false,
        reason: null,
      });
    }

    await archiveRoom(userId, context);
    await handOver(organized, { userId, heirUserId }, context);
  },

  /** MTG-43: a guest hosts no meeting, and helps to run those that they hosted. */
  async becomesGuest({ userId, heirUserId }, context) {
    const { invitees, now } = context;
    await invitees.holdAllOf(userId);
    const organized = await invitees.organizedAhead(userId, now);
    const hosted = (await invitees.ofMember(userId)).filter(({ role }) => role === 'host');
    for (const invitation of hosted) await makeCoHost(invitation, context);
    await handOver(organized, { userId, heirUserId }, context);
  },

  /** MTG-68: past sessions keep their numbers and lose the name. */
  async scrub({ userId }, { invitees, attendance, availability, templates, now }) {
    await attendance.scrub(userId, formerMember);
    const erased = [
      ['meeting_invitation', await invitees.scrub(userId, formerMember, now)],
      ['availability_block', await availability.removeAllOf(userId)],
      ['meeting_template', await templates.removePersonalOf(userId)],
    ] as const;
    return erased.map(([kind, count]) => ({ kind, erased: count, kept: 0, keptBecause: null }));
  },
});

/** Archives the personal room of whoever left; it is restored if they return (meetings 4.1). */
async function archiveRoom(
  userId: string,
  { meetings, now, emit }: ParticipatingContext & MeetingsPorts,
): Promise<void> {
  const room = await meetings.personalRoomOf(userId);
  if (room === null || room.status === 'archived') return;
  // A room is in no other state.
  const status = roomStates.next(room.status === 'live' ? 'live' : 'idle', 'archive');
  const { id: meetingId, version } = await meetings.save({ ...room, status, updatedAt: now });
  emit(meetingArchived, { meetingId, version });
}

async function makeCoHost(
  invitation: MeetingInvitation,
  context: ParticipatingContext & MeetingsPorts,
): Promise<void> {
  const { invitees, now, emit } = context;
  const after = await invitees.save({ ...invitation, role: 'co_host', updatedAt: now });
  await applyRoleChange(after.id, after.role, context);
  const { meetingId, version, role, admissionPolicy, required } = after;
  emit(meetingInvitationUpdated, {
    ...{ invitationId: after.id, meetingId, version, role, admissionPolicy, required },
  });
}

/** The heir, or else the longest-standing owner, organizes these meetings from now on, and hosts them. */
async function handOver(
  meetings: readonly Pick<Meeting, 'id'>[],
  { userId, heirUserId }: { readonly userId: string; readonly heirUserId: string | null },
  context: ParticipatingContext & MeetingsPorts,
): Promise<void> {
  const { invitees, occurrences, memberDirectory, now, emit } = context;
  const toUserId = heirUserId ?? (await invitees.oldestOwner(userId));
  const [heir] = toUserId === null ? [] : await memberDirectory.find([toUserId]);
  if (heir === undefined) return;
  for (const { id: meetingId } of meetings) {
    const occasion = { ...context, meetingId, organizer: heir, members: [heir] };
    const own = newInvitation({ userId: heir.userId, role: 'host' }, occasion);
    const version = await invitees.handOver(
      meetingId,
      heir.userId,
      { ...own, status: meetingInvitationStates.begin('accepted'), deliveryStatus: 'none' },
      now,
    );
    await occurrences.refreshPeople(meetingId);
    emit(meetingOrganizerChanged, { meetingId, version, fromUserId: userId, toUserId: heir.userId });
  }
}
