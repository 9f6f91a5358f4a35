import { beforeEnd, nextReminderAt, restUntil } from '../kernel/reminder-schedule.ts';
import type { Instant } from '../kernel/time.ts';
import { aboutRequest, fileRequestReminded } from './events.ts';
import { freshFileRequestLink } from './fresh-link.ts';
import { fileRequestSweepJobs } from './jobs.ts';
import { fileRequestMailDue } from './notices.ts';
import { type FileRequestsReacting, scheduled } from './ports.ts';
import { isAwaited, relinked } from './request.ts';

const mostInRun = 200;

/** Reminds clients whose time has come (CFR-11). */
export const sendFileRequestReminders = scheduled(
  {
    topic: 'file_requests.reminders',
    cron: '*/5 * * * *',
    policy: fileRequestSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ fileRequestSweep }) => fileRequestSweep.toRemind(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        await remind(id, now, work);
      });
  },
);

type Work = Parameters<Parameters<FileRequestsReacting['transact']>[0]>[0];

async function remind(id: string, now: Instant, work: Work): Promise<void> {
  const { fileRequests, emit } = work;
  const found = await fileRequests.get(id, 'for update');
  if (found === null || !isAwaited(found) || found.expiresAt <= now) return;
  if (found.nextReminderAt === null || found.nextReminderAt > now) return;
  const restsUntil = restUntil(found.lastOpenedAt, now);
  if (restsUntil !== null) {
    await fileRequests.save({ ...found, nextReminderAt: beforeEnd(restsUntil, found.expiresAt) });
    return;
  }
  const reminderCount = found.reminderCount + 1;
  const { request, link } = await freshFileRequestLink(
    found,
    { cause: 'reminder', delivery: 'email', message: null },
    (before, facts) => ({
      ...relinked(before, facts, now),
      reminderCount,
      nextReminderAt: nextReminderAt({ ...before, reminderCount, endsAt: before.expiresAt }, now),
    }),
    work,
  );
  const { id: linkId, linkVersion, cause, delivery } = link;
  emit(fileRequestReminded, { ...aboutRequest(request), linkVersion, cause, delivery });
  emit(fileRequestMailDue, { requestId: id, linkId, linkVersion, cause });
}
