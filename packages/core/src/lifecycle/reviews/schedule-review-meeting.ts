import { z } from 'zod';
import { documentInvalidState, documentNotFound, viewerOf } from '../../documents/index.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { id, multiline, plannedInstant, timeZone, userId, visibleName } from '../../kernel/shapes.ts';
import { meetingCreationThrottles } from '../../meetings/index.ts';
import { memberNotFound } from '../../workspace/index.ts';
import { type DocumentInLifecycle, lifecycleToChange } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { onLifecycle } from '../lifecycles/lifecycle-permissions.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { whoSees } from '../recipients.ts';
import { renewalNotFound } from '../renewals/errors.ts';
import { reviewMeetingScheduled } from './events.ts';
import { ReviewMeetingView } from './views.ts';

/** How long the title of a meeting may be. */
const mostTitle = 200;

export const scheduleReviewMeeting = command({
  summary: 'Schedule a meeting in which people look at a document',
  description:
    'You organize it, and everybody whom you name is invited as to any other meeting. All of them have to see the document. If the meeting cannot be scheduled, nothing is stored.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'document_lifecycle',
  outside: true,
  throttles: meetingCreationThrottles,
  cli: { command: 'documents reviews schedule' },
  input: z.strictObject({
    documentId: documentId(),
    scheduledStartAt: plannedInstant().describe(
      'When it starts: a whole minute, from now to five years ahead.',
    ),
    durationMinutes: z
      .int()
      .min(15)
      .max(480)
      .default(30)
      .describe('How long it lasts, in minutes.')
      .meta({ examples: [30] }),
    timeZone: timeZone().describe('The IANA zone that the meeting lives in.'),
    attendeeUserIds: z
      .array(userId())
      .min(1)
      .max(50)
      .overwrite((userIds) => [...new Set(userIds)])
      .describe('The ids of the members to invite, who have to see the document.')
      .meta({ examples: [['usr_0197c0de5f3a7c1e9b523f1d2a4b6c8d']] }),
    title: visibleName(mostTitle, 0)
      .default('')
      .describe('What the meeting is called; by default as the document.'),
    agenda: multiline(4000).default('').describe('What is to be looked at; everybody invited reads it.'),
    renewalCaseId: id()
      .nullable()
      .default(null)
      .describe('The id of the renewal of this document that it is about; null for none.'),
  }),
  output: z.object({ reviewMeeting: ReviewMeetingView }),
  errors: [documentNotFound, documentInvalidState, renewalNotFound, memberNotFound, planLimitReached],

  find: documentToReview,
  may: onLifecycle('configure'),

  async run(input, context) {
    const { found, user, reviewMeetings, meetingScheduler, entitlements, newId, now, emit } = context;
    const { document } = found;
    if (document.status !== 'active') throw documentInvalidState();
    await requireAttendees(document, input.attendeeUserIds, context);
    entitlements.requireFeature('meetings_scheduled');

    const { scheduledStartAt, durationMinutes, renewalCaseId, attendeeUserIds } = input;
    const title = input.title === '' ? [...document.name].slice(0, mostTitle).join('') : input.title;
    const { meetingId, joinUrl } = await meetingScheduler.schedule(
      {
        title,
        description: input.agenda,
        scheduledStartAt,
        durationMinutes,
        timeZone: input.timeZone,
        invitees: attendeeUserIds.map((invited) => ({ userId: invited })),
        externalReference: null,
        organizerUserId: user.userId,
        source: 'lifecycle',
      },
      context,
    );
    const link = {
      id: newId(),
      documentId: document.id,
      renewalCaseId,
      meetingId,
      createdByUserId: user.userId,
    };
    await reviewMeetings.add({ ...link, createdAt: now });
    emit(reviewMeetingScheduled, {
      reviewMeetingId: link.id,
      documentId: document.id,
      renewalCaseId,
      meetingId,
    });
    return { reviewMeeting: { ...link, title, scheduledStartAt, joinUrl, attendeeUserIds } };
  },
});

/** The document, locked, and the renewal if one is named: it has to be one of this document. */
async function documentToReview(
  {
    documentId: wanted,
    renewalCaseId,
  }: { readonly documentId: string; readonly renewalCaseId: string | null },
  context: LifecyclePorts & HandlerContext,
): Promise<DocumentInLifecycle> {
  const found = await lifecycleToChange({ documentId: wanted }, context);
  if (renewalCaseId !== null) {
    const renewal = await context.renewals.see(renewalCaseId, viewerOf(context.user));
    if (renewal.documentId !== wanted) throw renewalNotFound();
  }
  return found;
}

/** Passes if all of these people are active members who see the document; who does not is not invited to talk about it. */
async function requireAttendees(
  document: DocumentInLifecycle['document'],
  userIds: readonly string[],
  ports: Pick<LifecyclePorts, 'memberDirectory' | 'documentLibrary'>,
): Promise<void> {
  const seeing = new Set((await whoSees(document, userIds, ports)).map((member) => member.userId));
  if (userIds.some((invited) => !seeing.has(invited))) throw memberNotFound();
}
