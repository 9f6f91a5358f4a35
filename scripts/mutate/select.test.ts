import { expect } from 'chai';
import { type CoveredTest, Numbers } from './coverage.ts';
import type { Instrumented } from './instrument.ts';
import type { Program } from './program.ts';
import { rulesOf } from './rules.ts';
import { type Candidate, candidatesOf, drawn } from './select.ts';

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

describe('The tests of a mutant', () => {
  const reached = new Numbers(8);
  reached.add(1);
  const test = (file: string, ...rules: string[]): CoveredTest => ({
    ...{ file: `packages/core/src/${file}.test.ts`, title: file, rules },
    ...{ milliseconds: 1, reached },
  });
  const tests = [
    test('meetings/room/entry', 'MTG-1'),
    test('meetings/calendar/file', 'MTG-2'),
    test('meetings/calendar/part'),
    test('billing/plan', 'BIL-1'),
  ];
  const titlesOf = (named: readonly string[]) => {
    const program = { sources: [] } as unknown as Program;
    const mutant = { number: 1, file: 'packages/core/src/meetings/room/entry.ts', kind: 'guard', named };
    const found = candidatesOf(program, { tests, loaded: new Numbers(8), failing: [] })(
      mutant as unknown as Instrumented['mutants'][number],
    );
    return [found?.own, found?.kin, found?.others].map((some) => some?.map(({ title }) => title));
  };

  it('are those beside its file, then those of other rules of its context, then all others', () => {
    expect(titlesOf([])).to.deep.equal([
      ['meetings/room/entry'],
      ['meetings/calendar/file'],
      ['meetings/calendar/part', 'billing/plan'],
    ]);
  });

  it('are those of the rule that its comment names, and of none besides', () => {
    expect(titlesOf(['MTG-2'])).to.deep.equal([
      ['meetings/calendar/file'],
      [],
      ['meetings/room/entry', 'meetings/calendar/part', 'billing/plan'],
    ]);
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
