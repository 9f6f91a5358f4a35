import type { World } from './world.ts';

/** The details of the workspace's ledger lines of this kind, opened, oldest first; a line without a detail is left out. */
export async function ledgerDetails(
  { sql, ports, workspaceId }: Pick<World, 'sql' | 'ports' | 'workspaceId'>,
  action: string,
): Promise<unknown[]> {
  const rows = await sql<{ value: Uint8Array }>(
    `select d.value from audit_detail d join audit_event e using (ledger_id, seq)
     where e.ledger_id = $1 and e.action = $2 order by e.seq`,
    [workspaceId, action],
  );
  return rows.map(({ value }) =>
    JSON.parse(Buffer.from(ports.keyRing.open(value, `audit:${workspaceId}`)).toString('utf8')),
  );
}
