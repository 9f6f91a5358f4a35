import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { CapturedCall, CapturedValue } from '../harness/captured-calls.ts';
import { answer } from './bare-answer.ts';
import { barePool } from './bare-pool.ts';

// One process of node:http and pg that answers each named call with the rows of the statements that Chancery sends for it: under
// the same role, which row-level security binds, in the same transactions, and all of them in one round trip. No validation, no
// cipher, no log.
const calls = JSON.parse(readFileSync(process.env.BENCH_CALLS ?? '', 'utf8')) as Record<string, CapturedCall>;
const pool = barePool();
const isBound = /^\s*(begin|commit|rollback|set )/i;
const nameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20);
const prepared = Object.fromEntries(
  Object.entries(calls).map(([name, { statements, ...own }]) => [
    name,
    {
      ...own,
      statements: statements.map((each) => ({
        ...each,
        ...(isBound.test(each.text) ? {} : { name: nameOf(each.text) }),
      })),
    },
  ]),
);

const hexOf = (text: string) => Buffer.from(text).toString('hex');

/** Ids and numbers of its own for each call, wherever they stand in a value. */
function renewal({ ids, numbers }: Pick<CapturedCall, 'ids' | 'numbers'>): (text: string) => string {
  const pairs: [string, string][] = [
    ...ids.map((id): [string, string] => [id, randomUUID()]),
    // Of the same length, since a payload says nowhere how long it is.
    ...numbers.map((number): [string, string] => [
      number,
      number.slice(0, -6) +
        (randomBytes(3).readUIntBE(0, 3) % 1_000_000).toString().padStart(6, '0') +
        randomBytes(4).toString('hex'),
    ]),
  ];
  const all = pairs.flatMap(([from, to]) => [[from, to] as const, [hexOf(from), hexOf(to)] as const]);
  return (text) => all.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

function renewed(value: CapturedValue, renew: (text: string) => string): unknown {
  if (typeof value === 'string') return renew(value);
  if (value === null || typeof value !== 'object') return value;
  return 'hex' in value
    ? Buffer.from(renew(value.hex), 'hex')
    : JSON.parse(renew(JSON.stringify(value.json)));
}

const server = createServer(async (request, response) => {
  const call = prepared[(request.url ?? '').slice(1)];
  if (call === undefined) {
    response.end('{}');
    return;
  }
  const client = await pool.connect();
  try {
    const renew = renewal(call);
    const results = await Promise.all(
      call.statements.map(({ values, ...statement }) =>
        client.query({ ...statement, values: values.map((value) => renewed(value, renew)) }),
      ),
    );
    answer(
      response,
      200,
      results.map(({ rows }) => rows),
    );
  } catch (error) {
    console.error(error);
    await client.query('rollback').catch(() => undefined);
    response.writeHead(500).end();
  } finally {
    client.release();
  }
});
const [host, port] = (process.env.CHANCERY_LISTEN ?? '127.0.0.1:8081').split(':');
server.listen(Number(port), host);
process.once('SIGTERM', () => process.exit(0));
