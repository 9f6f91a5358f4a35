import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import type { Instant } from '../kernel/time.ts';

/** Something that succeeded but should still be looked at (meetings 13.3). */
export const warningCodes = [
  'portability.rule_shape',
  'portability.rdate',
  'portability.gap_time',
  'portability.irregular_zone',
  'time.gap',
  'time.overlap',
  'exceptions.dropped',
  'occurrence.reordered',
  'availability.conflict',
  'availability.meetings_affected',
  'conference.cannot_remove',
  'invitee.bounced_before',
] as const;

export interface Warning {
  readonly code: (typeof warningCodes)[number];
  /** One sentence. */
  readonly message: string;
  /** The starts of the occurrences that the warning is about. */
  readonly occurrences: readonly Instant[];
}

export const WarningView = z
  .object({
    code: z.enum(warningCodes).describe('Stable, for programs, such as availability.meetings_affected.'),
    message: z.string().describe('What to look at, in a sentence.'),
    occurrences: z
      .array(shown.instant())
      .describe('The starts of the occurrences that the warning is about.'),
  })
  .meta({ id: 'MeetingWarning', description: 'Something to look at that does not prevent the change.' });
