import { expect } from 'chai';
import { isReadable, likelyTurns } from './turned-images.ts';

const word = (text: string, confidence: number) => ({
  ...{ text, confidence },
  ...{ left: 0, baseline: 0, width: 100, height: 10 },
});

describe('what was recognized in a picture', () => {
  it('is readable from twenty letters of which few were guessed', () => {
    const of = (letters: number, confidence: number) =>
      isReadable({ words: [word('a'.repeat(letters), confidence)], sidewaysLetters: 0 });

    expect([of(19, 1), of(20, 1), of(20, 0.59), of(20, 0.6)]).to.deep.equal([false, true, false, true]);
  });

  it('is not readable if most letters run up or down', () => {
    const words = [word('a'.repeat(30), 1)];

    expect([20, 21].map((sidewaysLetters) => isReadable({ words, sidewaysLetters }))).to.deep.equal([
      true,
      false,
    ]);
  });

  it('says in which direction to look next: to the sides if most letters run up or down, else upside down', () => {
    const words = [word('a'.repeat(30), 0.2)];

    expect([30, 31].map((sidewaysLetters) => likelyTurns({ words, sidewaysLetters })[0])).to.deep.equal([
      2, 1,
    ]);
    expect(likelyTurns({ words: [], sidewaysLetters: 0 }).toSorted()).to.deep.equal([1, 2, 3]);
  });
});
