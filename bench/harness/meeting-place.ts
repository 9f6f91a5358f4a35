import { Agent } from 'node:http';
import { join } from 'node:path';
import { openPglite } from '@chancery/adapters-persistence';
import { type BenchDatabase, benchDatabase } from './bench-database.ts';
import { dataFolder, startChancery } from './chancery-server.ts';
import { type MeetingAmounts, seedMeetings } from './meetings-seed.ts';
import { processorTime, processorTimeOfBackends } from './processor-time.ts';
import type { Seeder } from './seed.ts';
import { type Answered, type Asked, timedRequest } from './timed-request.ts';

const owner = { email: 'ada@example.com', password: 'a long walk by the river' };

/** A server, and the access token of the workspace's owner. */
export interface OwnersCalls {
  readonly token: string;
  ask(asked: Asked): Promise<Answered>;
  /** The same; `data` of the answer. */
  data<T>(asked: Asked): Promise<T>;
}

/** A server with a workspace that is full of meetings. */
export interface MeetingPlace extends OwnersCalls {
  readonly workspaceId: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The url of PostgreSQL; null for the embedded database. */
  readonly database: BenchDatabase | null;
  /** Milliseconds of processor that server and database have used so far. */
  processorTime(): number;
  stop(): Promise<void>;
  /** Stops the server and takes the database away. */
  drop(): Promise<void>;
}

/** The owner registers like anybody; everything else, and what there is `beside` it, is written by SQL while no server is running. */
export async function meetingPlace(
  kind: 'postgres' | 'pglite',
  amounts: MeetingAmounts,
  beside: (database: BenchDatabase) => Promise<void> = async () => undefined,
): Promise<MeetingPlace> {
  const folder = dataFolder();
  const database = kind === 'postgres' ? await benchDatabase() : null;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const environment = {
    CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
    CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
    CHANCERY_DATA_DIR: folder.path,
    // The embedded database serves one process, so its worker is beside the requests.
    ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url, CHANCERY_WORKERS: 'none' }),
  };
  const dropAll = async () => {
    agent.destroy();
    await database?.drop();
    folder.remove();
  };
  try {
    const first = await startChancery({ folder, environment });
    const { accessToken } = await dataOf<{ accessToken: string }>(
      timedRequest(
        first.baseUrl,
        { method: 'POST', path: '/api/v1/auth/register', body: { ...owner, displayName: 'Ada Lovelace' } },
        { agent, token: null },
      ),
    );
    await timedRequest(
      first.baseUrl,
      {
        method: 'POST',
        path: '/api/v1/meetings',
        body: {
          title: 'Model',
          scheduledStartAt: atMinute(Date.now() + 86_400_000),
          timeZone: 'Europe/Berlin',
        },
      },
      { agent, token: accessToken },
    );
    await first.stop();
    if (database !== null) await beside(database);
    const workspaceId = await filled(database, folder.path, amounts);

    const server = await startChancery({ folder, environment });
    const { accessToken: token } = await dataOf<{ accessToken: string }>(
      timedRequest(
        server.baseUrl,
        { method: 'POST', path: '/api/v1/auth/login', body: owner },
        { agent, token: null },
      ),
    );
    return {
      ...callsTo(server.baseUrl, token, agent),
      workspaceId,
      environment,
      database,
      processorTime: () =>
        processorTime(server.pid) + (database === null ? 0 : processorTimeOfBackends(database.url)),
      stop: () => server.stop(),
      async drop() {
        if (server.isAlive()) await server.stop();
        await dropAll();
      },
    };
  } catch (error) {
    await dropAll();
    throw error;
  }
}

/** One request at a time, on one connection. */
export function callsTo(baseUrl: string, token: string, agent: Agent): OwnersCalls {
  const ask = (asked: Asked) => timedRequest(baseUrl, asked, { agent, token });
  return { token, ask, data: (asked) => dataOf(ask(asked)) };
}

/** An instant as schedules take it. */
export const atMinute = (milliseconds: number): string =>
  new Date(Math.ceil(milliseconds / 60_000) * 60_000).toISOString();

const dataOf = async <T>(answer: Promise<Answered>): Promise<T> => JSON.parse((await answer).text).data as T;

async function filled(
  database: BenchDatabase | null,
  folder: string,
  amounts: MeetingAmounts,
): Promise<string> {
  const embedded = database === null ? await openPglite(join(folder, 'database')) : null;
  const seeder: Seeder = embedded?.pool ?? (database as BenchDatabase).client;
  try {
    const found = (await seeder.query(
      'select a.id "ownerId", m.workspace_id "workspaceId" from accounts a join memberships m on m.user_id = a.id where a.email = $1',
      [owner.email],
    )) as { readonly rows: readonly { readonly ownerId: string; readonly workspaceId: string }[] };
    const [row] = found.rows;
    if (row === undefined) throw new Error('The owner is not there');
    await seeder.query('update accounts set email_verified_at = now() where id = $1', [row.ownerId]);
    await seedMeetings(seeder, row.workspaceId, row.ownerId, amounts);
    return row.workspaceId;
  } finally {
    await embedded?.close();
  }
}
