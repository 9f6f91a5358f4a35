import { expect } from 'chai';
import { type Comparable, scored } from './score.ts';
import { scoredAll } from './score-all.ts';

const named = (...names: readonly string[]): Comparable => ({
  ...{ isPerson: true, names, family: '', sound: '', birthDate: null },
  ...{ emails: [], phones: [], postalCodes: [], identifiers: [] },
});

describe('the scores of many subjects', () => {
  it('are those of each alone, and leave turns to others while they are found', async () => {
    const aliases = Array.from({ length: 50 }, (_, at) => `alias ${at}`);
    const subject = named('ann smith', ...aliases);
    const others = Array.from({ length: 20 }, (_, at) => named(`ann smit${'h'.repeat(at)}`, ...aliases));
    let turns = 0;
    const count = () => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);

    const all = await scoredAll(subject, others, (other) => other);

    clearImmediate(immediate);
    expect(all).to.deep.equal(others.map((other) => ({ other, ...scored(subject, other) })));
    expect(turns).to.be.at.least(19);
  });
});
