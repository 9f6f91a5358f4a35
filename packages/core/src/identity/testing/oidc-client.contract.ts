import { expect } from 'chai';
import { base64urlOf, hexOf, sha256, systemRandom } from '../../kernel/crypto.ts';
import { isFailure } from '../../kernel/errors.ts';
import type { IdentityProvider, OidcClient } from '../providers/oidc-client.ts';

export interface PersonAtProvider {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

/** An adapter beside providers at whom a person agrees to everything. */
export interface OidcWorld {
  readonly oidc: OidcClient;
  /** The person lets themselves be signed in by this address; the code that the browser brings. */
  agree(provider: IdentityProvider, person: PersonAtProvider, authorizationUrl: string): Promise<string>;
  /** An ID token of a native application. */
  idToken(provider: IdentityProvider, person: PersonAtProvider, nonce: string): Promise<string>;
  /** What was revoked at the provider. */
  revoked(): readonly string[];
  /** No provider answers from now on. */
  goAway(): Promise<void>;
  close(): Promise<void>;
}

const ada: PersonAtProvider = { subject: '000123.ada', email: 'ada@example.com', name: 'Ada Lovelace' };
const providers = ['apple', 'google'] as const;
const secret = () => base64urlOf(systemRandom.bytes(32));
const aFlow = () => ({ state: secret(), nonce: secret(), codeVerifier: secret() });

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    if (isFailure(error)) return error.code;
    throw error;
  }
}

/** The promises of `OidcClient`. */
export function oidcClientContract(adapter: string, open: () => Promise<OidcWorld>): void {
  describe(`OidcClient on ${adapter}`, () => {
    let world: OidcWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const answered = async (provider: IdentityProvider) => {
      const flow = aFlow();
      const url = await world.oidc.authorize(provider, flow);
      return { flow, url, code: await world.agree(provider, ada, url) };
    };

    for (const provider of providers) {
      it(`OID-2: a code of ${provider} proves the person once`, async () => {
        const { flow, url, code } = await answered(provider);

        const exchanged = await world.oidc.exchange(provider, code, flow);

        if (typeof exchanged === 'string') throw new Error(exchanged);
        expect(new URL(url).searchParams.get('state')).to.equal(flow.state);
        expect(exchanged.identity).to.deep.include({ provider, subject: ada.subject, email: ada.email });
        expect(exchanged.refreshToken === null).to.equal(provider === 'google');
        expect(world.oidc.isIssuer(provider, exchanged.identity.issuer)).to.equal(true);
        expect(await world.oidc.exchange(provider, code, flow)).to.equal('denied');
      });

      it(`OID-5: an ID token of ${provider} carries the nonce, or its SHA-256 in hex`, async () => {
        const nonce = secret();
        const hashed = await world.idToken(provider, ada, hexOf(sha256(nonce)));
        const plain = await world.idToken(provider, ada, nonce);

        for (const token of [plain, hashed])
          expect((await world.oidc.verifyIdToken(provider, token, nonce))?.subject).to.equal(ada.subject);
        expect(await world.oidc.verifyIdToken(provider, plain, secret())).to.equal(null);
      });

      it(`OID-8: what ${provider} signed proves nothing at the other`, async () => {
        const nonce = secret();
        const token = await world.idToken(provider, ada, nonce);

        const other = provider === 'apple' ? 'google' : 'apple';
        expect(await world.oidc.verifyIdToken(other, token, nonce)).to.equal(null);
      });
    }

    it('ACC-3: a refresh token of Apple can be revoked', async () => {
      const { flow, code } = await answered('apple');
      const exchanged = await world.oidc.exchange('apple', code, flow);
      if (typeof exchanged === 'string') throw new Error(exchanged);
      const { refreshToken, identity } = exchanged;

      await world.oidc.revoke('apple', refreshToken ?? '', identity.clientId);

      expect(world.revoked()).to.deep.equal([refreshToken]);
    });

    it('OID-7: a provider that is away is a dependency that is unavailable', async () => {
      const nonce = secret();
      const token = await world.idToken('google', ada, nonce);
      await world.goAway();

      for (const call of [
        world.oidc.authorize('apple', aFlow()),
        world.oidc.exchange('google', 'code', aFlow()),
        world.oidc.verifyIdToken('google', token, nonce),
        world.oidc.revoke('apple', 'token', 'client'),
        world.oidc.probe('apple'),
      ])
        expect(await codeOf(call)).to.equal('dependency.unavailable');
    });
  });
}
