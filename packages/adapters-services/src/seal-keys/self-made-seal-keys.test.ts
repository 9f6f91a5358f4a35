import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SealAlgorithm } from '@chancery/core';
import { systemIds } from '@chancery/core';
import { sealKeyProviderContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { MasterKeyRing } from '../keys/master-key-ring.ts';
import { pemOf } from './seal-certificates.ts';
import { SelfMadeSealKeys } from './self-made-seal-keys.ts';
import { keysInHand } from './testing/keys-in-hand.ts';

const execute = promisify(execFile);
const now = '2026-05-04T09:30:00.123Z';
const later = (days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString();
const ringOf = (byte: number) => new MasterKeyRing(`a:${Buffer.alloc(32, byte).toString('base64')}`);

function anInstallation(algorithm: SealAlgorithm = 'ec', store = keysInHand()) {
  const ring = { current: ringOf(1) };
  const keyRing = {
    seal: (bytes: Uint8Array, aad: string) => ring.current.seal(bytes, aad),
    open: (bytes: Uint8Array, aad: string) => ring.current.open(bytes, aad),
  };
  const provider = new SelfMadeSealKeys({
    store,
    keyRing,
    ids: systemIds,
    algorithm,
    installation: 'sign.example.org',
  });
  return { provider, store, ring };
}

for (const algorithm of ['rsa', 'ec'] as const)
  sealKeyProviderContract(`self-made keys of kind ${algorithm}`, async () => {
    const { provider, ring } = anInstallation(algorithm);
    return {
      provider,
      now,
      breakKey: async () => {
        ring.current = ringOf(2);
      },
      mendKey: async () => {
        ring.current = ringOf(1);
      },
    };
  });

describe('self-made keys of seals', () => {
  const owner = { workspaceId: 'workspace_a', name: 'Praxis Lovelace GmbH' };
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  });
  after(() => rm(folder, { recursive: true }));
  const shown = async (certificate: Uint8Array | '') => {
    await writeFile(join(folder, 'c.pem'), pemOf(Buffer.from(certificate)));
    return (await execute('openssl', ['x509', '-in', join(folder, 'c.pem'), '-noout', '-text'])).stdout;
  };

  for (const algorithm of ['rsa', 'ec'] as const)
    it(`has certificates of the form that openssl and validators ask for, of kind ${algorithm}`, async () => {
      const { chain } = await anInstallation(algorithm).provider.keyOf(owner, now);

      const [leaf, root] = [await shown(chain[0] ?? ''), await shown(chain[1] ?? '')];
      for (const line of [
        /X509v3 Basic Constraints: critical\s+CA:TRUE, pathlen:0/,
        /X509v3 Key Usage: critical\s+Certificate Sign, CRL Sign\n/,
        algorithm === 'rsa' ? /Public-Key: \(3072 bit\)/ : /ASN1 OID: prime256v1/,
      ])
        expect(root).to.match(line);
      for (const line of [
        /X509v3 Basic Constraints: critical\s+CA:FALSE/,
        /X509v3 Key Usage: critical\s+Digital Signature, Non Repudiation\n/,
        /X509v3 Extended Key Usage: \s+1\.3\.6\.1\.5\.5\.7\.3\.36, E-mail Protection, 1\.2\.840\.113583\.1\.1\.5\n/,
        algorithm === 'rsa' ? /Public-Key: \(3072 bit\)/ : /ASN1 OID: prime256v1/,
      ])
        expect(leaf).to.match(line);
    });

  it('SEA-20: names the workspace and nobody else, and has a serial number of 128 random bits', async () => {
    const { provider } = anInstallation();
    const of = async (workspaceId: string, name: string) =>
      new X509Certificate((await provider.keyOf({ workspaceId, name }, now)).chain[0] ?? '');

    const [first, second, long] = [
      await of('workspace_a', 'Žofie & Söhne'),
      await of('workspace_b', 'B'),
      await of('workspace_c', 'ä'.repeat(200)),
    ];

    expect(first.subject.split('\n')).to.deep.equal(['CN=Žofie & Söhne seal', 'O=Žofie & Söhne']);
    expect(long.subject.split('\n')).to.deep.equal([`CN=${'ä'.repeat(59)} seal`, `O=${'ä'.repeat(64)}`]);
    for (const { serialNumber } of [first, second]) expect(serialNumber).to.match(/^01[0-9A-F]{32}$/);
    expect(first.serialNumber).to.not.equal(second.serialNumber);
  });

  it('SEA-20: a renamed workspace gets another certificate at its next seal', async () => {
    const { provider } = anInstallation();
    const before = await provider.keyOf(owner, now);

    const after = await provider.keyOf({ ...owner, name: 'Praxis Byron' }, now);

    expect(new X509Certificate(after.chain[0] ?? '').subject).to.include('CN=Praxis Byron seal');
    expect(after.fingerprint).to.not.equal(before.fingerprint);
    expect(after.chain[1]).to.deep.equal(before.chain[1]);
  });

  it('SEA-10: a key is renewed when less than 400 days are left, and so is always ready for a year', async () => {
    const { provider } = anInstallation();
    const { fingerprint, validUntil } = await provider.keyOf(owner, now);
    const threeYears = 3 * 365;

    expect(validUntil).to.equal(`${later(threeYears).slice(0, 19)}.000Z`);
    expect((await provider.keyOf(owner, later(threeYears - 401))).fingerprint).to.equal(fingerprint);
    const renewed = await provider.keyOf(owner, later(threeYears - 399));
    expect(renewed.fingerprint).to.not.equal(fingerprint);
    expect(renewed.validUntil > later(threeYears + 365)).to.equal(true);
  });

  it('SEA-10: a root has a successor when less than 4 years are left; it issues when a seal would outlive the first', async () => {
    const { provider } = anInstallation();
    const year = 365;
    const issuerAt = async (days: number) =>
      (await provider.keyOf({ ...owner, name: `at ${days}` }, later(days))).chain[1];
    const first = await issuerAt(0);

    expect(await provider.roots(later(6 * year - 1))).to.have.length(1);
    const published = await provider.roots(later(6 * year + 1));
    expect(published).to.have.length(2);
    expect(published[0]?.certificate).to.deep.equal(first);
    expect(await issuerAt(7 * year - 1)).to.deep.equal(first);
    expect(await issuerAt(7 * year + 1)).to.deep.equal(published[1]?.certificate);
    const turned = await provider.roots(later(7 * year + 1));
    expect(turned.map(({ fingerprint }) => fingerprint)).to.deep.equal(
      [...published].reverse().map(({ fingerprint }) => fingerprint),
    );
    expect(await provider.roots(later(10 * year + 1))).to.have.length(1);
  });

  it('SEA-10: no seal outlives its issuer, whenever it was made', async () => {
    const { provider } = anInstallation();

    for (let days = 0; days < 14 * 365; days += 200) {
      const key = await provider.keyOf(owner, later(days));
      const ends = key.chain.map((der) => Date.parse(new X509Certificate(der).validTo));
      expect(ends[0], String(days)).to.be.at.most(ends[1] ?? 0);
      expect(key.validUntil > later(days + 365), String(days)).to.equal(true);
    }
  });

  it('of many first calls at once, one makes the key, also in several processes', async () => {
    const store = keysInHand();
    const processes = [anInstallation('ec', store), anInstallation('ec', store)];

    const keys = await Promise.all([0, 1, 0, 1].map((index) => processes[index]?.provider.keyOf(owner, now)));

    expect(new Set(keys.map((key) => key?.fingerprint)).size).to.equal(1);
    expect(await store.roots()).to.have.length(1);
  });

  it('makes another key when it is asked to, or when another kind is configured', async () => {
    const store = keysInHand();
    const { provider } = anInstallation('ec', store);
    const { fingerprint } = await provider.keyOf(owner, now);

    const renewed = await provider.renew(owner, now);
    const other = await anInstallation('rsa', store).provider.keyOf(owner, now);

    expect(renewed.fingerprint).to.not.equal(fingerprint);
    expect((await provider.keyOf(owner, now)).algorithm).to.equal('ec');
    expect(other.algorithm).to.equal('rsa');
  });

  it('keeps no private key unsealed', async () => {
    const { provider, store } = anInstallation();
    await provider.keyOf(owner, now);

    const stored = [...(await store.roots()), await store.leaf(owner.workspaceId)];
    for (const key of stored) {
      const sealed = Buffer.from(key?.privateSealed ?? '');
      // PKCS#8 begins with version 0 and the identifier of the algorithm.
      expect(sealed.includes(Buffer.from('020100', 'hex'))).to.equal(false);
      expect(JSON.stringify(key)).to.not.include('PRIVATE');
    }
  });
});
