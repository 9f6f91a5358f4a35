import { expect } from 'chai';
import { type RefreshToken, secretHashOf } from './refresh-token.ts';
import { type RenewalTerms, renewal } from './renewal.ts';
import type { Session } from './session.ts';

const now = '2026-11-23T12:00:00.000Z';
const terms: RenewalTerms = {
  now,
  refreshKey: Buffer.alloc(32, 1),
  graceSeconds: 60,
  salt: Buffer.alloc(16, 2),
  ipAddress: '203.0.113.7',
};
const token = (generation: number, filling: number): RefreshToken => ({
  sessionId: '01900000-0000-7000-8000-000000000001',
  generation,
  secret: Buffer.alloc(32, filling),
});
const [previous, current] = [token(4, 4), token(5, 5)];
/** What is said about the token by a session of which these are the two newest tokens. */
const outcomeOf = (presented: RefreshToken) => {
  const session: Partial<Session> = {
    generation: 5,
    currentSecretHash: secretHashOf(current),
    previousSecretHash: secretHashOf(previous),
    rotatedAt: now,
    rotationSalt: Buffer.alloc(16, 3),
    absoluteEndsAt: '2027-02-21T12:00:00.000Z',
  };
  // Nothing else of a session is read.
  const outcome = renewal(session as Session, presented, terms);
  return outcome === 'reused' ? outcome : outcome.token.generation;
};

describe('renewal', () => {
  for (const [what, presented, expected] of [
    ['the current token', current, 6],
    ['the previous token', previous, 5],
    ['the secret of the current one under an older generation', { ...current, generation: 3 }, 'reused'],
    ['the secret of the previous one under an older generation', { ...previous, generation: 3 }, 'reused'],
    ['another secret of the current generation', token(5, 6), 'reused'],
    ['another secret of the previous generation', token(4, 6), 'reused'],
  ] as const)
    it(`SES-3: of ${what} it gives ${expected === 'reused' ? 'reuse' : `generation ${expected}`}`, () => {
      expect(outcomeOf(presented)).to.equal(expected);
    });
});
