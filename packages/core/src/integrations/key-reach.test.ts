import { expect } from 'chai';
import { reachesFurther } from './key-reach.ts';

const reach = (
  allowedIpRanges: string[],
  scopes: ('members.read' | 'meetings.write')[] = ['members.read'],
  over: { rateLimitPerMinute?: number; expiresAt?: string | null } = {},
) => ({
  scopes,
  allowedIpRanges,
  rateLimitPerMinute: 600,
  expiresAt: null,
  revokedAt: null,
  ...over,
});
const now = '2026-11-23T12:00:00.000Z';
const until = (expiresAt: string | null) => reach([], undefined, { expiresAt });
const rate = (rateLimitPerMinute: number) => reach([], undefined, { rateLimitPerMinute });

describe('reachesFurther', () => {
  const cases: [string, ReturnType<typeof reach>, ReturnType<typeof reach>, boolean][] = [
    ['nothing changed', reach(['10.0.0.0/8']), reach(['10.0.0.0/8']), false],
    ['a scope more', reach([]), reach([], ['members.read', 'meetings.write']), true],
    ['a scope less', reach([], ['members.read', 'meetings.write']), reach([]), false],
    ['a scope exchanged', reach([]), reach([], ['meetings.write']), true],
    ['from any network to one', reach([]), reach(['10.0.0.0/8']), false],
    ['from one network to any', reach(['10.0.0.0/8']), reach([]), true],
    ['a part of a network', reach(['10.0.0.0/8']), reach(['10.1.2.0/24', '10.9.0.0/16']), false],
    ['the network around it', reach(['10.1.0.0/16']), reach(['10.1.0.0/15']), true],
    ['one network more', reach(['10.0.0.0/8']), reach(['10.0.0.0/8', '192.0.2.0/24']), true],
    ['the other protocol', reach(['0.0.0.0/0']), reach(['::/0']), true],
    ['one request a minute more', rate(600), rate(601), true],
    ['one request a minute less', rate(600), rate(599), false],
    ['an expired key with an end to come', until(now), until('2026-11-24T12:00:00.000Z'), true],
    ['an expired key without an end', until(now), until(null), true],
    ['a key that is about to expire with a later end', until('2026-11-23T12:00:00.001Z'), until(null), false],
    ['an expired key that stays so', until(now), until(now), false],
    ['a part of an IPv6 network', reach(['2001:db8::/32']), reach(['2001:db8:1::/48']), false],
  ];
  for (const [name, before, after, expected] of cases) {
    it(`is ${expected} for ${name}`, () => {
      expect(reachesFurther(before, after, now)).to.equal(expected);
    });
  }
});
