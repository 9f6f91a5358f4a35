import { setTimeout as wait } from 'node:timers/promises';
import { openSmtpReceiver } from '../packages/adapters-services/src/mail/testing/smtp-receiver.ts';
import { crashOn } from './harness/crash-scenario.ts';
import type { Site } from './harness/crashing.ts';
import { checkJobs, checkLedger, type Line, line } from './harness/database-check.ts';
import { type Host, persistentCaller, registerHost } from './harness/meetings/host.ts';
import { checkMails } from './harness/meetings/mails-check.ts';
import { type RemindedSession, scheduleReminded } from './harness/meetings/reminded.ts';
import { type HeldRoom, holdRoom } from './harness/meetings/rooms.ts';
import { checkRooms } from './harness/meetings/rooms-check.ts';
import { lookAtRooms } from './harness/meetings/rooms-view.ts';
import { type FilledWebinar, fillWebinar, linkKeys } from './harness/meetings/webinars.ts';
import { checkWebinars } from './harness/meetings/webinars-check.ts';
import { newTally, type Tally } from './harness/persistent-call.ts';
import { program } from './harness/program.ts';

// SIGKILL at random moments while sessions start and end, series are split, people register and reminders fall due.
const { kills: leastKills } = program({ kills: { usual: 10 } });
const remindedCount = 8;
/** Reminders leave at a full minute: half of the kills come within the seconds after one. */
const millisecondsToKill = () =>
  Math.random() < 0.5 ? Math.random() * 10_000 : 60_000 - (Date.now() % 60_000) + Math.random() * 2000;

interface Done extends Tally {
  readonly host: Host;
  readonly kills: number;
  readonly rooms: readonly HeldRoom[];
  readonly webinars: readonly FilledWebinar[];
  readonly reminded: readonly RemindedSession[];
}

async function work(site: Site): Promise<Done> {
  const host = await registerHost(site.baseUrl);
  const tally = newTally();
  const caller = persistentCaller(site, host, tally);
  const reminded = await inLine(remindedCount, (number) => scheduleReminded(caller, number));
  const lastDue = Math.max(...reminded.flatMap(({ dueAt }) => dueAt.map((at) => at.getTime())));
  const isOver = () => site.kills() >= leastKills && Date.now() > lastDue + 30_000;

  const goOn = async <One>(first: number, one: (number: number) => Promise<One>) => {
    const done: One[] = [];
    for (let number = first; !isOver(); number += 2) {
      done.push(await one(number));
      await wait(Math.random() * 3000);
    }
    return done;
  };
  const room = (number: number) => holdRoom(caller, number);
  const webinar = (number: number) => fillWebinar(caller, number);
  const [rooms, moreRooms, webinars, moreWebinars] = await Promise.all([
    goOn(0, room),
    goOn(1, room),
    goOn(0, webinar),
    goOn(1, webinar),
  ]);
  return {
    ...tally,
    host,
    kills: site.kills(),
    rooms: [...rooms, ...moreRooms],
    webinars: [...webinars, ...moreWebinars],
    reminded,
  };
}

/** Each is done before the next begins. */
async function inLine<One>(count: number, one: (number: number) => Promise<One>): Promise<One[]> {
  const done: One[] = [];
  for (let number = 0; number < count; number += 1) done.push(await one(number));
  return done;
}

function checkActions(actions: readonly string[], { rooms, reminded, webinars }: Done): Line[] {
  const tails = rooms.filter(({ tailId }) => tailId !== null).length + Math.floor(reminded.length / 2);
  const expected: readonly (readonly [string, number])[] = [
    ['meeting.created', rooms.length + reminded.length + webinars.length],
    ['meeting.split', tails],
    ['occurrence.started', rooms.length],
    ['occurrence.ended', rooms.length],
    ['admission.denied', rooms.length],
  ];
  return expected.map(([action, count]) => {
    const found = actions.filter((one) => one === action).length;
    return line(`ledger lines ${action}`, found, found === count);
  });
}

let faults = 0;
for (const which of process.argv[2] === undefined ? ['pglite', 'postgres'] : [process.argv[2]]) {
  const post = await openSmtpReceiver();
  faults += await crashOn<null, Done>(which, {
    environment: {
      CHANCERY_LINK_KEYS: linkKeys,
      CHANCERY_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
      CHANCERY_EMAIL_VERIFICATION: 'optional',
      CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
      // The issuer of the host's token stays the same on whatever port a later server listens.
      CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
    },
    millisecondsToKill,
    seed: async () => null,
    work,
    look: (baseUrl, { host, rooms }) => lookAtRooms(baseUrl, host, rooms),
    async check(query, _, done, folder) {
      const ledger = await checkLedger(query, done.host.workspaceId, folder.path);
      return [
        ...(await checkRooms(query, done.rooms)),
        ...(await checkWebinars(query, done.webinars)),
        ...(await checkMails(query, post.received, done.reminded, done.kills)),
        ...ledger.lines,
        ...checkActions(ledger.actions, done),
        await checkJobs(query),
      ];
    },
  });
  await post.close();
}
process.exitCode = faults === 0 ? 0 : 1;
