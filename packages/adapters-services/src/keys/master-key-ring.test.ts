import { hexOf, utf8 } from '@chancery/core/internal';
import { expect } from 'chai';
import { MasterKeyRing } from './master-key-ring.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('MasterKeyRing', () => {
  it('knows which values to seal again after a rotation', () => {
    const rotated = new MasterKeyRing(` b:${key(2)} , a:${key(1)} `);

    expect(rotated.needsReseal(new MasterKeyRing(`a:${key(1)}`).seal(utf8('x'), 'y'))).to.equal(true);
    expect(rotated.needsReseal(rotated.seal(utf8('x'), 'y'))).to.equal(false);
  });

  it('reads a key alone as the list of one named default', () => {
    const sealed = new MasterKeyRing(key(1)).seal(utf8('x'), 'y');

    expect(hexOf(new MasterKeyRing(`default:${key(1)}`).open(sealed, 'y'))).to.equal('78');
  });

  for (const text of ['', ' , ', 'a:AAAA', key(1).slice(4), `a b:${key(1)}`, `a:${key(1)},a:${key(2)}`]) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(() => new MasterKeyRing(text)).to.throw());
  }
});
