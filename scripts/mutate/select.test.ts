import { expect } from 'chai';
import { rulesOf } from './rules.ts';
import { type Candidate, drawn } from './select.ts';

describe('The rules of a title', () => {
  for (const [title, ...expected] of [
    ['AUT-3: a word', 'AUT-3'],
    ['AUT-3, THR-5: a word of MTG-9', 'AUT-3', 'THR-5'],
    ['PLT-2 to PLT-4: a word', 'PLT-2', 'PLT-3', 'PLT-4'],
    ['a word: AUT-3'],
    ['AUT-3 without a colon'],
  ] as const)
    it(`of “${title}” are ${expected.length === 0 ? 'none' : expected.join(', ')}`, () => {
      expect(rulesOf([title])).to.deep.equal(expected);
    });
});

describe('A sample', () => {
  const candidates = ['AUT-1', 'AUT-1', 'AUT-1', 'AUT-2', 'THR-1'].map(
    (rule, line) =>
      ({
        mutant: { id: String(line), kind: 'guard', file: 'a.ts', line },
        rules: [rule],
      }) as unknown as Candidate,
  );
  const ids = (wanted: readonly string[], seed: number) =>
    [...drawn(candidates, wanted, seed)].map(({ mutant }) => mutant.id);

  it('is the same for the same seed', () => {
    expect(ids([], 7)).to.deep.equal(ids([], 7));
  });

  it('takes one of each wanted rule before a second of any', () => {
    const rules = [...drawn(candidates, ['AUT'], 1)].map(({ rules: [rule] }) => rule);

    expect(rules.slice(0, 2)).to.have.members(['AUT-1', 'AUT-2']);
    expect(rules).to.have.length(4);
  });
});
