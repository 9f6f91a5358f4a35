import { userReinstated } from '../../identity/index.ts';
import type { JobPolicy } from '../../kernel/outbox.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { memberJoined, memberReactivated, memberRoleChanged, secondPersonEnded } from '../events.ts';
import { reaction, scheduled, type WorkspacePorts, type WorkspaceReacting } from '../ports.ts';
import { eligibleIn } from './candidates.ts';
import { notifyOwnersOfSecondPerson } from './owner-notices.ts';

export const secondPersonWatchPolicy: JobPolicy = {
  queue: 'system',
  maxAttempts: 12,
  baseSeconds: 10,
  capSeconds: 3600,
  leaseSeconds: 120,
};

/**
 * SPR-9: ends `cooling_off` in the entered workspace as soon as there are two people who could act as second person for each
 * other. Every context calls it in its reactions to what may make somebody eligible: a new member, role, duty or case.
 */
export async function endWithSecondPerson(work: FollowUpContext & WorkspacePorts): Promise<void> {
  const { workspaces, secondPerson, owners, now, newId, emit } = work;
  await workspaces.lock();
  const workspace = await workspaces.get();
  if (workspace.settings.secondPerson !== 'cooling_off') return;
  if ((await eligibleIn(workspace.id, work)).length < 2) return;
  const settings = { ...workspace.settings, secondPerson: 'required' as const };
  const saved = await workspaces.save({ ...workspace, settings, updatedAt: now });
  await secondPerson.addChange({
    id: newId(),
    mode: 'required',
    coolingOffHours: settings.secondPersonCoolingOffHours,
    changedAt: now,
    changedByUserId: null,
  });
  emit(secondPersonEnded, { workspaceId: saved.id, version: saved.version, itself: true });
  await notifyOwnersOfSecondPerson('ended', null, { owners, emit });
}

const job = (cause: string) => ({
  topic: `workspace.second_person_watch_${cause}`,
  policy: secondPersonWatchPolicy,
  needs: [],
});

export const watchSecondPersonJoined = reaction(memberJoined, job('joined'), (_, { once }) =>
  once(endWithSecondPerson),
);
export const watchSecondPersonRole = reaction(memberRoleChanged, job('role'), (_, { once }) =>
  once(endWithSecondPerson),
);
export const watchSecondPersonReactivated = reaction(memberReactivated, job('reactivated'), (_, { once }) =>
  once(endWithSecondPerson),
);

/** The event of an account names no workspace, so all workspaces with the setting are looked at. */
export const watchSecondPersonReinstated = reaction(
  userReinstated,
  { ...job('reinstated'), databaseRole: 'identity' },
  (_, context) => endEverywhere(context),
);

/** Finds once an hour what no event reported. */
export const watchSecondPerson = scheduled(
  {
    topic: 'workspace.second_person_watch',
    cron: '41 * * * *',
    policy: secondPersonWatchPolicy,
    databaseRole: 'identity',
  },
  (context) => endEverywhere(context),
);

async function endEverywhere({
  read,
  transact,
}: Pick<WorkspaceReacting, 'read' | 'transact'>): Promise<void> {
  for (const workspaceId of await read(({ secondPerson }) => secondPerson.workspacesCoolingOff()))
    await transact(async (work) => {
      work.enter(workspaceId);
      await endWithSecondPerson(work);
    });
}
