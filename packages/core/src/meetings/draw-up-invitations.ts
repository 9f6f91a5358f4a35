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
  /** The organizer, and active members among the invitees. */
  readonly members: readonly DirectoryMember[];
  readonly now: Instant;
  readonly linkTokens: LinkTokens;
  newId(): string;
}

/** Each address once, as it was first given. */
export function distinctInvitees(invitees: readonly Invitee[]): readonly Invitee[] {
  const first = new Map<string, Invitee>();
  for (const invitee of invitees) {
    const address = foldEmail(invitee.email);
    if (!first.has(address)) first.set(address, invitee);
  }
  return [...first.values()];
}

/**
 * The organizer's own invitation first, then one for each other invitee: a member where the address is an active
 * member's (MTG-41), else a guest. The organizer among the invitees is skipped (MTG-42).
 */
export function drawUpInvitations(
  invitees: readonly Invitee[],
  occasion: Occasion,
): readonly [MeetingInvitation, ...MeetingInvitation[]] {
  const { organizer, members } = occasion;
  const memberAt = new Map(members.map((member) => [foldEmail(member.email ?? ''), member]));
  const own = invitation(
    { kind: 'member', userId: organizer.userId, email: organizer.email, displayName: organizer.displayName },
    occasion,
  );
  const others = invitees.flatMap(({ email, displayName }) => {
    const member = memberAt.get(foldEmail(email));
    if (member?.userId === organizer.userId) return [];
    const person =
      member === undefined
        ? { kind: 'guest' as const, userId: null, email, displayName: displayName ?? email }
        : { kind: 'member' as const, userId: member.userId, email, displayName: member.displayName };
    return [invitation(person, occasion)];
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
