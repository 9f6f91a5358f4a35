import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { plusDays } from '../../kernel/time.ts';
import { newOccurrence } from '../occurrence.ts';
import { scheduled } from '../ports.ts';
import { horizonDays, slotsToWrite } from '../recurrence/index.ts';
import { eachMeeting, type UpkeepContext } from './each-meeting.ts';

/** Adds sessions of series as they come within the horizon (MTG-14, 15); existing sessions stay as they are. */
export const writeHorizon = scheduled(
  {
    topic: 'meetings.horizon',
    cron: '10 2 * * *',
    policy: {
      ...defaultJobPolicy,
      queue: 'meetings',
      maxAttempts: 8,
      baseSeconds: 30,
      capSeconds: 3600,
      leaseSeconds: 600,
    },
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const moment = plusDays(now, horizonDays);
    await eachMeeting(
      await read(({ seriesUpkeep }) => seriesUpkeep.workspacesToWrite(moment)),
      (context, afterId, limit) => context.seriesUpkeep.toWrite(moment, afterId, limit),
      writeSeries,
      { transact },
    );
  },
);

/** Adds the sessions that one series lacks up to the horizon. */
async function writeSeries(meetingId: string, context: UpkeepContext): Promise<void> {
  const { now, newId, timeZones } = context;
  const meeting = await context.meetings.get(meetingId, 'for update');
  const { recurrence, localStart, timeZone, durationMinutes, chainId, occurrenceCount } = meeting;
  if (recurrence === null || localStart === null || meeting.status === 'cancelled') return;
  const slots = slotsToWrite(recurrence, { localStart, timeZone, durationMinutes }, now, timeZones);
  const known = new Set(
    (await context.occurrences.ofMeeting(meetingId)).map(({ recurrenceId }) => recurrenceId),
  );
  const rows = slots
    .filter(({ recurrenceId, endsAt }) => !known.has(recurrenceId) && endsAt > now)
    .map(({ recurrenceId, startsAt, endsAt, adjustment }) =>
      newOccurrence({
        id: newId(),
        meetingId,
        chainId,
        recurrenceId,
        recurrenceIdAt: startsAt,
        startsAt,
        endsAt,
        durationMinutes,
        localStart: timeZones.wall(startsAt, timeZone),
        adjustment,
        createdAt: now,
      }),
    );
  if ((await context.occurrences.add(rows)) > 0) {
    await context.correspondence.inheritAnswers(
      meetingId,
      rows.map(({ id }) => id),
    );
    await context.occurrences.refreshPeople(meetingId);
  }
  const isWhole = slots.length === occurrenceCount;
  await context.seriesUpkeep.written(meetingId, isWhole ? null : plusDays(now, horizonDays));
}
