import { Cron } from 'croner';
import type { ScheduledTopic } from './reaction.ts';
import type { Instant } from './time.ts';

/** The latest tick of each schedule at or before `now`. Older ones that were missed are not made up for singly. */
export function ticksDue(
  topics: readonly ScheduledTopic[],
  now: Instant,
): readonly { readonly topic: ScheduledTopic; readonly at: Instant }[] {
  // Ticks have whole seconds; the one of this very second counts as past.
  const after = new Date((Math.floor(Date.parse(now) / 1000) + 1) * 1000);
  return topics.flatMap((topic) => {
    const [last] = new Cron(topic.cron, { timezone: 'UTC', paused: true }).previousRuns(1, after);
    return last === undefined ? [] : [{ topic, at: last.toISOString() }];
  });
}
