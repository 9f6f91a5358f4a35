import { leastAttempt, processorTimeOf } from '@chancery/core/testing';
import { expect } from 'chai';
import { PDFContext } from 'pdf-lib';
import { StreamLengths } from './stream-lengths.ts';

const dict = PDFContext.create().obj({});
/** Where each stream of a file ends, none of which says how long it is. */
function endsIn(text: string): readonly (number | null)[] {
  const lengths = new StreamLengths(Buffer.from(text, 'latin1'));
  return [...text.matchAll(/>>stream\n/g)].map(({ 0: { length }, index }) =>
    lengths.endOf(dict, index + length),
  );
}

describe('the ends of streams that do not say how long they are', () => {
  it('are where their objects end too, and else the first that there are', () => {
    const words = '1 0 obj<<>>stream\nwords, endstream and more\nendstream\nendobj ';

    expect(endsIn(words)).to.deep.equal([words.indexOf('\nendstream\n')]);
    expect(endsIn('1 0 obj<<>>stream\nword\nendstream 2 0 obj')).to.deep.equal([22]);
    expect(endsIn('1 0 obj<<>>stream\nword')).to.deep.equal([null]);
  });

  it('are looked for once, however many streams there are', async () => {
    const one = '1 0 obj<<>>stream\nx\nendstream ';
    const endless = '1 0 obj<<>>stream\nx\n'.repeat(100_000);
    const look = () => {
      const ends = endsIn(one.repeat(30_000));
      expect(ends).to.have.length(30_000);
      expect(ends.at(-1)).to.equal(29_999 * one.length + one.indexOf('\nendstream'));
      expect(new Set(endsIn(endless))).to.deep.equal(new Set([null]));
      expect(new Set(endsIn(`${endless}endstream`))).to.deep.equal(new Set([endless.length - 1]));
    };

    expect(await leastAttempt(() => processorTimeOf(look), 10_000)).to.be.below(10_000);
  });
});
