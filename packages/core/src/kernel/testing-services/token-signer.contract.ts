import { expect } from 'chai';
import type { AccessClaims, TokenSigner } from '../ports.ts';

/** Two signers of two installations: neither knows the keys of the other. */
export interface TokenSignerWorld {
  readonly signer: TokenSigner;
  readonly other: TokenSigner;
}

const issued = '2026-11-23T12:00:00.000Z';
const after = (seconds: number) => new Date(Date.parse(issued) + seconds * 1000).toISOString();
const claims: AccessClaims = {
  sub: `usr_${'0'.repeat(32)}`,
  sid: '01900000-0000-7000-8000-00000000000a',
  wid: 'workspace_00000000000000000000000000',
  jti: '01900000-0000-7000-8000-00000000000b',
  iat: Date.parse(issued) / 1000,
  exp: Date.parse(issued) / 1000 + 600,
  auth_time: Date.parse(issued) / 1000 - 60,
  amr: ['pwd', 'otp'],
};

/** The promises of `TokenSigner`. */
export function tokenSignerContract(adapter: string, open: () => Promise<TokenSignerWorld>): void {
  describe(`TokenSigner on ${adapter}`, () => {
    it('AUT-1: gives back the claims that it signed until they have ended, with 30 s for clocks that differ', async () => {
      const { signer } = await open();
      const token = await signer.sign(claims);

      expect(await signer.verify(token, issued)).to.deep.equal(claims);
      expect(await signer.verify(token, after(629))).to.deep.equal(claims);
      expect(await signer.verify(token, after(631))).to.equal('expired');
    });

    it('SES-10: takes no token of another signer, none that was changed, and no text that is none', async () => {
      const { signer, other } = await open();
      const [header = '', payload = '', signature = ''] = (await signer.sign(claims)).split('.');
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: `usr_${'1'.repeat(32)}` })).toString(
        'base64url',
      );

      for (const token of [
        await other.sign(claims),
        `${header}.${changed}.${signature}`,
        `${header}.${payload}.`,
        `${header}.${payload}`,
        '',
        'chan_live_0123abcd',
      ])
        expect(await signer.verify(token, issued), token).to.equal('invalid');
    });

    it('publishes no private half of a key', async () => {
      const { signer } = await open();
      await signer.rotate(issued, { asked: true });

      for (const key of (await signer.jwks()).keys) expect(key).to.not.have.any.keys('d', 'k', 'p', 'q');
    });

    it('SES-11: what was signed before a rotation is good after it', async () => {
      const { signer } = await open();
      const token = await signer.sign(claims);

      await signer.rotate(issued, { asked: true });

      expect(await signer.verify(token, after(1))).to.deep.equal(claims);
      expect(await signer.verify(await signer.sign(claims), after(1))).to.deep.equal(claims);
    });

    it('after a theft refuses all that was signed before, at once, and signs on', async () => {
      const { signer } = await open();
      const token = await signer.sign(claims);

      await signer.rotate(after(1), { immediately: true });

      expect(await signer.verify(token, after(2))).to.equal('invalid');
      expect(await signer.verify(await signer.sign(claims), after(2))).to.deep.equal(claims);
    });
  });
}
