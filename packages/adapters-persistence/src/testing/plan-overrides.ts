import type { World } from './world.ts';

/** Gives a workspace these limits and features instead of those of its plan, by their codes; no others are left. */
export async function overridePlan(
  { sql, workspaceId }: Pick<World, 'sql' | 'workspaceId'>,
  values: Readonly<Record<string, number | boolean>>,
): Promise<void> {
  const overrides = Object.entries(values).map(([code, value]) => ({
    code,
    value,
    reason: 'test',
    expiresAt: null,
  }));
  await sql('update workspaces set plan_terms = $2 where id = $1', [
    workspaceId,
    JSON.stringify({ overrides }),
  ]);
}
