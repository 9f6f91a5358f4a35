import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { checkCertificate, type DispositionCertificate } from './record-signature.ts';
import { type ReleaseVerification, verifyRelease } from './release-verification.ts';
import { altered, type Path, type ReleaseVectors, releaseVectors } from './testing/altered-releases.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { fastPrimitives } from './testing/now.ts';
import { fileBeside } from './testing/releases.ts';

const stored = new URL('./testing/releases.json', import.meta.url);
const vectors: ReleaseVectors = JSON.parse(readFileSync(stored, 'utf8'));
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Everything that was learned elsewhere, and the file beside it. */
const given: ReleaseVerification = {
  vkeys: [auditVectors.checkpoints.key.vkey],
  signingKeys: [vectors.signingKey],
  digestOf: ({ fileName }) => (fileName === fileBeside.name ? digest(fileBeside.bytes) : null),
};
const verified = (release: unknown, how: ReleaseVerification = given) =>
  verifyRelease(JSON.stringify(release), how, fastPrimitives);

describe('releases', () => {
  it('GOV-41: the published vectors are those that are made here', async () => {
    const made = await releaseVectors();
    // What a change of the format writes anew: `CHANCERY_WRITE_VECTORS=true npm run test:file …`.
    if (process.env.CHANCERY_WRITE_VECTORS) writeFileSync(stored, `${JSON.stringify(made, null, 1)}\n`);
    expect(JSON.parse(readFileSync(stored, 'utf8'))).to.deep.equal(JSON.parse(JSON.stringify(made)));
  });

  it('GOV-41: holds if nothing was changed, and says what was withheld and where', async () => {
    const report = await verifyRelease(JSON.stringify(vectors.release), given);
    expect(report).to.deep.include({ outcome: 'holds', faults: [], unchecked: [] });
    expect(report).to.include({ packageNumber: 'RP-2026-000001', items: 2, signatures: 3 });
    const place = { item: 1, addendum: null, of: 'text' };
    expect(report.withheld).to.deep.equal([
      { ...place, section: 'subjective', position: 1, isMarked: true },
      { ...place, section: 'private', position: 0, isMarked: false },
      { ...place, section: 'private', position: 1, isMarked: false },
    ]);
  });

  it('GOV-41: says that keys and files were not there to check', async () => {
    const report = await verified(vectors.release, {});
    expect(report).to.deep.include({ outcome: 'incomplete', faults: [] });
    expect(report.unchecked).to.deep.equal([
      { step: 3, item: null, reason: 'keys_from_file' },
      { step: 6, item: null, reason: 'signing_keys_from_file' },
      { step: 8, item: 1, reason: 'not_there' },
    ]);
  });

  it('GOV-41: says where an addendum is one of another entry', async () => {
    const release = structuredClone(vectors.release) as unknown as {
      items: { item: { addenda: object[] }; addenda: object[] }[];
    };
    const [first, second] = release.items;
    first?.item.addenda.push(...(second?.item.addenda.splice(0) ?? []));
    first?.addenda.push(...(second?.addenda.splice(0) ?? []));

    const { outcome, faults } = await verified(release);
    expect(outcome).to.equal('fails');
    expect(faults).to.deep.include({ step: 7, item: 1, reason: 'shown_differs' });
  });

  it('GOV-41: holds at least thirty altered exports', () => {
    expect(vectors.alterations.length).to.be.at.least(30);
  });

  for (const { name, path, value, outcome, step, item } of vectors.alterations)
    it(`GOV-41: ${name}: step ${step}`, async () => {
      // Keys of the file are changed by some.
      const believed = path[0] === 'keys' ? { digestOf: given.digestOf ?? (() => null) } : given;
      const report = await verified(altered(vectors.release, path, value), believed);
      const told =
        outcome === 'incomplete' ? report.unchecked.filter(({ item: of }) => of !== null) : report.faults;
      expect(report.outcome, JSON.stringify(report.faults)).to.equal(outcome);
      expect(told[0]).to.include({ step, item });
    });

  it('GOV-41: a file beside it that was changed does not have its digest', async () => {
    const report = await verified(vectors.release, { ...given, digestOf: () => digest(Buffer.from('x')) });
    expect(report.faults).to.deep.equal([{ step: 8, item: 1, reason: 'wrong_digest' }]);
  });

  it('GOV-41: keys that were learned elsewhere win over those of the file', async () => {
    const ofOther = await verified(vectors.release, { ...given, vkeys: [auditVectors.mainLog.vkey] });
    expect(ofOther.faults[0]).to.deep.equal({ step: 3, item: null, reason: 'unknown_origin' });
    const unsigned = await verified(vectors.release, { ...given, signingKeys: ['00'.repeat(32)] });
    expect(unsigned).to.include({ outcome: 'incomplete', signatures: 0 });
  });

  it('GOV-41: any one value of it that is taken out or changed is found, or is none that is proved', async () => {
    const missed = new Set<string>();
    for (const path of leavesOf(vectors.release)) {
      const report = await verified(altered(vectors.release, path, '~'));
      if (report.outcome === 'holds') missed.add(path.filter((name) => typeof name === 'string').join('.'));
      expect((await verified(altered(vectors.release, path))).outcome, path.join('.')).not.to.equal('holds');
    }
    // What the server says of the package around the entries; keys, because others were given; and what stands where a section is withheld.
    expect([...missed].filter((name) => !/^(package|keys)\./.test(name)).sort()).to.deep.equal([
      'generatedAt',
      'items.item.attachments.contentPath',
      'items.item.content.sections.value',
      'items.item.flag',
      'items.item.flagText',
      'items.item.id',
      'items.item.signedBy.name',
      'items.item.signedBy.title',
      'notice',
    ]);
  });

  for (const [name, text] of [
    ['nothing', ''],
    ['an export of the ledger', auditVectors.exportFile.text],
    ['null', 'null'],
    ['a member twice', JSON.stringify(vectors.release).replace('{', '{"format":"chancery.release/1",')],
  ] as const)
    it(`GOV-41: does not read ${name}`, async () => {
      const report = await verifyRelease(text, given);
      expect(report).to.deep.include({
        outcome: 'unreadable',
        faults: [{ step: 1, item: null, reason: 'malformed' }],
      });
    });
});

describe('certificates among the vectors', () => {
  const check = (certificate: unknown) =>
    // What a stranger's file may hold.
    checkCertificate(certificate as DispositionCertificate, [Buffer.from(vectors.signingKey, 'hex')]);

  it('GOV-41: the certificate holds, and none of those that were changed', async () => {
    expect(await check(vectors.certificate)).to.equal(null);
    for (const { path, value, fault } of vectors.alteredCertificates)
      expect(await check(altered(vectors.certificate, path, value)), path.join('.')).to.equal(fault);
  });
});

/** The paths to all that is no object and no list. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, [...path, isList ? Number(name) : name]),
  );
}
