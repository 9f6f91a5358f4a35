import { expect } from 'chai';
import { inReadingOrder, type SigningField } from './field.ts';

describe('the fields of a round', () => {
  it('are read by page, then from top to bottom, then from left to right', () => {
    const at = (id: string, page: number, y: number, x: number) => ({ id, page, y, x }) as SigningField;
    const inOrder = [
      at('d', 1, 0.5, 0.1),
      at('b', 1, 0.5, 0.4),
      at('a', 1, 0.9, 0.1),
      at('e', 2, 0.1, 0.1),
      at('f', 2, 0.1, 0.1),
      at('c', 2, 0.2, 0),
    ];

    for (const shuffled of [[...inOrder].reverse(), [...inOrder].sort((a, b) => (a.id < b.id ? -1 : 1))])
      expect(shuffled.sort(inReadingOrder)).to.deep.equal(inOrder);
  });
});
