import { randomBytes } from 'node:crypto';
import { passkeyVerifierContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { SimpleWebAuthnPasskeyVerifier } from './simple-web-authn-passkey-verifier.ts';
import { openVirtualAuthenticator, type VirtualAuthenticator } from './testing/virtual-authenticator.ts';

const person = { userId: `usr_${'0a'.repeat(16)}`, userName: 'ann@example.com', displayName: 'Ann' };
const challengeOf = () => randomBytes(32).toString('base64url');

describe('passkeys in Chromium', () => {
  let browser: VirtualAuthenticator | undefined;
  const inBrowser = () => {
    if (browser === undefined) throw new Error('Chromium is not open');
    return browser;
  };
  const party = () => ({ rpId: 'localhost', origins: [inBrowser().origin] });
  const verifier = (over: object = {}) => new SimpleWebAuthnPasskeyVerifier({ ...party(), ...over });
  before(async () => {
    browser = await openVirtualAuthenticator();
  });
  after(() => browser?.close());

  passkeyVerifierContract('@simplewebauthn/server', () => ({
    verifier: verifier(),
    authenticator: {
      create: (options) => inBrowser().create(options),
      // The authenticator picks the newest of the person's passkeys, but the test needs this one.
      get: (options, { id }) =>
        inBrowser().get({ ...options, allowCredentials: [{ id, type: 'public-key' }] }),
    },
  }));

  async function registration(changed: object = {}) {
    const challenge = challengeOf();
    const options = await verifier().registrationOptions({ ...person, challenge, known: [] });
    return { challenge, options, response: await inBrowser().create({ ...options, ...changed }) };
  }
  async function registered() {
    const { challenge, response } = await registration();
    const credential = await verifier().verifyRegistration(response, challenge);
    if (credential === null) throw new Error('The registration proved nothing');
    return { ...credential, userId: person.userId };
  }
  async function assertion(credentialId: string, changed: object = {}) {
    const challenge = challengeOf();
    const allowed = [{ credentialId, transports: [] }];
    const options = await verifier().assertionOptions({ challenge, allowed });
    return { challenge, response: await inBrowser().get({ ...options, ...changed }) };
  }

  it('MFA-3: asks for discoverable passkeys of verified users, no attestation, EdDSA, ES256 or RS256', async () => {
    const { options } = await registration();

    expect(options).to.deep.include({ attestation: 'none', rp: { name: 'Chancery', id: 'localhost' } });
    expect(options.authenticatorSelection).to.include({
      residentKey: 'required',
      userVerification: 'required',
    });
    expect(options.pubKeyCredParams).to.deep.equal(
      [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    );
    const asked = { ...person, challenge: challengeOf(), known: [] };
    expect(await verifier({ name: 'Example Chancery' }).registrationOptions(asked)).to.deep.include({
      rp: { name: 'Example Chancery', id: 'localhost' },
    });
  });

  it('MFA-3: refuses another origin and another relying party, at registration and assertion', async () => {
    const { challenge, response } = await registration();
    const passkey = await registered();
    const asserted = await assertion(passkey.credentialId);
    const others = [
      verifier({ origins: ['http://localhost:1'] }),
      verifier({ origins: ['https://evil.example'] }),
      verifier({ rpId: 'example.com' }),
    ];

    for (const other of others) {
      expect(await other.verifyRegistration(response, challenge)).to.equal(null);
      expect(await other.verifyAssertion(asserted.response, asserted.challenge, passkey)).to.equal(null);
    }
    expect(await verifier().verifyAssertion(asserted.response, asserted.challenge, passkey)).not.to.equal(
      null,
    );
  });

  it('MFA-3: refuses a registration and an assertion whose user was not verified', async () => {
    const passkey = await registered();
    // A page that asks for less than we asked it to.
    const lax = {
      userVerification: 'discouraged',
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
    };
    await inBrowser().verifyUsers(false);

    const { challenge, response } = await registration(lax);
    const asserted = await assertion(passkey.credentialId, lax);
    await inBrowser().verifyUsers(true);

    expect(await verifier().verifyRegistration(response, challenge)).to.equal(null);
    expect(await verifier().verifyAssertion(asserted.response, asserted.challenge, passkey)).to.equal(null);
  });

  it('MFA-3: refuses a signature that was changed', async () => {
    const passkey = await registered();
    const { challenge, response } = await assertion(passkey.credentialId);
    const got = response.response as Record<string, string>;
    const signature = Buffer.from(got.signature ?? '', 'base64url');
    signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    const forged = { ...response, response: { ...got, signature: signature.toString('base64url') } };

    expect(await verifier().verifyAssertion(forged, challenge, passkey)).to.equal(null);
  });

  it('MFA-4: returns the counter as the authenticator shows it, even if it went back', async () => {
    const passkey = await registered();
    const count = async () => {
      const { challenge, response } = await assertion(passkey.credentialId);
      return (await verifier().verifyAssertion(response, challenge, passkey))?.signCount ?? -1;
    };
    const [first, second] = [await count(), await count()];

    expect(second).to.be.greaterThan(first);
    await inBrowser().turnBack(0);
    expect(await count()).to.be.lessThan(second);
  });
});
