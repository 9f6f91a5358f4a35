import { contentScannerContract, eicarTestFile } from '@chancery/core/testing';
import { expect } from 'chai';
import { ClamdScanner } from './clamd-scanner.ts';
import { EmbeddedScanner } from './embedded-scanner.ts';
import { type LoopbackClamd, loopbackClamd } from './testing/loopback-clamd.ts';

contentScannerContract('the embedded signature', async () => ({
  scanner: new EmbeddedScanner(),
  close: async () => undefined,
}));

contentScannerContract('clamd', async () => {
  const clamd = await loopbackClamd(eicarTestFile());
  return { scanner: new ClamdScanner(clamd.url), close: clamd.close };
});

describe('ClamdScanner', () => {
  let clamd: LoopbackClamd;
  beforeEach(async () => {
    clamd = await loopbackClamd(eicarTestFile(), { mostBytes: 1_000_000 });
  });
  afterEach(() => clamd.close());

  it('UPL-15: says that the scan was skipped if clamd is unavailable, hangs up, or refuses a stream of this length', async () => {
    const scanner = new ClamdScanner(clamd.url);
    const nowhere = new ClamdScanner('tcp://127.0.0.1:1');

    expect(await nowhere.scan(aMebibyte(1))).to.equal('skipped');
    expect(await scanner.scan(aMebibyte(20))).to.equal('skipped');
    clamd.break();
    expect(await scanner.scan(aMebibyte(1))).to.equal('skipped');
    for (const away of [scanner, nowhere])
      expect(
        await away.probe().then(
          () => 'answered',
          () => 'away',
        ),
      ).to.equal('away');
  });

  it('UPL-15: refuses a malformed address of clamd at the start', () => {
    for (const url of ['http://127.0.0.1:3310', 'tcp:3310', 'tcp:///var/run/clamd'])
      expect(() => new ClamdScanner(url), url).to.throw('tcp://host:3310');
  });
});

async function* aMebibyte(times: number): AsyncIterable<Uint8Array> {
  for (let sent = 0; sent < times; sent += 1) yield Buffer.alloc(1024 * 1024, 'x');
}
