import { expect } from 'chai';
import { leastAttempt, processorTimeOf } from '../../../kernel/testing/least-attempt.ts';
import { proposalsIn } from './proposals.ts';

const wanted = { kinds: ['dates', 'identifiers'], dateOrder: 'dmy', asOf: '2026-11-24' } as const;
/** The kinds, values and labels of what these lines have. */
const foundIn = (...texts: readonly string[]) => {
  const lines = texts.map((text) => ({ text, namedDates: [], words: [] }));
  const page = { page: null, method: 'text_layer', lines } as const;
  return proposalsIn([page], wanted).map(({ kind, value, label }) => [kind, value, label]);
};

describe('what is found in a line', () => {
  it('EXT-9: is nothing where the line may be one of a machine readable zone', () => {
    const account = 'NO9386011117947';
    const full = `ITA7408122F320415<${account}<1234567890<`.slice(0, 44);

    expect(foundIn(`I<NOR<${account}<`)).to.deep.equal([['iban', account, null]]);
    expect(foundIn(`I<NOR<<${account}`)).to.deep.equal([]);
    expect(foundIn(full)).to.deep.equal([['iban', account, null]]);
    expect(foundIn('P<ITAROSSI<<LUCIA', full)).to.deep.equal([['iban', account, null]]);
    expect(foundIn('P<ITAROSSI<<LUCIA'.padEnd(44, '<'), full)).to.deep.equal([]);
    expect(foundIn(`I<NORABC123456<${account}`, 'HANSEN<<KARI'.padEnd(30, '<'))).to.deep.equal([]);
  });

  it('is found in a line of a million characters as soon as in many short ones', async () => {
    const text = 'policy no. X12345 exp 1/2/2027 '.repeat(33_000);
    const find = () =>
      expect(foundIn(text)).to.deep.equal([
        ['expiration_date', '2027-02-01', 'exp'],
        ['policy_number', 'X12345', 'policy no.'],
      ]);

    expect(await leastAttempt(() => processorTimeOf(find), 8_000)).to.be.below(8_000);
  });
});
