import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { loadConfiguration, openApplication, openLog } from '@chancery/server';
import { startChancery } from './chancery-server.ts';
import { callsTo, type MeetingPlace } from './meeting-place.ts';
import { mebibyte, residentOf } from './memory.ts';
import { printTable } from './printed-table.ts';

/** The most rows that an export has. */
const mostRows = 100_000;

/** Measures what is done for all documents at once, on the database of a place whose server was stopped. */
export async function printWork(place: MeetingPlace, documents: number): Promise<void> {
  const figures = [...(await exported(place, documents)), ...(await recalculated(place))];
  printTable([`work on ${documents} documents`, 'is', 'budget'], figures);
}

/** An export of at most 100,000 rows, and how much memory the server takes for it beyond what it had. */
async function exported(
  { environment, token }: MeetingPlace,
  documents: number,
): Promise<(string | number)[][]> {
  const path = environment.CHANCERY_DATA_DIR ?? '';
  const server = await startChancery({ folder: { path, remove: () => undefined }, environment });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const calls = callsTo(server.baseUrl, token, agent);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    // So many days of the eight hundred have as many rows as an export may.
    const days = Math.max(1, Math.min(400, Math.floor((mostRows / documents) * 780)));
    const range = `from=${day(1)}&to=${day(days)}`;
    // As many rows in exports of a tenth: by then the young generation of the heap, which is bounded, has been full as often as
    // it will be, and what is more after one large export is what that one holds.
    for (let turn = 0; turn < 10; turn += 1)
      await calls.ask({
        path: `/api/v1/documents/lifecycle/export?from=${day(1)}&to=${day(Math.ceil(days / 10))}`,
      });
    const before = residentOf(server, 'VmHWM');
    const { milliseconds, text } = await calls.ask({
      path: `/api/v1/documents/lifecycle/export?${range}&columns=documentName,status,expiresOn,ownerName,risks`,
    });
    const grown = residentOf(server, 'VmHWM') - before;
    const rows = text.trimEnd().split('\r\n').length - 1;
    return [
      [`export of ${rows} rows, s`, (milliseconds / 1000).toFixed(1), '20 for 100,000'],
      ['peak of memory beyond that of ten exports of a tenth, MiB', (grown / mebibyte).toFixed(0), 100],
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Works what a night plans, three months ahead, and all else that waits: an office stands so by day. */
export async function settle({ environment }: MeetingPlace): Promise<void> {
  const application = await opened(environment);
  try {
    await application.worker.run('lifecycle.plan_all');
    await application.worker.drain();
  } finally {
    await application.close();
  }
}

/** Measures the plan of a day where nobody has planned anything yet: by day most of it is there since the night. */
export async function printDayPlan({ environment }: MeetingPlace): Promise<void> {
  const application = await opened(environment);
  try {
    const { pool } = application.database;
    const [due] = await rowsOf<{ count: number }>(
      pool,
      "select count(*)::integer count from document_lifecycles where plan_at <= now() + interval '24 hours'",
    );
    await application.worker.run('lifecycle.plan');
    // Whatever follows from the plan is worked too, so the job says what it took by itself.
    const [job] = await rowsOf<{ seconds: number }>(
      pool,
      `select extract(epoch from finished_at - started_at)::float8 seconds from jobs
       where topic = 'lifecycle.plan' and status = 'succeeded' order by created_at desc, id desc limit 1`,
    );
    const planning = job?.seconds.toFixed(1) ?? 'not done';
    printTable(['plan of 24 h', 'is', 'budget'], [[`of ${due?.count} documents, s`, planning, 5]]);
  } finally {
    await application.close();
  }
}

/** Measures computing anew what a policy of two folders decides. */
async function recalculated({
  environment,
  token,
  workspaceId,
}: MeetingPlace): Promise<(string | number)[][]> {
  const application = await opened(environment);
  try {
    const { pool } = application.database;
    const [special] = await rowsOf<{ id: string }>(
      pool,
      `select id from expiration_policies where name = 'Special' and workspace_id = '${workspaceId}'`,
    );
    const policyId = special?.id ?? '';
    const [concerned] = await rowsOf<{ count: number }>(
      pool,
      `select count(*)::integer count from document_lifecycles
       where workspace_id = '${workspaceId}' and policy_id = '${policyId}'`,
    );
    // From then on jobs do it, five hundred documents each.
    await application.chancery.lifecycle.updateExpirationPolicy({ policyId, graceDays: 15 }, callerOf(token));
    const recalculating = await seconds(() => application.worker.drain());
    const documents = concerned?.count ?? 0;
    return [
      [
        `recalculation of ${documents} documents, documents a second`,
        (documents / recalculating).toFixed(0),
        2000,
      ],
    ];
  } finally {
    await application.close();
  }
}

async function opened(environment: MeetingPlace['environment']): ReturnType<typeof openApplication> {
  const configuration = loadConfiguration({ ...environment, CHANCERY_LISTEN: '127.0.0.1:0' });
  const application = await openApplication(configuration, openLog('error'));
  await application.prepare();
  return application;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

interface Pool {
  query(text: string): Promise<{ readonly rows: unknown[] }>;
}
/** The rows of a statement, which has the columns that its caller names. */
const rowsOf = async <T>(pool: Pool, text: string): Promise<readonly T[]> =>
  (await pool.query(text)).rows as T[];

const callerOf = (credential: string) => ({
  credential,
  address: '127.0.0.1',
  userAgent: null,
  requestId: randomUUID(),
  correlationId: randomUUID(),
  idempotencyKey: null,
});
