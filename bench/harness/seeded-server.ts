import { join } from 'node:path';
import { openPglite } from '@chancery/adapters-persistence';
import { benchDatabase } from './bench-database.ts';
import { type DataFolder, dataFolder, startChancery } from './chancery-server.ts';
import type { ChildServer } from './child-server.ts';
import { sayingHeap } from './memory.ts';
import { type Amounts, type SeededWorkspace, seedWorkspace } from './seed.ts';

export type DatabaseKind = 'pglite' | 'postgres';

export interface SeededServer extends SeededWorkspace {
  readonly server: ChildServer;
  readonly folder: DataFolder;
  /** Null for the embedded database. */
  readonly databaseUrl: string | null;
  drop(): Promise<void>;
}

/** As production runs it, on a new database with one workspace, with limits that a measurement does not reach; it says what its heap holds. */
export async function seededServer(kind: DatabaseKind, amounts: Amounts): Promise<SeededServer> {
  const folder = dataFolder();
  const database = kind === 'postgres' ? await benchDatabase() : null;
  try {
    const seeded =
      database === null ? await seedEmbedded(folder, amounts) : await seedWorkspace(database.client, amounts);
    await database?.client.query('vacuum analyze');
    const { nodeOptions, environment } = sayingHeap(folder);
    const server = await startChancery({
      folder,
      quiet: true,
      nodeOptions,
      environment: {
        CHANCERY_RATE_LIMIT_SCALE: '1000',
        CHANCERY_LOG_LEVEL: 'info',
        ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url }),
        ...environment,
      },
    });
    return {
      ...seeded,
      server,
      folder,
      databaseUrl: database?.url ?? null,
      async drop() {
        if (server.isAlive()) await server.stop();
        await database?.drop();
        folder.remove();
      },
    };
  } catch (error) {
    await database?.drop();
    folder.remove();
    throw error;
  }
}

async function seedEmbedded(folder: DataFolder, amounts: Amounts): Promise<SeededWorkspace> {
  const embedded = await openPglite(join(folder.path, 'database'));
  try {
    await embedded.migrate();
    const seeded = await seedWorkspace(embedded.pool, amounts);
    await embedded.pool.query('analyze');
    return seeded;
  } finally {
    await embedded.close();
  }
}
