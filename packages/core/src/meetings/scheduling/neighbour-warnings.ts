import { meetingConflict } from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import type { Warning } from '../warnings.ts';
import { requireFree } from './conflict-policy.ts';
import type { OccurrenceChange } from './occurrence-change-input.ts';
import type { SchedulingContext } from './scheduling-context.ts';

/** A session may move past or over its neighbours, with a warning, unless the caller wants conflicts refused (MTG-27). */
export async function neighbourWarnings(
  meeting: Meeting,
  before: Occurrence,
  after: Occurrence,
  change: OccurrenceChange,
  context: SchedulingContext,
): Promise<readonly Warning[]> {
  const others = (await context.occurrences.ofMeeting(meeting.id)).filter(
    ({ id, status }) => id !== before.id && (status === 'scheduled' || status === 'live'),
  );
  const overlapped = others.filter(
    ({ startsAt, endsAt }) => after.startsAt < endsAt && after.endsAt > startsAt,
  );
  const [overlap] = overlapped;
  if (overlap !== undefined && change.onConflict === 'reject')
    throw meetingConflict({
      details: [
        {
          path: '/startsAt',
          code: 'occurrence.reordered',
          message: `Another occurrence of the series takes place from ${overlap.startsAt} to ${overlap.endsAt}.`,
        },
      ],
    });
  const conflicts = await requireFree(meeting, [after], change, context);
  const passed = others.filter(
    ({ startsAt }) => startsAt > before.startsAt !== startsAt > after.startsAt && startsAt !== after.startsAt,
  );
  const reordered = [...new Set([...overlapped, ...passed])];
  if (reordered.length === 0) return conflicts;
  return [
    ...conflicts,
    {
      code: 'occurrence.reordered',
      message: 'The occurrence now overlaps or passes another occurrence of the series.',
      occurrences: reordered.map(({ startsAt }) => startsAt),
    },
  ];
}
