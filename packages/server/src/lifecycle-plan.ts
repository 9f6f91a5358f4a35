import { type ChanceryPorts, operate } from '@chancery/core';
import { lifecycle } from '@chancery/core/internal';
import { answerCommand, type Given } from './command-answer.ts';
import type { Environment } from './configuration.ts';

const [horizonDays, batch] = [90, 100];

/**
 * The command `lifecycle plan`: plans the actions of all documents for three months, as the worker does each night, and says
 * how many there are. With `--dry-run` it says so and changes nothing.
 */
export const planLifecycles = (environment: Environment, given: Given): Promise<number> =>
  answerCommand(environment, ({ chancery: { ports } }) => planAll(ports, given.dryRun === true));

async function planAll(ports: ChanceryPorts, dryRun: boolean): Promise<object> {
  const asOf = ports.clock.now();
  const horizonEnd = new Date(Date.parse(asOf) + horizonDays * 86_400_000).toISOString();
  const counts = { created: 0, kept: 0, cancelled: 0, skipped: 0 };
  for (let after: lifecycle.DueDocument | null = null; ; ) {
    const due = await dueAfter(ports, horizonEnd, after);
    for (const workspaceId of new Set(due.map((one) => one.workspaceId))) {
      const ids = due.filter((one) => one.workspaceId === workspaceId).map(({ documentId }) => documentId);
      const changes = await planned(ports, workspaceId, ids, { horizonEnd, dryRun });
      counts.created += changes.created.length;
      counts.kept += changes.kept.length;
      counts.cancelled += changes.cancelled.length;
      counts.skipped += changes.skipped.length + changes.missed.length;
    }
    after = due.at(-1) ?? null;
    if (due.length < batch) return { dryRun, asOf, horizonEnd, ...counts };
  }
}

const dueAfter = (
  ports: ChanceryPorts,
  horizonEnd: string,
  after: lifecycle.DueDocument | null,
): Promise<readonly lifecycle.DueDocument[]> =>
  operate(
    ports,
    lifecycle.ports,
    null,
    ({ actionSweep }) => actionSweep.toPlan(horizonEnd, after, batch),
    'identity',
  );

const planned = (
  ports: ChanceryPorts,
  workspaceId: string,
  documentIds: readonly string[],
  { horizonEnd, dryRun }: { readonly horizonEnd: string; readonly dryRun: boolean },
): Promise<lifecycle.PlanChanges> =>
  operate(
    ports,
    lifecycle.ports,
    workspaceId,
    async (work) => {
      const scope = { horizonEnd, kinds: null };
      return dryRun
        ? lifecycle.planOf(await work.lifecycleActions.documents(documentIds), scope, work)
        : lifecycle.planDocuments(documentIds, scope, work);
    },
    'identity',
  );
