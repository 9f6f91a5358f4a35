import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';

const scheduling = z.strictObject({
  reviewMeetingId: id(),
  documentId: id(),
  renewalCaseId: id().nullable(),
  meetingId: id(),
});
type AboutScheduling = z.output<typeof scheduling>;

/** Whoever is invited is told by the meeting itself. */
export const reviewMeetingScheduled = event('review_meeting.scheduled', scheduling, {
  target: ({ reviewMeetingId }: AboutScheduling) => ({ kind: 'review_meeting', id: reviewMeetingId }),
  refs: ({ documentId }: AboutScheduling) => ({ artifactId: documentId }),
  facts: ({ documentId, renewalCaseId, meetingId }: AboutScheduling) => ({
    documentId,
    renewalCaseId,
    meetingId,
  }),
});
