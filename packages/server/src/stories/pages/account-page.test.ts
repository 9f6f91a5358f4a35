import { type Chancery, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { addAuthenticator } from '../testing/chromium.ts';
import { codeOf, openInstallation, storyPassword as password } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';
import { peopleOf } from '../testing/people.ts';
import { totpCode } from '../testing/totp-code.ts';

describe('the pages of an account', () => {
  // A passkey belongs to a host name, never to an IP address.
  const story = pageStory(() =>
    openInstallation((port) => ({
      CHANCERY_BASE_URL: `http://localhost:${port}`,
      CHANCERY_RATE_LIMIT_SCALE: '10',
    })),
  );
  const { press, reaches, alerts, notes, open } = story;

  const verified = (email: string, name: string) =>
    peopleOf(story.installation).registerVerified(email, name);
  async function giveCredentials(email: string, typed = password): Promise<void> {
    await story.visitor.page.getByLabel('E-mail address').fill(email);
    await story.visitor.page.getByLabel('Password', { exact: true }).fill(typed);
    await press('Sign in');
  }
  /** Signs out on the page, and opens it again for whoever signs in next. */
  async function signOut(): Promise<void> {
    await press('Sign out');
    await reaches('You are signed out');
    await open('/settings/security');
    await reaches('Sign in');
  }
  /** Adds an authenticator app on the page; returns its secret and the recovery codes. */
  async function addTotp(look?: string): Promise<{ secret: string; codes: readonly string[] }> {
    const { page } = story.visitor;
    await press('Add an authenticator app');
    await reaches('Add an authenticator app');
    const secret = (await page.locator('code.key').textContent()) ?? '';
    if (look !== undefined) expect(await story.visitor.findings(look)).to.deep.equal([]);
    await page.getByLabel('Code from the app').fill(codeShownBy(secret));
    await press('Confirm');
    await reaches('Store your recovery codes');
    const codes = await page.locator('.codes code').allTextContents();
    if (look !== undefined) expect(await story.visitor.findings(`${look}-codes`)).to.deep.equal([]);
    await press('I have stored them');
    await reaches('Sessions and security');
    return { secret, codes };
  }
  /** Each code is of a later step than the one before, as if the person waited (MFA-2). */
  let steps = 0;
  function codeShownBy(secret: string): string {
    story.installation.advance(30);
    steps += 1;
    return totpCode(secret, Date.now() + steps * 30_000);
  }

  it('SES-15: a person who was notified of a new device signs in, sees the sessions and ends the unknown one', async () => {
    const ann = await verified('ann@example.com', 'Ann');
    const stranger = memorySession();
    const answer = await story.installation
      .client()
      .identity.login({ email: 'ann@example.com', password, deviceName: 'Old laptop' });
    if (answer.tokenType !== 'Bearer') throw new Error('No second factor was enrolled');
    await stranger.save(answer);
    const [mail] = (await story.installation.mails()).filter(({ subject }) =>
      subject.includes('New sign-in'),
    );
    const link = /\S+\/settings\/sessions/.exec(mail?.text ?? '')?.[0] ?? '';
    const { page } = story.visitor;

    await page.goto(link);
    await reaches('Sign in');
    expect(await story.visitor.findings('sign-in')).to.deep.equal([]);
    await giveCredentials('ann@example.com', 'not the password');
    await alerts('Address or password is wrong.');
    expect(await story.visitor.findings('sign-in-refused')).to.deep.equal([]);
    await giveCredentials('ann@example.com');
    await reaches('Sessions and security');
    expect(await page.getByRole('main').getByRole('listitem').count()).to.equal(3);
    expect(await story.visitor.findings('account')).to.deep.equal([]);

    await press('End the session on Old laptop');
    await notes('The session is ended.');
    expect(await page.getByRole('main').getByRole('listitem').count()).to.equal(2);
    expect((await ann.identity.listSessions()).sessions).to.have.length(2);
    expect(await codeOf(story.installation.client({ session: stranger }).identity.listSessions())).to.match(
      /^auth\.(session_revoked|refresh_invalid)$/,
    );

    await press('End every session and sign out here');
    await reaches('You are signed out');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await reaches('Sign in');
  });

  it('no script can read the token that outlives the page, and the page that is loaded again is the same session', async () => {
    const bea = await verified('bea@example.com', 'Bea');
    const { page } = story.visitor;
    await open('/settings/sessions');
    await giveCredentials('bea@example.com');
    await reaches('Sessions and security');

    const kept: string = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(kept).to.match(/^\[\{("chancery\.(device|session)":"[^"]+",?){2}\},\{\},""\]$/);
    expect(kept).to.not.match(/chr_|eyJ/);
    expect((await bea.identity.listSessions()).sessions).to.have.length(2);

    await open('/settings/sessions');
    await reaches('Sessions and security');
    expect((await bea.identity.listSessions()).sessions).to.have.length(2);

    await signOut();
    expect((await bea.identity.listSessions()).sessions).to.have.length(1);
    await giveCredentials('bea@example.com');
    await reaches('Sessions and security');
    const told = (await story.installation.mails()).filter(
      ({ to, subject }) => to.includes('bea@example.com') && subject.includes('New sign-in'),
    );
    expect(told).to.have.length(1);
  });

  it('a person changes the password on the page', async () => {
    await verified('cleo@example.com', 'Cleo');
    const { page } = story.visitor;
    await open('/settings/security');
    await giveCredentials('cleo@example.com');
    await reaches('Sessions and security');

    await page.getByText('Change the password').click();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('short');
    expect(await story.visitor.findings('change-password')).to.deep.equal([]);
    await press('Change password');
    await alerts('The password is wrong');
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('a very different walk home');
    await press('Change password');
    await notes('The password is changed');

    const again = await story.installation
      .client()
      .identity.login({ email: 'cleo@example.com', password: 'a very different walk home' });
    expect(again.tokenType).to.equal('Bearer');
  });

  it('MFA-5: an authenticator is added, asked for at the next sign-in, and removed', async () => {
    await verified('dora@example.com', 'Dora');
    const { page } = story.visitor;
    await open('/settings/security');
    await giveCredentials('dora@example.com');
    await reaches('Sessions and security');
    const { secret, codes } = await addTotp('add-totp');
    expect(codes).to.have.length(10);

    await signOut();
    await giveCredentials('dora@example.com');
    await reaches('Second step');
    expect(await page.getByLabel('Code from your authenticator').getAttribute('autocomplete')).to.equal(
      'one-time-code',
    );
    expect(await story.visitor.findings('second-step')).to.deep.equal([]);
    await page.getByLabel('Code from your authenticator').fill('12345');
    await press('Confirm');
    expect(await page.locator('.fault').getByText('Six digits').isVisible()).to.equal(true);
    await page.getByLabel('Code from your authenticator').fill('000000');
    await press('Confirm');
    await alerts('This code is wrong');
    expect(await story.visitor.findings('second-step-refused')).to.deep.equal([]);
    await page.getByLabel('Code from your authenticator').fill(codeShownBy(secret));
    await press('Confirm');
    await reaches('Sessions and security');

    await signOut();
    await giveCredentials('dora@example.com');
    await reaches('Second step');
    await press('Use a recovery code instead');
    expect(await story.visitor.findings('second-step-recovery')).to.deep.equal([]);
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await press('Confirm');
    await reaches('Sessions and security');
    expect(await page.getByText('9 recovery codes are left.').isVisible()).to.equal(true);
    await press('Remove Authenticator');
    await notes('The second factor is removed.');
    expect(await page.getByText('None yet.').isVisible()).to.equal(true);
  });

  it('MFA-11: a passkey is added and signs in without address and password', async () => {
    await verified('enid@example.com', 'Enid');
    const { page } = story.visitor;
    await addAuthenticator(page);
    await open('/settings/security');
    await giveCredentials('enid@example.com');
    await reaches('Sessions and security');
    await press('Add a passkey');
    await reaches('Store your recovery codes');
    await press('I have stored them');
    await reaches('Sessions and security');
    expect(await story.visitor.findings('account-with-passkey')).to.deep.equal([]);

    await signOut();
    await press('Sign in with a passkey');
    await reaches('Sessions and security');

    await signOut();
    await giveCredentials('enid@example.com');
    await reaches('Second step');
    expect(await story.visitor.findings('second-step-passkey')).to.deep.equal([]);
    await press('Use your passkey');
    await reaches('Sessions and security');
    expect(await page.getByText('Signed in as enid@example.com').isVisible()).to.equal(true);
  });

  it('MFA-14: the mail of a factor reset opens a page where an owner cancels it', async () => {
    const olga = await verified('olga@example.com', 'Olga');
    const userId = await joinedBy(olga, 'finn@example.com', 'Finn');
    const { page } = story.visitor;
    await open('/settings/security');
    await giveCredentials('finn@example.com');
    await reaches('Sessions and security');
    const { secret } = await addTotp();
    await olga.identity.reauthenticate({ password });
    await olga.identity.requestFactorReset({ userId, reason: 'Finn says that the phone fell into a lake.' });
    const mails = (await story.installation.mails()).filter(({ text }) =>
      text.includes('/factor-reset/cancel#'),
    );
    expect(mails.map(({ to }) => to.replace(/.*<|>.*/g, '')).sort()).to.deep.equal([
      'finn@example.com',
      'olga@example.com',
    ]);
    const link = /\S+\/factor-reset\/cancel#\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';

    await page.goto(link);
    await page.getByText('Signed in as finn@example.com.').waitFor();
    await press('Use another account');
    await giveCredentials('olga@example.com');
    await reaches('Cancel the reset of second factors');
    expect(await story.visitor.findings('factor-reset')).to.deep.equal([]);
    await press('Cancel the reset');
    await reaches('The reset is cancelled');
    expect(await story.visitor.findings('factor-reset-done')).to.deep.equal([]);

    await page.goto('about:blank');
    await page.goto(link);
    await press('Use another account');
    await giveCredentials('finn@example.com');
    await page.getByLabel('Code from your authenticator').fill(codeShownBy(secret));
    await press('Confirm');
    await press('Cancel the reset');
    await reaches('Nothing to cancel');
  });

  /** Registers somebody who belongs to the workspace of the owner only, as a reset by that owner needs (MFA-14). */
  async function joinedBy(owner: Chancery, email: string, displayName: string): Promise<string> {
    await owner.workspace.createInvitation({ email, role: 'member' });
    const mail = (await story.installation.mails()).find(
      ({ to, text }) => to.includes(email) && text.includes('/invitation#'),
    );
    const invitationToken = /invitation#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const { user } = await story.installation
      .client()
      .identity.registerAccount({ email, displayName, password, invitationToken });
    return user.id;
  }
});
