import { setTimeout as wait } from 'node:timers/promises';
import { loadOrCreateMasterKey, MasterKeyRing } from '@chancery/adapters-services';
import { verifyLedger } from '@chancery/core';
// The ledger's own reader and verifier, which the package keeps to itself.
import { auditLedger } from '../../packages/adapters-persistence/src/kernel/audit-ledger.ts';

/** Runs one statement as the owner of the tables. */
export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Jobs that have not ended; the last look at an attendance, half an hour after its session, is not waited for. */
const unfinished = `
  select count(*)::integer count from jobs where status in ('pending', 'running', 'retrying')
    and not (topic = 'meetings.settle_late_attendance' and available_at > now() + interval '5 minutes')`;

export async function jobsLeft(query: Query): Promise<number> {
  const [row] = await query(unfinished);
  return Number(row?.count);
}

/** Waits until every job has ended; a job whose worker was killed comes back when its lease has expired (two minutes). */
export async function untilNoJobIsLeft(query: Query, seconds = 300): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const left = await jobsLeft(query).catch(() => null);
    if (left === 0) return (performance.now() - begun) / 1000;
    if (performance.now() - begun > seconds * 1000)
      throw new Error(`${left} jobs are left after ${seconds} s`);
    await wait(500);
  }
}

/** What was looked at, what was found, and `ok` or `WRONG`. */
export type Line = readonly [string, string | number, string];

export const line = (what: string, found: string | number, fits: boolean): Line => [
  what,
  found,
  fits ? 'ok' : 'WRONG',
];

/** Every job has ended well. */
export async function checkJobs(query: Query): Promise<Line> {
  const jobs = await query(
    `select case when status = 'pending' and topic = 'meetings.settle_late_attendance' and available_at > now() then 'for later' else status end status,
       count(*)::integer count from jobs group by 1 order by 1`,
  );
  const found = jobs.map(({ status, count }) => `${count} ${status}`).join(', ');
  return line(
    'jobs',
    found,
    jobs.every(({ status }) => status === 'succeeded' || status === 'for later'),
  );
}

/** The workspace's chain of events, verified by the database and outside of it, and the action of each. */
export async function checkLedger(
  query: Query,
  workspaceId: string,
  dataFolder: string,
): Promise<{ readonly lines: readonly Line[]; readonly actions: readonly string[] }> {
  await query("select set_config('app.workspace', $1, false)", [workspaceId]);
  const ledger = auditLedger(query);
  const inside = await ledger.verify(workspaceId);
  const head = await ledger.head(workspaceId);
  const rows = await ledger.read(workspaceId, 1, Number.MAX_SAFE_INTEGER);
  const outside = await verifyLedger({
    ledgerId: workspaceId,
    rows,
    head: head ?? { seq: 0, hash: '' },
    details: await openedDetails(query, workspaceId, dataFolder),
    pinnedCheckpoints: [],
  });
  return {
    actions: rows.flatMap(({ projection }) => projection?.action ?? []),
    lines: [
      line('ledger lines, by the database', `${inside.eventsChecked}`, inside.ok),
      line('ledger, by the verifier outside', outside.ok ? 'verifies' : `${outside.reason}`, outside.ok),
    ],
  };
}

/** The sealed details beside the ledger, opened with the master key of the installation. */
async function openedDetails(query: Query, ledgerId: string, dataFolder: string) {
  const keyRing = new MasterKeyRing(await loadOrCreateMasterKey(dataFolder));
  const rows = await query('select seq, salt, value from audit_detail where ledger_id = $1 order by seq', [
    ledgerId,
  ]);
  return rows.map(({ seq, salt, value }) => ({
    seq: Number(seq),
    salt: salt as Uint8Array,
    value: JSON.parse(Buffer.from(keyRing.open(value as Uint8Array, `audit:${ledgerId}`)).toString('utf8')),
  }));
}
