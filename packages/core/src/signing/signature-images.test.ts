import { expect } from 'chai';
import { signatureImageBytes } from './signature-images.ts';

describe('the bytes of a signature image', () => {
  const bytesOf = (text: string, most = 9) => {
    const bytes = signatureImageBytes(text, most);
    return bytes === null ? null : [...bytes];
  };

  it('CNT-10: are those of its base64, with and without padding', () => {
    expect(bytesOf('AQID')).to.deep.equal([1, 2, 3]);
    expect(bytesOf('AQI=')).to.deep.equal([1, 2]);
    expect(bytesOf('AQ==')).to.deep.equal([1]);
  });

  it('CNT-10: are none if the text is no base64, though a lenient reader would find some', () => {
    for (const text of ['', 'AQI', 'AQID!!!!', 'AQ ID AQ', 'AQID\n\n\n\n', 'AQ==AQID', 'A===', '-_-_'])
      expect(bytesOf(text), JSON.stringify(text)).to.equal(null);
  });

  it('CNT-10: are none if they are more than an image may have', () => {
    const nine = Buffer.alloc(9, 1).toString('base64');

    expect(bytesOf(nine)).to.have.length(9);
    expect(bytesOf(Buffer.alloc(10, 1).toString('base64'))).to.equal(null);
    expect(bytesOf(nine, 8)).to.equal(null);
  });
});
