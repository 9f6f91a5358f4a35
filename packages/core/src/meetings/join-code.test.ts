import { expect } from 'chai';
import fc from 'fast-check';
import { systemRandom } from '../kernel/crypto.ts';
import { newJoinCode } from './join-code.ts';

/** Gives the same bytes over and over. */
const drawing = (...bytes: readonly number[]) => ({
  bytes: (length: number) => Uint8Array.from({ length }, (_, index) => bytes[index % bytes.length] ?? 0),
});

describe('newJoinCode', () => {
  it('makes two groups of five letters, none of which is mistaken for another', () => {
    for (let draw = 0; draw < 200; draw += 1)
      expect(newJoinCode(systemRandom)).to.match(/^[a-hjkmnp-z]{5}-[a-hjkmnp-z]{5}$/);
  });

  it('draws again for a byte that would make some letters likelier', () => {
    expect(newJoinCode(drawing(253, 254, 255, 1))).to.equal('bbbbb-bbbbb');
  });

  it('gives each letter the same number of bytes', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 253; byte += 1) {
      const letter = newJoinCode(drawing(byte)).charAt(0);
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.values()]).to.deep.equal(Array(23).fill(11));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 252 }),
        (byte) => newJoinCode(drawing(byte)) === newJoinCode(drawing(byte % 23)),
      ),
    );
  });
});
