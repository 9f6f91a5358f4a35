import { expect } from 'chai';
import { isReadable, likelyTurns } from './turned-images.ts';

const words = (letters: number, confidence = 1) => [
  { text: 'a'.repeat(letters), confidence, left: 0, baseline: 0, width: 100, height: 10 },
];

describe('what was recognized in a picture', () => {
  for (const { letters, confidence, expected } of [
    { letters: 19, confidence: 1, expected: false },
    { letters: 20, confidence: 1, expected: true },
    { letters: 20, confidence: 0.59, expected: false },
    { letters: 20, confidence: 0.6, expected: true },
  ])
    it(`is ${expected ? '' : 'not '}readable with ${letters} letters of confidence ${confidence}`, () => {
      expect(isReadable({ words: words(letters, confidence), sideways: [] })).to.equal(expected);
    });

  for (const { letters, expected } of [
    { letters: 20, expected: true },
    { letters: 21, expected: false },
  ])
    it(`is ${expected ? '' : 'not '}readable with ${letters} letters that run up or down beside 30 that do not`, () => {
      expect(isReadable({ words: words(30), sideways: words(letters) })).to.equal(expected);
    });

  it('is looked for on the sides first if more letters run up or down than not, else upside down', () => {
    expect(likelyTurns({ words: words(30, 0.2), sideways: words(31) })).to.deep.equal([1, 3, 2]);
    expect(likelyTurns({ words: words(30, 0.2), sideways: words(30) })).to.deep.equal([2, 1, 3]);
  });
});
