import { EnginePool, PooledTextExtractor } from '@chancery/adapters-engines';
import { contentInMemory } from '@chancery/core/internal';
import { usageOf } from '../packages/adapters-engines/src/pool/process-usage.ts';
import { poolProcesses } from '../packages/adapters-engines/src/pool/testing/children.ts';
import { type Proposal, proposalsIn } from '../packages/core/src/lifecycle/extraction/rules/proposals.ts';
import { type MadeDocument, madeDocuments } from './harness/extraction/made-documents.ts';
import { median, printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// How many of the dates and numbers of 64 documents that it makes are found, how many of those found are right, what a page
// takes, and whether a second run finds the same: digital and scanned, four languages, turned, askew, columns, tables, specks.
const { documents: most } = program({ documents: { usual: 64 } });

const pool = new EnginePool({ processes: 1 });
const extractor = new PooledTextExtractor(pool, { languageFolder: null, recognizes: true });

let peakMebibytes = 0;
const watch = setInterval(() => {
  for (const pid of poolProcesses())
    peakMebibytes = Math.max(peakMebibytes, usageOf(pid)?.residentMebibytes ?? 0);
}, 50);

const read = async ({ pdf, language }: MadeDocument): Promise<Proposal[]> => {
  const text = await extractor.extract(contentInMemory(pdf), {
    mimeType: 'application/pdf',
    pages: { from: 1, to: 50 },
    ocr: 'auto',
    languages: [...new Set([language, 'en'])],
    reference: '2026-01-15T00:00:00.000Z',
  });
  return proposalsIn(text.pages, { kinds: ['dates', 'identifiers'], dateOrder: 'dmy', asOf: '2026-11-23' });
};

class Tally {
  right = 0;
  found = 0;
  written = 0;
  add(found: readonly string[], written: readonly string[]): void {
    const wanted = new Set(written);
    this.found += new Set(found).size;
    this.written += wanted.size;
    this.right += new Set(found.filter((one) => wanted.has(one))).size;
  }
  get shown(): string[] {
    return [
      (this.right / Math.max(this.found, 1)).toFixed(3),
      (this.right / Math.max(this.written, 1)).toFixed(3),
    ];
  }
}

const tallies = new Map<string, { dates: Tally; identifiers: Tally }>();
const times: Record<'digital' | 'scanned', number[]> = { digital: [], scanned: [] };
let [read2, same] = [0, 0];

try {
  for await (const document of madeDocuments(most)) {
    const begun = performance.now();
    const found = await read(document);
    times[document.isScanned ? 'scanned' : 'digital'].push(performance.now() - begun);
    read2 += 1;
    if (JSON.stringify(await read(document)) === JSON.stringify(found)) same += 1;
    process.stderr.write(`${read2} of ${most}: ${document.name}\n`);
    const saying = found.map(({ kind, value }) => `${kind} ${value}`);
    const isDate = (one: string) => /_date /.test(one);
    for (const group of [
      document.isScanned ? 'all scans' : 'all digital',
      document.language,
      document.name,
      'all',
    ]) {
      const tally = tallies.get(group) ?? { dates: new Tally(), identifiers: new Tally() };
      tallies.set(group, tally);
      tally.dates.add(saying.filter(isDate), document.dates);
      tally.identifiers.add(
        saying.filter((one) => !isDate(one)),
        document.identifiers,
      );
    }
  }
  printTable(
    ['documents', 'dates: precision', 'recall', 'numbers: precision', 'recall'],
    [...tallies].map(([name, { dates, identifiers }]) => [name, ...dates.shown, ...identifiers.shown]),
  );
  printTable(
    ['seconds a page', 'p50', 'p95'],
    Object.entries(times)
      .filter(([, all]) => all.length > 0)
      .map(([name, all]) => [name, (median(all) / 1000).toFixed(2), (quantile(all, 0.95) / 1000).toFixed(2)]),
  );
  printTable(
    ['', ''],
    [
      ['documents', read2],
      ['equal in two runs', same],
      ['peak memory of a process, MiB', Math.round(peakMebibytes)],
    ],
  );
} finally {
  clearInterval(watch);
  await pool.close();
}
