import { reauthenticationRequired } from '../../kernel/access.ts';
import { type Instant, secondsBetween } from '../../kernel/time.ts';
import { secondPersonCoolingOff, secondPersonRequired } from '../errors.ts';
import { secondPersonWaived } from '../events.ts';
import type { WorkspacePorts } from '../ports.ts';
import { eligibleIn } from './candidates.ts';
import { notifyOwnersOfSecondPerson } from './owner-notices.ts';
import type { SecondPersonQuestion, SecondPersonRule } from './ports.ts';
import { availableAt, secondPersonSteps } from './second-person.ts';

export const secondPersonRule = (ports: WorkspacePorts): SecondPersonRule => ({
  begin: (tx, question) => soonest({ ...question, countedFrom: tx.now }, ports),

  async onSince() {
    const [current] = await ports.secondPerson.changes();
    return current?.mode === 'cooling_off' ? current.changedAt : null;
  },

  async check(tx, question) {
    const { step, target, requesterIds, reason, actor } = question;
    if (!requesterIds.includes(actor)) return { singlePerson: false };
    const from = await soonest(question, ports);
    if (reason === null)
      throw secondPersonRequired({
        message: `Somebody else must take this step; alone you may, with singlePersonReason, from ${from} on.`,
      });
    if (tx.now < from)
      throw secondPersonCoolingOff({ retryAfterSeconds: Math.ceil(secondsBetween(tx.now, from)) });
    tx.requireStepUp();

    const { secondPerson } = ports;
    const use = { id: tx.newId(), at: tx.now, userId: actor, step, target, reason };
    await secondPerson.addUse(use);
    tx.emit(secondPersonWaived, {
      useId: use.id,
      userId: actor,
      step,
      targetKind: target.kind,
      targetId: target.id,
      reason,
    });
    await notifyOwnersOfSecondPerson('waived', use.id, { emit: tx.emit, owners: ports.owners });
    return { singlePerson: true };
  },
});

/** The time from which the person may take the step alone. Throws `second_person.required` if another could, or it is off. */
async function soonest(
  { step, requesterIds, countedFrom, mayAlso, actor }: Omit<SecondPersonQuestion, 'reason'>,
  ports: WorkspacePorts,
): Promise<Instant> {
  if (!secondPersonSteps.includes(step)) throw secondPersonRequired();
  const { workspaces, secondPerson, members } = ports;
  // The lock decides whether a person who becomes eligible at this moment is counted already (SPR-9).
  await workspaces.lock();
  const { settings, id: workspaceId } = await workspaces.get();
  if (settings.secondPerson !== 'cooling_off') throw secondPersonRequired();
  const eligible = await eligibleIn(workspaceId, ports);
  if (eligible.some(({ userId }) => userId !== actor)) throw secondPersonRequired();
  const others = mayAlso.filter((userId) => userId !== actor && !requesterIds.includes(userId));
  if (others.length > 0 && (await members.able(others)).length > 0) throw secondPersonRequired();

  const from = availableAt(countedFrom, await secondPerson.changes());
  if (from === null) throw secondPersonRequired();
  return from;
}

/** The failures that `check` may throw; every use case that calls it declares them. */
export const secondPersonErrors = [
  secondPersonRequired,
  secondPersonCoolingOff,
  reauthenticationRequired,
] as const;
