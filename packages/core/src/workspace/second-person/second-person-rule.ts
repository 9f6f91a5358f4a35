import { reauthenticationRequired } from '../../kernel/access.ts';
import { type Instant, secondsBetween } from '../../kernel/time.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import { secondPersonCoolingOff, secondPersonRequired } from '../errors.ts';
import { secondPersonWaived } from '../events.ts';
import type { WorkspacePorts } from '../ports.ts';
import { eligibleIn } from './candidates.ts';
import { availableAt, type SecondPersonStep, secondPersonSteps } from './second-person.ts';
import { tellOwnersOfSecondPerson } from './tell-owners.ts';

/** One step that asks for a second person, as the context that owns it sees it. */
export interface SecondPersonQuestion {
  readonly step: SecondPersonStep;
  readonly target: { readonly kind: string; readonly id: string };
  /** Who asked for the step, and so may not take it (SPR-3). */
  readonly requesterIds: readonly string[];
  /** Since when it waits: the column "counted from" of the step. */
  readonly countedFrom: Instant;
  /** Who else could take this very step on this very thing, beside those who could act anyway (SPR-6). */
  readonly mayAlso: readonly string[];
  /** `singlePersonReason` of the request, null where it has none. */
  readonly reason: string | null;
  /** Who takes the step. */
  readonly actor: string;
}

/** The transaction of the step. */
export type SecondPersonTransaction = Pick<
  WritingContext,
  'now' | 'workspaceId' | 'newId' | 'emit' | 'requireStepUp'
>;

/**
 * Whether a person may take a step that they asked for themselves. Others always may; the same person only alone in the
 * workspace, under the setting, after its time, with a reason and a fresh proof. `singlePerson` belongs on the record and
 * into the facts of its event, for ever. Refuses with `second_person.required`, `second_person.cooling_off` or
 * `auth.reauthentication_required`, which the use case declares (`secondPersonErrors`).
 */
export interface SecondPersonRule {
  check(
    tx: SecondPersonTransaction,
    question: SecondPersonQuestion,
  ): Promise<{ readonly singlePerson: boolean }>;
  /**
   * For a step that waits from the request that only records it (SPR-10): the instant from which the person may take it.
   * Refuses with `second_person.required` where they never could as things stand.
   */
  begin(
    tx: SecondPersonTransaction,
    question: Omit<SecondPersonQuestion, 'countedFrom' | 'reason'>,
  ): Promise<Instant>;
}

export const secondPersonRule = (ports: WorkspacePorts): SecondPersonRule => ({
  begin: (tx, question) => soonest({ ...question, countedFrom: tx.now }, ports),

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
    await tellOwnersOfSecondPerson('waived', use.id, { emit: tx.emit, owners: ports.owners });
    return { singlePerson: true };
  },
});

/** From when the person may take the step alone; `second_person.required` while anybody else could, or the setting is off. */
async function soonest(
  { step, requesterIds, countedFrom, mayAlso, actor }: Omit<SecondPersonQuestion, 'reason'>,
  ports: WorkspacePorts,
): Promise<Instant> {
  if (!secondPersonSteps.includes(step)) throw secondPersonRequired();
  const { workspaces, secondPerson, members } = ports;
  // Whoever becomes eligible at this moment is counted before, or comes after (SPR-9).
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

/** What `check` may refuse with; every use case that asks declares them. */
export const secondPersonErrors = [
  secondPersonRequired,
  secondPersonCoolingOff,
  reauthenticationRequired,
] as const;
