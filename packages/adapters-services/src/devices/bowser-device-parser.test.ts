import { expect } from 'chai';
import { BowserDeviceParser } from './bowser-device-parser.ts';

describe('BowserDeviceParser', () => {
  const devices = new BowserDeviceParser();
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

  for (const [name, userAgent] of [
    [
      'Chrome on Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    ],
    [
      'Safari on iOS',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${webkit} Version/17.1 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Safari on macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.1 Safari/605.1.15`,
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0'],
  ] as const) {
    it(`says "${name}"`, () => expect(devices.describe(userAgent)).to.equal(name));
  }

  for (const userAgent of ['', '   ', 'curl/8.0', 'nonsense']) {
    it(`says nothing about ${JSON.stringify(userAgent)}`, () =>
      expect(devices.describe(userAgent)).to.equal(null));
  }

  it('returns one short line, whatever the header contains', () => {
    const name =
      devices.describe(`${'evil\r\n'.repeat(50)}/1.0 (Windows NT 10.0) ${'x'.repeat(100_000)}`) ?? '';

    expect(name).to.have.length.at.most(120);
    expect(name).to.not.match(/[\r\n]/);
  });
});
