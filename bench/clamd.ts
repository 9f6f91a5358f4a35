import { ClamdScanner, EmbeddedScanner } from '@chancery/adapters-services';
import type { ContentScanner } from '@chancery/core';
import { aZip, eicarTestFile } from '@chancery/core/testing';
import { median, printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { startedClamd } from './harness/started-clamd.ts';

// What the two scanners say of the same files, and how fast each reads a large one. clamd is Debian's, with one signature.
const { mib, rounds, most } = program({
  mib: { usual: 256 },
  rounds: { usual: 5 },
  most: { usual: 512 },
});

const mebibyte = 1024 * 1024;
const eicar = Buffer.from(eicarTestFile(), 'latin1');
const noise = Buffer.alloc(mebibyte, 'A letter of no consequence. ');

const clamd = await startedClamd(most);
const scanners: readonly (readonly [string, ContentScanner])[] = [
  ['clamd', new ClamdScanner(clamd.url)],
  ['embedded', new EmbeddedScanner()],
];
const files: readonly (readonly [string, () => AsyncIterable<Uint8Array>])[] = [
  ['a letter', () => pieces(noise)],
  ['nothing', () => pieces()],
  ['the EICAR test file', () => pieces(eicar)],
  ['the EICAR test file, a byte at a time', () => pieces(...[...eicar].map((byte) => Uint8Array.of(byte)))],
  [
    'the EICAR test file in an archive',
    () => pieces(aZip([{ name: 'invoice.com', content: eicar, deflated: true }])),
  ],
  ['more than clamd takes', () => megabytes(most + 1)],
];

try {
  const verdicts: string[][] = [];
  for (const [name, file] of files) {
    const row = [name];
    for (const [, scanner] of scanners) row.push(await scanner.scan(file()));
    verdicts.push(row);
  }
  printTable(['file', ...scanners.map(([name]) => name)], verdicts);
  console.log('');
  const rates: (readonly [string, string])[] = [];
  for (const [name, scanner] of scanners) rates.push([name, (await rate(scanner)).toFixed(0)]);
  printTable(['scanner', 'MiB a second'], rates);
} finally {
  await clamd.stop();
}

async function rate(scanner: ContentScanner): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await scanner.scan(megabytes(mib));
    seconds.push((performance.now() - begun) / 1000);
  }
  return mib / median(seconds);
}

async function* pieces(...parts: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* parts;
}

async function* megabytes(count: number): AsyncIterable<Uint8Array> {
  for (let sent = 0; sent < count; sent += 1) yield noise;
}
