import { resolve } from 'node:path';
import { BackupRefused } from '@chancery/adapters-persistence';
import { readMasterKeyFile, systemClock } from '@chancery/adapters-services';
import { complain, type Given, print } from '../command-answer.ts';
import { type Configuration, type Environment, loadConfiguration } from '../configuration.ts';
import { databaseFolder, openDatabase } from '../modules/persistence-module.ts';
import { openBlobs } from '../modules/services-module.ts';
import { noProgress, progressOn } from '../progress.ts';
import { askForBackup } from './backup-door.ts';
import { type BackupWish, makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';

/** The command `backup` writes one restorable state into a folder while the server runs (HLT-6). */
export async function backupCommand(environment: Environment, given: Given): Promise<number> {
  const configuration = loadConfiguration(environment);
  const folder = resolve(String(given.folder));
  const onlyJson = given.json === true;
  const progress = onlyJson ? noProgress : progressOn(process.stderr);
  try {
    const masterKey = given.withKeys === true ? await keyFile(configuration) : null;
    const wish = { folder, masterKey, despiteLostFiles: given.despiteLostFiles === true };
    const made = await backup(configuration, wish, (line) => progress.tell(line));
    progress.end();
    answer(made, { folder, onlyJson, keyVaultFolder: configuration.keyVaultFolder });
    return 0;
  } catch (error) {
    progress.end();
    if (error instanceof BackupRefused) return complain(5, error.message);
    return complain(
      1,
      `The backup failed, and there is none: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function keyFile({ masterKey, dataDirectory }: Configuration): Promise<string> {
  const key = await readMasterKeyFile(dataDirectory);
  if (masterKey === null && key !== null) return key;
  throw new BackupRefused(
    'There is no key file: the master key is in CHANCERY_MASTER_KEY. Keep it by yourself, and leave out --with-keys.',
  );
}

async function backup(
  configuration: Configuration,
  wish: BackupWish,
  tell: (line: string) => void,
): Promise<Manifest> {
  if (configuration.databaseUrl === null) {
    const made = await askForBackup(databaseFolder(configuration), configuration.dataDirectory, wish, tell);
    if (made !== null) return made;
  }
  const database = await openDatabase(configuration);
  try {
    const blobs = openBlobs(configuration);
    return await makeBackup(
      { database, blobs, hold: () => () => undefined, now: systemClock.now(), tell },
      wish,
    );
  } finally {
    await database.close();
  }
}

interface Told {
  readonly folder: string;
  readonly onlyJson: boolean;
  readonly keyVaultFolder: string;
}

function answer({ tables, blobs, keys, madeAt }: Manifest, { folder, onlyJson, keyVaultFolder }: Told): void {
  const keepsRecords = tables.some(({ name, rows }) => name === 'record_keys' && rows > 0);
  const total = {
    folder,
    madeAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: blobs.objects,
    lostFiles: blobs.lost,
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, blobs.bytes),
    keys: keys.map(({ name }) => name),
    keyVault: keepsRecords ? keyVaultFolder : null,
  };
  if (onlyJson) {
    print(total);
    return;
  }
  process.stdout.write(
    `${[
      `The backup in ${folder} is whole: ${total.rows} rows of ${total.tables} tables, ${total.files} files, ${total.bytes} bytes.`,
      ...(total.lostFiles > 0 ? [`It has not ${total.lostFiles} files that the blob store has lost.`] : []),
      total.keys.length > 0
        ? 'The master key is in it: whoever has this folder can read every secret.'
        : 'The master key is not in it. Keep that in another place: without it the backup cannot be used.',
      ...(keepsRecords
        ? [
            `The keys of records are never in a backup, so that a destroyed record stays destroyed. Copy ${keyVaultFolder} to another place too: without these keys nobody can read what is written in records.`,
          ]
        : []),
    ].join('\n')}\n`,
  );
}
