import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { workspaceClosing, workspaceClosingNotice } from '../events.ts';
import { reaction } from '../ports.ts';

const batchSize = 500;

/** Notifies every active member. Each gets a notice of their own, so that one mail that fails holds back no other. */
export const notifyOfClosing = reaction(
  workspaceClosing,
  { topic: 'workspace.tell_of_closing', policy: { ...defaultJobPolicy, queue: 'mail' }, needs: ['closesAt'] },
  ({ closesAt }, { once }) =>
    once(async ({ closures, emit }) => {
      for (let after: string | null = null; ; ) {
        const userIds: readonly string[] = await closures.activeMemberIds(after, batchSize);
        for (const userId of userIds) emit(workspaceClosingNotice, { userId, notice: 'planned', closesAt });
        after = userIds.at(-1) ?? null;
        if (userIds.length < batchSize) return;
      }
    }),
);
