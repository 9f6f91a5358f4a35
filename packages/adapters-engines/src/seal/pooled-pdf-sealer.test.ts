import { writeFile } from 'node:fs/promises';
import { SealFailure } from '@chancery/core';
import { expect } from 'chai';
import { output } from './testing/openssl.ts';
import { letter, prepared, sealedAt, sha256Hex, withEvidence } from './testing/prepared-pdf.ts';
import { kinds, openSealSuite, partsOf, type SealSuite, validSeal } from './testing/seal-suite.ts';
import { unsealedStart } from './unsealed-start.ts';

const failureOf = (sealing: Promise<unknown>) =>
  sealing.then(
    () => 'none',
    (error: unknown) => (error instanceof SealFailure ? [error.code, error.message] : Promise.reject(error)),
  );

describe('the seal of a PDF', () => {
  let suite: SealSuite;
  before(async () => {
    suite = await openSealSuite();
  });
  after(() => suite.close());

  for (const kind of kinds) {
    it(`SEA-1: is valid for pdfsig and qpdf with a key of kind ${kind}`, async () => {
      const { bytes, level, timestamp } = await suite.seal(kind, await prepared(await letter()));

      const said = await suite.pdfsig(bytes);
      for (const line of [...validSeal, `Signer Certificate Common Name: leaf-${kind}`])
        expect(said).to.include(line);
      expect(await suite.qpdf(bytes)).to.include('No syntax or stream encoding errors');
      expect([level, timestamp]).to.deep.equal(['B-B', { status: 'none', at: null, authority: null }]);
    });

    it(`SEA-2: openssl accepts the CMS of a key of kind ${kind} against the root, and it claims no time`, async () => {
      const { bytes } = await suite.seal(kind, await prepared(await letter()));

      const [cms, content] = partsOf(bytes);
      const paths = ['cms', 'content'].map((name) => suite.folder.path(name));
      const [cmsPath = '', contentPath = ''] = paths;
      await writeFile(cmsPath, cms);
      await writeFile(contentPath, content);
      const asked = ['cms', '-inform', 'DER', '-in', cmsPath];
      const root = suite.roots[kind].certificatePath;
      const rest = [
        '-content',
        contentPath,
        '-CAfile',
        root,
        '-purpose',
        'any',
        '-out',
        suite.folder.path('out'),
      ];
      expect(await output('openssl', ...asked, '-verify', '-cades', '-binary', ...rest)).to.match(
        /^CAdES Verification successful/i,
      );
      const shown = await output('openssl', ...asked, '-cmsout', '-print', '-noout');
      const signers = shown.slice(shown.indexOf('signerInfos:'));
      expect([...signers.matchAll(/^ +object: (\S+)/gm)].map(([, name]) => name)).to.deep.equal([
        'contentType',
        'messageDigest',
        'id-smime-aa-signingCertificateV2',
      ]);
      expect(signers.match(/d.issuerAndSerialNumber: /g)).to.have.length(1);
      expect(shown.match(/d.certificate: /g)).to.have.length(2);
    });
  }

  it('SEA-2: the signed reference names the digest, the issuer and the number of the certificate', async () => {
    const { bytes } = await suite.seal('ec', await prepared(await letter()));

    const [cms] = partsOf(bytes);
    await writeFile(suite.folder.path('cms'), cms);
    const shown = await output('openssl', 'asn1parse', '-inform', 'DER', '-in', suite.folder.path('cms'));
    const reference = shown.slice(shown.indexOf('id-smime-aa-signingCertificateV2'));
    expect(reference).to.include(`[HEX DUMP]:${suite.keys.ec.fingerprint.toUpperCase()}`);
    expect(reference.slice(0, 1500)).to.include(':root-ec');
  });

  it('SEA-3: one changed bit is a digest that differs, and added bytes are not covered', async () => {
    const bytes = Buffer.from((await suite.seal('ec', await prepared(await letter()))).bytes);

    const changed = Buffer.from(bytes);
    const at = changed.indexOf('/MediaBox') + 14;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await suite.pdfsig(changed)).to.include('Digest Mismatch');
    expect(await suite.pdfsig(Buffer.concat([bytes, Buffer.from('\n')]))).to.include(
      'Not total document signed',
    );
  });

  for (const useObjectStreams of [false, true])
    it(`makes room for a signature that is larger than its placeholder, object streams: ${useObjectStreams}`, async () => {
      const file = await prepared(await letter(), { contentsBytes: 64, useObjectStreams });

      const { bytes } = await suite.seal('rsa', file);

      const said = await suite.pdfsig(bytes);
      for (const line of validSeal) expect(said).to.include(line);
      expect(await suite.qpdf(bytes)).to.include('No syntax or stream encoding errors');
      expect(Buffer.from(bytes).includes('/Reason <FEFF')).to.equal(true);
    });

  it('seals a file whose text looks like a placeholder', async () => {
    const document = await letter();
    document.context.register(document.context.stream(`${unsealedStart}00>`));

    const { bytes } = await suite.seal('ec', await prepared(document));

    for (const line of validSeal) expect(await suite.pdfsig(bytes)).to.include(line);
  });

  it('SEA-7: a sealed file with another number of pages, or without its evidence, is not handed out', async () => {
    const file = await prepared(await letter(3));

    expect(await failureOf(suite.seal('ec', file, { pages: 4 }))).to.deep.equal([
      'seal.self_check_failed',
      'The sealed file did not pass its check, so it is not stored. The sealed file has 3 pages instead of 4.',
    ]);
    expect((await failureOf(suite.seal('ec', file, { evidenceSha256: 'a'.repeat(64) })))[0]).to.equal(
      'seal.self_check_failed',
    );
  });

  it('SEA-7: a key that does not belong to its certificate is found out', async () => {
    const key = { ...suite.keys.ec, sign: suite.keys.rsa.sign };
    const file = await prepared(await letter());

    expect((await failureOf(suite.seal('ec', file, { key })))[0]).to.equal('seal.self_check_failed');
  });

  it('SEA-7: evidence that is attached is read again from the sealed file', async () => {
    const document = await letter();
    await withEvidence(document, Buffer.from('{}'));

    const { bytes } = await suite.seal('ec', await prepared(document), { evidenceSha256: sha256Hex('{}') });

    for (const line of validSeal) expect(await suite.pdfsig(bytes)).to.include(line);
  });

  it('SEA-7: bytes without a placeholder are not sealed', async () => {
    const document = await letter();
    const file = { bytes: await document.save(), pages: 2 };

    expect((await failureOf(suite.seal('ec', file)))[0]).to.equal('seal.self_check_failed');
  });

  it('SEA-10: a certificate that has expired, or is not valid yet, seals nothing', async () => {
    const file = await prepared(await letter());

    for (const key of [
      { ...suite.keys.ec, validUntil: sealedAt },
      { ...suite.keys.ec, validFrom: '2999-01-01T00:00:00.000Z' },
    ])
      expect((await failureOf(suite.seal('ec', file, { key })))[0]).to.equal('seal.certificate_expired');
  });
});
