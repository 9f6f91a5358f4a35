import { load } from './harness/load.ts';
import { program } from './harness/program.ts';
import {
  comparison,
  namedCalls,
  onThreeServers,
  printComparison,
  sameBytes,
} from './harness/three-servers.ts';

// p50 and p99 with few and with many connections: Chancery as production runs it, with what can be switched off, and a bare server.
const { rounds, seconds, connections } = program({
  rounds: { usual: 3 },
  seconds: { usual: 8 },
  connections: { usual: '10,100' },
});

await onThreeServers(async (servers) => {
  const [p50, p99]: [string[][], string[][]] = [[], []];
  for (const name of namedCalls()) {
    await sameBytes(servers, name);
    for (const amount of connections.split(',').map(Number)) {
      const halves: number[][] = servers.map(() => []);
      const tails: number[][] = servers.map(() => []);
      for (const server of servers)
        await load({ ...server, name, connections: amount, seconds: Math.min(1, seconds) });
      for (let round = 0; round < rounds; round += 1)
        for (const [index, server] of servers.entries()) {
          const taken = await load({ ...server, name, connections: amount, seconds });
          halves[index]?.push(taken.p50Milliseconds);
          tails[index]?.push(taken.p99Milliseconds);
        }
      p50.push([`${name}, ${amount} connections`, ...comparison(halves, 0)]);
      p99.push([`${name}, ${amount} connections`, ...comparison(tails, 0)]);
    }
  }
  printComparison('p50 of a request, ms', p50);
  printComparison('p99 of a request, ms', p99);
});
