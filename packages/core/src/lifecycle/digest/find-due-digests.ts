import { daysLater, localDate, weekdayOf } from '../../kernel/plain-dates.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { renewalJobs } from '../jobs.ts';
import { type LifecyclePorts, scheduled } from '../ports.ts';
import { weekdays } from '../settings/settings.ts';
import { settleEach } from '../sweep.ts';
import { lifecycleDigestDue } from './events.ts';

const batch = 200;
/** In the zone of the workspace. */
const digestTime = '09:00';

interface Found {
  readonly workspaceId: string;
}

/** Has owners told once a week what runs out, in workspaces that want it: on their day, from nine in their zone on. */
export const findDueDigests = scheduled(
  { topic: 'lifecycle.digests', cron: '0,30 * * * *', policy: renewalJobs, databaseRole: 'identity' },
  async (context) => {
    const today = context.now.slice(0, 10);
    // Somewhere on earth it is the day before or the day after.
    const days = [-1, 0, 1].map((offset) => weekdayNamed(daysLater(today, offset)));
    const find = (after: Found | null, most: number) =>
      context.read(({ digestSweep }) =>
        digestSweep.due(days, daysLater(today, 2), after?.workspaceId ?? null, most),
      );
    await settleEach({ most: batch, find }, tell, context);
  },
);

const weekdayNamed = (date: string) => weekdays[weekdayOf(date) - 1] ?? 'monday';

async function tell(_: Found, context: LifecyclePorts & FollowUpContext): Promise<void> {
  const { lifecycleSettings, workspaceIdentity, memberDirectory, now, timeZones, emit } = context;
  const { digestDay } = await lifecycleSettings.get('for update');
  const { defaultTimeZone } = await workspaceIdentity.profile();
  const today = localDate(now, defaultTimeZone, timeZones);
  if (digestDay !== weekdayNamed(today)) return;
  if (timeZones.wall(now, defaultTimeZone).slice(11, 16) < digestTime) return;
  if (!(await lifecycleSettings.noteDigest(today))) return;
  for (const userId of await memberDirectory.ownerIds()) emit(lifecycleDigestDue, { userId });
}
