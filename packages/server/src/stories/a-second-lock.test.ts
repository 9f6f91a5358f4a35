import { type Chancery, isSession, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { codeOf, type Installation, openInstallation } from './testing/installation.ts';
import { openPasskeyBrowser, type PasskeyBrowser } from './testing/passkey-browser.ts';

const email = 'ann@example.com';
const password = 'a long walk by the river';

describe('story: a second lock (platform 10, walk-through 11)', function () {
  this.timeout(120_000);
  let installation: Installation;
  let browser: PasskeyBrowser;
  before(async () => {
    browser = await openPasskeyBrowser();
    installation = await openInstallation({
      CHANCERY_WEBAUTHN_RP_ID: 'localhost',
      CHANCERY_WEBAUTHN_ORIGINS: browser.origin,
    });
  });
  after(async () => {
    await installation?.close();
    await browser?.close();
  });

  async function registerPasskey(client: Chancery): Promise<string> {
    const { ceremonyId, options } = await client.identity.passkeyRegistrationOptions();
    const response = await browser.create(options);
    await client.identity.registerPasskey({ ceremonyId, name: 'Laptop', response });
    return response.id;
  }
  const signIn = async () => {
    const { ceremonyId, options } = await installation.client().identity.passkeyAssertionOptions();
    const response = await browser.get(options);
    return { ceremonyId, response };
  };

  it('MFA-18: a passkey of a real browser is registered, signs in without address, and meets a challenge', async () => {
    const { client, register, mails } = installation;
    const ann = await register(email, 'Ann');
    const [, token = ''] =
      /verify-email#token=([\w-]{43})/.exec((await mails()).map(({ text }) => text).join()) ?? [];
    await ann.identity.verifyEmail({ token });

    const credentialId = await registerPasskey(ann);

    const session = await client().identity.signInWithPasskey(await signIn());
    expect(session.user).to.include({ email, hasSecondFactor: true });
    const challenge = await client().identity.login({ email, password });
    if (isSession(challenge)) throw new Error('The sign-in asks for no second factor');
    expect(challenge.methods).to.deep.equal(['passkey', 'recovery_code']);
    const { ceremonyId = '', options = {} } = challenge.passkey ?? {};
    const met = await client().identity.answerChallenge({
      challengeToken: challenge.challengeToken,
      passkey: { ceremonyId, response: await browser.get(options) },
    });
    expect(met.user.email).to.equal(email);

    const there = memorySession();
    await there.save(met);
    const own = client({ session: there });
    const proof = await own.identity.passkeyAssertionOptions();
    expect(JSON.stringify(proof.options)).to.include(credentialId);
  });

  it('MFA-3: one assertion signs in once, and one for another page not at all', async () => {
    const { client } = installation;
    const once = await signIn();

    expect(await codeOf(client().identity.signInWithPasskey(once))).to.equal('none');
    expect(await codeOf(client().identity.signInWithPasskey(once))).to.equal('auth.passkey_invalid');
    const { ceremonyId } = await client().identity.passkeyAssertionOptions();
    expect(await codeOf(client().identity.signInWithPasskey({ ...once, ceremonyId }))).to.equal(
      'auth.passkey_invalid',
    );
  });

  it('MFA-4: a copy whose counter went back is refused and mailed', async () => {
    const { client, mails } = installation;
    expect(await codeOf(client().identity.signInWithPasskey(await signIn()))).to.equal('none');

    await browser.turnBack(0);

    expect(await codeOf(client().identity.signInWithPasskey(await signIn()))).to.equal(
      'auth.passkey_invalid',
    );
    expect((await mails()).map(({ subject }) => subject)).to.include('We refused a passkey of your account');
  });
});
