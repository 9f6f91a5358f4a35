import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { invitationKinds, type MeetingInvitation, meetingRoles } from '../meeting.ts';
import type { MeetingPerson } from '../ports.ts';
import { WarningView } from '../warnings.ts';
import {
  deliveryStatuses,
  meetingInvitationStatuses,
  type OccurrenceResponse,
  responseStatuses,
  responseVias,
} from './invitation.ts';
import { admissionPolicy, isRequired } from './invitee-fields.ts';

export const MeetingPersonView = z
  .object({
    userId: z.string().nullable().describe('The id of the member; null for guests.'),
    displayName: z.string().describe('The name that others see.'),
    email: z
      .string()
      .nullable()
      .describe('The e-mail address; null unless you are a host, an owner, an admin or that person.'),
    avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
  })
  .meta({ id: 'MeetingPerson', description: 'A person, as others in the meeting see them.' });

/** An answer for one session. */
export const OccurrenceResponseView = z.object({
  sessionId: shown.id().describe('The id of the session.'),
  recurrenceId: z
    .string()
    .nullable()
    .describe('The local start by which the rule names the session; null if it is no part of a series.'),
  status: z.enum(responseStatuses).describe('What the person answered.'),
  respondedAt: shown.instant().describe('When the person answered.'),
  comment: z.string().nullable().describe('What the person wrote with the answer; null without a comment.'),
});

export const MeetingInvitationView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    meetingId: shown.id().describe('The id of the meeting.'),
    kind: z.enum(invitationKinds).describe('An address of an active member makes a member invitation.'),
    person: MeetingPersonView.describe('Who is invited.'),
    role: z.enum(meetingRoles).describe('The role of the person in the meeting.'),
    admissionPolicy: admissionPolicy(),
    required: isRequired(),
    status: z
      .enum(meetingInvitationStatuses)
      .nullable()
      .describe('The answer of the person; null if you may not see the answers.'),
    respondedAt: shown.instant().nullable().describe('When it was answered; null until then.'),
    responseComment: z
      .string()
      .nullable()
      .describe('What the person wrote with the answer; null without a comment.'),
    responseVia: z.enum(responseVias).nullable().describe('How the person answered; null until then.'),
    occurrenceResponses: z.array(OccurrenceResponseView).describe('Answers for single sessions.'),
    proposedStartAt: shown
      .instant()
      .nullable()
      .describe('The latest start that the person proposed instead; null without one.'),
    deliveryStatus: z.enum(deliveryStatuses).describe('What became of the mail.'),
    lastSentAt: shown.instant().nullable().describe('When it was last sent; null if never.'),
    lastSequence: z
      .int()
      .nullable()
      .describe('The sequence number of the calendar entry that was sent last; null if none was.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'MeetingInvitation', description: 'An invitation to a meeting, with its answer.' });

export const InvitationMutationView = z.object({
  invitation: MeetingInvitationView,
  warnings: z.array(WarningView),
});

/** What the caller may see of an invitation. */
export interface InvitationVisibility {
  /** The address; visible to hosts, owners, admins and the person. */
  readonly address: boolean;
  /** Answer, comment and delivery; not visible to other invitees (meetings 9.3). */
  readonly answers: boolean;
}

export function meetingInvitationView(
  invitation: MeetingInvitation,
  person: Pick<MeetingPerson, 'avatarUrl'>,
  responses: readonly OccurrenceResponse[],
  workspaceId: string,
  visible: InvitationVisibility = { address: true, answers: true },
): z.input<typeof MeetingInvitationView> {
  const { id, meetingId, kind, role, admissionPolicy, required, createdAt, updatedAt, version } = invitation;
  const { answers } = visible;
  return {
    id,
    workspaceId,
    meetingId,
    kind,
    person: {
      userId: invitation.userId,
      displayName: invitation.displayName,
      email: visible.address ? invitation.email : null,
      avatarUrl: person.avatarUrl,
    },
    role,
    admissionPolicy,
    required,
    status: answers ? invitation.status : null,
    respondedAt: answers ? invitation.respondedAt : null,
    responseComment: answers ? invitation.responseComment : null,
    responseVia: answers ? invitation.responseVia : null,
    occurrenceResponses: answers
      ? responses
          .filter(({ invitationId }) => invitationId === id)
          .map(({ invitationId: _, ...response }) => response)
      : [],
    proposedStartAt: answers ? invitation.proposedStartAt : null,
    deliveryStatus: answers ? invitation.deliveryStatus : 'none',
    lastSentAt: answers ? invitation.lastSentAt : null,
    lastSequence: answers ? invitation.lastSequence : null,
    createdAt,
    updatedAt,
    version,
  };
}
