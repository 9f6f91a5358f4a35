import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type BulkConnection, RestoreRefused } from '@chancery/adapters-persistence';
import { MasterKeyRing, readMasterKeyFile, replaceFile } from '@chancery/adapters-services';
import { complain, type Given, print } from '../command-answer.ts';
import { type Configuration, type Environment, loadConfiguration } from '../configuration.ts';
import { openDatabase } from '../modules/persistence-module.ts';
import { openBlobs } from '../modules/services-module.ts';
import { noProgress, progressOn } from '../progress.ts';
import { type Restored, type RestoreTarget, restoreBackup } from './restore-backup.ts';

/** The command `restore` makes an empty database and blob store equal to a backup, and proves it (HLT-6). */
export async function restoreCommand(environment: Environment, given: Given): Promise<number> {
  const configuration = loadConfiguration(environment);
  const onlyJson = given.json === true;
  const progress = onlyJson ? noProgress : progressOn(process.stderr);
  try {
    const restored = await restoreBackup(
      resolve(String(given.folder)),
      targetOf(configuration, (line) => progress.tell(line)),
    );
    progress.end();
    answer(restored, onlyJson);
    return 0;
  } catch (error) {
    progress.end();
    if (error instanceof RestoreRefused) return complain(5, error.message);
    return complain(
      1,
      `The restore failed, and nothing was restored: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const targetOf = (configuration: Configuration, tell: (line: string) => void): RestoreTarget => ({
  open: (only) => openDatabase(configuration, { only }),
  blobs: openBlobs(configuration),
  putKey: (name, bytes) => putKey(configuration, name, bytes),
  checkKeys: (client) => checkKeys(configuration, client),
  tell,
});

async function putKey(
  { dataDirectory }: Configuration,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<() => Promise<void>> {
  const key = await text(bytes);
  const present = await readMasterKeyFile(dataDirectory);
  if (present !== null && present !== key.trim())
    throw new RestoreRefused('The data folder has another master key already: restore into a new one.');
  if (present !== null) return async () => undefined;
  const path = join(dataDirectory, name);
  await replaceFile(path, key);
  return () => rm(path, { force: true });
}

/** Opens the root secret, from which everything is derived: with other keys the server would not even start. */
async function checkKeys(
  { masterKey, dataDirectory }: Configuration,
  client: BulkConnection['client'],
): Promise<void> {
  const { rows } = await client.query<{ number: string; secret: Uint8Array }>(
    'select number::text "number", secret_sealed secret from key_root where secret_sealed is not null',
  );
  if (rows.length === 0) return;
  const keys = masterKey ?? (await readMasterKeyFile(dataDirectory));
  if (keys === null)
    throw new RestoreRefused(
      'There is no master key: the backup was made without key files, so set CHANCERY_MASTER_KEY, or put master.key into the data folder, as it was at the time of the backup.',
    );
  const ring = new MasterKeyRing(keys);
  try {
    for (const { number, secret } of rows) ring.open(secret, `key-root:${number}`);
  } catch {
    throw new RestoreRefused(
      'The master key here is not that of the backup: set the list of the time of the backup.',
    );
  }
}

function answer({ manifest, rows, ledgers, events }: Restored, onlyJson: boolean): void {
  const total = {
    madeAt: manifest.madeAt,
    tables: manifest.tables.length,
    rows,
    files: manifest.blobs.objects,
    lostFiles: manifest.blobs.lost,
    ledgers,
    events,
    keys: manifest.keys.map(({ name }) => name),
  };
  if (onlyJson) {
    print(total);
    return;
  }
  process.stdout.write(
    `${[
      `The state of ${total.madeAt} is restored: ${total.rows} rows of ${total.tables} tables and ${total.files} files, all compared with the backup.`,
      `Audit ledgers that verify: ${total.ledgers}, with ${total.events} events.`,
      ...(total.lostFiles > 0
        ? [`${total.lostFiles} files are missing, as the blob store had lost them before.`]
        : []),
    ].join('\n')}\n`,
  );
}
