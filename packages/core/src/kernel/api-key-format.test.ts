import { expect } from 'chai';
import fc from 'fast-check';
import {
  apiKeyChecksum,
  apiKeyHash,
  apiKeyPrefix,
  claimsToBeApiKey,
  looksLikeApiKey,
  newApiKeySecret,
} from './api-key-format.ts';
import { crc32, systemRandom } from './crypto.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Secrets as the product makes them, reproducible from the run's seed. */
const secrets = fc.infiniteStream(fc.integer({ min: 0, max: 255 })).map((bytes) =>
  newApiKeySecret({
    bytes: (count: number) => Uint8Array.from({ length: count }, () => bytes.next().value ?? 0),
  }),
);

describe('the form of an API key', () => {
  const vectors = [
    { body: `chan_live_0123abcd_${'0'.repeat(37)}`, crc: '1d817726', suffix: 'XV4Kc', pad: '0' },
    {
      body: 'chan_live_deadbeef_abcdefghijklmnopqrstuvwxyz0123456789A',
      crc: '3a25f8c3',
      suffix: '141NYJ',
      pad: '',
    },
  ];
  for (const { body, crc, suffix, pad } of vectors) {
    it(`KEY-1: the checksum of ${body} is that of the specification`, () => {
      expect(crc32(body).toString(16).padStart(8, '0')).to.equal(crc);
      expect(apiKeyChecksum(body)).to.equal(pad + suffix);
      expect(apiKeyPrefix(body + pad + suffix)).to.equal(body.slice(0, 18));
    });
  }

  it('KEY-1: a new secret has the form, its prefix, its SHA-256, and is recognised wherever it leaks', () => {
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), ({ secret, keyPrefix, secretHash }, before, after) => {
        expect(secret).to.match(/^chan_live_[0-9a-f]{8}_[0-9A-Za-z]{43}$/);
        expect(apiKeyPrefix(secret)).to.equal(keyPrefix);
        expect(apiKeyHash(secret))
          .to.equal(secretHash)
          .and.match(/^[0-9a-f]{64}$/);
        expect(claimsToBeApiKey(secret)).to.equal(true);
        expect(looksLikeApiKey(`${before} ${secret} ${after}`)).to.equal(true);
      }),
    );
  });

  it('KEY-1: a single changed character is refused without a database', () => {
    const change = fc.record({
      made: secrets,
      at: fc.nat(61),
      by: fc.constantFrom(...alphabet, '_', ' ', 'é'),
    });
    fc.assert(
      fc.property(change, ({ made: { secret }, at, by }) => {
        fc.pre(secret[at] !== by);
        const mistyped = secret.slice(0, at) + by + secret.slice(at + 1);
        expect(apiKeyPrefix(mistyped)).to.equal(null);
        expect(looksLikeApiKey(mistyped)).to.equal(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('KEY-1: a secret that lost or gained characters is refused, and so is any other text', () => {
    fc.assert(
      fc.property(secrets, fc.nat(61), ({ secret }, at) => {
        expect(apiKeyPrefix(secret.slice(0, at) + secret.slice(at + 1))).to.equal(null);
        expect(apiKeyPrefix(`${secret}0`)).to.equal(null);
        expect(apiKeyPrefix(`${secret}\n`)).to.equal(null);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => apiKeyPrefix(text) === null && !looksLikeApiKey(text)));
  });

  it('KEY-1: a secret draws each of the 62 characters with the same chance', () => {
    const counts = new Map<string, number>();
    const drawn = 62 * 2000;
    for (let left = drawn; left > 0; left -= 37) {
      for (const character of newApiKeySecret(systemRandom).secret.slice(19, -6))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect([...counts.keys()].sort().join('')).to.equal(alphabet);
    // Ten standard deviations: a modulo bias would be 25 %, chance is nothing near.
    for (const [character, count] of counts) expect(count, character).to.be.within(1550, 2450);
  });
});
