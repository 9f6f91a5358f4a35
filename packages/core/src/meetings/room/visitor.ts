import type { LinkGoneReason } from '../../kernel/links.ts';
import type { MeetingInvitation, MeetingRole } from '../meeting.ts';
import { goneReasonOf } from '../webinars/registration.ts';
import type { Admission, AdmissionIdentity } from './admission.ts';
import type { AdmissionRequest } from './admission-rules.ts';
import type { AdmissionBasis } from './join-code-ports.ts';

/** Who asks to enter, judged by everything that was presented (meetings 6.1). */
export interface IdentifiedVisitor {
  readonly identity: AdmissionIdentity;
  readonly link: AdmissionRequest['link'];
  /** Why the link is gone, if it is. */
  readonly goneBy: LinkGoneReason | null;
  /** The key for this way in, then those for the person's other ways. Empty for a stranger. */
  readonly personKeys: readonly string[];
  readonly userId: string | null;
  readonly invitationId: string | null;
  readonly registrationId: string | null;
  readonly displayName: string | null;
  readonly role: MeetingRole;
  readonly isInvited: boolean;
  readonly policy: MeetingInvitation['admissionPolicy'];
  readonly hasDeclined: boolean;
}

const nobody: IdentifiedVisitor = {
  identity: 'anonymous',
  link: 'none',
  goneBy: null,
  personKeys: [],
  userId: null,
  invitationId: null,
  registrationId: null,
  displayName: null,
  role: 'attendee',
  isInvited: false,
  policy: 'inherit',
  hasDeclined: false,
};

export const memberKey = (userId: string) => `user:${userId}`;
/**
 * A member who came only by the link in their mail is kept apart, so that whoever has the link never shares a host's
 * admission.
 */
export const linkKey = (userId: string) => `link:${userId}`;

/** Whether a member came only by the link in their mail; they are an attendee then, whatever the invitation says. */
export const isAsLink = ({ identity, userId }: Pick<Admission, 'identity' | 'userId'>): boolean =>
  identity === 'invitation' && userId !== null;

/**
 * A signed-in member counts as that member, whatever link they sent along; otherwise a link identifies the person for
 * whom it was made.
 */
export function identified(basis: AdmissionBasis): IdentifiedVisitor {
  return asMember(basis) ?? asInvitee(basis) ?? asRegistrant(basis) ?? nobody;
}

function asMember({ member, invitation, meeting }: AdmissionBasis): IdentifiedVisitor | null {
  if (member === null) return null;
  const { userId, displayName } = member;
  const own = typeof invitation === 'string' ? null : invitation;
  const isOrganizer = meeting.organizerUserId === userId;
  const isInvited = isOrganizer || own !== null;
  return {
    ...nobody,
    // Workspace guests see only meetings that they are invited to; at others they are strangers with a name.
    identity: member.role === 'guest' && !isInvited ? 'anonymous' : 'member',
    personKeys: [memberKey(userId), linkKey(userId)],
    userId,
    displayName,
    invitationId: own?.id ?? null,
    role: isOrganizer ? 'host' : (own?.role ?? 'attendee'),
    isInvited,
    policy: own?.admissionPolicy ?? 'inherit',
    hasDeclined: own?.hasDeclined === true,
  };
}

function asInvitee({ invitation }: AdmissionBasis): IdentifiedVisitor | null {
  if (invitation === null) return null;
  if (typeof invitation === 'string')
    return { ...nobody, identity: 'invitation', link: 'gone', goneBy: invitation };
  const { id, userId, displayName, role, admissionPolicy, hasDeclined } = invitation;
  return {
    ...nobody,
    identity: 'invitation',
    link: 'good',
    personKeys: userId === null ? [`invitation:${id}`] : [linkKey(userId), memberKey(userId)],
    userId,
    displayName,
    invitationId: id,
    role: userId === null ? role : 'attendee',
    isInvited: true,
    policy: admissionPolicy,
    hasDeclined,
  };
}

function asRegistrant({ registration }: AdmissionBasis): IdentifiedVisitor | null {
  if (registration === null) return null;
  const { id, displayName, status } = registration;
  const goneBy = goneReasonOf({ status });
  if (goneBy !== null) return { ...nobody, identity: 'registration', link: 'gone', goneBy };
  if (status !== 'approved') return { ...nobody, displayName };
  return {
    ...nobody,
    identity: 'registration',
    link: 'good',
    personKeys: [`registration:${id}`],
    displayName,
    registrationId: id,
  };
}
