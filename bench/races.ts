import { setTimeout as wait } from 'node:timers/promises';
import { type Created, createMeeting, meetingBody } from './harness/api-call.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';

// Fifty identical requests under one idempotency key at once, and then other bodies under the same key.
program({});
const together = 50;
const rounds = 10;

const folder = dataFolder();
const database = await benchDatabase();
try {
  const { secret, workspaceId } = await seedWorkspace(database.client, {
    members: 5,
    meetings: 0,
    projects: 0,
  });
  const server = await startChancery({ folder, environment: { CHANCERY_DATABASE_URL: database.url } });
  const sums = { first: 0, replayed: 0, inFlight: 0, other: 0, answers: 0, differing: 0 };

  /** Repeats while the first request of the key is under way: 409 says so. */
  const settled = async (key: string, body: string): Promise<Created> => {
    for (;;) {
      const answer = await createMeeting(server.baseUrl, secret, key, body);
      if (answer.code !== 'idempotency.in_flight') return answer;
      sums.inFlight += 1;
      await wait(20);
    }
  };

  for (let round = 0; round < rounds; round += 1) {
    const body = meetingBody(`race-${round}`, ['ada@example.org']);
    const answers = await Promise.all(Array.from({ length: together }, () => settled(`race-${round}`, body)));
    sums.first += answers.filter(({ status, replayed }) => status === 201 && !replayed).length;
    sums.replayed += answers.filter(({ status, replayed }) => status === 201 && replayed).length;
    sums.other += answers.filter(({ status }) => status !== 201).length;
    sums.answers += new Set(answers.map(({ text }) => text)).size;
    const others = await Promise.all(
      Array.from({ length: together }, (_, number) =>
        settled(`race-${round}`, meetingBody(`race-${round}-${number}`, [])),
      ),
    );
    sums.differing += others.filter(
      ({ status, code }) => status === 422 && code === 'idempotency.key_reused',
    ).length;
  }

  const count = async (table: string) =>
    (
      await database.client.query(`select count(*)::integer count from ${table} where workspace_id = $1`, [
        workspaceId,
      ])
    ).rows[0].count;
  const { rows: kept } = await database.client.query('select count(*)::integer count from idempotency');
  const lines: [string, number, number][] = [
    ['first answers (201)', sums.first, rounds],
    ['replays of it (201)', sums.replayed, rounds * (together - 1)],
    ['different answers among them', sums.answers, rounds],
    ['any other answer', sums.other, 0],
    ['422 to another body', sums.differing, rounds * together],
    ['meetings', await count('meetings'), rounds],
    ['invitations, the organizer included', await count('meeting_invitations'), rounds * 2],
    ['stored answers', kept[0].count, rounds],
  ];
  printTable(
    [`${rounds} rounds of ${together}`, 'found', 'expected'],
    [...lines, ['409 in flight, then repeated', sums.inFlight, 'any']],
  );
  if (lines.some(([, found, expected]) => found !== expected)) process.exitCode = 1;
  await server.stop();
} finally {
  await database.drop();
  folder.remove();
}
