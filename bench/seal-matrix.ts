import { createHash } from 'node:crypto';
import {
  EnginePool,
  FontSource,
  PooledSignatureImages,
  PooledSigningPdfComposer,
} from '@chancery/adapters-engines';
import { noTimestampAuthority, Rfc3161TimestampAuthority } from '@chancery/adapters-services';
import type { EgressClient, Mark } from '@chancery/core';
import { signingEvidence } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { issued } from '../packages/adapters-engines/src/seal/testing/openssl.ts';
import { sealedAt } from '../packages/adapters-engines/src/seal/testing/prepared-pdf.ts';
import { kinds, openSealSuite } from '../packages/adapters-engines/src/seal/testing/seal-suite.ts';
import { openStampingAuthority } from '../packages/adapters-engines/src/seal/testing/stamping-authority.ts';
import {
  aCertificate,
  aRecipient,
  digestOf,
  someFacts,
} from '../packages/adapters-engines/src/signing-pdf/testing/a-certificate.ts';
import { aScrawl } from '../packages/adapters-engines/src/signing-pdf/testing/images.ts';
import { type MadePdf, madePdfs } from './harness/pdf-makers.ts';
import { printTable } from './harness/printed-table.ts';
import { printSetting, program } from './harness/program.ts';
import {
  editedIncrementally,
  type Judge,
  Judges,
  judges,
  type SealedFile,
  withBytesAppended,
  withOneBitChanged,
} from './harness/seal-judges.ts';

// Files of many makers are signed, given their certificate and evidence, and sealed as a finished round is: with RSA and with
// EC, with and without a time-stamp of an authority. Programs of others judge each of them; then a bit is changed, bytes are
// appended, and an editor adds something, and nobody may take the file for a sealed one any more.
const { bits, files } = program({
  /** How many bits are changed in each sealed file, one at a time. */
  bits: { usual: 3 },
  /** How many of the files that the makers write; all of them by default. */
  files: { usual: 1000 },
});

const suite = await openSealSuite();
const stampRoot = await issued(suite.folder, 'stamp-root', 'rsa');
const stamp = await issued(suite.folder, 'stamp', 'rsa', { issuer: stampRoot, use: 'stamp' });
const authority = await openStampingAuthority(suite.folder, stamp, stampRoot);
const pool = new EnginePool({ processes: 1 });
const composer = new PooledSigningPdfComposer(pool, new FontSource());

/** The authority stands on this machine, where the product calls nobody. */
const egress: EgressClient = {
  allows: async () => true,
  async post(url, headers, body) {
    const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
    const answer = Buffer.from(await response.arrayBuffer());
    return { kind: 'answer', status: response.status, headers: {}, body: answer, milliseconds: 0 };
  },
};
const stamping = new Rfc3161TimestampAuthority([authority.url], 'require', egress);
const png = (await new PooledSignatureImages(pool).checked(aScrawl(400, 120)))?.png ?? new Uint8Array();

/** The file as it is before its seal, made like that of a finished round. */
async function prepared(bytes: Uint8Array) {
  const copy = await composer.signingCopy(contentInMemory(bytes), null);
  const sha256 = digestOf(copy.bytes);
  const { length: pages } = copy.pages;
  const facts = someFacts({
    original: { sha256: digestOf(bytes), sizeBytes: bytes.byteLength, pages },
    signingCopy: { sha256, sizeBytes: copy.bytes.byteLength, pages },
    recipients: [aRecipient({ documentSha256: sha256 })],
  });
  const evidence = signingEvidence(facts);
  const place = { page: pages, x: 0.1, width: 0.3, height: 0.05 };
  const marks: readonly Mark[] = [
    { kind: 'image', png, ...place, y: 0.5 },
    { kind: 'typed', text: 'Ada Lovelace', ...place, y: 0.6 },
    { kind: 'line', text: 'Αθήνα, 4 May 2026', fontSize: 10, ...place, page: 1, y: 0.7 },
  ];
  const seal = { name: 'Harcourt seal', reason: null, location: null, contentsBytes: 16_384 };
  const content = { pages: copy.pages, content: contentInMemory(copy.bytes) };
  const model = aCertificate(facts, { preparedAt: sealedAt });
  const drawn = await composer.prepared(content, marks, model, evidence, seal);
  return { file: drawn.bytes, evidence, sha256, pages: drawn.pages.length };
}

const outcomes: { readonly maker: string; readonly judge: Judge; readonly isGood: boolean }[] = [];
const refused: { readonly change: string; readonly isRefused: boolean }[] = [];
let faults = 0;
const complain = (about: string, what: string) => {
  faults += 1;
  console.error(`${about}: ${what}`);
};

const trust = { roots: Object.values(suite.keys).map(({ chain }) => chain.at(-1) ?? new Uint8Array()) };
const judging = new Judges(suite, stampRoot, { ...trust, now: sealedAt });

async function judge({ maker, what }: MadePdf, file: SealedFile): Promise<void> {
  const about = `${maker}, ${what}, ${file.kind}, ${file.isStamped ? 'B-T' : 'B-B'}`;
  for (const [judge, fault] of await judging.faults(file)) {
    outcomes.push({ maker, judge, isGood: fault === null });
    if (fault !== null) complain(`${about}: ${judge}`, fault);
  }
  const changes: (readonly [string, Uint8Array])[] = [
    ...Array.from(
      { length: bits },
      (_, number) => ['one bit changed', withOneBitChanged(file.bytes, number)] as const,
    ),
    ['bytes appended', withBytesAppended(file.bytes)],
    ['an incremental edit', await editedIncrementally(file.bytes)],
  ];
  for (const [change, changed] of changes) {
    const deceived = await judging.deceived(file, changed);
    refused.push({ change, isRefused: deceived.length === 0 });
    if (deceived.length > 0) complain(`${about}: ${change}`, `taken for sealed by ${deceived.join(' and ')}`);
  }
}

async function sealAndJudge(made: MadePdf): Promise<void> {
  const { file, evidence, sha256, pages } = await prepared(made.bytes);
  const expected = { pages, evidenceSha256: createHash('sha256').update(evidence).digest('hex') };
  for (const kind of kinds)
    for (const timestamps of [noTimestampAuthority, stamping]) {
      const order = { key: suite.keys[kind], timestamps, now: sealedAt, expected };
      const { bytes, level } = await suite.sealer.seal(file, order);
      await judge(made, { kind, isStamped: level === 'B-T', bytes, evidence, signingCopySha256: sha256 });
    }
}

try {
  const { made, missing } = await madePdfs(suite.folder);
  const chosen = made.filter((_, at) => at % Math.ceil(made.length / files) === 0);
  printSetting('files', `${chosen.length} of ${made.length}, each sealed with RSA and EC, B-B and B-T`);
  printSetting('makers that are not installed', missing.join('; ') || 'none');
  for (const each of chosen)
    await sealAndJudge(each).catch((error) => complain(`${each.maker}, ${each.what}`, String(error)));

  const names = [...new Set(chosen.map(({ maker }) => maker))];
  const good = (maker: string, judge: Judge) => {
    const own = outcomes.filter((each) => each.maker === maker && each.judge === judge);
    return `${own.filter(({ isGood }) => isGood).length} of ${own.length}`;
  };
  printTable(
    ['sealed files found good', ...judges],
    names.map((maker) => [maker, ...judges.map((judge) => good(maker, judge))]),
  );
  const changes = [...new Set(refused.map(({ change }) => change))];
  printTable(
    ['sealed files that were changed', 'refused by pdfsig and Chancery'],
    changes.map((change) => {
      const own = refused.filter((each) => each.change === change);
      return [change, `${own.filter(({ isRefused }) => isRefused).length} of ${own.length}`];
    }),
  );
  const installed = new Set(made.map(({ maker }) => maker)).size;
  if (installed < 6) complain('makers', `${installed} are installed, and there have to be six.`);
  if (faults > 0) process.exitCode = 1;
} finally {
  await authority.close();
  await pool.close();
  await suite.close();
}
