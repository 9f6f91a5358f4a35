import type { ContentScanner } from '@chancery/core';

/** The EICAR test file, in two halves, so that this file is not taken for it. */
const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
  'latin1',
);

/** Knows only the EICAR test file, which suffices to see that refusing works. clamd does real scanning. */
export class EmbeddedScanner implements ContentScanner {
  async scan(content: AsyncIterable<Uint8Array>): Promise<'clean' | 'infected'> {
    let tail: Uint8Array = new Uint8Array(0);
    for await (const part of content) {
      const seam = Buffer.concat([tail, part.subarray(0, eicar.length)]);
      const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      if (seam.includes(eicar) || bytes.includes(eicar)) return 'infected';
      tail = part.byteLength >= eicar.length ? part.slice(-eicar.length) : seam.subarray(-eicar.length);
    }
    return 'clean';
  }

  async probe(): Promise<void> {}
}
