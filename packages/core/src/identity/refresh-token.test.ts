import { expect } from 'chai';
import { childOf, decodeRefreshToken, encodeRefreshToken } from './refresh-token.ts';

const tagKey = new Uint8Array(32).fill(1);
const refreshKey = new Uint8Array(32).fill(2);
const token = {
  sessionId: '01900000-0000-7000-8000-00000000000a',
  generation: 1,
  secret: new Uint8Array(32).fill(3),
};
const text =
  'chr_AZAAAAAAcACAAAAAAAAACgAAAAEDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA4v-jrFnlIx4YLz7A1wFADY';

describe('refresh token', () => {
  it('has the bytes of the published vector', () => {
    expect(encodeRefreshToken(token, tagKey)).to.equal(text);
  });

  it('SES-5: has exactly one child under a salt, with the bytes of the published vector', () => {
    const child = childOf(token, refreshKey, new Uint8Array(16).fill(4));

    expect(encodeRefreshToken(child, tagKey)).to.equal(
      'chr_AZAAAAAAcACAAAAAAAAACgAAAAKBMRKCDlzoU8j4BuzHKouIC1FcmNBGTpv1iSGQD1kJe5HHiUgsu-aWhNHBsqVtlWk',
    );
  });

  it('reads back what it wrote', () => {
    const read = decodeRefreshToken(text, tagKey);

    expect(read?.sessionId).to.equal(token.sessionId);
    expect(read?.generation).to.equal(1);
    expect(Buffer.from(read?.secret ?? []).equals(Buffer.from(token.secret))).to.equal(true);
  });

  it('SES-4: refuses any token whose tag does not fit, without a look-up', () => {
    const positions = Array.from({ length: 90 }, (_, index) => index);
    const altered = positions.map(
      (index) =>
        `chr_${text.slice(4, 4 + index)}${text[4 + index] === 'A' ? 'B' : 'A'}${text.slice(5 + index)}`,
    );

    expect(altered.filter((candidate) => decodeRefreshToken(candidate, tagKey) !== null)).to.deep.equal([]);
  });
});
