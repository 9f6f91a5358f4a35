import { setTimeout as wait } from 'node:timers/promises';
import { postgresDatabase, world } from '@chancery/adapters-persistence/testing';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { printTable } from './harness/printed-table.ts';

// The given number of people come to one live meeting within a second: each resolves the code, joins and polls twice.
const people = Number(process.env.CHANCERY_BENCH_PEOPLE ?? 500);
const withinMilliseconds = 1000;

interface Sample {
  readonly step: 'resolve' | 'join' | 'poll';
  readonly milliseconds: number;
  readonly ok: boolean;
}

const folder = dataFolder();
const database = await benchDatabase();
try {
  const chancery = await startChancery({
    folder,
    environment: { CHANCERY_DATABASE_URL: database.url, CHANCERY_BASE_URL: 'http://127.0.0.1:8080' },
  });
  const joinCode = await liveMeeting(chancery.baseUrl);
  const began = performance.now();
  const samples = (
    await Promise.all(
      Array.from({ length: people }, async (_, index) => {
        await wait((index / people) * withinMilliseconds);
        return visit(chancery.baseUrl, joinCode, index);
      }),
    )
  ).flat();
  const seconds = (performance.now() - began) / 1000;
  const {
    rows: [room],
  } = await database.client.query(
    `select o.participant_count, o.peak_participants from meeting_occurrences o where o.status = 'live'`,
  );
  const statements = await statementsPerStep();
  printTable(
    [`${people} people, all in after ${seconds.toFixed(1)} s`, 'p50 ms', 'p99 ms', 'errors', 'statements'],
    (['resolve', 'join', 'poll'] as const).map((step) => {
      const ofStep = samples.filter((sample) => sample.step === step);
      const times = ofStep.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
      return [
        step,
        quantile(times, 0.5).toFixed(0),
        quantile(times, 0.99).toFixed(0),
        ofStep.filter(({ ok }) => !ok).length,
        statements[step],
      ];
    }),
  );
  console.log(
    `in the room: ${room?.participant_count} (${people} and the host were to be), peak ${room?.peak_participants}`,
  );
  await chancery.stop();
} finally {
  await database.drop();
  folder.remove();
}

async function visit(baseUrl: string, joinCode: string, index: number): Promise<Sample[]> {
  const path = `${baseUrl}/api/v1/meetings`;
  const samples: Sample[] = [];
  const step = async (name: Sample['step'], request: () => Promise<Response>) => {
    const began = performance.now();
    const response = await request().catch(() => null);
    const body = (await response?.json().catch(() => null)) as { data?: Record<string, never> } | null;
    samples.push({ step: name, milliseconds: performance.now() - began, ok: response?.ok === true });
    return body?.data;
  };
  await step('resolve', () => fetch(`${path}/resolve/${joinCode}`));
  const entry = await step('join', () =>
    fetch(`${path}/resolve/${joinCode}/admissions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ displayName: `Guest ${index}` }),
    }),
  );
  for (let poll = 0; poll < 2; poll += 1)
    await step('poll', () => fetch(`${path}/admissions/${String(entry?.admissionToken)}`));
  return samples;
}

async function liveMeeting(baseUrl: string): Promise<string> {
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: Record<string, never> }).data;
  };
  const session = await post('/auth/register', {
    email: 'host@example.com',
    password: 'a long enough secret of the host',
    displayName: 'Host',
  });
  const token = String(session.accessToken);
  const created = await post(
    '/meetings',
    {
      title: 'Town hall',
      scheduledStartAt: `${new Date(Date.now() + 600_000).toISOString().slice(0, 16)}:00.000Z`,
      timeZone: 'UTC',
      settings: { admission: 'open' },
    },
    token,
  );
  const { meeting } = created as unknown as { meeting: { id: string; joinCode: string } };
  await post(`/meetings/${meeting.id}/start`, {}, token);
  return meeting.joinCode;
}

/** Counted in this process, one call at a time, with BEGIN and COMMIT. */
async function statementsPerStep(): Promise<Record<Sample['step'], number>> {
  const own = await postgresDatabase({ poolSize: 1 });
  let count = 0;
  own.pool.on('acquire', (client) => {
    const query = client.query.bind(client);
    if (Object.hasOwn(client, 'query')) return;
    Object.assign(client, {
      query: (...asked: Parameters<typeof query>) => {
        count += 1;
        return query(...asked);
      },
    });
  });
  const { chancery, owner, clock } = await world({ database: own });
  const { meeting } = await chancery.meetings.createMeeting(
    { title: 'Town hall', scheduledStartAt: clock.now(), timeZone: 'UTC', settings: { admission: 'open' } },
    owner.session,
  );
  await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
  const { joinCode } = meeting;
  const guest = { ...owner.session, credential: null };
  const counted = async <T>(work: () => Promise<T>) => {
    const before = count;
    const result = await work();
    return { result, statements: count - before };
  };
  const resolve = await counted(() => chancery.meetings.resolveJoinCode({ joinCode }, guest));
  const join = await counted(() =>
    chancery.meetings.requestAdmission({ joinCode, displayName: 'Guest' }, guest),
  );
  const poll = await counted(() =>
    chancery.meetings.getAdmission({ token: join.result.admissionToken }, guest),
  );
  await own.close();
  return { resolve: resolve.statements, join: join.statements, poll: poll.statements };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
