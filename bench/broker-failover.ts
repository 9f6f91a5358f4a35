import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { type Line, line, type Query, untilNoJobIsLeft } from './harness/database-check.ts';
import { checkEffects } from './harness/effects-check.ts';
import { createPersistently } from './harness/persistent-client.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { rabbitCluster } from './harness/rabbit-cluster.ts';
import { seedWorkspace } from './harness/seed.ts';
import { wakeUpLine } from './harness/wake-up-line.ts';

// Of a RabbitMQ of three nodes the one that leads the queues is killed, again and again, while two servers work by it.
const { kills, pause } = program({ kills: { usual: 5 }, pause: { usual: 50 } });
const folder = dataFolder();
const database = await benchDatabase();
const cluster = await rabbitCluster();
try {
  const seeded = await seedWorkspace(database.client, { members: 5, meetings: 0, projects: 0 });
  const environment = { CHANCERY_DATABASE_URL: database.url, CHANCERY_AMQP_URL: cluster.url };
  const servers = [
    await startChancery({ folder, environment, quiet: true }),
    await startChancery({ folder, environment, quiet: true }),
  ];
  let isOver = false;
  let acknowledged = 0;
  // Creations wait for no broker: what they start is in the database, and the wake-ups follow.
  const creating = createPersistently({
    baseUrl: servers[0]?.baseUrl ?? '',
    secret: seeded.secret,
    // A workspace may not write to more strangers than twice as many in a day.
    count: 2000,
    isOver: () => isOver,
    atOnce: 2,
    pauseMilliseconds: 4 * pause,
    onAcknowledged: (so) => {
      acknowledged = so;
    },
  });
  const wakeUps = wakeUpLine(cluster.url, { pauseMilliseconds: pause });
  await wakeUps.flowing();

  const rows: string[][] = [];
  for (let kill = 0; kill < kills; kill += 1) rows.push(await killedOnce());
  isOver = true;
  const creations = await creating;
  const found = await wakeUps.end();

  const client = new pg.Client(database.url);
  await client.connect();
  const query: Query = async (text, values = []) => (await client.query(text, values)).rows;
  await untilNoJobIsLeft(query);
  const areAlive = servers.every((server) => server.isAlive());
  for (const server of servers) await server.stop();
  const effects = await checkEffects(query, seeded.workspaceId, creations, folder.path);
  await client.end();

  printTable(
    [
      'killed by SIGKILL',
      'queues that it led',
      'confirmed after',
      'delivered after',
      'meetings meanwhile',
      'whole again after',
    ],
    rows,
  );
  const lines: readonly Line[] = [
    line('wake-ups confirmed', found.confirmed, found.confirmed > 0),
    line('of them never delivered', found.lost, found.lost === 0),
    line('delivered twice, which their jobs allow', found.twice, true),
    line('refused, and published again', found.refused, true),
    line('both servers lived on', areAlive ? 'yes' : 'no', areAlive),
    line('requests repeated', creations.repeats, true),
    ...effects,
  ];
  console.log();
  printTable(['RabbitMQ of three nodes', 'found', ''], lines);
  if (lines.some(([, , verdict]) => verdict === 'WRONG')) process.exitCode = 1;

  /** Kills the node that leads the queue of the wake-ups, and starts it again. */
  async function killedOnce(): Promise<string[]> {
    const places = await cluster.queues();
    const leader = places.find(({ name }) => name === wakeUps.queue)?.leader;
    const node = cluster.nodes.find(({ name }) => name === leader);
    if (node === undefined) throw new Error('No node leads the queue of the wake-ups.');
    const before = acknowledged;
    const begun = performance.now();
    await node.kill();
    const { confirmed, delivered } = await wakeUps.flowing();
    const meanwhile = acknowledged - before;
    await node.start();
    while ((await cluster.queues()).some(({ online }) => online.length < 3)) await wait(200);
    return [
      node.name,
      `${places.filter((each) => each.leader === leader).length} of ${places.length}`,
      seconds(confirmed - begun),
      seconds(delivered - begun),
      `${meanwhile}`,
      seconds(performance.now() - begun),
    ];
  }
} finally {
  await cluster.end();
  await database.drop().catch(console.error);
  folder.remove();
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
