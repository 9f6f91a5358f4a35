import { expect } from 'chai';
import { proposalsIn } from './proposals.ts';

describe('what is found in a line', () => {
  it('is found in a line of a million characters as soon as in many short ones', () => {
    const text = 'policy no. X12345 exp 1/2/2027 '.repeat(33_000);
    const page = { page: null, method: 'text_layer', lines: [{ text, namedDates: [], words: [] }] } as const;

    const found = proposalsIn([page], {
      kinds: ['dates', 'identifiers'],
      dateOrder: 'dmy',
      asOf: '2026-11-24',
    });

    expect(found.map(({ kind, value, label }) => [kind, value, label])).to.deep.equal([
      ['expiration_date', '2027-02-01', 'exp'],
      ['policy_number', 'X12345', 'policy no.'],
    ]);
  }).timeout(8_000);
});
