import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SealFailure } from '@chancery/core';
import { sealKeyProviderContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { PemSealKeys } from './pem-seal-keys.ts';
import { type MadeFiles, madeFiles } from './testing/made-files.ts';

const owner = { workspaceId: 'workspace_a', name: 'A' };

describe('keys of seals in files', () => {
  let folder: string;
  let made: MadeFiles;
  let now: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
    made = await madeFiles('ec');
    // Of this moment, because the certificates are: other files of the suite may have run for minutes since this one was read.
    now = new Date(Date.now() + 60_000).toISOString();
  });
  after(() => rm(folder, { recursive: true }));
  const paths = () => ({ keyFile: join(folder, 'key.pem'), certificateFile: join(folder, 'chain.pem') });
  const written = async (keyText: string, chainText: string) => {
    await writeFile(paths().keyFile, keyText);
    await writeFile(paths().certificateFile, chainText);
  };
  const providerOf = (passphrase: string | null = null) => new PemSealKeys({ ...paths(), passphrase });
  const faultOf = async (passphrase: string | null = null) => {
    const refusal = await providerOf(passphrase)
      .keyOf(owner, now)
      .catch((error: unknown) => error);
    return refusal instanceof SealFailure ? `${refusal.code}: ${refusal.message}` : refusal;
  };

  sealKeyProviderContract('PEM files', async () => {
    await written(made.key, made.chain);
    return {
      provider: providerOf(),
      now,
      breakKey: () => rm(paths().keyFile),
      mendKey: () => writeFile(paths().keyFile, made.key),
    };
  });

  it('opens an encrypted key with its passphrase, and says no more of another one than that', async () => {
    const encrypted = createPrivateKey(made.key).export({
      format: 'pem',
      type: 'pkcs8',
      cipher: 'aes-256-cbc',
      passphrase: 'correct horse',
    });
    await written(String(encrypted), made.chain);

    expect((await providerOf('correct horse').keyOf(owner, now)).algorithm).to.equal('ec');
    for (const wrong of ['battery staple', null]) {
      const fault = await faultOf(wrong);
      expect(fault).to.match(/^seal\.key_unavailable: .*the passphrase is another\.$/);
      expect(fault).to.not.match(/battery|staple|correct/);
    }
  });

  it('takes another certificate without a restart', async () => {
    await written(made.key, made.chain);
    const provider = providerOf();
    const before = await provider.keyOf(owner, now);
    const next = await madeFiles('rsa');

    await written(next.key, next.chain);

    const after = await provider.keyOf(owner, now);
    expect([before.algorithm, after.algorithm]).to.deep.equal(['ec', 'rsa']);
    expect((await provider.roots())[0]?.certificate).to.deep.equal(after.chain.at(-1));
  });

  it('SEA-10: gives an expired certificate as it is, so that the caller can say which it is', async () => {
    const expired = await madeFiles('ec', { days: 1 });
    await written(expired.key, expired.chain);

    const { validUntil } = await providerOf().keyOf(owner, now);

    expect(validUntil < new Date(Date.now() + 2 * 86_400_000).toISOString()).to.equal(true);
  });

  it('names the file and the reason where files do not fit', async () => {
    const other = await madeFiles('ec');
    const [leaf = '', root = ''] = made.chain.split(/(?<=-----END CERTIFICATE-----\n)/);
    for (const [key, chain, reason] of [
      [other.key, made.chain, 'The key does not belong to its certificate.'],
      [made.key, root + leaf, 'must hold the certificate of the seal first, and then the issuer of each.'],
      [made.key, '', 'The file of CHANCERY_SEAL_CERT_FILE holds no certificate.'],
      [made.key, leaf.replace(/^[A-Z]/m, '*').slice(0, 200), 'holds a certificate that cannot be read.'],
      ['', made.chain, 'The file of CHANCERY_SEAL_KEY_FILE holds no PKCS#8 key'],
    ] as const) {
      await written(key, chain);
      expect(await faultOf()).to.include(reason);
    }
    expect(new X509Certificate(leaf).ca).to.equal(false);
  });

  it('seals with no key of a kind that seals have not', async () => {
    const odd = await madeFiles('p384');
    await written(odd.key, odd.chain);

    expect(await faultOf()).to.include('A seal needs an RSA key or an EC key on P-256.');
  });
});
