import { type ScopesOfKeys, scopesOfKeys } from '@chancery/adapters-persistence';
import type { KeyVault } from '@chancery/core';
import { complain, print } from './command-answer.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { openContainer } from './container.ts';
import { openLog } from './log.ts';
import { tokens } from './tokens.ts';

const mostExamples = 20;

/** What a comparison of the vault with the database has found. */
interface Compared {
  workspaces: number;
  /** Keys that a subject or a case uses. */
  inUse: number;
  /** Keys that were made ahead. */
  inStock: number;
  /** Keys of what was destroyed. */
  destroyed: number;
  /** Keys that nothing in the database knows: of a transaction that failed, or of a process that ended meanwhile. */
  keysWithoutScope: number;
  /** Subjects and cases of which the vault does not have the key: what is sealed of them is lost. */
  scopesWithoutKey: number;
  /** Keys of what was destroyed that the vault still has. */
  leftKeys: number;
  readonly examples: string[];
}

/**
 * The command `keys vault check` compares the key vault with the database (governance 7.1), and changes neither. It runs
 * beside the processes on PostgreSQL, or on an embedded database that no server uses now.
 */
export async function checkKeyVault(environment: Environment): Promise<number> {
  const configuration = loadConfiguration(environment);
  const container = await openContainer(configuration, openLog(configuration.logLevel));
  try {
    const [database, vault] = await Promise.all([
      container.getAsync(tokens.database),
      container.getAsync(tokens.keyVault),
    ]);
    if ((await database.pendingMigrations()).length > 0)
      return complain(5, 'The database is not up to date: run `chancery migrate` first.');
    const compared = await compare(scopesOfKeys(database), vault);
    print(compared);
    if (compared.scopesWithoutKey > 0)
      return complain(
        5,
        'The vault lacks keys that the database uses: restore its folder from a copy that is as new as the database.',
      );
    if (compared.leftKeys > 0)
      return complain(
        5,
        'The vault has keys of what was destroyed: do not restore old copies of its folder over a newer one, and remove these keys.',
      );
    return 0;
  } finally {
    await container.unbindAllAsync();
  }
}

async function compare(scopes: ScopesOfKeys, vault: KeyVault): Promise<Compared> {
  const compared: Compared = {
    ...{ workspaces: 0, inUse: 0, inStock: 0, destroyed: 0 },
    ...{ keysWithoutScope: 0, scopesWithoutKey: 0, leftKeys: 0, examples: [] },
  };
  const note = (what: string): void => {
    if (compared.examples.length < mostExamples) compared.examples.push(what);
  };
  for (const workspaceId of await scopes.workspaces()) {
    compared.workspaces += 1;
    // The vault first: what is made after this is in the database alone, and is looked up by itself.
    const unknown = new Set<string>();
    for await (const keyId of vault.list(workspaceId)) unknown.add(keyId);
    for await (const { keyId, scope, isRetired } of scopes.of(workspaceId)) {
      const isThere = unknown.delete(keyId) || (await isOpened(vault, workspaceId, keyId));
      const name = scope === null ? 'stock' : `${scope.kind} ${scope.id}`;
      if (isRetired && !isThere) compared.destroyed += 1;
      else if (isRetired) {
        compared.leftKeys += 1;
        note(`${workspaceId}: the key ${keyId} of ${name} is still there`);
      } else if (!isThere) {
        compared.scopesWithoutKey += 1;
        note(`${workspaceId}: ${name} has no key ${keyId}`);
      } else if (scope === null) compared.inStock += 1;
      else compared.inUse += 1;
    }
    compared.keysWithoutScope += unknown.size;
    for (const keyId of unknown) note(`${workspaceId}: nothing uses the key ${keyId}`);
  }
  return compared;
}

const isOpened = (vault: KeyVault, workspaceId: string, keyId: string): Promise<boolean> =>
  vault.open(workspaceId, keyId).then(
    (key) => key !== null,
    () => false,
  );
