import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, jobStore, openPglite } from '@chancery/adapters-persistence';
import { aStranger, bundledProcess, postgresDatabase, world } from '@chancery/adapters-persistence/testing';
import { copyMigratedDatabase } from '../../../../adapters-persistence/src/testing/snapshot.ts';
import { openSmtpReceiver } from '../../../../adapters-services/src/mail/testing/smtp-receiver.ts';
import { remindingLinks } from './reminding-worker.ts';

export interface KillCount {
  readonly kills: number;
  readonly reminders: number;
  /** Handed on more than once: its process was killed between hand-over and mark. */
  readonly handedOnAgain: number;
  readonly missing: number;
  readonly peopleWithSeveralMessageIds: number;
  readonly notMarked: number;
}

export type DatabaseKind = 'pglite' | 'postgres';

/** Longer than the lease of a job and the hold of a delivery: so far is the clock put on after each kill. */
const secondsBetweenLives = 301;
const seededAt = Date.parse('2026-11-23T12:00:00.000Z');

/**
 * Sends reminders by processes that are killed again and again, at random points around the moment in which a real mail server
 * takes a mail, and counts what arrived. What the last process leaves is sent by one that nobody kills.
 */
export async function killWhileReminding(
  kind: DatabaseKind,
  wanted: number,
  {
    remindersPerMeeting = 150,
    onKill = () => undefined,
    isEnough = () => false,
  }: {
    remindersPerMeeting?: number;
    onKill?: (kills: number) => void;
    /** Ends the killing before there were as many as wanted; what was begun is still sent and counted. */
    isEnough?: () => boolean;
  } = {},
): Promise<KillCount> {
  const place = await openPlace(kind);
  const sent = new Map<string, string[]>();
  const life: Life = { child: null, untilKill: 0 };
  const smtp = await openSmtpReceiver({
    onData: (stream, { envelope }, callback) => {
      void buffer(stream).then((raw) => {
        const to = envelope.rcptTo[0]?.address ?? '';
        const messageId = /^Message-ID: <([^>]+)>/im.exec(raw.toString('latin1'))?.[1] ?? '';
        sent.set(to, [...(sent.get(to) ?? []), messageId]);
        killSometime(life, callback);
      }, callback);
    },
  });
  const smtpUrl = `smtp://127.0.0.1:${smtp.port}`;
  const reminded = new Set<string>();
  const next = nextProcess(place.argv(smtpUrl));
  try {
    let [kills, lives] = [0, 0];
    while (kills < wanted && !isEnough()) {
      for (const address of await place.remind(remindersPerMeeting)) reminded.add(address);
      for (let killed = true; killed && kills < wanted && !isEnough(); lives += 1) {
        killed = await live(next(), lives, life, 1 + Math.floor(Math.random() * 8));
        if (!killed) continue;
        kills += 1;
        onKill(kills);
      }
    }
    // Two lives: one that finds what is held, and one after every hold.
    for (const later of [1, 2]) await live(next(), lives + later, life, Number.POSITIVE_INFINITY);
    return { kills, ...countOf(reminded, sent), notMarked: await place.notMarked() };
  } finally {
    next.end();
    await smtp.close();
    await place.close();
  }
}

interface Process {
  readonly child: ChildProcess;
  readonly loaded: Promise<unknown>;
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
}

/** Gives the next process, which has loaded its code while the one before was at work, and starts the one after it. */
function nextProcess(argv: readonly string[]): { (): Process; end(): void } {
  const start = (): Process => {
    const child = spawn(process.execPath, [...argv], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit') as Process['ended'];
    return { child, ended, loaded: Promise.race([once(child.stdout, 'data'), ended]) };
  };
  let waiting = start();
  const next = () => {
    const given = waiting;
    waiting = start();
    return given;
  };
  return Object.assign(next, { end: () => void waiting.child.kill('SIGKILL') });
}

interface Life {
  child: ChildProcess | null;
  /** How many mails the process hands on before it is killed. */
  untilKill: number;
}

/** Before the mail server has answered, or a moment after it. */
function killSometime(life: Life, answer: () => void): void {
  life.untilKill -= 1;
  const { child } = life;
  const isLast = life.untilKill === 0;
  const isUnanswered = isLast && Math.random() < 0.2;
  if (!isUnanswered) answer();
  if (isLast) setTimeout(() => child?.kill('SIGKILL'), isUnanswered ? 0 : Math.random() * 12);
}

/** Has the process work until it has nothing to do; true if it was killed. */
async function live(
  { child, loaded, ended }: Process,
  number: number,
  life: Life,
  untilKill: number,
): Promise<boolean> {
  life.child = child;
  life.untilKill = untilKill;
  await loaded;
  child.stdin?.end(`${new Date(seededAt + (700 + number * secondsBetweenLives) * 1000).toISOString()}\n`);
  const [code, signal] = await ended;
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The process that reminds ended with ${code}`);
  return signal === 'SIGKILL';
}

function countOf(reminded: ReadonlySet<string>, sent: ReadonlyMap<string, readonly string[]>) {
  const idsOf = (address: string) => sent.get(address) ?? [];
  const count = (wanted: (ids: readonly string[]) => boolean) =>
    [...reminded].filter((address) => wanted(idsOf(address))).length;
  return {
    reminders: reminded.size,
    handedOnAgain: count((ids) => ids.length > 1),
    missing: count((ids) => ids.length === 0),
    peopleWithSeveralMessageIds: count((ids) => new Set(ids).size > 1),
  };
}

/** A database that processes of their own open, one at a time if it is embedded. */
async function openPlace(kind: DatabaseKind) {
  const bundle = await bundledProcess('packages/server/src/stories/testing/reminding-process');
  const folder = kind === 'pglite' ? await mkdtemp(join(tmpdir(), 'chancery-reminders-')) : null;
  const postgres = kind === 'postgres' ? await postgresDatabase() : null;
  const use = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    if (postgres !== null) return work(postgres);
    const database = await openPglite(folder ?? 'memory');
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  if (folder !== null) await copyMigratedDatabase(folder);
  await use((database) => database.migrate());
  const url = new URL(
    process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
  );
  if (postgres !== null) {
    const { rows } = await postgres.pool.query<{ name: string }>('select current_database() "name"');
    url.pathname = rows[0]?.name ?? '';
  }
  return {
    argv: (smtpUrl: string) => [bundle.script, kind, folder ?? url.href, smtpUrl],
    remind: (count: number) => use((database) => remindGuests(database, count)),
    notMarked: () =>
      use(async (database) => {
        const { rows } = await database.pool.query<{ count: number }>(
          `select (select count(*) from reminder_deliveries where sent_at is null)
             + (select count(*) from jobs where topic in (${reminderTopics}) and status <> 'succeeded') "count"`,
        );
        return Number(rows[0]?.count ?? -1);
      }),
    async close() {
      await postgres?.close();
      await bundle.remove();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

const reminderTopics = "'meetings.mail_reminder', 'meetings.remind_registrant'";

/** A webinar in four weeks whose guests, half of them invited and half registered, are reminded now: the jobs of their mails wait, and nothing else does. */
async function remindGuests(database: Database, count: number): Promise<readonly string[]> {
  const { chancery, clock, worker, owner, sql } = await world({
    database,
    startsAt: new Date(seededAt).toISOString(),
    settings: { accessTokenSeconds: 86_400 },
    ports: { linkTokens: remindingLinks(), jobs: withoutMails(database) },
  });
  const addresses = Array.from(
    { length: count },
    (_, index) => `guest-${owner.workspaceId}-${index}@client.example`,
  );
  const half = Math.ceil(count / 2);
  const { meeting } = await chancery.meetings.createMeeting(
    {
      title: 'Review',
      meetingType: 'webinar',
      scheduledStartAt: '2026-12-21T12:10:00Z',
      timeZone: 'UTC',
      invitees: addresses.slice(0, half).map((email) => ({ email })),
      settings: { reminders: [40_320] },
    },
    owner.session,
  );
  for (const email of addresses.slice(half))
    await chancery.meetings.registerForWebinar(
      { joinCode: meeting.joinCode, email, displayName: 'Guest' },
      aStranger(),
    );
  await worker.drain();
  clock.advance({ seconds: 660 });
  await worker.run('meetings.reminders');
  await sql(
    `update jobs set status = 'cancelled' where topic not in (${reminderTopics}) and status <> 'succeeded'`,
  );
  await wait(0);
  return addresses;
}

const withoutMails = (database: Database) => {
  const store = jobStore(database);
  return {
    ...store,
    claim: async (...asked: Parameters<typeof store.claim>) =>
      asked[0].includes('mail') ? [] : store.claim(...asked),
  };
};
