import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { admissionPolicies, invitationKinds, type MeetingInvitation, meetingRoles } from '../meeting.ts';
import type { MeetingPerson } from '../ports.ts';
import { WarningView } from '../warnings.ts';
import {
  deliveryStatuses,
  meetingInvitationStatuses,
  type OccurrenceResponse,
  responseStatuses,
  responseVias,
} from './invitation.ts';

export const MeetingPersonView = z
  .object({
    userId: z.string().nullable().describe('Null for guests.'),
    displayName: z.string(),
    email: z.string().nullable().describe('Null unless you are a host, an owner, an admin or that person.'),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'MeetingPerson' });

/** An answer for one session. */
export const OccurrenceResponseView = z.object({
  sessionId: shown.id(),
  recurrenceId: z.string().nullable(),
  status: z.enum(responseStatuses),
  respondedAt: shown.instant(),
  comment: z.string().nullable(),
});

export const MeetingInvitationView = z
  .object({
    id: shown.id(),
    workspaceId: z.string(),
    meetingId: shown.id(),
    kind: z.enum(invitationKinds).describe('An address of an active member makes a member invitation.'),
    person: MeetingPersonView,
    role: z.enum(meetingRoles),
    admissionPolicy: z
      .enum(admissionPolicies)
      .describe(
        'waiting_room always waits, trusted_bypass never does, inherit follows the setting of the meeting.',
      ),
    required: z.boolean(),
    status: z.enum(meetingInvitationStatuses).nullable().describe('Null if you may not see the answers.'),
    respondedAt: shown.instant().nullable(),
    responseComment: z.string().nullable(),
    responseVia: z.enum(responseVias).nullable(),
    occurrenceResponses: z.array(OccurrenceResponseView).describe('Answers for single sessions.'),
    proposedStartAt: shown.instant().nullable().describe('The latest counter-proposal.'),
    deliveryStatus: z.enum(deliveryStatuses),
    lastSentAt: shown.instant().nullable(),
    lastSequence: z.int().nullable(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'MeetingInvitation' });

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
