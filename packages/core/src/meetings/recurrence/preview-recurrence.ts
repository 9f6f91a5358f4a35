import { z } from 'zod';
import { exampleValues } from '../../kernel/example-values.ts';
import { plannedInstant, shown, timeZone } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { durationMinutes } from '../scheduling/meeting-fields.ts';
import { checkSchedule } from '../scheduling/schedule-rules.ts';
import { WarningView } from '../warnings.ts';
import { checkedRecurrence, recurrenceInput } from './checked-recurrence.ts';
import { placed } from './placement.ts';
import { portabilityOf, timeWarnings } from './portability.ts';
import { recurrenceText } from './rule-in-words.ts';
import { expandSeries, seriesSpan, slotsToWrite } from './series.ts';

export const previewRecurrence = query({
  summary: 'Preview the occurrences of a recurrence rule',
  description: 'The rule is checked as for a new meeting, but nothing is stored.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z
    .strictObject({
      scheduledStartAt: plannedInstant().describe('The start of the first occurrence.'),
      timeZone: timeZone(),
      durationMinutes: durationMinutes(),
      recurrence: recurrenceInput(),
      limit: z.int().min(1).max(100).default(20).describe('How many occurrences to return.'),
    })
    .meta({
      examples: [
        {
          scheduledStartAt: exampleValues.plannedAt,
          timeZone: 'Europe/Berlin',
          durationMinutes: 45,
          recurrence: { rrule: 'FREQ=WEEKLY;COUNT=10' },
        },
      ],
    }),
  output: z.object({
    rrule: z.string().describe('The rule in canonical form.'),
    text: z.string().describe('The rule as an English sentence.'),
    occurrences: z
      .array(
        z
          .object({
            recurrenceId: z.string().describe('The local start that the rule gives.'),
            startsAt: shown.instant().describe('When it starts.'),
            endsAt: shown.instant().describe('When it ends.'),
            adjustment: z
              .enum(['gap', 'overlap'])
              .nullable()
              .describe(
                'Whether the clock was changed at that time: the hour does not exist (gap) or exists twice (overlap); null otherwise.',
              ),
          })
          .meta({ id: 'PreviewedOccurrence', description: 'A session that the rule gives.' }),
      )
      .describe('The first sessions that the rule gives.'),
    occurrenceCount: z
      .int()
      .nullable()
      .describe('How many occurrences the series has; null if it has no end.'),
    portability: z
      .enum(['full', 'partial'])
      .describe('Whether every calendar product shows the series exactly.'),
    warnings: z.array(WarningView),
  }),

  async run({ limit, ...input }, { timeZones, now }) {
    checkSchedule(input.scheduledStartAt, input.timeZone, now, timeZones);
    const recurrence = checkedRecurrence(input.recurrence, input, timeZones);
    const { localStart } = placed(input.scheduledStartAt, input.timeZone, timeZones);
    const series = { localStart, timeZone: input.timeZone, durationMinutes: input.durationMinutes };
    const written = slotsToWrite(recurrence, series, now, timeZones);
    const gaps = written.filter(({ adjustment }) => adjustment === 'gap').map(({ startsAt }) => startsAt);
    const { portability, warnings } = portabilityOf(recurrence, series, timeZones, gaps);
    return {
      rrule: recurrence.rrule,
      text: recurrenceText(recurrence, series, timeZones),
      occurrences: expandSeries(recurrence, series, timeZones, { limit }),
      occurrenceCount: seriesSpan(recurrence, series, timeZones).occurrenceCount,
      portability,
      warnings: [...timeWarnings(written), ...warnings].map((warning) => ({
        ...warning,
        occurrences: [...warning.occurrences],
      })),
    };
  },
});
