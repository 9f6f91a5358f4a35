import { setTimeout as wait } from 'node:timers/promises';
import {
  dropPostgresDatabases,
  packetsOf,
  postgresDatabase,
  world,
} from '@chancery/adapters-persistence/testing';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// The given number of people come to one live meeting within a second: each resolves the code, joins and polls twice.
const { people } = program({ people: { usual: 500, short: 100 } });
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
    [
      `${people} people, all in after ${seconds.toFixed(1)} s`,
      'p50 ms',
      'p99 ms',
      'errors',
      'statements in packets',
    ],
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

/** Counted in this process, one call at a time, each as one that was answered before. */
async function statementsPerStep(): Promise<Record<Sample['step'], string>> {
  const own = await postgresDatabase({ poolSize: 1, isDurable: true });
  const { chancery, owner, clock } = await world({ database: own });
  const { meeting } = await chancery.meetings.createMeeting(
    { title: 'Town hall', scheduledStartAt: clock.now(), timeZone: 'UTC', settings: { admission: 'open' } },
    owner.session,
  );
  await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
  const { joinCode } = meeting;
  const guest = { ...owner.session, credential: null };
  const resolve = () => chancery.meetings.resolveJoinCode({ joinCode }, guest);
  const join = () => chancery.meetings.requestAdmission({ joinCode, displayName: 'Guest' }, guest);
  const { admissionToken: token } = await join();
  const poll = () => chancery.meetings.getAdmission({ token }, guest);
  const counted = async (work: () => Promise<unknown>) => {
    await work();
    const packets = await packetsOf(own, work);
    return `${packets.flat().length} in ${packets.length}`;
  };
  const statements = {
    resolve: await counted(resolve),
    join: await counted(join),
    poll: await counted(poll),
  };
  await dropPostgresDatabases();
  return statements;
}
