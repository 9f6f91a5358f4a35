import { z } from 'zod';
import { id, multiline, plannedInstant, version, visibleName } from '../../kernel/shapes.ts';
import { durationMinutes, notify, onConflict, reason } from './meeting-fields.ts';

/** The fields of one session that can be changed, beside its status. */
export const changeableFields = {
  startsAt: plannedInstant().optional().describe('The new start: a whole minute to come.'),
  durationMinutes: durationMinutes().optional(),
  title: visibleName(200)
    .nullable()
    .optional()
    .describe('The title of this session alone; null restores that of the series.'),
  description: multiline(10_000)
    .nullable()
    .optional()
    .describe('The description of this session alone; null restores that of the series.'),
};

/** The request body of a change. */
export const occurrenceChangeInput = z
  .strictObject({
    meetingId: id().describe('The id of the meeting.'),
    sessionId: id().describe('The id of the session.'),
    ...changeableFields,
    status: z
      .enum(['cancelled', 'scheduled'])
      .optional()
      .describe('cancelled cancels the occurrence; scheduled restores a cancelled one.'),
    reason: reason(),
    onConflict: onConflict(),
    notify: notify(),
    expectedVersion: version().optional().describe('The version of the session that you read.'),
  })
  .meta({ examples: [{ title: 'Quarterly review', expectedVersion: 3 }] });
export type OccurrenceChange = z.output<typeof occurrenceChangeInput>;
