import { type Load, load } from './harness/load.ts';
import { processorTime, processorTimeOfBackends } from './harness/processor-time.ts';
import { program } from './harness/program.ts';
import {
  type ComparedServer,
  comparison,
  namedCalls,
  onThreeServers,
  printComparison,
  sameBytes,
} from './harness/three-servers.ts';

// Requests a second and processor time of Chancery as production runs it, with what can be switched off, and of a bare server:
// A B C A B C, the medians of the rounds.
const { rounds, seconds, connections } = program({
  rounds: { usual: 3, short: 1 },
  seconds: { usual: 8, short: 1 },
  connections: { usual: 16 },
});

interface Measurement extends Load {
  readonly serverMilliseconds: number;
  readonly databaseMilliseconds: number;
}

const shown = [
  ['requestsPerSecond', 0, 'requests a second'],
  ['p99Milliseconds', 0, 'p99 of a request, ms'],
  ['serverMilliseconds', 3, 'processor time of a request in the server, ms'],
  ['databaseMilliseconds', 3, 'processor time of a request in PostgreSQL, ms'],
] as const;

await onThreeServers(async (servers) => {
  const tables: string[][][] = shown.map(() => []);
  for (const name of namedCalls()) {
    await sameBytes(servers, name);
    const measure = (server: ComparedServer, forSeconds: number) =>
      load({ ...server, name, connections, seconds: forSeconds });
    for (const server of servers) await measure(server, Math.min(2, seconds));
    const results: Measurement[][] = servers.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, server] of servers.entries())
        results[index]?.push(await withProcessorTime(server, () => measure(server, seconds)));
    for (const [index, [key, digits]] of shown.entries()) {
      const ofRounds = results.map((each) => each.map((one) => one[key]));
      tables[index]?.push([name, ...comparison(ofRounds, digits)]);
    }
  }
  for (const [index, [, , title]] of shown.entries()) printComparison(title, tables[index] ?? []);
});

async function withProcessorTime(
  { pid, databaseUrl }: ComparedServer,
  run: () => Promise<Load>,
): Promise<Measurement> {
  const before = [processorTime(pid), processorTimeOfBackends(databaseUrl)] as const;
  const result = await run();
  return {
    ...result,
    serverMilliseconds: (processorTime(pid) - before[0]) / result.requests,
    databaseMilliseconds: (processorTimeOfBackends(databaseUrl) - before[1]) / result.requests,
  };
}
