import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type TemporaryCluster, temporaryCluster } from '../packages/server/src/testing/temporary-cluster.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { type Line, line, type Query, untilNoJobIsLeft } from './harness/database-check.ts';
import { checkEffects } from './harness/effects-check.ts';
import { createPersistently } from './harness/persistent-client.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';

// The replica of a database ends and comes back while lists are read; then the database ends and its replica takes over.
const { rounds, seconds: long } = program({ rounds: { usual: 3 }, seconds: { usual: 5 } });
const rows: string[][] = [];
const lines: Line[] = [];
for (let round = 1; round <= rounds; round += 1) await failedOnce(round);
printTable(
  [
    'round',
    'lists',
    'transactions of the replica',
    'refused',
    'replica read again',
    'acknowledged',
    'next acknowledged',
    'repeated',
  ],
  rows,
);
console.log();
printTable(['after the replica took over', 'found', ''], lines);
if (lines.some(([, , verdict]) => verdict === 'WRONG')) process.exitCode = 1;

async function failedOnce(round: number): Promise<void> {
  const folder = dataFolder();
  // A commit waits until the replica has it.
  const primary = await temporaryCluster({ settings: '-c synchronous_standby_names=*' });
  const replica = await primary.replica();
  const database = await benchDatabase(primary.url('postgres', 'postgres'));
  try {
    const { secret, workspaceId } = await seedWorkspace(database.client, {
      members: 5,
      meetings: 0,
      projects: 0,
    });
    const server = await startChancery({
      folder,
      environment: {
        CHANCERY_DATABASE_URL: atBoth(database.url, replica),
        CHANCERY_DATABASE_REPLICA_URL: atBoth(database.url, replica),
      },
    });
    const lists = listing(server.baseUrl, secret);
    const before = await transactionsOf(replica);
    await wait(long * 1000);
    const byReplica = (await transactionsOf(replica)) - before;
    const inPeace = lists.answered();
    await replica.crash();
    await wait(1000);
    await replica.restart();
    const restarted = performance.now();
    while (!(await isReplicaRead(server.baseUrl))) await wait(20);
    const readAgain = performance.now() - restarted;

    let acknowledged = 0;
    let isOver = false;
    const creating = createPersistently({
      baseUrl: server.baseUrl,
      secret,
      count: 2000,
      isOver: () => isOver,
      atOnce: 4,
      pauseMilliseconds: 100,
      onAcknowledged: (so) => {
        acknowledged = so;
      },
    });
    await wait(long * 1000);
    const ended = await lists.end();
    const failed = performance.now();
    const kept = acknowledged;
    await primary.crash();
    await replica.promote();
    while (acknowledged < kept + 5) await wait(10);
    const next = performance.now() - failed;
    await wait(long * 1000);
    isOver = true;
    const creations = await creating;

    const client = new pg.Client(urlAt(database.url, replica));
    await client.connect();
    const query: Query = async (text, values = []) => (await client.query(text, values)).rows;
    await untilNoJobIsLeft(query);
    const isAlive = server.isAlive();
    await server.stop();
    lines.push(
      line(`round ${round}: the server process lived on`, isAlive ? 'yes' : 'no', isAlive),
      line('lists refused', ended.refused, ended.refused === 0),
      ...(await checkEffects(query, workspaceId, creations, folder.path)),
    );
    await client.end();
    rows.push([
      `${round}`,
      `${inPeace}`,
      `${byReplica}`,
      `${ended.refused}`,
      inSeconds(readAgain),
      `${creations.acknowledged.length}`,
      inSeconds(next),
      `${creations.repeats}`,
    ]);
  } finally {
    await database.client.end().catch(() => undefined);
    await replica.end();
    await primary.end();
    folder.remove();
  }
}

/** Two callers who list the meetings of the workspace, each again as soon as it has an answer. */
function listing(baseUrl: string, secret: string) {
  let [answered, refused, isOver] = [0, 0, false];
  const caller = async () => {
    while (!isOver) {
      const isAnswered = await fetch(`${baseUrl}/api/v1/integrations/workspace/meetings`, {
        headers: { authorization: `Bearer ${secret}` },
      }).then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => false,
      );
      if (isAnswered) answered += 1;
      else refused += 1;
      await wait(20);
    }
  };
  const calling = [caller(), caller()];
  return {
    answered: () => answered,
    async end() {
      isOver = true;
      await Promise.all(calling);
      return { answered, refused };
    },
  };
}

/** Transactions that ended in the databases of this run, the five a second among them that ask how far it is. */
async function transactionsOf(cluster: TemporaryCluster): Promise<number> {
  const [row] = await cluster.sql(
    "select coalesce(sum(xact_commit), 0)::integer count from pg_stat_database where datname like 'chancery_bench_%'",
  );
  return Number(row?.count);
}

async function isReplicaRead(baseUrl: string): Promise<boolean> {
  const health = await (await fetch(`${baseUrl}/api/health`)).text();
  return /"name":"replica"[^}]*"status":"ok"/.test(health);
}

function urlAt(url: string, cluster: TemporaryCluster): string {
  return url.replace(new URL(url).host, new URL(cluster.url('postgres', 'postgres')).host);
}

function atBoth(url: string, other: TemporaryCluster): string {
  const { host } = new URL(url);
  return url.replace(host, `${host},${new URL(other.url('postgres', 'postgres')).host}`);
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
