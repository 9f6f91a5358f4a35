import { expect } from 'chai';
import { sameJson } from './same-json.ts';

describe('sameJson', () => {
  it('looks at what is said, however deep, and not at the order of fields', () => {
    expect(sameJson({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).to.equal(true);
    expect(sameJson(null, null)).to.equal(true);
  });

  it('tells other values, other fields and another order of entries apart', () => {
    for (const [one, other] of [
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { a: 1, b: null }],
      [
        [1, 2],
        [2, 1],
      ],
      [null, {}],
      ['1', 1],
    ])
      expect(sameJson(one, other), JSON.stringify([one, other])).to.equal(false);
  });
});
