import { LoopbackProvider } from '@chancery/adapters-services/testing/providers';
import { expect } from 'chai';
import { openInstallation } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';

describe('signing in at a provider on a page', () => {
  let google: LoopbackProvider;
  let apple: LoopbackProvider;
  const opened = () =>
    openInstallation(async (port) => {
      const baseUrl = `http://127.0.0.1:${port}`;
      google = await LoopbackProvider.open('google', baseUrl);
      apple = await LoopbackProvider.open('apple', baseUrl);
      return {
        CHANCERY_BASE_URL: baseUrl,
        CHANCERY_RATE_LIMIT_SCALE: '10',
        ...(await google.environment()),
        ...(await apple.environment()),
      };
    });
  // The pages of the providers are on other origins of this machine.
  const isOurs = (fault: string) => !/^asked http:\/\/127\.0\.0\.1:\d+\/(?!api)/.test(fault);
  const story = pageStory(opened, { faultsOf: ({ faults }) => faults.filter(isOurs) });
  const { press, reaches } = story;
  after(async () => {
    await google?.close();
    await apple?.close();
  });

  for (const [role, name] of [
    ['google', 'Google'],
    ['apple', 'Apple'],
  ] as const)
    it(`OID-3: ${name} brings the person back, and the code works in this tab only`, async () => {
      const email = `${role}@gmail.com`;
      (role === 'google' ? google : apple).person = { subject: `${role}-1`, email, emailVerified: true };
      const { page } = story.visitor;
      await page.goto(`${story.installation.baseUrl}/settings/sessions`);
      expect(await story.visitor.findings('sign-in-providers')).to.deep.equal([]);

      await press(`Sign in with ${name}`);
      await reaches('Sessions and security');

      expect(page.url()).to.equal(`${story.installation.baseUrl}/settings/sessions`);
      expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).to.equal('{}');
      expect(await page.getByText(`Signed in as ${email}`).isVisible()).to.equal(true);
    });

  it('OID-3: a code without the verifier of this tab opens nothing', async () => {
    const { page } = story.visitor;
    await page.goto(`${story.installation.baseUrl}/#handoff=${'c'.repeat(43)}`);
    await reaches('Sign in');
    await page.getByRole('alert').getByText('This sign-in has expired. Begin again.').waitFor();
    expect(page.url()).to.equal(`${story.installation.baseUrl}/sign-in`);
  });

  it('the link of the mail survives the redirect to the provider and back', async () => {
    const owner = await story.installation.register('owner@example.com', 'Owner');
    const mail = (await story.installation.mails()).find(({ to }) => to.includes('owner@example.com'));
    const verify = /verify-email#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    await owner.identity.verifyEmail({ token: verify });
    await owner.workspace.createInvitation({ email: 'guest@gmail.com', role: 'member' });
    const invited = (await story.installation.mails()).find(({ text }) => text.includes('/invitation#'));
    const link = /\S+\/invitation#\S+/.exec(invited?.text ?? '')?.[0] ?? '';
    google.person = { subject: 'guest-1', email: 'guest@gmail.com', emailVerified: true };
    const { page } = story.visitor;

    await page.goto(link);
    await press('Sign in and accept');
    await press('Sign in with Google');
    await reaches("Welcome to Owner's workspace");

    const { members } = await owner.workspace.listMembers();
    expect(members.map(({ email }) => email)).to.include('guest@gmail.com');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).to.equal('{}');
  });
});
