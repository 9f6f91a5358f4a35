import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';
import { secondFactorDue } from './events.ts';

const mostInOneRun = 500;

/** Notifies members who lack the second factor that a workspace demands: at the start, and on each of the last three days (MFA-12). */
export const notifySecondFactorDue = scheduled(
  {
    topic: 'identity.second_factor_notice',
    cron: '0 6 * * *',
    policy: { ...defaultJobPolicy, queue: 'mail', maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ transact }) => {
    let taken: number;
    do {
      taken = await transact(async ({ now, factors, emitFor }) => {
        const notices = await factors.takeNotices(now, mostInOneRun);
        for (const { userId, workspaceId } of notices)
          emitFor(userId, secondFactorDue, { userId, workspaceId });
        return notices.length;
      });
    } while (taken === mostInOneRun);
  },
);
