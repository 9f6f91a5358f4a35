import {
  EnginePool,
  FontSource,
  PooledSignatureImages,
  PooledSigningPdfComposer,
} from '@chancery/adapters-engines';
import { type Mark, signingEvidence } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { aCertificate } from '../packages/adapters-engines/src/signing-pdf/testing/a-certificate.ts';
import { aLetter } from '../packages/adapters-engines/src/signing-pdf/testing/a-letter.ts';
import { aScrawl } from '../packages/adapters-engines/src/signing-pdf/testing/images.ts';

import { median, printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// What drawing for a signing costs, in a process of the pool that is warm: the copy that people sign, that copy with the
// marks of three people, and the file that is to be sealed, with its certificate and evidence.
const { rounds, copied, sealed } = program({
  rounds: { usual: 100, short: 5 },
  copied: { usual: 20 },
  sealed: { usual: 10 },
});

const pool = new EnginePool({ processes: 1 });
const composer = new PooledSigningPdfComposer(pool, new FontSource());

const letter = async (pages: number) => contentInMemory(await aLetter(pages));

async function timed(what: string, work: () => Promise<unknown>): Promise<(string | number)[]> {
  const begun = performance.now();
  await work();
  const first = performance.now() - begun;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return [what, first.toFixed(0), median(times).toFixed(1), quantile(times, 0.95).toFixed(1)];
}

try {
  const original = await letter(copied);
  const made = await composer.signingCopy(await letter(sealed), null);
  const copy = { pages: made.pages, content: contentInMemory(made.bytes) };
  const image = await new PooledSignatureImages(pool).checked(aScrawl(400, 120));
  const png = image?.png ?? new Uint8Array();
  const place = { page: sealed, x: 0.1, width: 0.3, height: 0.05 };
  const marks: readonly Mark[] = [
    { kind: 'image', png, ...place, y: 0.5 },
    { kind: 'typed', text: 'Ada Lovelace', ...place, y: 0.6 },
    { kind: 'image', png, ...place, y: 0.7 },
  ];
  const certificate = aCertificate();
  const evidence = signingEvidence(certificate.facts);
  const seal = { name: 'Harcourt seal', reason: null, location: null, contentsBytes: 16_384 };
  printTable(
    ['ms', 'first', 'p50', 'p95'],
    [
      await timed(`signing copy of ${copied} pages`, () => composer.signingCopy(original, null)),
      await timed(`stamped, ${sealed} pages, 3 signatures`, () => composer.stamped(copy, marks)),
      await timed(`prepared, ${sealed} pages, 3 signatures`, () =>
        composer.prepared(copy, marks, certificate, evidence, seal),
      ),
    ],
  );
} finally {
  await pool.close();
}
