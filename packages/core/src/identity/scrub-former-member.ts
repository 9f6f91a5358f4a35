import { userDeactivated, userScrubbed } from './events.ts';
import type { Scrubbing } from './membership-participant.ts';
import { reaction } from './ports.ts';

/**
 * Each context erases what it holds of a former member outside records, in each workspace that they left; the ledger of
 * the workspace says what was erased, what was kept and why (ACC-5).
 */
export const scrubFormerMember = reaction(
  userDeactivated,
  {
    topic: 'identity.scrub',
    policy: { queue: 'identity', maxAttempts: 20, baseSeconds: 60, capSeconds: 21_600, leaseSeconds: 600 },
    needs: ['userId', 'workspaceIds'],
  },
  async ({ userId, workspaceIds }, { once }) => {
    await once(async (work) => {
      for (const workspaceId of workspaceIds) {
        work.enter(workspaceId);
        const kinds: (Scrubbing & { readonly context: string })[] = [];
        for (const participant of work.membershipParticipants) {
          const done = await participant.scrub({ workspaceId, userId });
          kinds.push(...done.map((one) => ({ context: participant.context, ...one })));
        }
        work.emit(userScrubbed, { userId, kinds });
      }
    });
  },
);
