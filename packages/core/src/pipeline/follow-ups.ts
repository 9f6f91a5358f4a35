import type { ContextPorts, PortsInside } from '../kernel/context-ports.ts';
import type { DatabaseRole } from '../kernel/database-role.ts';
import { followUpEntitlements } from '../kernel/entitlements.ts';
import type { ClaimedJob, JobSubjects } from '../kernel/outbox.ts';
import type {
  FollowUpContext,
  LedgerReading,
  ReactingBase,
  ReactingContext,
} from '../kernel/reacting-context.ts';
import type { Reaction } from '../kernel/reaction.ts';
import { type Actor, operatorActor, systemActor } from './actor.ts';
import { settleEmissions } from './call-emissions.ts';
import { answersOutsideOf } from './composition.ts';
import { emissionsOf } from './emission.ts';
import { handlerPortsOf } from './handler-ports.ts';
import type { BudgetUse } from './mail-budget.ts';
import type { ChanceryPorts } from './ports.ts';
import type { Transaction } from './unit-of-work.ts';
import { wake } from './wake.ts';

// biome-ignore lint/suspicious/noExplicitAny: each handler gets the ports that its own declaration was typed with
type Held = FollowUpContext & any;

/** Who reacts: whose ports it holds, and the role that its transactions run under. */
interface Reacting<S extends ContextPorts> {
  readonly ports: S;
  readonly topic: string;
  readonly databaseRole: DatabaseRole;
  /** As the reaction declares it; a scheduled topic mails nobody. */
  readonly mails?: Reaction['mails'];
}

/** What follows from mail that was counted is that mail; what else follows has nobody who could be refused. */
const budgetOf = (mails: Reaction['mails']): BudgetUse =>
  mails === null || typeof mails === 'string' ? 'count' : 'counted';

/** What a reaction or a scheduled topic works with. It holds no transaction while mail is on its way. */
export function reactingContext<S extends ContextPorts>(
  ports: ChanceryPorts,
  handler: Reacting<S>,
  job: ClaimedJob,
): ReactingContext<S> {
  const { clock, ids, settings, timeZones, linkTokens, keyRing, random, sms, unitOfWork } = ports;
  const { ports: of, topic, databaseRole: role, mails = null } = handler;
  const follow = <T>(work: (transaction: Transaction, context: Held) => Promise<T>) =>
    followUp(ports, of, job, work, { actor: systemActor, role, mailBudget: budgetOf(mails), holder: topic });
  const base: ReactingBase = {
    now: clock.now(),
    settings,
    timeZones,
    linkTokens,
    keyRing,
    random,
    sms,
    newId: () => ids.uuid7(),
    workspaceId: job.workspaceId,
    jobId: job.id,
    askedAt: job.createdAt,
    mail: mailOf(ports, handler, job),
  };
  return {
    ...base,
    ...handlerPortsOf(ports).outside(of),
    // What another context does for this job, it does under the role of this job.
    ...answersOutsideOf(
      of,
      (others) => reactingContext(ports, { ports: others, topic, databaseRole: role, mails }, job),
      ports.answersOutside,
    ),
    read: <T>(work: (context: Held) => Promise<T>) =>
      unitOfWork.run(
        'read',
        role,
        (transaction) => {
          transaction.enter(job.workspaceId);
          return work(handlerPortsOf(ports).inside(of, transaction, ledgerReading(transaction)));
        },
        topic,
      ),
    once: (work: (context: Held) => Promise<void>) =>
      follow(async (transaction, writing) => {
        if (await transaction.firstRun(topic, job.id, writing.now)) await work(writing);
      }),
    transact: <T>(work: (context: Held) => Promise<T>) => follow((_, context) => work(context)),
    // The services by name are those of the context's declaration, which its type says.
  } as unknown as ReactingContext<S>;
}

const ledgerReading = (transaction: Transaction): LedgerReading => ({
  async ledgerHead() {
    const head = await transaction.ledgerHead();
    if (head === null) throw new TypeError('No workspace was entered, so there is no ledger to read');
    return head;
  },
});

/** How the mails of a job leave: only those of a reaction that says whom it mails (PLT-30). */
function mailOf(
  { mail, settings }: ChanceryPorts,
  { topic, mails = null }: Pick<Reacting<ContextPorts>, 'topic' | 'mails'>,
  job: ClaimedJob,
): ReactingBase['mail'] {
  const messageIdOf = (key: string, about = job.id) =>
    `${about}.${key}@${new URL(settings.baseUrl).hostname}`;
  return {
    messageIdOf,
    async send({ key, from = settings.mailFrom, about, ...message }) {
      if (mails === null) throw new TypeError(`${topic} does not say whom it mails`);
      await mail.send({ ...message, from, messageId: messageIdOf(key, about) });
    },
  };
}

/** What somebody at the shell of the machine does, in one transaction; the ledger names an operator (platform 12). */
export function operate<S extends ContextPorts, T>(
  ports: ChanceryPorts,
  of: S,
  workspaceId: string | null,
  work: (context: FollowUpContext & PortsInside<S>) => Promise<T>,
  role: DatabaseRole = 'worker',
): Promise<T> {
  const id = ports.ids.uuid7();
  const origin = { id, workspaceId, correlationId: id };
  return followUp(ports, of, origin, (_, context) => work(context), {
    actor: operatorActor,
    role,
    mailBudget: 'count',
    holder: 'operator',
  });
}

/** What the kernel gives to the transactions of jobs, beside what they emit. */
function followUpServices(
  { ids, keyRing, settings, timeZones, random, linkTokens, plans }: ChanceryPorts,
  transaction: Transaction,
  now: string,
) {
  return {
    now,
    settings,
    timeZones,
    random,
    keyRing,
    linkTokens,
    newId: () => ids.uuid7(),
    cancelJobs: (about: JobSubjects, ...topics: readonly string[]) =>
      transaction.cancelJobs(about, topics, now),
    entitlements: followUpEntitlements(
      plans,
      () => ({ workspacePlans: transaction.repositories.billing.workspacePlans, usage: transaction.usage }),
      now,
    ),
  };
}

/** One transaction of a job; what it emits commits with it, in the name of the system. */
async function followUp<T>(
  ports: ChanceryPorts,
  of: ContextPorts,
  job: Pick<ClaimedJob, 'id' | 'workspaceId' | 'correlationId'>,
  work: (transaction: Transaction, context: Held) => Promise<T>,
  {
    actor,
    role,
    mailBudget,
    holder,
  }: { actor: Actor; role: DatabaseRole; mailBudget: BudgetUse; holder: string },
): Promise<T> {
  const now = ports.clock.now();
  const { result, jobs } = await ports.unitOfWork.run(
    'write',
    role,
    async (transaction) => {
      transaction.enter(job.workspaceId);
      let ledgerId = job.workspaceId ?? 'installation';
      const { emissions, ...emitters } = emissionsOf(transaction, () => ledgerId);
      const kernel: FollowUpContext & LedgerReading = {
        ...followUpServices(ports, transaction, now),
        ...ledgerReading(transaction),
        ...emitters,
        enter: (workspaceId) => {
          transaction.enter(workspaceId);
          ledgerId = workspaceId;
        },
        openLedger: (id) => transaction.openLedger(id),
      };
      const context = handlerPortsOf(ports).inside(of, transaction, kernel);
      const done = await work(transaction, context);
      const caller = { address: null, requestId: job.id, correlationId: job.correlationId };
      const followers = await settleEmissions(ports, transaction, emissions, {
        actor,
        caller,
        now,
        mailBudget,
      });
      return { result: done, jobs: followers };
    },
    holder,
  );
  wake(ports, jobs);
  return result;
}
