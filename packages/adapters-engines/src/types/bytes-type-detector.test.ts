import { typeDetectorContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { BytesTypeDetector } from './bytes-type-detector.ts';

typeDetectorContract('bytes and file-type', new BytesTypeDetector());

describe('BytesTypeDetector', () => {
  it('UPL-8: reads no more than the first 64 KiB of a file that they identify', async () => {
    const bytes = Buffer.alloc(1024 * 1024, '%PDF-1.7\n');
    const asked: unknown[] = [];
    const content = {
      sizeBytes: bytes.length,
      async read(range?: { start: number; end: number }) {
        asked.push(range);
        return (async function* () {
          yield bytes.subarray(range?.start, range?.end);
        })();
      },
    };

    expect(await new BytesTypeDetector().detect(content, 'a.pdf')).to.deep.equal({
      kind: 'known',
      mimeType: 'application/pdf',
    });
    expect(asked).to.deep.equal([{ start: 0, end: 65_536 }]);
  });
});
