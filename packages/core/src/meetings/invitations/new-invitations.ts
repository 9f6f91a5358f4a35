import { z } from 'zod';
import { type FailureDetail, requestInvalid } from '../../kernel/errors.ts';
import type { LinkTokens } from '../../kernel/ports.ts';
import { foldEmail } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import type { MeetingInvitation, MeetingRole } from '../meeting.ts';
import type { DirectoryMember } from '../ports.ts';
import { meetingInvitationStates } from './invitation.ts';
import { canHost, hostMustBeMember, inviteeFields, isNamedOnce, namedOnce } from './invitee-fields.ts';

/** Somebody to invite, named by exactly one of user id and address. */
export interface Invitee {
  readonly userId?: string | undefined;
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly role?: MeetingRole | undefined;
  readonly admissionPolicy?: MeetingInvitation['admissionPolicy'] | undefined;
  readonly required?: boolean | undefined;
}

/** An invitee in a request. */
export const inviteeInput = () =>
  z.strictObject(inviteeFields()).refine(isNamedOnce, namedOnce).meta({
    id: 'MeetingInviteeInput',
    description: 'Somebody to invite: a member by id, or anybody by address.',
  });

interface Occasion {
  readonly meetingId: string;
  readonly organizer: DirectoryMember;
  /** The organizer, and the invitees who are members of the workspace. */
  readonly members: readonly DirectoryMember[];
  readonly now: Instant;
  readonly linkTokens: LinkTokens;
  newId(): string;
}

/** The ids and the addresses to look up. */
export const namesOf = (
  invitees: readonly Invitee[],
): { readonly userIds: readonly string[]; readonly emails: readonly string[] } => ({
  userIds: invitees.flatMap((invitee) => invitee.userId ?? []),
  emails: invitees.flatMap((invitee) => invitee.email ?? []),
});

/**
 * The organizer's own invitation first, then one for each other person, however often they are named (MTG-40), in the order
 * in which they were first named. An address of an active member invites that member (MTG-41), any other address a guest.
 * The organizer is skipped among the invitees (MTG-42). Throws `request.invalid` for unknown ids and for guests as hosts (MTG-43).
 */
export function newInvitations(
  invitees: readonly Invitee[],
  occasion: Occasion,
): readonly [MeetingInvitation, ...MeetingInvitation[]] {
  const { organizer } = occasion;
  const faults = invitees.flatMap(
    (invitee, index) => inviteeFault(invitee, occasion, `/invitees/${index}`) ?? [],
  );
  if (faults.length > 0) throw requestInvalid({ details: faults.slice(0, 20) });

  const own = invitation(personOf({ userId: organizer.userId }, occasion), {}, occasion);
  const seen = new Set([organizer.userId]);
  const others = invitees.flatMap((invitee) => {
    const person = personOf(invitee, occasion);
    const key = person.userId ?? foldEmail(person.email ?? '');
    if (seen.has(key)) return [];
    seen.add(key);
    return [invitation(person, invitee, occasion)];
  });
  return [
    { ...own, role: 'host', status: meetingInvitationStates.begin('accepted'), deliveryStatus: 'none' },
    ...others,
  ];
}

/** What is wrong with one invitee, or null. */
export function inviteeFault(
  invitee: Invitee,
  { members }: Pick<Occasion, 'members'>,
  path: string,
): FailureDetail | null {
  const member = memberAmong(invitee, members);
  if (invitee.userId !== undefined && member === undefined)
    return {
      path: `${path}/userId`,
      code: 'invitee.unknown_member',
      message: 'Give the id of an active member, or an e-mail address.',
    };
  if (invitee.role === 'host' && !canHost(member)) return hostMustBeMember(`${path}/role`);
  return null;
}

function memberAmong(
  { userId: id, email: address }: Invitee,
  members: readonly DirectoryMember[],
): DirectoryMember | undefined {
  const active = members.filter(({ status }) => status === 'active');
  if (id !== undefined) return active.find((member) => member.userId === id);
  if (address === undefined) return undefined;
  return active.find((member) => member.email !== null && foldEmail(member.email) === foldEmail(address));
}

type Invited = Pick<MeetingInvitation, 'kind' | 'userId' | 'email' | 'displayName'>;

function personOf(
  invitee: Invitee,
  { members, organizer }: Pick<Occasion, 'members' | 'organizer'>,
): Invited {
  const member =
    invitee.userId === organizer.userId ? organizer : memberAmong(invitee, [organizer, ...members]);
  const { email: address = null, displayName } = invitee;
  if (member === undefined)
    return { kind: 'guest', userId: null, email: address, displayName: displayName ?? address ?? '' };
  return {
    kind: 'member',
    userId: member.userId,
    email: address ?? member.email,
    displayName: member.displayName,
  };
}

/** The invitation of one further person. */
export const newInvitation = (invitee: Invitee, occasion: Occasion): MeetingInvitation =>
  invitation(personOf(invitee, occasion), invitee, occasion);

function invitation(
  person: Invited,
  { role = 'attendee', admissionPolicy = 'inherit', required = true }: Invitee,
  { meetingId, now, linkTokens, newId }: Occasion,
): MeetingInvitation {
  const id = newId();
  const { token, keyNumber } = linkTokens.derive('meeting_invitation', id, 1);
  return {
    id,
    meetingId,
    ...person,
    role,
    admissionPolicy,
    required,
    status: meetingInvitationStates.begin('pending'),
    respondedAt: null,
    responseComment: null,
    responseVia: null,
    proposedStartAt: null,
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
