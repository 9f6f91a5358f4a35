import { OctetString, Sequence } from 'asn1js';
import { expect } from 'chai';
import { constructed, tags } from './der.ts';

describe('what is put together in DER', () => {
  it('has its length in as few bytes as can be, as the library writes it', () => {
    for (const length of [0, 1, 100, 123, 124, 125, 126, 127, 128, 250, 256, 65_530, 65_536, 70_000]) {
      const member = new OctetString({ valueHex: new Uint8Array(length).fill(7).buffer });
      const made = constructed(tags.sequence, [new Uint8Array(member.toBER())]);
      const expected = Buffer.from(new Sequence({ value: [member] }).toBER());
      expect(Buffer.compare(made, expected), `${length} bytes`).to.equal(0);
    }
  });
});
