import { expect } from 'chai';
import type { TotpVerifier } from '../factors/factor-verifiers.ts';

/** ASCII `12345678901234567890`, as RFC 6238 appendix B has it. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;
const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The promises of `TotpVerifier`. */
export function totpVerifierContract(adapter: string, open: () => TotpVerifier): void {
  describe(`TotpVerifier on ${adapter}`, () => {
    for (const [seconds, code] of vectors)
      it(`MFA-18: RFC 6238, appendix B: ${code} at ${seconds} s`, () => {
        expect(open().step(rfcSecret, code, instant(seconds))).to.equal(Math.floor(seconds / 30));
      });

    it('MFA-2: takes a code in its own step and one either side, and says which step it is of', () => {
      const step = (seconds: number) => open().step(rfcSecret, '081804', instant(seconds));
      const own = 37_037_036;

      expect([-61, -30, 0, 30, 60].map((by) => step(own * 30 + by))).to.deep.equal([
        null,
        own,
        own,
        own,
        null,
      ]);
    });

    it('takes no code of another secret, and none that is no code', () => {
      const verifier = open();
      const codes = ['', '08180', '0818040', 'abcdef', '999999'];

      expect(codes.map((code) => verifier.step(rfcSecret, code, instant(1_111_111_109)))).to.deep.equal(
        codes.map(() => null),
      );
      expect(verifier.step(verifier.secret(), '081804', instant(1_111_111_109))).to.equal(null);
    });

    it('MFA-1: makes secrets of 160 bits, another each time, and an address that an authenticator reads', () => {
      const verifier = open();
      const secret = verifier.secret();
      const url = new URL(verifier.url(secret, 'ann@example.com'));

      expect(secret).to.match(/^[A-Z2-7]{32}$/);
      expect(verifier.secret()).not.to.equal(secret);
      expect(url.protocol).to.equal('otpauth:');
      expect(decodeURIComponent(url.href)).to.include('Chancery:ann@example.com');
      expect(url.searchParams.get('secret')).to.equal(secret);
      // What is left out is SHA1, 6 and 30 (the key URI format).
      expect(url.searchParams.get('algorithm') ?? 'SHA1').to.equal('SHA1');
      expect(url.searchParams.get('digits') ?? '6').to.equal('6');
      expect(url.searchParams.get('period') ?? '30').to.equal('30');
    });
  });
}
