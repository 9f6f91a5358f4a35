import { expect } from 'chai';
import { base64urlOf, systemRandom } from '../../kernel/crypto.ts';
import type { PasskeyCredential, PasskeyVerifier } from '../factors/factor-verifiers.ts';

type Options = Readonly<Record<string, unknown>>;
type Response = Readonly<Record<string, unknown>> & { readonly id: string };

/** The other side: a browser with an authenticator that holds the passkeys it made. */
export interface PasskeyAuthenticator {
  create(options: Options): Promise<Response>;
  /** With the passkey that `create` answered so. */
  get(options: Options, created: Response): Promise<Response>;
}

export interface PasskeyWorld {
  readonly verifier: PasskeyVerifier;
  readonly authenticator: PasskeyAuthenticator;
}

const challengeOf = () => base64urlOf(systemRandom.bytes(32));
const person = {
  userId: `usr_${'0a'.repeat(16)}`,
  userName: 'ann@example.com',
  displayName: 'Ann',
};

/** The promises of `PasskeyVerifier`. */
export function passkeyVerifierContract(adapter: string, open: () => PasskeyWorld): void {
  describe(`PasskeyVerifier on ${adapter}`, () => {
    async function registered(
      userId = person.userId,
    ): Promise<{ created: Response; credential: PasskeyCredential }> {
      const { verifier, authenticator } = open();
      const challenge = challengeOf();
      const options = await verifier.registrationOptions({ ...person, userId, challenge, known: [] });
      const created = await authenticator.create(options);
      const credential = await verifier.verifyRegistration(created, challenge);
      if (credential === null) throw new Error('The registration proved nothing');
      return { created, credential };
    }
    async function asserted(created: Response, allowed: readonly PasskeyCredential[] | null) {
      const { verifier, authenticator } = open();
      const challenge = challengeOf();
      const options = await verifier.assertionOptions({ challenge, allowed });
      return { challenge, response: await authenticator.get(options, created) };
    }

    it('MFA-18: takes a registration, and assertions of what it made', async () => {
      const { created, credential } = await registered();
      const { verifier } = open();

      expect(credential.credentialId).to.equal(created.id);
      expect(credential.publicKey.length).to.be.greaterThan(16);
      for (const allowed of [[credential], null]) {
        const { challenge, response } = await asserted(created, allowed);
        const passkey = { ...credential, userId: person.userId };
        expect(await verifier.verifyAssertion(response, challenge, passkey)).to.have.keys(
          'signCount',
          'backedUp',
        );
      }
    });

    it('MFA-3: refuses another challenge, at registration and assertion', async () => {
      const { created, credential } = await registered();
      const { verifier, authenticator } = open();
      const options = await verifier.registrationOptions({ ...person, challenge: challengeOf(), known: [] });
      const { response } = await asserted(created, null);
      const passkey = { ...credential, userId: person.userId };

      expect(await verifier.verifyRegistration(await authenticator.create(options), challengeOf())).to.equal(
        null,
      );
      expect(await verifier.verifyAssertion(response, challengeOf(), passkey)).to.equal(null);
    });

    it('MFA-3: refuses the passkey of somebody else, and a signature of another key', async () => {
      const other = await registered(`usr_${'0b'.repeat(16)}`);
      const own = await registered();
      const { verifier } = open();
      const { challenge, response } = await asserted(own.created, null);
      const verify = (passkey: Parameters<PasskeyVerifier['verifyAssertion']>[2]) =>
        verifier.verifyAssertion(response, challenge, passkey);

      expect(await verify({ ...own.credential, userId: `usr_${'0b'.repeat(16)}` })).to.equal(null);
      expect(await verify({ ...other.credential, userId: person.userId })).to.equal(null);
    });

    it('refuses whatever is no response at all', async () => {
      const { credential } = await registered();
      const { verifier } = open();
      const passkey = { ...credential, userId: person.userId };
      const nonsense = [
        { id: credential.credentialId },
        { id: '', response: {} },
        { id: 'x', rawId: 'x', type: 1 },
      ];

      for (const response of nonsense) {
        expect(await verifier.verifyRegistration(response, challengeOf())).to.equal(null);
        expect(await verifier.verifyAssertion(response, challengeOf(), passkey)).to.equal(null);
      }
    });

    it('names the passkeys that are allowed, and those that are known already', async () => {
      const { credential } = await registered();
      const { verifier } = open();
      const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
      const challenge = challengeOf();

      const assertion = await verifier.assertionOptions({ challenge, allowed: [credential] });
      const creation = await verifier.registrationOptions({ ...person, challenge, known: [credential] });

      expect(assertion.challenge).to.equal(challenge);
      expect(creation.challenge).to.equal(challenge);
      expect(ids(assertion.allowCredentials)).to.deep.equal([credential.credentialId]);
      expect(ids(creation.excludeCredentials)).to.deep.equal([credential.credentialId]);
      expect(await verifier.assertionOptions({ challenge, allowed: null })).not.to.have.property(
        'allowCredentials',
      );
    });
  });
}
