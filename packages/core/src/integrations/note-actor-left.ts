import { defaultJobPolicy } from '../kernel/outbox.ts';
import { memberRemoved, memberRoleChanged, memberSuspended } from '../workspace/index.ts';
import { apiKeyActorLeft } from './events.ts';
import { type IntegrationsReacting, reaction } from './ports.ts';

const policy = { ...defaultJobPolicy, queue: 'system' };

/** Notifies each owner if keys act as the person: such keys go on reading, and make no meetings (WSP-13). */
const notifyOwners = (actorUserId: string, { once }: Pick<IntegrationsReacting, 'once'>): Promise<void> =>
  once(async ({ apiKeys, memberDirectory, emit }) => {
    const apiKeyIds = [...(await apiKeys.actingAs(actorUserId))];
    if (apiKeyIds.length === 0) return;
    for (const ownerUserId of await memberDirectory.ownerIds())
      emit(apiKeyActorLeft, { apiKeyIds, actorUserId, ownerUserId });
  });

export const noteActorRemoved = reaction(
  memberRemoved,
  { topic: 'integrations.note_actor_removed', policy, needs: ['userId'] },
  ({ userId }, context) => notifyOwners(userId, context),
);

export const noteActorSuspended = reaction(
  memberSuspended,
  { topic: 'integrations.note_actor_suspended', policy, needs: ['userId'] },
  ({ userId }, context) => notifyOwners(userId, context),
);

export const noteActorBecameGuest = reaction(
  memberRoleChanged,
  { topic: 'integrations.note_actor_became_guest', policy, needs: ['userId', 'role'] },
  async ({ userId, role }, context) => {
    if (role === 'guest') await notifyOwners(userId, context);
  },
);
