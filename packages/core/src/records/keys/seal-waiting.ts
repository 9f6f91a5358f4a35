import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { SealingKey } from '../../kernel/ports.ts';
import { publicHalfOf } from '../../kernel/scope-seal.ts';
import { type InsideWorkspace, inWorkspace } from '../in-workspace.ts';
import { recordSweepJobs } from '../jobs.ts';
import type { RecordsReacting } from '../ports.ts';
import { scopeKey } from './scope-key.ts';

/** How jobs run that seal what older versions have left: what a run leaves, the next one finds, and it is read as it stands until then. */
export const sealsWaiting = { cron: '* * * * *', policy: recordSweepJobs, databaseRole: 'identity' } as const;

/** So many subjects or cases are found at once. */
export const scopesAtOnce = 200;

/**
 * Seals what waits for the key of one subject or case, part by part: `some` says whether there may be more. The key is null
 * once it was destroyed. From then on transactions seal to its public half too.
 */
export async function sealWaiting(
  { workspaceId, kind, id }: SealingKey & { readonly workspaceId: string },
  some: (key: OpenedKey | null, work: InsideWorkspace) => Promise<boolean>,
  { transact: plain, keyVault, now }: RecordsReacting,
): Promise<void> {
  const transact = inWorkspace(workspaceId, plain);
  const key = await scopeKey({ kind, id }, { keyVault, now, workspaceId, transact });
  if (key !== null) await transact(({ recordKeys }) => recordKeys.publish(publicHalfOf(key)));
  for (let goesOn = true; goesOn; ) goesOn = await transact((work) => some(key, work));
}
