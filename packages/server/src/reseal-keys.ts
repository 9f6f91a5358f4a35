import { type SealedValue, type SealedValues, sealedValues } from '@chancery/adapters-persistence';
import type { FileKeyVault, RootedKeyRing } from '@chancery/adapters-services';
import { complain, print } from './command-answer.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { openContainer } from './container.ts';
import { readRoot } from './key-root.ts';
import { openLog } from './log.ts';
import { tokens } from './tokens.ts';

/** What one pass through everything has found. */
interface Resealing {
  read: number;
  resealed: number;
  /** Values that no master key of the list opens. */
  unreadable: number;
  /** Where the first of them are. */
  readonly examples: string[];
}

const mostPasses = 5;
const mostExamples = 20;

/**
 * The command `keys reseal` seals everything again with the first master key that another one has sealed. Each value says
 * itself which key sealed it, so a command that was interrupted can simply be run again.
 */
export async function resealKeys(environment: Environment): Promise<number> {
  const configuration = loadConfiguration(environment);
  const container = await openContainer(configuration, openLog(configuration.logLevel));
  try {
    const [database, keyRing, vault, { ports }] = await Promise.all([
      container.getAsync(tokens.database),
      container.getAsync(tokens.keyRing),
      container.getAsync(tokens.keyVault),
      container.getAsync(tokens.chancery),
    ]);
    if ((await database.pendingMigrations()).length > 0)
      return complain(5, 'The database is not up to date: run `chancery migrate` first.');
    // An installation that has not been started since it was upgraded gets its root secret here, before any key goes.
    await readRoot(ports, keyRing);
    const values = sealedValues(database);
    let total = 0;
    // A transaction that wrote a row at the same time may have restored its older value, so this repeats until a pass finds nothing.
    for (let pass = 1; ; pass += 1) {
      const { resealed, ...met } = await resealAll(values, { keyRing, vault }, say);
      total += resealed;
      if (resealed > 0 && pass < mostPasses) continue;
      print({ ...met, resealed: total });
      if (resealed > 0)
        return complain(
          5,
          'Some process goes on sealing with an older key: start all of them with the new list, then run this again.',
        );
      if (met.unreadable > 0)
        return complain(5, 'Some values were sealed with a key that is not in the list.');
      return 0;
    }
  } finally {
    await container.unbindAllAsync();
  }
}

async function resealAll(
  values: SealedValues,
  { keyRing, vault }: { readonly keyRing: RootedKeyRing; readonly vault: FileKeyVault },
  tell: (line: string) => void,
): Promise<Resealing> {
  const met: Resealing = { read: 0, resealed: 0, unreadable: 0, examples: [] };
  const change = ({ name, bound, sealed }: SealedValue): Uint8Array | null => {
    try {
      return keyRing.needsReseal(sealed) ? keyRing.seal(keyRing.open(sealed, bound), bound) : null;
    } catch {
      met.unreadable += 1;
      if (met.examples.length < mostExamples) met.examples.push(name);
      return null;
    }
  };
  for (const place of values.places) {
    let here = 0;
    for await (const { read, written } of values.through(place, change)) {
      met.read += read;
      met.resealed += written;
      here += written;
      if (written > 0) tell(`${place}: ${here} sealed again`);
    }
  }
  await resealVault(vault, met);
  return met;
}

/** The keys of records are wrapped under a key of their workspace, and only that one under a master key. */
async function resealVault(vault: FileKeyVault, met: Resealing): Promise<void> {
  const { read, resealed, unreadable } = await vault.reseal();
  met.read += read;
  met.resealed += resealed;
  met.unreadable += unreadable.length;
  for (const workspaceId of unreadable.slice(0, Math.max(0, mostExamples - met.examples.length)))
    met.examples.push(`key vault ${workspaceId}`);
}

const say = (line: string): void => void process.stderr.write(`chancery: ${line}\n`);
