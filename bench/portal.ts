import {
  dropPostgresDatabases,
  portalOffice,
  postgresDatabase,
} from '@chancery/adapters-persistence/testing';
import { type ReleaseExport, verifyRelease } from '@chancery/verify';
import { served } from '../packages/adapters-http/src/testing/served.ts';
import { printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// What a recipient waits for in the portal (PORT-14), by HTTP from a server in this process on PostgreSQL: the package by its
// link without what is written in it, and the export with all of it, of which the last one is verified.
const { items, exported, looks, exports, lookMilliseconds, exportMilliseconds } = program({
  items: { usual: 500, short: 60 },
  /** Entries of the package that is exported. */
  exported: { usual: 100, short: 20 },
  looks: { usual: 200, short: 40 },
  exports: { usual: 20, short: 5 },
  lookMilliseconds: { usual: 60 },
  exportMilliseconds: { usual: 2000 },
});

const database = await postgresDatabase({ isDurable: true });
const office = await portalOffice({ database, settings: { rateLimitScale: 0, checkAnswers: false } });
const { signed, released, sql } = office;
const http = await served({ world: office });

const written: { readonly id: string }[] = [];
/** So few sign at once that their proofs are no attempts to guess a password. */
const atOnce = 3;
while (written.length < Math.max(items, exported))
  written.push(
    ...(await Promise.all(
      Array.from({ length: atOnce }, (_, at) => written.length + at + 1).map((number) =>
        signed({
          title: `Interview ${number}`,
          body: `She called.\n\nHer aunt Eve drinks.\n\nNote ${number}.`,
        }),
      ),
    )),
  );
const chosen = (amount: number) => ({
  items: written.slice(0, amount).map(({ id: artifactId }) => ({
    artifactId,
    redactions: [{ part: 'section' as const, key: 'body', start: 17, end: 20, code: 'THIRD_PARTY' }],
  })),
});
const open = { requiresConsent: false, downloadAllowed: true };
const wide = await released(open, chosen(items));
const taken = await released(open, chosen(exported));
await sql('vacuum analyze');

/** Milliseconds of so many calls, one after the other, the processor time of one in this process, and the last answer. */
async function timed(path: `/${string}`, token: string, amount: number) {
  const milliseconds: number[] = [];
  let text = '';
  let before = process.cpuUsage();
  for (let at = -2; at < amount; at += 1) {
    if (at === 0) before = process.cpuUsage();
    const from = performance.now();
    const answer = await http.call(`GET ${path}`, { token });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    // The first two are not counted: nothing is prepared for them yet.
    if (at >= 0) milliseconds.push(performance.now() - from);
    text = answer.text;
  }
  const { user, system } = process.cpuUsage(before);
  return { milliseconds, text, processor: (user + system) / 1000 / amount };
}

const portal = '/api/v1/public/records/portal' as const;
const measured = [
  {
    name: `GET P, ${items} items without content`,
    bound: lookMilliseconds,
    ...(await timed(portal, wide.token, looks)),
  },
  {
    name: `GET P/packages/{packageId}, ${items} items with content`,
    bound: Number.POSITIVE_INFINITY,
    ...(await timed(`${portal}/packages/${wide.packageId}`, wide.token, exports)),
  },
  {
    name: `GET P/export, ${exported} items`,
    bound: exportMilliseconds,
    ...(await timed(`${portal}/export?download=true`, taken.token, exports)),
  },
];
printTable(
  ['call', 'kB', 'processor ms', 'p50 ms', 'p95 ms', 'slowest ms', 'bound ms'],
  measured.map(({ name, text, processor, milliseconds, bound }) => [
    name,
    (text.length / 1000).toFixed(0),
    processor.toFixed(1),
    ...[0.5, 0.95, 1].map((share) => quantile(milliseconds, share).toFixed(1)),
    Number.isFinite(bound) ? bound : '',
  ]),
);
const text = measured.at(-1)?.text ?? '';
const { vkey, signingKeys } = (JSON.parse(text) as ReleaseExport).keys;
const report = await verifyRelease(text, {
  vkeys: [vkey],
  signingKeys: signingKeys.map(({ publicKey }) => publicKey),
});
console.log(`the export: ${report.outcome}, ${report.items} items, ${report.signatures} signatures`);
await http.close();
await dropPostgresDatabases();
const slow = measured.filter(({ milliseconds, bound }) => quantile(milliseconds, 0.95) > bound);
for (const { name, bound } of slow) console.error(`The p95 of ${name} is above ${bound} ms.`);
if (slow.length > 0 || report.outcome !== 'holds' || report.items !== exported) process.exitCode = 1;
process.exit();
