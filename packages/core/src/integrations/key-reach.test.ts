import { expect } from 'chai';
import { reachesFurther } from './key-reach.ts';

const reach = (
  allowedIpRanges: string[],
  scopes: ('members.read' | 'meetings.write')[] = ['members.read'],
) => ({ scopes, allowedIpRanges });

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
    ['a part of an IPv6 network', reach(['2001:db8::/32']), reach(['2001:db8:1::/48']), false],
  ];
  for (const [name, before, after, expected] of cases) {
    it(`is ${expected} for ${name}`, () => {
      expect(reachesFurther(before, after)).to.equal(expected);
    });
  }
});
