import { rateLimited } from '../../kernel/errors.ts';
import { machine } from '../../kernel/machine.ts';
import { type Instant, secondsBetween } from '../../kernel/time.ts';
import { meetingInvitationInvalidState } from '../errors.ts';
import type { MeetingInvitation } from '../meeting.ts';

const answering = { accept: 'accepted', decline: 'declined', maybe: 'tentative', revoke: 'revoked' } as const;

/** One person's invitation to a meeting (meetings 4.3). Answers may change; a revoked invitation stays revoked. */
export const meetingInvitationStates = machine(meetingInvitationInvalidState, ['pending', 'accepted'], {
  pending: { ...answering, change: 'pending', resend: 'pending' },
  accepted: { ...answering, change: 'accepted', resend: 'accepted', reset: 'pending' },
  tentative: { ...answering, change: 'tentative', resend: 'tentative', reset: 'pending' },
  declined: { ...answering, change: 'declined', resend: 'declined' },
  revoked: {},
});
export const meetingInvitationStatuses = ['pending', 'accepted', 'tentative', 'declined', 'revoked'] as const;
export type MeetingInvitationStatus = (typeof meetingInvitationStatuses)[number];
export const responseStatuses = ['pending', 'accepted', 'tentative', 'declined'] as const;
export const answers = ['accepted', 'declined', 'tentative'] as const;
export type Answer = (typeof answers)[number];
export const responseVias = ['link', 'app', 'itip', 'host'] as const;
export const deliveryStatuses = ['none', 'queued', 'sent', 'failed', 'bounced'] as const;

/** An answer for one session; it does not change the answer for the meeting (MTG-45). */
export interface OccurrenceResponse {
  readonly invitationId: string;
  readonly sessionId: string;
  readonly recurrenceId: string | null;
  readonly status: (typeof responseStatuses)[number];
  readonly respondedAt: Instant;
  readonly comment: string | null;
}

export interface Response {
  readonly answer: Answer;
  readonly comment: string | null;
  readonly proposedStartAt: Instant | null;
  readonly via: (typeof responseVias)[number];
}

const actions = { accepted: 'accept', declined: 'decline', tentative: 'maybe' } as const;

/** The last answer counts (MTG-44). */
export const responded = (
  invitation: MeetingInvitation,
  { answer, comment, proposedStartAt, via }: Response,
  at: Instant,
): MeetingInvitation => ({
  ...invitation,
  status: meetingInvitationStates.next(invitation.status, actions[answer]),
  respondedAt: at,
  responseComment: comment,
  responseVia: via,
  proposedStartAt: proposedStartAt ?? (answer === 'accepted' ? null : invitation.proposedStartAt),
  updatedAt: at,
});

/** Throws for the organizer's own invitation, which nobody changes, and if the status does not allow the action. */
export function requireChangeable(
  invitation: MeetingInvitation,
  organizerUserId: string,
  action: 'change' | 'revoke' | 'resend',
): void {
  if (invitation.userId === organizerUserId || !meetingInvitationStates.can(invitation.status, action))
    throw meetingInvitationInvalidState();
}

export const revoked = (invitation: MeetingInvitation, at: Instant): MeetingInvitation => ({
  ...invitation,
  status: meetingInvitationStates.next(invitation.status, 'revoke'),
  updatedAt: at,
});

export const secondsBetweenResends = 600;

/** Passes if the last resending is at least ten minutes ago. */
export function requireResendable(resentAt: Instant | null, now: Instant): void {
  if (resentAt === null) return;
  const waited = secondsBetween(resentAt, now);
  if (waited < secondsBetweenResends)
    throw rateLimited({ retryAfterSeconds: Math.ceil(secondsBetweenResends - waited) });
}
