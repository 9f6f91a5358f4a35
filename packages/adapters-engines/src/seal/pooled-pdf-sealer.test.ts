import { writeFile } from 'node:fs/promises';
import type { SealKey } from '@chancery/core';
import { expect } from 'chai';
import { EnginePool } from '../pool/engine-pool.ts';
import { PooledPdfSealer } from './pooled-pdf-sealer.ts';
import { type Folder, type Issued, issued, output, ran, temporaryFolder } from './testing/openssl.ts';
import { letter, prepared, sealedAt } from './testing/prepared-pdf.ts';
import { noTimestamps, sealKeyOf } from './testing/seal-key-of.ts';

describe('the seal of a PDF', function () {
  this.timeout(240_000);
  const pool = new EnginePool({ processes: 1 });
  const sealer = new PooledPdfSealer(pool);
  let folder: Folder;
  const roots: Partial<Record<'rsa' | 'ec', Issued>> = {};
  const keys: Partial<Record<'rsa' | 'ec', SealKey>> = {};
  before(async () => {
    folder = await temporaryFolder();
    // The store of those who trust both roots, as pdfsig reads it.
    await ran('certutil', '-N', '-d', `sql:${folder.path('')}`, '--empty-password');
    for (const kind of ['rsa', 'ec'] as const) {
      const root = await issued(folder, `root-${kind}`, kind);
      const leaf = await issued(folder, `leaf-${kind}`, kind, { issuer: root });
      roots[kind] = root;
      keys[kind] = await sealKeyOf(leaf, [root]);
      await ran(
        'certutil',
        '-A',
        '-d',
        `sql:${folder.path('')}`,
        '-n',
        kind,
        '-t',
        'CT,C,C',
        '-i',
        root.certificatePath,
      );
    }
  });
  after(async () => {
    await pool.close(0);
    await folder.remove();
  });
  const keyOf = (kind: 'rsa' | 'ec'): SealKey => {
    const key = keys[kind];
    if (key === undefined) throw new Error('made before');
    return key;
  };
  const sealed = async (kind: 'rsa' | 'ec', file: Awaited<ReturnType<typeof prepared>>) => {
    const { bytes } = await sealer.seal(file.bytes, {
      key: keyOf(kind),
      timestamps: noTimestamps,
      now: sealedAt,
      expected: { pages: file.pages, evidenceSha256: null },
    });
    return bytes;
  };
  const pdfsig = async (bytes: Uint8Array) => {
    await writeFile(folder.path('sealed.pdf'), bytes);
    return output('pdfsig', '-nssdir', folder.path(''), folder.path('sealed.pdf'));
  };

  for (const kind of ['rsa', 'ec'] as const) {
    it(`SEA-1: is valid for pdfsig and qpdf with a key of kind ${kind}`, async () => {
      const bytes = await sealed(kind, await prepared(await letter()));

      const said = await pdfsig(bytes);
      expect(said).to.include('Signature Type: ETSI.CAdES.detached');
      expect(said).to.include('Signature is Valid.');
      expect(said).to.include('Total document signed');
      expect(said).to.include('Certificate is Trusted.');
      expect(said).to.include(`Signer Certificate Common Name: leaf-${kind}`);
      expect(await output('qpdf', '--check', folder.path('sealed.pdf'))).to.include(
        'No syntax or stream encoding errors',
      );
    });

    it(`SEA-2: the CMS of a key of kind ${kind} is accepted by openssl against the root`, async () => {
      const bytes = Buffer.from(await sealed(kind, await prepared(await letter())));

      const [cms, content] = await partsOf(bytes);
      await writeFile(folder.path('cms'), cms);
      await writeFile(folder.path('content'), content);
      const said = await output(
        'openssl',
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        folder.path('cms'),
        '-content',
        folder.path('content'),
        '-CAfile',
        roots[kind]?.certificatePath ?? '',
        '-purpose',
        'any',
        '-out',
        folder.path('out'),
      );
      expect(said).to.match(/(CAdES|CMS) Verification successful/i);
      const shown = await output(
        'openssl',
        'cms',
        '-cmsout',
        '-print',
        '-noout',
        '-inform',
        'DER',
        '-in',
        folder.path('cms'),
      );
      expect([...shown.matchAll(/object: (\S+)/g)].map(([, name]) => name)).to.deep.equal([
        'contentType',
        'messageDigest',
        'id-smime-aa-signingCertificateV2',
      ]);
    });
  }

  it('SEA-3: one changed bit is a digest that differs, and added bytes are not covered', async () => {
    const bytes = Buffer.from(await sealed('ec', await prepared(await letter())));

    const changed = Buffer.from(bytes);
    const at = changed.indexOf('/MediaBox') + 13;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await pdfsig(changed)).to.include('Digest Mismatch');
    expect(await pdfsig(Buffer.concat([bytes, Buffer.from('\n')]))).to.include('Not total document signed');
  });
});

/** The CMS of a sealed file, and the bytes that it covers. */
async function partsOf(file: Buffer): Promise<readonly [cms: Buffer, content: Buffer]> {
  const [, start = '', end = ''] = /\/ByteRange \[0 (\d+) (\d+) \d+ *\]/.exec(file.toString('latin1')) ?? [];
  const contents = Buffer.from(file.toString('latin1', Number(start) + 1, Number(end) - 1), 'hex');
  const length = contents.readUInt16BE(2) + 4;
  return [
    contents.subarray(0, length),
    Buffer.concat([file.subarray(0, Number(start)), file.subarray(Number(end))]),
  ];
}
