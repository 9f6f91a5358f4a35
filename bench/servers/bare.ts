import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerJson } from './bare-answer.ts';
import { createMeeting } from './bare-creation.ts';
import { lookUpKey, prefixOf } from './bare-key.ts';
import { barePool } from './bare-pool.ts';
import { meetingsSql, membersSql, projectsSql, workspaceSql } from './bare-sql.ts';

// What remains when everything is taken away that Chancery adds: one process of node:http and pg that runs the same SQL on
// the same pool size and writes the same bytes. No row-level security, no validation, no log, no metrics.
const pool = barePool();

async function read(
  request: IncomingMessage,
  response: ServerResponse,
  statement: { name: string; text: string },
  wrap: Wrap,
): Promise<void> {
  const client = await pool.connect();
  try {
    // One round trip, as Chancery's reads are.
    const [key, { rows }] = await Promise.all([
      lookUpKey(client, request),
      client.query({ ...statement, values: [prefixOf(request)] }),
    ]);
    answerJson(response, 200, wrap(rows, key));
  } finally {
    client.release();
  }
}

type Wrap = (rows: Record<string, unknown>[], key: Awaited<ReturnType<typeof lookUpKey>>) => string;

const list =
  (name: string): Wrap =>
  ([written], key) =>
    `{"${name}":${written?.json},"count":${written?.count},"workspaceId":"${key.workspace_id}"}`;
const single: Wrap = ([workspace], key) =>
  JSON.stringify({
    workspace,
    credential: { id: key.api_key_id, name: key.name, keyPrefix: key.key_prefix, scopes: key.scopes },
  });

const root = '/api/v1/integrations/workspace';
const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
  [`GET ${root}`]: (request, response) => read(request, response, workspaceSql, single),
  [`GET ${root}/members`]: (request, response) => read(request, response, membersSql, list('members')),
  [`GET ${root}/meetings`]: (request, response) => read(request, response, meetingsSql, list('meetings')),
  [`GET ${root}/projects`]: (request, response) => read(request, response, projectsSql, list('projects')),
  [`POST ${root}/meetings`]: (request, response) => createMeeting(pool, request, response),
  'GET /api/health/ready': async (_, response) => void response.end('{}'),
};

const server = createServer((request, response) => {
  const route = routes[`${request.method} ${request.url}`];
  if (route === undefined) {
    response.writeHead(404).end();
    return;
  }
  route(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
const [host, port] = (process.env.CHANCERY_LISTEN ?? '127.0.0.1:8081').split(':');
server.listen(Number(port), host);
process.once('SIGTERM', () => process.exit(0));
