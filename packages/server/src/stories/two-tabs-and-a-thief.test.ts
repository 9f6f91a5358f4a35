import { isSession } from '@chancery/sdk';
import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { answerOf, peopleOf } from './testing/people.ts';

const email = 'ann@example.com';

describe('story: two tabs, a lost answer, and a thief (platform 10, walk-through 3)', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('one session survives races and a lost answer, and ends when an old token comes back', async () => {
    const { client, register, mails, advance } = installation;
    const { signIn, clientOf } = peopleOf(installation);
    await register(email, 'Ann');
    const otherDevice = await signIn(email);
    const session = await client().identity.login({ email, password: storyPassword });
    if (!isSession(session)) throw new Error('The sign-in asks for a second factor');
    const refresh = (refreshToken: string) =>
      answerOf((options) => client().identity.refreshSession({ refreshToken }, options));
    const parent = session.refreshToken;

    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(parent)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(201));
    const [child = '', ...others] = new Set(answers.map(({ data }) => data.refreshToken));
    expect(others).to.deep.equal([]);
    expect(child).to.not.equal(parent);

    // An answer was lost, so the tab asks again.
    advance(20);
    const { data: repeated } = await refresh(parent);
    expect(repeated.refreshToken).to.equal(child);
    const tab = await clientOf(repeated);
    expect((await tab.identity.getMe()).user.email).to.equal(email);

    const { data: grandchild } = await refresh(child);
    advance(90);
    expect(await refusalOf(refresh(parent))).to.deep.equal([401, 'auth.refresh_reused']);
    for (const dead of [child, grandchild.refreshToken])
      expect(await refusalOf(refresh(dead))).to.deep.equal([401, 'auth.refresh_invalid']);
    const { accessToken } = grandchild;
    expect(await refusalOf(client({ accessToken }).identity.getMe())).to.deep.equal([
      401,
      'auth.session_revoked',
    ]);

    const told = (await mails()).filter(({ subject }) => subject === 'We ended one of your sessions');
    expect(told.map(({ to }) => to.includes(email))).to.deep.equal([true]);
    const { sessions } = await otherDevice.identity.listSessions();
    expect(sessions.some(({ current }) => current)).to.equal(true);
    expect(sessions.map(({ id }) => id)).to.not.include(session.sessionId);
  });
});
