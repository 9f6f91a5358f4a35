import { leastGrowth, mostLinearPower } from '@chancery/core/testing';
import { expect } from 'chai';
import { fullOf, headersRead, outsideParsers } from './testing/outside-parsers.ts';

describe('everything that reads text of strangers', function () {
  this.timeout(10 * 60_000);

  it('knows the headers that the HTTP layer reads', () => {
    expect(headersRead()).to.include.members([
      'accept',
      'accept-language',
      'authorization',
      'content-digest',
      'content-type',
      'cookie',
      'if-match',
      'if-none-match',
      'stripe-signature',
      'user-agent',
      'x-correlation-id',
      'x-forwarded-for',
      'x-idempotency-key',
    ]);
  });

  for (const { name, parse, units, from } of outsideParsers)
    it(`PLT-28: reading ${name} takes time linear in its size, doubled eight times`, async () => {
      for (const unit of units) {
        const { power } = await leastGrowth(parse, fullOf(unit), { from, rounds: 1 });
        expect(power, JSON.stringify(unit)).to.be.below(mostLinearPower);
      }
    });
});
