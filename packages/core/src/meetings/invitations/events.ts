import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { admissionPolicies, meetingRoles } from '../meeting.ts';
import { webhookOfMeeting } from '../webhook-entry.ts';
import { answers, responseVias } from './invitation.ts';

const invitation = { invitationId: id(), meetingId: id(), version: z.int() };
const target = ({
  invitationId,
  version,
}: {
  readonly invitationId: string;
  readonly version: number | null;
}) => ({ kind: 'meeting_invitation', id: invitationId, version });

export const meetingInvitationUpdated = event(
  'meeting_invitation.updated',
  z.strictObject({
    ...invitation,
    role: z.enum(meetingRoles),
    admissionPolicy: z.enum(admissionPolicies),
    required: z.boolean(),
  }),
  {
    target,
    facts: ({ meetingId, role, admissionPolicy, required }) => ({
      meetingId,
      role,
      admissionPolicy,
      required,
    }),
  },
);

export const meetingInvitationResent = event(
  'meeting_invitation.resent',
  z.strictObject({
    ...invitation,
    tokenGeneration: z.int(),
    icalSequence: z.int(),
    notify: z.boolean(),
  }),
  {
    target,
    facts: ({ meetingId, tokenGeneration, icalSequence, notify }) => ({
      meetingId,
      tokenGeneration,
      icalSequence,
      notify,
    }),
  },
);

export const meetingInvitationResponded = event(
  'meeting_invitation.responded',
  z.strictObject({
    ...invitation,
    sessionId: id().nullable(),
    response: z.enum(answers),
    via: z.enum(responseVias),
    proposedStartAt: z.iso.datetime().nullable(),
    displayName: z.string(),
    comment: z.string().nullable(),
  }),
  {
    target,
    facts: ({ meetingId, sessionId, response, via, proposedStartAt }) => ({
      meetingId,
      sessionId,
      response,
      via,
      proposedStartAt,
    }),
    detail: ({ displayName, comment }) => ({ displayName, comment }),
  },
  webhookOfMeeting(({ invitationId, sessionId, response, version }) => ({
    invitationId,
    occurrenceId: sessionId,
    status: response,
    version,
  })),
);

export const meetingInvitationRevoked = event(
  'meeting_invitation.revoked',
  z.strictObject({
    ...invitation,
    icalSequence: z.int(),
    notify: z.boolean(),
    reason: z.string().nullable(),
  }),
  {
    target,
    facts: ({ meetingId, icalSequence, notify }) => ({ meetingId, icalSequence, notify }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
  webhookOfMeeting(({ invitationId, version }) => ({ invitationId, status: 'revoked', version })),
);

export const meetingInvitationBounced = event(
  'meeting_invitation.bounced',
  z.strictObject({ ...invitation }),
  { target, facts: ({ meetingId }) => ({ meetingId }) },
);

const reminderTarget = ({ reminderId }: { readonly reminderId: string }) => ({
  kind: 'reminder',
  id: reminderId,
});

export const reminderQueued = event(
  'reminder.queued',
  z.strictObject({
    reminderId: id(),
    meetingId: id(),
    sessionId: id(),
    audience: z.enum(['all', 'not_responded', 'accepted']),
    dueAt: z.iso.datetime(),
  }),
  { target: reminderTarget, facts: ({ reminderId: _, ...facts }) => facts },
);

export const reminderSent = event(
  'reminder.sent',
  z.strictObject({
    reminderId: id(),
    meetingId: id(),
    sessionId: id(),
    audience: z.enum(['all', 'not_responded', 'accepted']),
    startsAt: z.iso.datetime(),
    recipientCount: z.int(),
  }),
  { target: reminderTarget, facts: ({ reminderId: _, ...facts }) => facts },
);

const lane = () => z.string().regex(/^[0-9a-f]{32}$/);

/** Internal: a message to one invitee leaves at that time; messages of one lane leave in order. */
export const meetingMailDue = event(
  'meeting_mail.due',
  z.strictObject({
    mailId: id(),
    invitationId: id(),
    meetingId: id(),
    lane: lane(),
    dueAt: z.iso.datetime(),
  }),
  null,
);

/** Internal: the organizer is mailed the answers since then. */
export const responseDigestDue = event(
  'meeting_responses.to_tell',
  z.strictObject({ meetingId: id(), since: z.iso.datetime(), dueAt: z.iso.datetime() }),
  null,
);

/** Internal: one invitee is reminded. */
export const reminderMailDue = event(
  'meeting_reminder_mail.due',
  z.strictObject({ reminderId: id(), invitationId: id() }),
  null,
);

/** Internal: one registrant of a webinar is reminded. */
export const registrantReminderDue = event(
  'registration.reminder_due',
  z.strictObject({ reminderId: id(), registrationId: id() }),
  null,
);
