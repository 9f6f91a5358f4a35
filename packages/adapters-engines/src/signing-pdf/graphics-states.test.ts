import { expect } from 'chai';
import { stateBalance } from './graphics-states.ts';

const balanced = { missing: 0, open: 0 };

describe('the graphics states of content', () => {
  for (const [content, balance] of Object.entries({
    '': balanced,
    'q 1 0 0 1 0 0 cm Q': balanced,
    'q\nq Q': { missing: 0, open: 1 },
    'Q Q q': { missing: 2, open: 1 },
    'q Q Q q q': { missing: 1, open: 2 },
    '(q Q \\) q (q) q) Tj /q gs /Q Do': balanced,
    '% q q q\nq Q': balanced,
    '<71> Tj [(q)<51>-2(Q)] TJ': balanced,
    '/Span << /q (q) >> BDC q EMC': { missing: 0, open: 1 },
    'BI /W 4 ID q Q Q (\x01 EI q Q': balanced,
    'q(unfinished': { missing: 0, open: 1 },
    'q[1 2]0 d Q': balanced,
  }))
    it(`SEA-19: are counted as a viewer counts them: ${JSON.stringify(content)}`, () => {
      expect(stateBalance(Buffer.from(content, 'latin1'))).to.deep.equal(balance);
    });
});
