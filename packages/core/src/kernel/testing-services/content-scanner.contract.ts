import { expect } from 'chai';
import type { ContentScanner } from '../ports.ts';

/** The EICAR test file, in two halves, so that this file is not taken for it. */
export const eicarTestFile = (): string =>
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface ScannerWorld {
  readonly scanner: ContentScanner;
  close(): Promise<void>;
}

/** Holds every promise of `ContentScanner`. */
export function contentScannerContract(adapterName: string, open: () => Promise<ScannerWorld>): void {
  describe(`ContentScanner on ${adapterName}`, () => {
    let world: ScannerWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    it('UPL-15: finds the EICAR test file, alone, in the middle, and however it is cut', async () => {
      const around = Buffer.alloc(300_000, 'x');
      const infected = Buffer.concat([around, Buffer.from(eicarTestFile()), around]);
      expect(await world.scanner.scan(parts(Buffer.from(eicarTestFile()), 68))).to.equal('infected');
      for (const size of [1_000_000, 65_536, 300_010, 300_050])
        expect(await world.scanner.scan(parts(infected, size)), String(size)).to.equal('infected');
      expect(await world.scanner.scan(parts(Buffer.from(eicarTestFile()), 1))).to.equal('infected');
    });

    it('lets everything else pass, an empty file too', async () => {
      expect(await world.scanner.scan(parts(Buffer.alloc(3_000_000, 'x'), 65_536))).to.equal('clean');
      expect(await world.scanner.scan(parts(Buffer.from(eicarTestFile().slice(1)), 10))).to.equal('clean');
      expect(await world.scanner.scan(parts(Buffer.alloc(0), 10))).to.equal('clean');
    });

    it('says why the content could not be read, which is no verdict', async () => {
      async function* failing() {
        yield Buffer.from('half');
        throw new Error('the store is away');
      }
      const message = await world.scanner.scan(failing()).catch((error: Error) => error.message);
      expect(message).to.equal('the store is away');
    });

    it('answers its probe', async () => {
      await world.scanner.probe();
    });
  });
}

async function* parts(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}
