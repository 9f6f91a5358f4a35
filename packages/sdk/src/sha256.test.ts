import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { portableSha256, sha256 } from './sha256.ts';

describe('sha256', () => {
  for (const [name, make] of [
    ['portable', portableSha256],
    ['of this platform', sha256],
  ] as const) {
    it(`${name}: agrees with the standard, however the bytes are cut`, () => {
      for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003]) {
        const bytes = randomBytes(length);
        const hash = make();
        for (let at = 0; at < length; at += 1 + (at % 97))
          hash.update(bytes.subarray(at, at + 1 + (at % 97)));

        expect(hash.hex(), String(length)).to.equal(createHash('sha256').update(bytes).digest('hex'));
      }
    });
  }
});
