import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { requireTimeZones, timeZonesChanged } from '../../workspace/index.ts';
import { meetingUpdated, occurrenceRezoned } from '../events.ts';
import { changedForInvitees } from '../meeting.ts';
import { reaction } from '../ports.ts';
import { eachMeeting, type UpkeepContext } from './each-meeting.ts';
import { meetingRezoned } from './events.ts';
import { rezoned } from './rezoned.ts';

/**
 * Meetings follow the rules of their zone (meetings 5.4): after a new release of the tz data sessions to come are resolved
 * again, and people are notified once of those that moved. Each meeting has a transaction of its own, so a run that is
 * interrupted continues, and a second run finds nothing to do.
 */
export const rebaseZones = reaction(
  timeZonesChanged,
  {
    topic: 'meetings.rebase_zones',
    policy: {
      ...defaultJobPolicy,
      queue: 'meetings',
      maxAttempts: 20,
      baseSeconds: 30,
      capSeconds: 3600,
      leaseSeconds: 600,
    },
    databaseRole: 'identity',
  },
  async ({ to }, { timeZones, read, transact }) => {
    requireTimeZones(to, timeZones);
    const release = timeZones.version();
    await eachMeeting(
      await read(({ seriesUpkeep }) => seriesUpkeep.workspacesOfOtherRelease(release)),
      (context, afterId, limit) => context.seriesUpkeep.ofOtherRelease(release, afterId, limit),
      rebaseMeeting,
      { transact },
    );
  },
);

async function rebaseMeeting(meetingId: string, context: UpkeepContext): Promise<void> {
  const { now, timeZones, emit } = context;
  const before = await context.meetings.get(meetingId, 'for update');
  const tzdataVersion = timeZones.version();
  if (before.tzdataVersion === tzdataVersion) return;
  const rows = await context.occurrences.ofMeeting(meetingId, 'for update');
  const { meeting: by, moved, quietly } = rezoned(before, rows, now, timeZones);
  await context.occurrences.save(quietly);
  const [first] = moved;
  const isOtherRule = by.recurrence?.rrule !== before.recurrence?.rrule;
  if (first === undefined && !isOtherRule) {
    if (by.seriesEndsAt !== before.seriesEndsAt) await context.meetings.save({ ...by, updatedAt: now });
    return context.seriesUpkeep.resolved(meetingId, tzdataVersion);
  }

  const after = await context.meetings.save(
    changedForInvitees({ ...by, updatedAt: now }, { timeChanged: false }),
  );
  const saved = await context.occurrences.save(moved.map((move) => ({ ...move.after, updatedAt: now })));
  await context.occurrences.refreshPeople(meetingId);
  moved.forEach(({ before: { id: sessionId, startsAt: startsAtBefore }, after: { startsAt } }, index) => {
    const version = saved[index]?.version ?? 1;
    emit(occurrenceRezoned, { sessionId, meetingId, version, startsAtBefore, startsAt, tzdataVersion });
  });
  emit(meetingUpdated, {
    meetingId,
    version: after.version,
    changed: ['tzdataVersion'],
    // If only sessions that are not written yet move, calendars need the new UNTIL, and no time changes in the mail.
    timeChanged: first !== undefined,
    before: {
      startsAt: first === undefined ? before.scheduledStartAt : first.before.startsAt,
      durationMinutes: (first?.before ?? before).durationMinutes,
      timeZone: before.timeZone,
    },
    icalSequence: after.icalSequence,
    notify: true,
  });
  if (first === undefined) return;
  emit(meetingRezoned, {
    meetingId,
    count: moved.length,
    startsAtBefore: first.before.startsAt,
    startsAt: first.after.startsAt,
  });
}
