import type { SealReport } from '@chancery/core';
import { canonicalJson, contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { letter, prepared, sealedAt, sha256Hex, withEvidence } from './testing/prepared-pdf.ts';
import { openSealSuite, type SealSuite } from './testing/seal-suite.ts';

const copy = { bytes: Buffer.from('the copy that was shown'), pages: 2 };
const evidenceOf = (over: object = {}) => ({
  schema: 'chancery.signing-evidence.v1',
  signingCopy: { sha256: sha256Hex(copy.bytes), sizeBytes: copy.bytes.length, pages: copy.pages },
  recipients: [
    { name: 'Ada', documentSha256: sha256Hex(copy.bytes) },
    { name: 'Carl', documentSha256: null },
  ],
  ...over,
});

describe('the verification of sealed files', () => {
  let suite: SealSuite;
  before(async () => {
    suite = await openSealSuite();
  });
  after(() => suite.close());

  const sealedWith = async (evidence: Uint8Array, named?: string) => {
    const document = await letter(copy.pages);
    await withEvidence(document, evidence, named);
    return Buffer.from(
      (await suite.seal('ec', await prepared(document), { evidenceSha256: sha256Hex(evidence) })).bytes,
    );
  };
  const rootOf = (kind: 'rsa' | 'ec') => suite.keys[kind].chain.slice(-1);
  const verified = (bytes: Uint8Array, over: { roots?: readonly Uint8Array[]; kept?: string | null } = {}) =>
    suite.sealer.verify(contentInMemory(bytes), {
      roots: over.roots ?? rootOf('ec'),
      signingCopySha256: over.kept === undefined ? sha256Hex(copy.bytes) : over.kept,
      now: sealedAt,
    });
  const outcomes = ({ checks }: SealReport) =>
    Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]));
  const whole = {
    seal: 'passed',
    byte_range: 'passed',
    digest: 'passed',
    signature: 'passed',
    certificate: 'passed',
    trust: 'passed',
    timestamp: 'not_checked',
    evidence: 'passed',
    certificate_page: 'passed',
    signing_copy: 'passed',
    kept_copy: 'passed',
  };

  it('SEA-18: needs the file, the root and the kept copy, and then has checked everything but the time', async () => {
    const bytes = await sealedWith(canonicalJson(evidenceOf()));

    const report = await verified(bytes);

    expect(outcomes(report)).to.deep.equal(whole);
    expect(report.facts).to.deep.include({
      name: 'Präxis Lovelace',
      certificateFingerprint: suite.keys.ec.fingerprint,
      level: 'B-B',
      pages: 3,
      evidenceSha256: sha256Hex(canonicalJson(evidenceOf())),
      signingCopySha256: sha256Hex(copy.bytes),
      claimedAt: `${sealedAt.slice(0, 19)}.000Z`,
    });
    expect(report.sha256).to.equal(sha256Hex(bytes));
  });

  it('SEA-18: says what it could not check without a root and without a kept copy', async () => {
    const bytes = await sealedWith(canonicalJson(evidenceOf()));

    const report = await verified(bytes, { roots: [], kept: null });

    expect(outcomes(report)).to.deep.equal({ ...whole, trust: 'not_checked', kept_copy: 'not_checked' });
    expect(report.checks.find(({ check }) => check === 'trust')?.detail).to.include('No root certificate');
  });

  const unlike: readonly [string, () => Uint8Array, string | undefined, string][] = [
    [
      'is named otherwise on the certificate page',
      () => canonicalJson(evidenceOf()),
      'a'.repeat(64),
      'certificate_page',
    ],
    [
      'says that somebody signed another file',
      () => canonicalJson(evidenceOf({ recipients: [{ documentSha256: 'b'.repeat(64) }] })),
      undefined,
      'signing_copy',
    ],
    ['is not canonical', () => Buffer.from(JSON.stringify(evidenceOf(), null, 1)), undefined, 'evidence'],
    ['is of another form', () => canonicalJson({ ...evidenceOf(), schema: 'v2' }), undefined, 'evidence'],
    ['is no JSON', () => Buffer.from('{"a":'), undefined, 'evidence'],
    [
      'is larger than evidence may be',
      () => canonicalJson({ ...evidenceOf(), more: 'x'.repeat(4 * 1024 * 1024) }),
      undefined,
      'evidence',
    ],
  ];
  for (const [what, evidence, named, check] of unlike)
    it(`SEA-18: finds evidence that ${what}`, async () => {
      const bytes = evidence();
      const document = await letter(copy.pages);
      await withEvidence(document, bytes, named);
      const file = (await suite.seal('ec', await prepared(document))).bytes;

      const report = await verified(file);

      const bad = report.checks.filter(({ outcome }) => outcome === 'failed').map((each) => each.check);
      expect(bad).to.deep.equal([check]);
    });

  it('SEA-18: finds a kept copy that is another file', async () => {
    const report = await verified(await sealedWith(canonicalJson(evidenceOf())), { kept: 'c'.repeat(64) });

    expect(outcomes(report)).to.deep.equal({ ...whole, kept_copy: 'failed' });
  });

  it('SEA-3: finds one changed bit wherever it is', async () => {
    const bytes = await sealedWith(canonicalJson(evidenceOf()));
    for (const at of [10, bytes.indexOf('/MediaBox') + 14, bytes.length - 20]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const report = await verified(changed);
      const isBad = report.kind !== 'sealed' || report.checks.some(({ outcome }) => outcome === 'failed');
      expect(isBad, String(at)).to.equal(true);
    }
  });

  it('SEA-3: finds what was added after the seal, as an update of the file too', async () => {
    const bytes = await sealedWith(canonicalJson(evidenceOf()));
    const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
    document.getPage(0).drawText('And everything else too', { x: 72, y: 600 });
    const updated = await document.commit();

    expect(outcomes(await verified(Buffer.concat([bytes, Buffer.from('\n')]))).byte_range).to.equal('failed');
    expect(outcomes(await verified(updated)).byte_range).to.equal('failed');
  });

  it('finds bytes that are hidden in the room of the signature, or left out by the byte range', async () => {
    const bytes = await sealedWith(canonicalJson(evidenceOf()));
    const end = bytes.indexOf('>', bytes.lastIndexOf('/Contents <')) - 1;
    const hidden = Buffer.from(bytes);
    hidden.write('f', end, 'latin1');
    const at = bytes.lastIndexOf('/ByteRange [0 ');
    const range = bytes.toString('latin1', at, bytes.indexOf(']', at) + 1);
    const [, start = 0, stop = 0, rest = 0] = range
      .replace('/ByteRange [', '')
      .split(' ')
      .map(Number.parseFloat);
    const wider = Buffer.from(bytes);
    wider.write(`/ByteRange [0 ${start} ${stop + 100} ${rest - 100}`.padEnd(range.length - 1), at, 'latin1');

    expect(outcomes(await verified(hidden)).signature).to.equal('failed');
    expect(outcomes(await verified(wider)).byte_range).to.equal('failed');
  });

  it('trusts no seal of another root, and no certificate that was not valid then', async () => {
    const bytes = await sealedWith(canonicalJson(evidenceOf()));

    expect(outcomes(await verified(bytes, { roots: rootOf('rsa') }))).to.deep.equal({
      ...whole,
      trust: 'failed',
    });
    const document = await letter();
    const { addSealPlaceholder } = await import('./seal-placeholder.ts');
    const at = '2001-01-01T00:00:00.000Z';
    addSealPlaceholder(document, { name: 'A', reason: null, location: null, at, contentsBytes: 8192 });
    const file = { bytes: await document.save({ updateFieldAppearances: false }), pages: 2 };
    // The self-check sees the same, so that such a file is never handed out.
    const refusal = await suite.seal('ec', file).catch((error) => error);
    expect(refusal.message).to.include('was not valid at 2001-01-01');
  });

  it('tells a file without a seal from one that cannot be read', async () => {
    expect((await verified(await (await letter()).save())).kind).to.equal('unsealed');
    for (const odd of ['', 'no PDF', '%PDF-1.7\n%%EOF', `%PDF-1.7\n${'<<'.repeat(20_000)}`])
      expect((await verified(Buffer.from(odd))).kind, odd.slice(0, 20)).to.equal('unreadable');
  });

  it('reads files that somebody has broken on purpose without failing', async () => {
    const bytes = await sealedWith(canonicalJson(evidenceOf()));
    for (let seed = 1; seed <= 12; seed += 1) {
      const broken = Buffer.from(bytes);
      for (let count = 0; count < 12; count += 1)
        broken[(seed * 7919 + count * 104_729) % broken.length] = (seed * 31 + count * 17) % 256;
      const report = await verified(broken.subarray(0, broken.length - (seed % 5) * 100));
      const isBad = report.kind !== 'sealed' || report.checks.some(({ outcome }) => outcome === 'failed');
      expect(isBad, String(seed)).to.equal(true);
    }
  });
});
