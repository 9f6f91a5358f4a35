import { hexOf, hmacSha256 } from '../kernel/crypto.ts';
import { effectivePlan } from '../kernel/entitlements.ts';
import { groupBy } from '../kernel/grouping.ts';
import {
  mailBudgetUsed,
  mailsByAddress,
  mailsPerRecipientAndDay,
  type OutsideMail,
} from '../kernel/outside-mail.ts';
import { type Instant, plusDays, secondsBetween } from '../kernel/time.ts';
import { together } from '../kernel/together.ts';
import { reactionsTo } from './declarations.ts';
import type { Emission, LeftOut } from './emission.ts';
import { handlerPortsOf } from './handler-ports.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';

/**
 * What becomes of mail to people who are no members once the budget of the day is used. `refuse`: the call is answered 429.
 * `count`: nobody is there to be refused, or the call works on every plan (BIL-3), so what is sent is counted and may pass
 * the limit (PLT-26). `counted`: it was counted with the event that these follow from.
 */
export type BudgetUse = 'refuse' | 'count' | 'counted';

interface Asked {
  readonly emission: Emission;
  readonly topic: string;
  readonly beyond: OutsideMail<unknown, unknown>['beyond'];
  readonly addresses: readonly string[];
}

type Ports = ChanceryPorts;

/**
 * Counts the mails to people who are no members that follow from what was emitted (PLT-30), in its transaction: a refusal
 * undoes all of it. It follows from the declarations of the reactions, so no use case asks for it.
 */
export async function countOutsideMails(
  ports: Ports,
  transaction: Transaction,
  emissions: readonly Emission[],
  { now, use }: { readonly now: Instant; readonly use: BudgetUse },
): Promise<LeftOut> {
  const leftOut = new Map<Emission, Set<string>>();
  if (use === 'counted') return leftOut;
  for (const [workspaceId, own] of groupBy(emissions, ({ ledger }) => ledger)) {
    if (typeof workspaceId !== 'string' || workspaceId === 'installation') continue;
    const asked = await askedOf(ports, transaction, { workspaceId, emissions: own, now });
    if (asked.length === 0) continue;
    const [over, plan] = await together(
      countRecipients(ports, transaction, asked, { now, use }),
      limitOf(ports, transaction, now),
    );
    const staying: Asked[] = [];
    for (const one of asked) {
      if (one.beyond !== 'leave out' || !reaches(one, over)) staying.push(one);
      else leftOut.set(one.emission, (leftOut.get(one.emission) ?? new Set()).add(one.topic));
    }
    await countInWorkspace(transaction, staying, plan, { now, use });
  }
  return leftOut;
}

const reaches = ({ addresses }: Asked, over: ReadonlySet<string>): boolean =>
  mailsByAddress(addresses).some(([address]) => over.has(address));
const isRefusable = ({ beyond }: Pick<Asked, 'beyond'>, use: BudgetUse) =>
  use === 'refuse' && beyond !== 'send';

/** Refuses whoever asks while nothing is left of the day, whatever the call would send (MTG-84). */
export async function requireMailBudget(ports: Ports, transaction: Transaction, now: Instant): Promise<void> {
  const { limit } = await limitOf(ports, transaction, now);
  const { used } = await transaction.usage.counted('mails_per_day', dayOf(now));
  if (limit !== null && used >= limit) throw refusal(`${used} of ${limit} mails of today are used.`, now);
}

/** What the declarations of the reactions say of the emissions, each reaction asked once for all of its events. */
async function askedOf(
  ports: Ports,
  transaction: Transaction,
  { workspaceId, emissions, now }: { workspaceId: string; emissions: readonly Emission[]; now: Instant },
): Promise<readonly Asked[]> {
  const mailing = emissions.flatMap((emission) =>
    reactionsTo(emission.event.type).flatMap((reaction) => {
      const { mails } = reaction;
      return mails === null || typeof mails === 'string' ? [] : [{ emission, reaction, mails }];
    }),
  );
  const asked: Asked[] = [];
  for (const ofReaction of groupBy(mailing, ({ reaction }) => reaction).values()) {
    const [first] = ofReaction;
    if (first === undefined) continue;
    transaction.enter(workspaceId);
    const context = handlerPortsOf(ports).inside(first.reaction.ports, transaction, { now });
    const events = ofReaction.map(({ emission }) => emission.data);
    const addresses = await first.mails.outsiders(events, context);
    for (const [index, { emission, reaction, mails }] of ofReaction.entries()) {
      const own = addresses[index] ?? [];
      const { topic } = reaction;
      if (own.length > 0) asked.push({ emission, topic, beyond: mails.beyond, addresses: own });
    }
  }
  return asked;
}

/** Those who have had the mails of a day, folded. */
async function countRecipients(
  { keyRing }: Ports,
  { outsideMails }: Transaction,
  asked: readonly Asked[],
  { now, use }: { readonly now: Instant; readonly use: BudgetUse },
): Promise<ReadonlySet<string>> {
  const key = keyRing.derive('outside-mail');
  const over = new Set<string>();
  const isCapped = (one: Asked) => isRefusable(one, use) || one.beyond === 'leave out';
  for (const [capped, ofKind] of groupBy(asked, isCapped)) {
    const counts = mailsByAddress(ofKind.flatMap(({ addresses }) => addresses)).map(([address, mails]) => ({
      address,
      recipient: hexOf(hmacSha256(key, address)),
      mails,
    }));
    const passed = await outsideMails.count(counts, dayOf(now), capped ? mailsPerRecipientAndDay : null);
    for (const { address, recipient } of counts) if (passed.includes(recipient)) over.add(address);
  }
  if (use === 'refuse' && over.size > 0)
    throw refusal(`${over.size} of the recipients have had ${mailsPerRecipientAndDay} mails today.`, now);
  return over;
}

async function countInWorkspace(
  transaction: Transaction,
  asked: readonly Asked[],
  { limit, planName }: Awaited<ReturnType<typeof limitOf>>,
  { now, use }: { readonly now: Instant; readonly use: BudgetUse },
): Promise<void> {
  for (const [refusable, ofKind] of groupBy(asked, (one) => isRefusable(one, use))) {
    const count = ofKind.reduce((sum, { addresses }) => sum + addresses.length, 0);
    if (await transaction.usage.take('mails_per_day', count, refusable ? limit : null, dayOf(now))) continue;
    const { used } = await transaction.usage.counted('mails_per_day', dayOf(now));
    throw refusal(
      `The plan ${planName} allows ${limit} mails a day to people who are no members; ${used} are used, and this needs ${count}.`,
      now,
    );
  }
}

async function limitOf({ plans }: Ports, { repositories }: Transaction, now: Instant) {
  const { planCode, terms } = await repositories.billing.workspacePlans.get();
  const plan = effectivePlan(plans, planCode, terms, now);
  return { limit: plan.limits.mails_per_day, planName: plan.name };
}

const dayOf = (now: Instant): string => now.slice(0, 10);

function refusal(message: string, now: Instant) {
  const tomorrow = `${dayOf(plusDays(now, 1))}T00:00:00.000Z`;
  return mailBudgetUsed({
    details: [{ path: '', code: 'mails_per_day', message }],
    retryAfterSeconds: Math.max(1, Math.ceil(secondsBetween(now, tomorrow))),
  });
}
