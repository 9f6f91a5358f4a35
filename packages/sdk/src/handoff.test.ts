import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { handoffCodeIn, newHandoff } from './handoff.ts';

describe('newHandoff', () => {
  it('OID-3: makes a verifier that nobody can guess, and its challenge', async () => {
    const pairs = await Promise.all(Array.from({ length: 50 }, newHandoff));

    for (const { handoffVerifier, handoffChallenge } of pairs) {
      expect(handoffVerifier).to.match(/^[A-Za-z0-9_-]{43}$/);
      const digest = createHash('sha256').update(handoffVerifier).digest('base64url');
      expect(handoffChallenge).to.equal(digest);
    }
    expect(new Set(pairs.map(({ handoffVerifier }) => handoffVerifier)).size).to.equal(50);
  });
});

describe('handoffCodeIn', () => {
  it('reads the code out of the fragment', () => {
    expect(handoffCodeIn(`#handoff=${'A'.repeat(43)}`)).to.equal('A'.repeat(43));
    expect(handoffCodeIn('#elsewhere')).to.equal(null);
    expect(handoffCodeIn('')).to.equal(null);
  });
});
