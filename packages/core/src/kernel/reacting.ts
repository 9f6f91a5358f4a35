import type { Repositories } from '../contexts.ts';
import type { ChanceryPorts } from './chancery.ts';
import { type Actor, emissionsOf, flushEmissions, operatorActor, systemActor } from './emission.ts';
import { followUpEntitlements } from './entitlements.ts';
import type { ClaimedJob } from './outbox.ts';
import { picked } from './picked.ts';
import type { Transaction, UnitRole } from './unit-of-work.ts';
import type { FollowUpContext, ReactingContext } from './use-case.ts';
import { wake } from './wake.ts';

/** The ports that reach it as they are; whatever else it names is asked of the database. */
const reactingPorts = [
  'settings',
  'timeZones',
  'plans',
  'payments',
  'oidc',
  'linkTokens',
  'keyRing',
  'random',
  'sms',
  'blobs',
  'types',
  'scanner',
  'egress',
  'webhookSigner',
  'tokens',
] as const;

/** What a reaction or a scheduled topic works with. It holds no transaction while mail is on its way. */
export function reactingContext(
  ports: ChanceryPorts,
  handler: string,
  job: ClaimedJob,
): ReactingContext<Repositories> & Repositories {
  const { clock, ids, settings } = ports;
  const host = new URL(settings.baseUrl).hostname;
  const messageIdOf = (key: string) => `${job.id}.${key}@${host}`;
  const transact = <T>(work: (context: FollowUpContext & Repositories) => Promise<T>) =>
    followUp(ports, job, async (_, context) => work(context));
  const context: ReactingContext<Repositories> = {
    now: clock.now(),
    ...picked(ports, reactingPorts),
    newId: () => ids.uuid7(),
    workspaceId: job.workspaceId,
    jobId: job.id,
    askedAt: job.createdAt,
    mail: {
      messageIdOf,
      send: ({ key, from, ...message }) =>
        ports.mail.send({ ...message, from: from ?? settings.mailFrom, messageId: messageIdOf(key) }),
    },
    once: (work) =>
      followUp(ports, job, async (transaction, writing) => {
        if (await transaction.firstRun(handler, job.id, writing.now)) await work(writing);
      }),
    transact,
  };
  // A port named on the context is a proxy: each of its calls is a short unit of its own.
  return new Proxy(context, {
    get: (own, name) =>
      name in own
        ? own[name as keyof typeof own]
        : new Proxy(
            {},
            {
              get:
                (_, method) =>
                (...parameters: unknown[]) =>
                  transact((repositories) => {
                    const port = repositories[name as keyof Repositories] as unknown as Record<
                      PropertyKey,
                      (...values: unknown[]) => Promise<unknown>
                    >;
                    return (
                      port[method]?.(...parameters) ??
                      Promise.reject(new TypeError(`No ${String(name)}.${String(method)}`))
                    );
                  }),
            },
          ),
  }) as ReactingContext<Repositories> & Repositories;
}

/** What somebody at the shell of the machine does, in one transaction; the ledger names an operator (platform 12). */
export function operate<T>(
  ports: ChanceryPorts,
  workspaceId: string | null,
  work: (context: FollowUpContext & Repositories) => Promise<T>,
  role: UnitRole = 'worker',
): Promise<T> {
  const id = ports.ids.uuid7();
  const origin = { id, workspaceId, correlationId: id };
  return followUp(ports, origin, (_, context) => work(context), { actor: operatorActor, role });
}

/** One transaction of a job; what it emits commits with it, in the name of the system. */
async function followUp<T>(
  ports: ChanceryPorts,
  job: Pick<ClaimedJob, 'id' | 'workspaceId' | 'correlationId'>,
  work: (transaction: Transaction, context: FollowUpContext & Repositories) => Promise<T>,
  { actor, role }: { readonly actor: Actor; readonly role: UnitRole } = {
    actor: systemActor,
    role: 'identity',
  },
): Promise<T> {
  const { clock, ids, keyRing, settings, timeZones, random, linkTokens, plans, unitOfWork } = ports;
  const now = clock.now();
  const newId = () => ids.uuid7();
  const { result, jobs } = await unitOfWork.run('write', role, async (transaction) => {
    transaction.enter(job.workspaceId);
    let ledgerId = job.workspaceId ?? 'installation';
    const { emissions, ...emitters } = emissionsOf(transaction, () => ledgerId);
    const kernel: FollowUpContext = {
      now,
      settings,
      timeZones,
      plans,
      random,
      keyRing,
      linkTokens,
      newId,
      ...emitters,
      cancelJobs: (aggregate, topic) => transaction.cancelJobs(aggregate, topic, now),
      entitlements: followUpEntitlements(plans, () => transaction.repositories, now),
      enter: (workspaceId) => {
        transaction.enter(workspaceId);
        ledgerId = workspaceId;
      },
    };
    const context = transaction.context(kernel);
    const done = await work(transaction, context);
    const { jobs: followers, written } = await flushEmissions({
      transaction,
      emissions,
      actor,
      caller: { address: null, requestId: job.id, correlationId: job.correlationId },
      now,
      keyRing,
      newId,
    });
    transaction.settle(written);
    return { result: done, jobs: followers };
  });
  wake(ports, jobs);
  return result;
}
