import { type Chancery, isSession, memorySession, type SecondFactorChallenge } from '@chancery/sdk';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { codeOf, type Installation, openInstallation, refusalOf } from './testing/installation.ts';
import { openPasskeyBrowser, type PasskeyBrowser } from './testing/passkey-browser.ts';
import { answerOf, peopleOf } from './testing/people.ts';
import { totpCode } from './testing/totp-code.ts';

const email = 'ann@example.com';
const password = 'a long walk by the river';

describe('story: a second lock (platform 10, walk-through 11)', () => {
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

  describe('the walk-through', () => {
    // It has its own browser and people, so that what happened to Ann's passkeys does not matter here.
    let there: Installation;
    let device: PasskeyBrowser;
    before(async () => {
      device = await openPasskeyBrowser();
      there = await openInstallation({
        CHANCERY_WEBAUTHN_RP_ID: 'localhost',
        CHANCERY_WEBAUTHN_ORIGINS: device.origin,
        CHANCERY_RATE_LIMIT_SCALE: '10',
      });
    });
    after(async () => {
      await there?.close();
      await device?.close();
    });

    const code = (secret: string) => totpCode(secret, Date.parse(there.now()));
    const challengedBy = async (address: string, word = password): Promise<SecondFactorChallenge> => {
      const { status, data } = await answerOf((options) =>
        there.client().identity.login({ email: address, password: word }, options),
      );
      expect([status, data.tokenType]).to.deep.equal([201, 'Challenge']);
      if (isSession(data)) throw new Error('The sign-in asks for no second factor');
      return data;
    };
    const answer = ({ challengeToken }: SecondFactorChallenge, given: object) =>
      answerOf((options) => there.client().identity.answerChallenge({ challengeToken, ...given }, options));
    /** Begins and confirms an authenticator; returns its secret, and the recovery codes if it is the first factor. */
    async function enrol(person: Chancery) {
      const { factor, secret } = await person.identity.beginTotp();
      const confirmed = await person.identity.confirmTotp({ factorId: factor.id, code: code(secret) });
      return { secret, factorId: factor.id, recoveryCodes: confirmed.recoveryCodes ?? [] };
    }
    const subjectsTo = async (address: string) =>
      (await there.mails()).filter(({ to }) => to.includes(address)).map(({ subject }) => subject);

    it('an authenticator, a passkey and recovery codes open an account, and nothing less does', async () => {
      const { client, advance } = there;
      const { clientOf, registerVerified, mailedToken } = peopleOf(there);
      const address = 'dora@example.com';
      // Ann stays signed in on this device while the other sessions come and go.
      const desk = await registerVerified(address, 'Dora');
      const signedIn = await client().identity.login({ email: address, password });
      if (!isSession(signedIn)) throw new Error('The sign-in asks for a second factor');
      const laptop = await clientOf(signedIn);

      advance(16 * 60);
      expect(await refusalOf(laptop.identity.beginTotp())).to.deep.equal([
        403,
        'auth.reauthentication_required',
      ]);
      await laptop.identity.reauthenticate({ password });
      const { secret, factorId, recoveryCodes } = await enrol(laptop);
      expect([secret.length, recoveryCodes.length, new Set(recoveryCodes).size]).to.deep.equal([32, 10, 10]);
      const listed = await laptop.identity.listFactors();
      expect(listed.factors.map(({ id, status }) => [id, status])).to.deep.equal([[factorId, 'active']]);
      expect(JSON.stringify(listed)).to.not.include(secret);
      for (const recoveryCode of recoveryCodes) expect(JSON.stringify(listed)).to.not.include(recoveryCode);
      await laptop.identity.logout();

      advance(60);
      const sessionsBefore = (await desk.identity.listSessions()).count;
      const challenge = await challengedBy(address);
      expect(challenge.methods).to.deep.equal(['totp', 'recovery_code']);
      expect((await desk.identity.listSessions()).count).to.equal(sessionsBefore);
      const right = code(secret);
      const wrong = right === '000000' ? '111111' : '000000';
      expect(await refusalOf(answer(challenge, { totpCode: wrong }))).to.deep.equal([
        403,
        'factor.code_invalid',
      ]);
      const onOtherBrowser = await challengedBy(address);
      const met = await answer(challenge, { totpCode: right });
      expect([met.status, met.data.user.email]).to.deep.equal([201, address]);
      expect(await refusalOf(answer(onOtherBrowser, { totpCode: right }))).to.deep.equal([
        403,
        'factor.code_invalid',
      ]);

      const browsing = await clientOf(met.data);
      const { ceremonyId, options } = await browsing.identity.passkeyRegistrationOptions();
      const response = await device.create(options);
      const passkey = await browsing.identity.registerPasskey({ ceremonyId, name: 'Laptop', response });
      // Only the first factor comes with codes.
      expect(passkey.recoveryCodes).to.equal(null);
      await browsing.identity.logout();
      const asked = await client().identity.passkeyAssertionOptions();
      const assertion = await device.get(asked.options);
      const byPasskey = await answerOf((given) =>
        client().identity.signInWithPasskey({ ceremonyId: asked.ceremonyId, response: assertion }, given),
      );
      expect([byPasskey.status, byPasskey.data.user.email]).to.deep.equal([201, address]);

      // The phone is lost.
      const [recoveryCode = ''] = recoveryCodes;
      const recovered = await answer(await challengedBy(address), { recoveryCode });
      expect(recovered.status).to.equal(201);
      expect(await subjectsTo(address)).to.include('A recovery code of your account was used');
      expect(await refusalOf(answer(await challengedBy(address), { recoveryCode }))).to.deep.equal([
        403,
        'factor.code_invalid',
      ]);
      const withoutPhone = await clientOf(recovered.data);
      const left = await answerOf((given) => withoutPhone.identity.removeFactor({ factorId }, given));
      expect([left.status, left.data.factors.map(({ kind }) => kind)]).to.deep.equal([200, ['passkey']]);

      const newPassword = 'another walk along the river';
      await client().identity.forgotPassword({ email: address });
      const token = await mailedToken(address, 'reset-password');
      await client().identity.resetPassword({ token, newPassword });
      expect((await challengedBy(address, newPassword)).methods).to.deep.equal(['passkey', 'recovery_code']);
    });

    it('a workspace demands a factor of its admins, and an owner has those of a member removed after three days', async () => {
      const { advance, ledger, mails } = there;
      const { signIn, registerVerified, joinByInvitation } = peopleOf(there);
      const owner = await registerVerified('olga@example.com', 'Olga');
      const workspaceId = (await owner.workspace.getWorkspace()).workspace.id;
      const admin = await joinByInvitation(owner, {
        email: 'adam@example.com',
        displayName: 'Adam',
        role: 'admin',
      });
      const mia = { email: 'mia@example.com', displayName: 'Mia', role: 'member' } as const;
      const member = await joinByInvitation(owner, mia);
      const memberId = (await member.identity.getMe()).user.id;

      expect((await admin.workspace.listMembers()).count).to.equal(3);
      await owner.workspace.updateSettings({ secondFactorRoles: ['admin'], secondFactorGraceDays: 0 });
      const refusals = new Set<string>();
      for (const { route, path, description } of ofWorkspaces) {
        const input = Object.fromEntries(
          [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']),
        );
        const refusal = await refusalOf(admin.call(route, input));
        const may = leaving.has(route);
        if (!may) refusals.add(`${refusal.join(' ')}`);
        if (!may && refusal[1] !== 'workspace.second_factor_required')
          refusals.add(`${route}: ${description}`);
      }
      expect([...refusals]).to.deep.equal(['403 workspace.second_factor_required']);
      expect((await admin.identity.getMe()).user.displayName).to.equal('Adam');
      expect((await admin.identity.listSessions()).count).to.equal(1);
      expect((await admin.identity.listFactors()).requiredBy.map((by) => by.workspaceId)).to.deep.equal([
        workspaceId,
      ]);
      expect((await admin.workspace.listWorkspaces()).count).to.equal(1);
      expect((await member.workspace.getWorkspace()).workspace.id).to.equal(workspaceId);
      await enrol(admin);
      const allowed = await answerOf((options) => admin.workspace.listMembers({}, options));
      expect([allowed.status, allowed.data.count]).to.deep.equal([200, 3]);

      // Another member lost everything except a device that is still signed in.
      await enrol(member);
      const request = () =>
        answerOf((options) =>
          owner.identity.requestFactorReset(
            { userId: memberId, reason: 'Mia called, and I know her voice.' },
            options,
          ),
        );
      advance(60);
      const first = await request();
      expect([first.status, first.data.factorReset.status]).to.deep.equal([201, 'pending']);
      const told = (await mails()).filter(({ text }) => text.includes('/factor-reset/cancel#'));
      // Owners are notified, and can stop it too.
      expect(told.map(({ to }) => to.includes(mia.email)).sort()).to.deep.equal([false, true]);
      const [, userId = ''] =
        /factor-reset\/cancel#userId=(usr_[0-9a-f]{32})/.exec(
          told.find(({ to }) => to.includes(mia.email))?.text ?? '',
        ) ?? [];
      const objected = await member.identity.cancelFactorReset({ userId });
      expect(objected.factorReset).to.include({ status: 'cancelled', cancelledByUserId: memberId });
      advance(73 * 3600);
      await mails();
      expect((await challengedBy(mia.email)).methods).to.deep.equal(['totp', 'recovery_code']);

      const proven = await signIn('olga@example.com');
      await proven.identity.requestFactorReset({
        userId: memberId,
        reason: 'Mia came to the office herself.',
      });
      advance(71 * 3600);
      await mails();
      expect((await challengedBy(mia.email)).methods).to.deep.equal(['totp', 'recovery_code']);
      expect((await member.identity.getMe()).user.hasSecondFactor).to.equal(true);
      advance(3600);
      await mails();
      expect(await codeOf(member.identity.getMe())).to.match(/^auth\./);
      const anew = await signIn(mia.email);
      const { user } = await anew.identity.getMe();
      expect(user.hasSecondFactor).to.equal(false);
      expect((await anew.identity.listFactors()).recoveryCodes).to.equal(null);
      expect((await anew.identity.listSessions()).count).to.equal(1);

      const { actions, holds } = await ledger(workspaceId);
      expect(holds).to.equal(true);
      expect(actions.filter((action) => action.startsWith('factor.reset_'))).to.deep.equal([
        'factor.reset_requested',
        'factor.reset_cancelled',
        'factor.reset_requested',
        'factor.reset_done',
      ]);
    });
  });
});

/** Endpoints of a workspace that a signed-in person may call, by their own documents. */
const ofWorkspaces = operations.filter(
  ({ credentials, description }) =>
    credentials.includes('bearer') && description.endsWith(' of the workspace.'),
);
/** These stay possible, so that a member can leave (MFA-13). */
const leaving = new Set(['DELETE /api/v1/workspace/members/{userId}']);
