import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { median, printTable } from './harness/printed-table.ts';
import { processorTime, processorTimeOfBackends } from './harness/processor-time.ts';
import { program } from './harness/program.ts';
import { timedRequest } from './harness/timed-request.ts';

// A whole sign-in beside what it cannot do without: two hashes of the same parameters (AUT-4), computed by the same library
// and by nothing around it. In turns: one after the other, and as many at once as there are processors.
const { rounds, tries } = program({
  rounds: { usual: 9, short: 3 },
  tries: { usual: 20, short: 5 },
});
const aim = 0.9;
const person = { email: 'ada@example.com', password: 'a long walk by the river' };

// The copy of the library that the server uses.
const library = createRequire(new URL('../packages/adapters-services/package.json', import.meta.url));
const { hash, verify } = library('@node-rs/argon2') as {
  hash(secret: string, cost: object): Promise<string>;
  verify(phc: string, secret: string): Promise<boolean>;
};
const phc = await hash(person.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

const folder = dataFolder();
const database = await benchDatabase();
try {
  const server = await startChancery({
    folder,
    environment: { CHANCERY_DATABASE_URL: database.url, CHANCERY_WORKERS: 'none' },
  });
  const post = (agent: Agent, path: string, body: object) =>
    timedRequest(server.baseUrl, { path, method: 'POST', body }, { agent, token: null });
  const first = new Agent({ keepAlive: true });
  await post(first, '/api/v1/auth/register', { ...person, displayName: 'Ada Lovelace' });
  first.destroy();

  const serverTime = () => processorTime(server.pid) + processorTimeOfBackends(database.url);
  const ownTime = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const rows: string[][] = [];
  for (const atOnce of new Set([1, availableParallelism()])) {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const signIn = () => post(agent, '/api/v1/auth/login', person);
    const twoHashes = async () => {
      for (let one = 0; one < 2; one += 1)
        if (!(await verify(phc, person.password))) throw new Error('The hash does not verify');
    };
    const sides = [
      { work: signIn, time: serverTime, seconds: [] as number[], processor: [] as number[] },
      { work: twoHashes, time: ownTime, seconds: [] as number[], processor: [] as number[] },
    ];
    for (let round = -1; round < rounds; round += 1)
      for (const { work, time, seconds, processor } of sides) {
        const [begun, before] = [performance.now(), time()];
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            for (let turn = 0; turn < tries; turn += 1) await work();
          }),
        );
        // The first round warms up.
        if (round < 0) continue;
        seconds.push((performance.now() - begun) / tries);
        processor.push((time() - before) / tries / atOnce);
      }
    agent.destroy();
    const [ours, bare] = sides.map(({ seconds, processor }) => ({
      milliseconds: median(seconds),
      processor: median(processor),
    }));
    if (ours === undefined || bare === undefined) continue;
    rows.push([
      atOnce === 1 ? 'one after the other' : `${atOnce} at once`,
      ours.milliseconds.toFixed(1),
      bare.milliseconds.toFixed(1),
      (bare.milliseconds / ours.milliseconds).toFixed(2),
      ours.processor.toFixed(1),
      bare.processor.toFixed(1),
      (bare.processor / ours.processor).toFixed(2),
    ]);
  }
  printTable(
    [
      'sign-ins',
      'one, ms',
      'two hashes, ms',
      `hashes : sign-in, aim ${aim}`,
      'cpu of one, ms',
      'cpu of two hashes, ms',
      'hashes : sign-in by cpu',
    ],
    rows,
  );
  await server.stop();
} finally {
  await database.drop().catch(console.error);
  folder.remove();
}
