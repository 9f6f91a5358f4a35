import { setTimeout as wait } from 'node:timers/promises';
import { aLetter } from '../packages/adapters-engines/src/signing-pdf/testing/a-letter.ts';
import { deliveredMail } from '../packages/adapters-services/src/mail/testing/delivered-mail.ts';
import { openSmtpReceiver } from '../packages/adapters-services/src/mail/testing/smtp-receiver.ts';
import { type BenchDatabase, benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import type { ChildServer } from './harness/child-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { type RaceLine, racingRounds } from './harness/signing/racing-rounds.ts';
import {
  raceForLastSignature,
  raceOfDeclines,
  raceOfGuesses,
  raceOfLinks,
  raceOfSends,
} from './harness/signing/round-races.ts';

// People who act on one signing round at the same moment, by two servers with a worker each on one PostgreSQL: each race is
// decided once, in the answers and in the database, and what was completed is sealed once.
const { races, only } = program({
  races: { usual: 500 },
  /** A pattern of the names of the races. */
  only: { usual: '' },
});

const folder = dataFolder();
const database = await benchDatabase();
const post = await openSmtpReceiver();
const environment = {
  CHANCERY_DATABASE_URL: database.url,
  CHANCERY_AMQP_URL: process.env.CHANCERY_BENCH_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
  CHANCERY_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
  CHANCERY_EMAIL_VERIFICATION: 'optional',
  CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
  CHANCERY_SEAL_ALGORITHM: 'ec-p256',
  // The issuer of the tokens, which both servers must accept.
  CHANCERY_BASE_URL: 'http://127.0.0.1:8080',
};
const servers: ChildServer[] = [];
try {
  while (servers.length < 2) servers.push(await startChancery({ folder, environment }));
  const rounds = racingRounds(
    servers.map(({ baseUrl }) => baseUrl),
    { races, file: await aLetter(1), pages: 1 },
  );
  const all = { raceForLastSignature, raceOfDeclines, raceOfSends, raceOfLinks, raceOfGuesses };
  const lines: RaceLine[] = [];
  for (const [name, race] of Object.entries(all)) {
    if (!new RegExp(only, 'i').test(name)) continue;
    const began = performance.now();
    const found = await race(rounds, codeFor);
    lines.push(...found);
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    // A later race may fail on a busy machine, and this one has said what it has to say.
    for (const [what, is, should] of found) console.log(`  ${what}: ${is}, expected ${should}`);
  }
  lines.push(...(await inTheDatabase(database)));
  printTable(['PostgreSQL, two servers', 'found', 'expected'], lines);
  process.exitCode = lines.every(([, found, expected]) => found === expected) ? 0 : 1;
} finally {
  for (const server of servers) await server.stop();
  await post.close();
  await database.drop();
  folder.remove();
}

/** The code in the newest mail to this address; who waits looks where a mailbox ends. */
async function codeFor(address: string): Promise<string> {
  for (let tries = 0; tries < 2400; tries += 1) {
    const [code] = post.received
      .filter(({ to }) => to[0]?.endsWith(address))
      .flatMap(({ raw }) => /Code: (\d{6})/.exec(deliveredMail(raw).text)?.[1] ?? []);
    if (code) return code;
    await wait(50);
  }
  throw new Error(`No code came to ${address}`);
}

/** What must be so once everything has settled, whoever was first. */
async function inTheDatabase({ client }: BenchDatabase): Promise<readonly RaceLine[]> {
  const number = async (statement: string): Promise<number> =>
    Number(
      (await client.query<{ found: string }>(`select count(*) "found" from (${statement}) counted`)).rows[0]
        ?.found,
    );
  const unsealed = `select 1 from signature_rounds where status = 'completed'`;
  for (let tries = 0; (await number(unsealed)) > 0 && tries < 3000; tries += 1) await wait(200);
  const twice = (what: string) =>
    `select target_id from audit_event where action = '${what}' group by target_id having count(*) > 1`;
  const completed = await number(`select 1 from audit_event where action = 'document.completed'`);
  return [
    ['rounds that were completed twice', await number(twice('document.completed')), 0],
    ['rounds that were sent twice', await number(twice('document.sent')), 0],
    [
      'rounds that were completed and declined',
      await number(
        `select target_id from audit_event where action in ('document.completed', 'document.declined') group by target_id having count(*) > 1`,
      ),
      0,
    ],
    [
      'sealed files, of as many as were completed',
      await number(`select 1 from document_versions where kind = 'sealed'`),
      completed,
    ],
    [
      'signing copies, of as many rounds as were sent',
      await number(`select 1 from document_versions where kind = 'signing_copy'`),
      await number(`select 1 from audit_event where action = 'document.sent'`),
    ],
    [
      'people with two live links',
      await number(
        `select signer_id from signing_links where status = 'live' group by signer_id having count(*) > 1`,
      ),
      0,
    ],
  ];
}
