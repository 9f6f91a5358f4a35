import { z } from 'zod';
import { id, instant, multiline, text, version } from '../../kernel/shapes.ts';
import { notify, onConflict, reason } from './meeting-fields.ts';

/** What of one session can be changed, beside whether it takes place. */
export const changeableFields = {
  startsAt: instant().optional().describe('A whole minute that is to come.'),
  durationMinutes: z.int().min(5).max(1440).optional(),
  title: text(200).nullable().optional().describe("Null: the series' again."),
  description: multiline(10_000).nullable().optional().describe("Null: the series' again."),
};

/** What is sent to change a session. */
export const occurrenceChangeInput = z.strictObject({
  meetingId: id(),
  sessionId: id(),
  ...changeableFields,
  status: z
    .enum(['cancelled', 'scheduled'])
    .optional()
    .describe('cancelled leaves it out; scheduled brings a cancelled one back.'),
  reason: reason(),
  onConflict: onConflict(),
  notify: notify(),
  expectedVersion: version().optional().describe('The version of the session that you read.'),
});
export type OccurrenceChange = z.output<typeof occurrenceChangeInput>;
