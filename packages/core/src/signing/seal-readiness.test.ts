import { expect } from 'chai';
import { SealFailure } from './seal-failure.ts';
import type { SealKey, SealKeyProvider } from './seal-key-provider.ts';
import { requireReadySeal, sealReadiness } from './seal-readiness.ts';

const [now, deadlineAt] = ['2026-05-04T09:30:00.000Z', '2026-08-02T09:30:00.000Z'];
const owner = { workspaceId: 'workspace_a', name: 'A' };
const keyUntil = (validFrom: string, validUntil: string): SealKey => ({
  algorithm: 'ec',
  chain: [],
  fingerprint: '',
  validFrom,
  validUntil,
  sign: async () => new Uint8Array(),
});
const providerOf = (keyOf: SealKeyProvider['keyOf']): SealKeyProvider => ({
  keyOf,
  probe: async () => undefined,
  roots: async () => [],
});
const readinessWith = (validFrom: string, validUntil: string) =>
  sealReadiness(
    providerOf(async () => keyUntil(validFrom, validUntil)),
    owner,
    { now, deadlineAt },
  );

describe('the readiness of a seal', () => {
  it('SIG-7: is given where the certificate is valid from now until the deadline', async () => {
    expect(await readinessWith(now, deadlineAt)).to.deep.equal({ isReady: true, validUntil: deadlineAt });
  });

  it('SIG-7: is not given where the certificate ends before the deadline, has ended, or is not valid yet', async () => {
    const before = '2026-08-02T09:29:59.999Z';
    const reasons = await Promise.all([
      readinessWith(now, before),
      readinessWith('2020-01-01T00:00:00.000Z', now),
      readinessWith('2026-05-04T09:30:00.001Z', '2030-01-01T00:00:00.000Z'),
    ]);

    expect(reasons.map((each) => (each.isReady ? 'ready' : each.why))).to.deep.equal([
      'ends_before_deadline',
      'expired',
      'not_yet_valid',
    ]);
  });

  it('SIG-7: is not given where the key does not sign, and the guard says so', async () => {
    const broken = providerOf(async () => {
      throw new SealFailure('seal.key_unavailable', 'The file cannot be read.');
    });

    expect(await sealReadiness(broken, owner, { now, deadlineAt })).to.deep.equal({
      isReady: false,
      why: 'key_unavailable',
    });
    const refusal = await requireReadySeal(broken, owner, { now, deadlineAt }).catch((error) => error);
    expect(refusal.code).to.equal('seal.not_ready');
  });

  it('hides no other failure behind one of the seal', async () => {
    const away = providerOf(async () => {
      throw new TypeError('The database is away');
    });

    const failure = await sealReadiness(away, owner, { now, deadlineAt }).catch((error) => error);
    expect(failure).to.be.instanceOf(TypeError);
  });
});
