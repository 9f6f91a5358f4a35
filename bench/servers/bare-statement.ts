import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { answer } from './bare-answer.ts';
import { barePool } from './bare-pool.ts';

// One process of node:http and pg that answers every request with the rows of the same statements, in one transaction and one
// round trip. What they are is in a file; no row-level security, no validation, no log.
const { workspaceId, statements } = JSON.parse(readFileSync(process.env.BENCH_STATEMENTS ?? '', 'utf8')) as {
  workspaceId: string;
  statements: { text: string; values: unknown[] }[];
};
const pool = barePool();

const server = createServer(async (request, response) => {
  if (request.url === '/api/health/ready') {
    response.end('{}');
    return;
  }
  const client = await pool.connect();
  try {
    const results = await Promise.all([
      client.query('begin read only'),
      client.query({
        name: 'enter',
        text: "select set_config('app.workspace', $1, true)",
        values: [workspaceId],
      }),
      ...statements.map(({ text, values }, at) => client.query({ name: `asked ${at}`, text, values })),
      client.query('commit'),
    ]);
    answer(
      response,
      200,
      results.slice(2, -1).map(({ rows }) => rows),
    );
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  } finally {
    client.release();
  }
});
const [host, port] = (process.env.CHANCERY_LISTEN ?? '127.0.0.1:8081').split(':');
server.listen(Number(port), host);
process.once('SIGTERM', () => process.exit(0));
