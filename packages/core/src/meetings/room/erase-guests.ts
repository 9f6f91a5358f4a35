import { plusDays } from '../../kernel/time.ts';
import { scheduled } from '../ports.ts';

/** How long passcode attempts and admissions that led to nothing are kept (meetings 14). */
const tracesKeptDays = 30;

/** MTG-106: names, addresses, answers and comments of guests go some time after the last session; counts and minutes stay. */
export const eraseGuests = scheduled(
  {
    topic: 'meetings.erase_guests',
    cron: '20 3 * * *',
    policy: { queue: 'meetings', maxAttempts: 10, baseSeconds: 60, capSeconds: 3600, leaseSeconds: 600 },
    databaseRole: 'identity',
  },
  async ({ now, settings, read, transact }) => {
    for (const workspaceId of await read(({ guestData }) => guestData.workspacesWithMeetings(now)))
      await transact(async (context) => {
        context.enter(workspaceId);
        await context.guestData.erase(plusDays(now, -settings.meetingGuestDataDays));
        await context.guestData.prune(plusDays(now, -tracesKeptDays));
      });
  },
);
