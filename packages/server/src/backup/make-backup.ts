import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  BackupRefused,
  type BulkConnection,
  type Database,
  withSnapshot,
} from '@chancery/adapters-persistence';
import { DiskBlobStore, syncFolder } from '@chancery/adapters-services';
import type { BlobStore } from '@chancery/core';
import { version } from '../version.ts';
import {
  emptyFolder,
  filesOf,
  makeEmptyFolder,
  readLines,
  type StoredBlob,
  writeStream,
} from './backup-files.ts';
import { type Manifest, writeManifest } from './manifest.ts';

export interface BackupWish {
  readonly folder: string;
  /** The key file, if it is to be in the backup. */
  readonly masterKey: string | null;
  /** Makes the backup although the blob store has lost objects that rows name. */
  readonly despiteLostFiles: boolean;
}

export interface BackupSource {
  readonly database: Pick<Database, 'kind' | 'bulk' | 'pendingMigrations'>;
  readonly blobs: BlobStore;
  /** Keeps this process from deleting objects until the returned function is called. */
  hold(): () => void;
  readonly now: string;
  /** Told what is being done; it may throw to give the backup up. */
  tell(line: string): void;
}

/**
 * Writes one restorable state of a database that is in use: all rows of one moment, the objects that they name, and last
 * the manifest. If anything fails, what was written is deleted again.
 */
export async function makeBackup(source: BackupSource, wish: BackupWish): Promise<Manifest> {
  if ((await source.database.pendingMigrations()).length > 0)
    throw new BackupRefused(
      'The database is not up to date: run `chancery migrate` first, or make the backup with the version that it is from.',
    );
  await makeEmptyFolder(wish.folder);
  const free = source.hold();
  try {
    return await writtenBackup(source, wish);
  } catch (error) {
    await emptyFolder(wish.folder);
    throw error;
  } finally {
    free();
  }
}

async function writtenBackup(source: BackupSource, wish: BackupWish): Promise<Manifest> {
  const { database, now, tell } = source;
  const bulk = await database.bulk();
  let isOpen = true;
  try {
    const stored = await writtenDatabase(bulk, wish.folder, tell);
    // Nobody can change an embedded database's objects but this process, which waits for the connection.
    if (database.kind === 'pglite') {
      isOpen = false;
      await bulk.end();
    }
    const blobs = await writtenBlobs(source, wish);
    const keys = await writtenKeys(wish);
    await syncFolder(wish.folder);
    const manifest: Manifest = {
      format: 'chancery-backup',
      formatVersion: 1,
      madeAt: now,
      chancery: version,
      database: { kind: database.kind, server: stored.server },
      migrations: [...stored.migrations],
      tables: stored.tables.map((table) => ({ ...table, columns: [...table.columns] })),
      blobs,
      keys,
    };
    await writeManifest(wish.folder, manifest);
    return manifest;
  } finally {
    if (isOpen) await bulk.end();
  }
}

function writtenDatabase(bulk: BulkConnection, folder: string, tell: (line: string) => void) {
  const files = filesOf(folder);
  return withSnapshot(bulk, async ({ server, migrations, tables, copy, blobs }) => {
    const written = [];
    for (const [index, table] of tables.entries()) {
      tell(`table ${index + 1} of ${tables.length}: ${table.name}`);
      written.push(
        await copy(table, async (rows) => void (await writeStream(files.table(table.name), rows))),
      );
    }
    await writeStream(files.namedBlobs, linesOf(blobs()));
    return { server, migrations, tables: written };
  });
}

async function* linesOf(things: AsyncIterable<object>): AsyncIterable<string> {
  for await (const thing of things) yield `${JSON.stringify(thing)}\n`;
}

async function writtenBlobs(
  { blobs, tell }: BackupSource,
  { folder, despiteLostFiles }: BackupWish,
): Promise<Manifest['blobs']> {
  const files = filesOf(folder);
  const copies = new DiskBlobStore(files.blobs);
  const met = { objects: 0, bytes: 0, lost: 0 };
  async function* copied(): AsyncIterable<StoredBlob> {
    for await (const line of readLines(files.namedBlobs)) {
      // This run has written the line.
      const { key, isRequired } = JSON.parse(line) as { key: string; isRequired: boolean };
      const stored = await copyBlob(blobs, copies, key);
      if (stored === null && isRequired && !despiteLostFiles)
        throw new BackupRefused(
          `The blob store has lost the object ${key}, which a row names: find it again, or add --despite-lost-files.`,
        );
      if (stored === null) met.lost += isRequired ? 1 : 0;
      else {
        met.objects += 1;
        met.bytes += stored.sizeBytes;
        tell(`file ${met.objects}: ${key}`);
        yield stored;
      }
    }
  }
  const { sha256 } = await writeStream(files.blobList, linesOf(copied()));
  await rm(files.namedBlobs);
  return { ...met, sha256 };
}

async function copyBlob(from: BlobStore, to: BlobStore, key: string): Promise<StoredBlob | null> {
  const content = await from.get(key);
  if (content === null) return null;
  const hash = createHash('sha256');
  async function* hashed(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      hash.update(part);
      yield part;
    }
  }
  const { sizeBytes } = await to.put(key, hashed(content));
  return { key, sizeBytes, sha256: hash.digest('hex') };
}

async function writtenKeys({ folder, masterKey }: BackupWish): Promise<Manifest['keys']> {
  if (masterKey === null) return [];
  async function* whole() {
    yield `${masterKey}\n`;
  }
  return [{ name: 'master.key', ...(await writeStream(filesOf(folder).key('master.key'), whole())) }];
}
