import { daysBetween, localDate } from '../../kernel/plain-dates.ts';
import { recordSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { isLate } from './amendment.ts';
import { amendmentLate } from './events.ts';

const mostInRun = 500;
const atHour = 8;
/** So many days its leads hear of it; then privacy officers do, once. */
const daysForLeads = 7;

/**
 * Says each morning at eight of the workspace which requests are late (REC-50). The mark and the job of the mail commit
 * together, so that a process that ends in between neither forgets one nor sends it twice (REC-103).
 */
export const remindOfAmendments = scheduled(
  {
    topic: 'records.amendments_due',
    cron: '*/15 * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact, timeZones }) => {
    const late = await read(({ amendmentSweep }) => amendmentSweep.late(now, mostInRun));
    for (const { workspaceId, amendmentId, timeZone } of late) {
      const zone = timeZones.has(timeZone) ? timeZone : 'UTC';
      if (Number(timeZones.wall(now, zone).slice(11, 13)) < atHour) continue;
      const today = localDate(now, zone, timeZones);
      await transact(async (work) => {
        work.enter(workspaceId);
        const amendment = await work.amendments.find(amendmentId, 'for update');
        if (amendment === null || !isLate(amendment, today)) return;
        if (amendment.remindedOn !== null && amendment.remindedOn >= today) return;
        await work.amendments.noteReminded(amendmentId, today);
        const audience = daysBetween(amendment.dueOn, today) > daysForLeads ? 'privacy_officers' : 'leads';
        work.emit(amendmentLate, { amendmentId, audience, on: today });
      });
    }
  },
);
