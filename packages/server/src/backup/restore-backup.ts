import { createHash } from 'node:crypto';
import {
  type BulkConnection,
  type Database,
  type LoadedDatabase,
  loadDatabase,
  RestoreRefused,
  shippedMigrations,
  targetFault,
} from '@chancery/adapters-persistence';
import { DiskBlobStore } from '@chancery/adapters-services';
import type { BlobStore } from '@chancery/core';
import { checkFile, filesOf, readBytes, readLines, type StoredBlob, storedBlob } from './backup-files.ts';
import { type Manifest, readManifest } from './manifest.ts';

export interface RestoreTarget {
  /** Opens the database with these migrations and no later ones. */
  open(migrations: readonly string[]): Promise<Database>;
  readonly blobs: BlobStore;
  /** Puts the key file of the backup in its place, and returns how to take it away again. */
  putKey(name: string, bytes: AsyncIterable<Uint8Array>): Promise<() => Promise<void>>;
  /** Throws unless the master keys of the target open what the backup has sealed. */
  checkKeys(client: BulkConnection['client']): Promise<void>;
  tell(line: string): void;
}

export interface Restored extends LoadedDatabase {
  readonly manifest: Manifest;
}

/** Checks a whole backup before anything is written, and then makes an empty target equal to it, or leaves it empty. */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<Restored> {
  const manifest = await readManifest(folder);
  const newer = manifest.migrations.filter((name) => !shippedMigrations.includes(name));
  if (newer.length > 0)
    throw new RestoreRefused(
      `The backup was made by a newer version of Chancery (${manifest.chancery}): restore it with that one.`,
    );
  await checkFiles(folder, manifest, target.tell);
  await checkBlobTarget(folder, target.blobs);

  const database = await target.open(manifest.migrations);
  try {
    const fault = await faultOf(database, manifest);
    if (fault !== null) throw new RestoreRefused(fault);
    target.tell('making the tables');
    await database.migrate();
    return { manifest, ...(await loaded(database, folder, manifest, target)) };
  } finally {
    await database.close();
  }
}

async function checkFiles(folder: string, manifest: Manifest, tell: RestoreTarget['tell']): Promise<void> {
  const files = filesOf(folder);
  tell('comparing the files of the backup with its manifest');
  for (const { name, sha256 } of manifest.tables)
    await checkFile(files.table(name), `tables/${name}.copy`, sha256);
  await checkFile(files.blobList, 'blobs.ndjson', manifest.blobs.sha256);
  for (const { name, sha256 } of manifest.keys) await checkFile(files.key(name), `keys/${name}`, sha256);
  const copies = new DiskBlobStore(files.blobs);
  let objects = 0;
  for await (const stored of listedBlobs(folder)) {
    await checkBlob(
      copies,
      stored,
      `The backup is damaged: blobs/${stored.key} has other bytes than when it was written.`,
    );
    objects += 1;
  }
  if (objects !== manifest.blobs.objects)
    throw new RestoreRefused(
      'The backup is damaged: its list of files has another length than its manifest says.',
    );
}

async function* listedBlobs(folder: string): AsyncIterable<StoredBlob> {
  for await (const line of readLines(filesOf(folder).blobList)) yield storedBlob.parse(JSON.parse(line));
}

async function checkBlob(
  store: BlobStore,
  { key, sizeBytes, sha256 }: StoredBlob,
  fault: string,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of (await store.get(key)) ?? []) {
    hash.update(part);
    size += part.byteLength;
  }
  if (size !== sizeBytes || hash.digest('hex') !== sha256) throw new RestoreRefused(fault);
}

/** Objects that the backup has too were put there by a restore that did not end; any other belongs to somebody. */
async function checkBlobTarget(folder: string, blobs: BlobStore): Promise<void> {
  const foreign = new Set<string>();
  for await (const key of blobs.list('')) foreign.add(key);
  if (foreign.size === 0) return;
  for await (const { key } of listedBlobs(folder)) foreign.delete(key);
  if (foreign.size > 0)
    throw new RestoreRefused('The blob store is not empty: restore into a new folder or bucket.');
}

async function faultOf(database: Database, { migrations }: Manifest): Promise<string | null> {
  const bulk = await database.bulk();
  try {
    return await targetFault(bulk, migrations);
  } finally {
    await bulk.end();
  }
}

async function loaded(
  database: Database,
  folder: string,
  manifest: Manifest,
  target: RestoreTarget,
): Promise<LoadedDatabase> {
  const files = filesOf(folder);
  const undo: (() => Promise<void>)[] = [];
  let written = 0;
  const bulk = await database.bulk();
  try {
    return await loadDatabase(bulk, manifest.tables, ({ name }) => readBytes(files.table(name)), {
      tell(table) {
        written += 1;
        target.tell(`table ${written} of ${manifest.tables.length}: ${table.name}`);
      },
      async finish() {
        await restoreBlobs(folder, target, undo);
        for (const { name } of manifest.keys)
          undo.push(await target.putKey(name, readBytes(files.key(name))));
        await target.checkKeys(bulk.client);
      },
    });
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  } finally {
    await bulk.end();
  }
}

async function restoreBlobs(
  folder: string,
  { blobs, tell }: RestoreTarget,
  undo: (() => Promise<void>)[],
): Promise<void> {
  const copies = new DiskBlobStore(filesOf(folder).blobs);
  let objects = 0;
  for await (const stored of listedBlobs(folder)) {
    const { key, sizeBytes } = stored;
    const content = await copies.get(key);
    if (content === null) throw new RestoreRefused(`The backup is damaged: blobs/${key} is missing.`);
    undo.push(() => blobs.delete(key));
    await blobs.put(key, content, { sizeBytes });
    await checkBlob(blobs, stored, `The blob store gave back other bytes of ${key} than were written.`);
    objects += 1;
    tell(`file ${objects}: ${key}`);
  }
}
