import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  loadOrCreateMasterKey,
  MasterKeyRing,
  readSpool,
  type SpooledMail,
} from '@chancery/adapters-services';
import { groupBy, verifyLedger } from '@chancery/core';
// The ledger's own reader and verifier, which the package keeps to itself.
import { auditLedger } from '../../packages/adapters-persistence/src/kernel/audit-ledger.ts';
import { type Creations, inviteesOf } from './persistent-client.ts';

/** Runs one statement as the owner of the tables. */
export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Waits until every job has ended; a job whose worker was killed comes back when its lease is over (two minutes). */
export async function untilNoJobIsLeft(query: Query, seconds = 300): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const [row] = await query(
      "select count(*)::integer count from jobs where status in ('pending', 'running', 'retrying')",
    ).catch(() => []);
    if (row?.count === 0) return (performance.now() - begun) / 1000;
    if (performance.now() - begun > seconds * 1000)
      throw new Error(`${row?.count} jobs are left after ${seconds} s`);
    await wait(500);
  }
}

/** What was promised, looked up in the database and in the spool: each line says what was found, and whether it fits. */
export async function checkEffects(
  query: Query,
  workspaceId: string,
  { acknowledged }: Creations,
  dataFolder: string,
): Promise<(string | number)[][]> {
  const meetings = await query(
    'select id, external_reference reference from meetings where workspace_id = $1',
    [workspaceId],
  );
  const idsOf = groupBy(meetings, ({ reference }) => reference);
  const wrong = acknowledged.filter(({ reference, meetingId }) => {
    const found = idsOf.get(reference) ?? [];
    return found.length !== 1 || found[0]?.id !== meetingId;
  });

  const mails = await readSpool(join(dataFolder, 'mail'));
  const invitees = acknowledged.flatMap(({ reference }) => inviteesOf(reference));
  const mailsTo = groupBy(mails, addressOf);
  const ids = new Set(mails.map(({ id }) => id));
  const misfit = invitees.filter((address) => mailsTo.get(address)?.length !== 1);

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
  const created = rows.filter(({ projection }) => projection?.action === 'meeting.created').length;
  const jobs = await query(
    'select status, count(*)::integer count from jobs group by status order by status',
  );

  const line = (what: string, found: string | number, fits: boolean) => [what, found, fits ? 'ok' : 'WRONG'];
  return [
    line('meetings acknowledged', acknowledged.length, acknowledged.length > 0),
    line('of them not there exactly once', wrong.length, wrong.length === 0),
    line('meetings in the database', meetings.length, meetings.length === acknowledged.length),
    line('invitees', invitees.length, true),
    line('of them without exactly one mail', misfit.length, misfit.length === 0),
    line(
      'mails, message ids',
      `${mails.length}, ${ids.size}`,
      mails.length === invitees.length && ids.size === mails.length,
    ),
    line('ledger lines, by the database', `${inside.eventsChecked}`, inside.ok),
    line('ledger, by the verifier outside', outside.ok ? 'verifies' : `${outside.reason}`, outside.ok),
    line('lines meeting.created', created, created === acknowledged.length),
    line(
      'jobs',
      jobs.map(({ status, count }) => `${count} ${status}`).join(', '),
      jobs.every(({ status }) => status === 'succeeded'),
    ),
  ];
}

const addressOf = ({ to }: SpooledMail): string => /<(.+)>$/.exec(to)?.[1] ?? to;

/** The sealed details beside the ledger, opened with the master key of the installation. */
async function openedDetails(query: Query, ledgerId: string, dataFolder: string) {
  const keyRing = new MasterKeyRing(await loadOrCreateMasterKey(dataFolder));
  const rows = await query('select seq, salt, value from audit_detail where ledger_id = $1', [ledgerId]);
  return rows.map(({ seq, salt, value }) => ({
    seq: Number(seq),
    salt: salt as Uint8Array,
    value: JSON.parse(Buffer.from(keyRing.open(value as Uint8Array, `audit:${ledgerId}`)).toString('utf8')),
  }));
}
