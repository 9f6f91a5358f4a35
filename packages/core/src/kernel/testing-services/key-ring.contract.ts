import { expect } from 'chai';
import { hexOf, utf8 } from '../crypto.ts';
import type { KeyRing } from '../ports.ts';

export interface KeyRingWorld {
  readonly ring: KeyRing;
  /** A ring of the same installation after its key was rotated. */
  readonly rotated: KeyRing;
  /** A ring of another installation. */
  readonly other: KeyRing;
}

/** The promises of `KeyRing`. */
export function keyRingContract(adapter: string, open: () => KeyRingWorld): void {
  describe(`KeyRing on ${adapter}`, () => {
    const secret = utf8('a secret');

    it('opens what it sealed, and seals the same bytes differently each time', () => {
      const { ring } = open();
      const sealed = ring.seal(secret, 'factor/1');

      expect(hexOf(ring.open(sealed, 'factor/1'))).to.equal(hexOf(secret));
      expect(hexOf(ring.open(ring.seal(new Uint8Array(0), 'x'), 'x'))).to.equal('');
      expect(hexOf(ring.seal(secret, 'factor/1'))).to.not.equal(hexOf(sealed));
      expect(Buffer.from(sealed).includes('a secret')).to.equal(false);
    });

    it('opens nothing in another place, under another key, or changed in any byte', () => {
      const { ring, other } = open();
      const sealed = ring.seal(secret, 'factor/1');

      expect(() => ring.open(sealed, 'factor/2')).to.throw();
      expect(() => other.open(sealed, 'factor/1')).to.throw();
      for (let at = 0; at < sealed.length; at += 1) {
        const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
        expect(() => ring.open(changed, 'factor/1'), `byte ${at}`).to.throw();
        expect(() => ring.open(sealed.slice(0, at), 'factor/1'), `${at} bytes`).to.throw();
      }
    });

    it('still opens and derives the same after a rotation', () => {
      const { ring, rotated } = open();

      expect(hexOf(rotated.open(ring.seal(secret, 'a'), 'a'))).to.equal(hexOf(secret));
      expect(() => ring.open(rotated.seal(secret, 'a'), 'a')).to.throw();
      expect(hexOf(rotated.derive('links'))).to.equal(hexOf(ring.derive('links')));
    });

    it('derives 32 bytes that belong to label and installation', () => {
      const { ring, other } = open();

      expect(ring.derive('links')).to.have.length(32);
      expect(hexOf(ring.derive('links'))).to.equal(hexOf(ring.derive('links')));
      expect(hexOf(ring.derive('links'))).to.not.equal(hexOf(ring.derive('peppers')));
      expect(hexOf(ring.derive('links'))).to.not.equal(hexOf(other.derive('links')));
    });
  });
}
