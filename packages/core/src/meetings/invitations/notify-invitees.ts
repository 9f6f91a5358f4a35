import { defaultJobPolicy } from '../../kernel/outbox.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  meetingCancelled,
  meetingInvitationCreated,
  meetingOrganizerChanged,
  meetingSplit,
  meetingUpdated,
  occurrenceCancelled,
  occurrenceRestored,
  occurrenceUpdated,
} from '../events.ts';
import { type MeetingsReacting, reaction } from '../ports.ts';
import { type Message, queueMails } from './mail-queue.ts';
import { mergingTopics, orderOfChanges, toGuests } from './mail-to-guests.ts';

/** Queues a message for each invitee who is to be notified; once, however often the job runs. */
const tell = (
  meetingId: string,
  message: Message,
  { once, askedAt }: Pick<MeetingsReacting, 'once' | 'askedAt'>,
  invitationId: string | null = null,
): Promise<void> => once((context) => queueMails(meetingId, invitationId, message, askedAt, context));

const changed = (
  timeChanged: boolean,
  before: { readonly startsAt: Instant | null; readonly durationMinutes: number },
) => (timeChanged ? { beforeStartsAt: before.startsAt, beforeDurationMinutes: before.durationMinutes } : {});

const inOrder = {
  policy: { ...defaultJobPolicy, queue: 'meetings' },
  orderingKey: ({ meetingId }: { readonly meetingId: string }) => orderOfChanges(meetingId),
};
/** Refused with the change that it reports once the mails of the day are used (PLT-30). */
const withinBudget = { ...inOrder, mails: toGuests() };
/** Sent and counted even then, because people would come or ask the wrong person (PLT-30). */
const beyondBudget = { ...inOrder, mails: toGuests('send') };

export const notifyInviteeOfInvitation = reaction(
  meetingInvitationCreated,
  {
    topic: 'meetings.tell_invitation',
    needs: ['meetingId', 'invitationId', 'notify'],
    ...withinBudget,
  },
  async ({ meetingId, invitationId, notify }, context) => {
    if (notify) await tell(meetingId, { kind: 'invitation', sequence: 0 }, context, invitationId);
  },
);

export const notifyInviteesOfUpdate = reaction(
  meetingUpdated,
  {
    topic: mergingTopics.update,
    needs: ['meetingId', 'icalSequence', 'timeChanged', 'before', 'notify'],
    ...withinBudget,
  },
  async ({ meetingId, icalSequence: sequence, timeChanged, before, notify }, context) => {
    if (!notify) return;
    await tell(meetingId, { kind: 'updated', sequence, ...changed(timeChanged, before) }, context);
  },
);

export const notifyInviteesOfCancellation = reaction(
  meetingCancelled,
  {
    topic: 'meetings.tell_cancellation',
    needs: ['meetingId', 'icalSequence', 'notify'],
    ...beyondBudget,
  },
  async ({ meetingId, icalSequence: sequence, notify }, context) => {
    if (notify) await tell(meetingId, { kind: 'cancelled', sequence }, context);
  },
);

/** Each message has one UID: first the head that ends, then the tail that begins (meetings 7.4). */
export const notifyInviteesOfSplit = reaction(
  meetingSplit,
  {
    topic: mergingTopics.split,
    needs: ['meetingId', 'notify'],
    ...withinBudget,
  },
  async ({ meetingId, notify }, context) => {
    if (notify) await tell(meetingId, { kind: 'updated', sequence: 0 }, context);
  },
);

export const notifyInviteesOfTail = reaction(
  meetingSplit,
  {
    topic: 'meetings.tell_tail',
    // Whoever is invited to the tail was invited to the head too, and gets a message about each.
    mails: {
      beyond: 'refuse',
      outsiders: (events, context) =>
        toGuests<{ meetingId: string; notify: boolean }>().outsiders(
          events.map(({ tailMeetingId, notify }) => ({ meetingId: tailMeetingId, notify })),
          context,
        ),
    },
    needs: ['meetingId', 'tailMeetingId', 'timeChanged', 'before', 'notify'],
    ...inOrder,
  },
  async ({ tailMeetingId, timeChanged, before, notify }, context) => {
    if (!notify) return;
    await tell(tailMeetingId, { kind: 'updated', sequence: 0, ...changed(timeChanged, before) }, context);
  },
);

export const notifyInviteesOfChangedSession = reaction(
  occurrenceUpdated,
  {
    topic: mergingTopics.session,
    needs: ['meetingId', 'sessionId', 'icalSequence', 'timeChanged', 'before', 'notify'],
    ...withinBudget,
  },
  async ({ meetingId, sessionId, icalSequence: sequence, timeChanged, before, notify }, context) => {
    if (!notify) return;
    const message = { kind: 'updated' as const, sessionId, sequence, ...changed(timeChanged, before) };
    await tell(meetingId, message, context);
  },
);

export const notifyInviteesOfCancelledSession = reaction(
  occurrenceCancelled,
  {
    topic: 'meetings.tell_session_cancellation',
    needs: ['meetingId', 'sessionId', 'icalSequence', 'notify'],
    ...beyondBudget,
  },
  async ({ meetingId, sessionId, icalSequence: sequence, notify }, context) => {
    if (notify) await tell(meetingId, { kind: 'occurrence_cancelled', sessionId, sequence }, context);
  },
);

export const notifyInviteesOfRestoredSession = reaction(
  occurrenceRestored,
  {
    topic: mergingTopics.restoring,
    needs: ['meetingId', 'sessionId', 'icalSequence', 'notify'],
    ...withinBudget,
  },
  async ({ meetingId, sessionId, icalSequence: sequence, notify }, context) => {
    if (notify) await tell(meetingId, { kind: 'updated', sessionId, sequence }, context);
  },
);

export const notifyInviteesOfNewOrganizer = reaction(
  meetingOrganizerChanged,
  { topic: 'meetings.tell_new_organizer', needs: ['meetingId'], ...beyondBudget },
  ({ meetingId }, context) => tell(meetingId, { kind: 'updated', sequence: 0 }, context),
);
