import type { LinkTokens } from '../kernel/ports.ts';
import { foldEmail } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';
import type { MeetingInvitation } from './meeting.ts';
import type { DirectoryMember } from './ports.ts';

export interface Invitee {
  readonly email: string;
  readonly displayName?: string | undefined;
}

interface Occasion {
  readonly meetingId: string;
  readonly organizer: DirectoryMember;
  /** Active members among the invitees. */
  readonly members: readonly DirectoryMember[];
  readonly now: Instant;
  readonly linkTokens: LinkTokens;
  newId(): string;
}

/** Each address once, as it was first given. */
export const distinctInvitees = (invitees: readonly Invitee[]): readonly Invitee[] => [
  ...new Map([...invitees].reverse().map((invitee) => [foldEmail(invitee.email), invitee])).values(),
].reverse();

/**
 * The organizer's own invitation first, then one for each other invitee: a member where the address is an active
 * member's (MTG-41), else a guest. The organizer among the invitees is skipped (MTG-42).
 */
export function drawUpInvitations(invitees: readonly Invitee[], occasion: Occasion): readonly [MeetingInvitation, ...MeetingInvitation[]] {
  const { organizer, members } = occasion;
  const memberAt = new Map(members.map((member) => [foldEmail(member.email ?? ''), member]));
  const isOrganizer = (address: string) =>
    memberAt.get(address)?.userId === organizer.userId || (organizer.email !== null && foldEmail(organizer.email) === address);

  const own = invitation({ kind: 'member', userId: organizer.userId, email: organizer.email, displayName: organizer.displayName }, occasion);
  const others = invitees.flatMap(({ email, displayName }) => {
    const member = memberAt.get(foldEmail(email));
    if (isOrganizer(foldEmail(email))) return [];
    return member === undefined
      ? [invitation({ kind: 'guest', userId: null, email, displayName: displayName ?? email }, occasion)]
      : [invitation({ kind: 'member', userId: member.userId, email, displayName: member.displayName }, occasion)];
  });
  return [{ ...own, role: 'host', status: 'accepted', deliveryStatus: 'none' }, ...others];
}

function invitation(
  person: Pick<MeetingInvitation, 'kind' | 'userId' | 'email' | 'displayName'>,
  { meetingId, now, linkTokens, newId }: Occasion,
): MeetingInvitation {
  const id = newId();
  const { token, keyNumber } = linkTokens.derive('meeting_invitation', id, 1);
  return {
    id,
    meetingId,
    ...person,
    role: 'attendee',
    admissionPolicy: 'inherit',
    required: true,
    status: 'pending',
    tokenHash: linkTokens.hash(token),
    tokenKeyNumber: keyNumber,
    tokenGeneration: 1,
    deliveryStatus: 'queued',
    lastSentAt: null,
    lastSequence: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
