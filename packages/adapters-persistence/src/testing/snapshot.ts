import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Database, openPglite } from '../kernel/data-source.ts';

const run = promisify(execFile);
/** Where snapshots are kept; a run whose migrations are changed in memory names a folder of its own. */
const kept =
  process.env.CHANCERY_TEST_SNAPSHOTS ?? fileURLToPath(new URL('../../../../.build/', import.meta.url));
const migrations = fileURLToPath(new URL('../migrations/', import.meta.url));

let made: Promise<string | null> | undefined;

/** A migrated database that keeps nothing: from the snapshot where there is one, which costs a quarter of making it. */
export async function openMigratedPglite(): Promise<Database> {
  const path = await snapshotPath();
  if (path !== null) return openPglite('memory', { snapshot: new ReadBytes(await readFile(path)) });
  const database = await openPglite('memory');
  await database.migrate();
  return database;
}

/** Bytes where a Blob is wanted. One of Node's copies seventy megabytes three times before it gives them back. */
class ReadBytes extends Blob {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super([]);
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteLength } = this.#bytes;
    if (buffer.byteLength !== byteLength) throw new TypeError('A large file is read into memory of its own.');
    // Nothing that was read from a file lies in memory that threads share.
    return buffer as ArrayBuffer;
  }
}

/** Puts a migrated database into a folder where there is none yet; without a snapshot whoever opens the folder migrates it. */
export async function copyMigratedDatabase(folder: string): Promise<void> {
  const path = await snapshotPath();
  if (path === null) return;
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xf', path, '--no-same-owner', '-C', folder]);
}

/**
 * The archive of a data folder that was migrated from nothing, made once for each state of the migrations. Null where the
 * build folder of the repository is absent or must not be written.
 */
function snapshotPath(): Promise<string | null> {
  made ??= makeSnapshot();
  return made;
}

async function makeSnapshot(): Promise<string | null> {
  try {
    accessSync(kept, constants.W_OK);
  } catch {
    return null;
  }
  const name = `migrated-${migrationsKey()}.tar`;
  const path = join(kept, name);
  if (existsSync(path)) return path;

  const folder = await mkdtemp(join(tmpdir(), 'chancery-snapshot-'));
  const unfinished = join(kept, `${name}.${randomBytes(6).toString('hex')}`);
  try {
    const database = await openPglite(folder);
    await database.migrate();
    // Else everybody who opens it runs the migrations once more, from the log.
    await database.pool.query('checkpoint');
    const { rows } = await database.pool.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) "name"',
    );
    await database.close();
    await removeEmptyLogs(join(folder, 'pg_wal'), rows[0]?.name ?? '');
    await run('tar', ['-cf', unfinished, '-C', folder, '.']);
    const isOutdated = (other: string) => other !== name && /^migrated-\w+\.tar$/.test(other);
    for (const outdated of readdirSync(kept).filter(isOutdated))
      await rm(join(kept, outdated), { force: true });
    // Of two processes that make it at the same time the later one replaces the same with the same, at no moment with nothing.
    await rename(unfinished, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
  return path;
}

/** Files of the log that the database holds ready for later: sixteen megabytes of nothing each. */
async function removeEmptyLogs(folder: string, current: string): Promise<void> {
  for (const name of readdirSync(folder))
    if (/^[0-9A-F]{24}$/.test(name) && name > current) await rm(join(folder, name));
}

/** Changes when a migration does, or the PostgreSQL that ran them. */
export function migrationsKey(): string {
  const hash = createHash('sha256');
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  hash.update(readFileSync(join(pglite, '../package.json')));
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}
