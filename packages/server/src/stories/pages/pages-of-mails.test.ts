import type { SpooledMail } from '@chancery/adapters-services';
import { isSession } from '@chancery/sdk';
import { expect } from 'chai';
import { storyPassword as password, refusalOf } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';
import { peopleOf } from '../testing/people.ts';
import { totpCode } from '../testing/totp-code.ts';

describe('the pages that links in mails open', () => {
  const story = pageStory();
  const { press, reaches, alerts: says, visitAnew } = story;
  const verified = (email: string, name: string) =>
    peopleOf(story.installation).registerVerified(email, name);

  /** The newest mail to the address that carries a link to this page, and the link. */
  async function linkTo(page: string, address: string): Promise<{ link: string; mail: SpooledMail }> {
    const mail = (await story.installation.mails())
      .filter(({ to, text }) => to.includes(address) && text.includes(`/${page}#`))
      .at(-1);
    const link = new RegExp(`\\S+/${page}#\\S+`).exec(mail?.text ?? '')?.[0];
    if (mail === undefined || link === undefined) throw new Error(`No mail to ${address} opens ${page}`);
    return { link, mail };
  }

  it('AUT-7: an address is verified with the password of the account', async () => {
    await story.installation.register('vera@example.com', 'Vera');
    const { page } = story.visitor;
    const { link } = await linkTo('verify-email', 'vera@example.com');

    await page.goto(link);
    await reaches('Verify your address');
    expect(page.url()).to.equal(`${story.installation.baseUrl}/verify-email`);
    expect(await story.visitor.findings('verify-email')).to.deep.equal([]);

    await press('Verify address');
    expect(await page.getByText('Fill in this field.').isVisible()).to.equal(true);
    await page.getByLabel('Password', { exact: true }).fill('not the password at all');
    await press('Verify address');
    await says('This password is not the one of the account.');
    expect(await story.visitor.findings('verify-email-refused')).to.deep.equal([]);

    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Verify address');
    await reaches('Address verified');
    expect(await page.evaluate('document.activeElement.id')).to.equal('title');
    expect(await page.getByText('vera@example.com').isVisible()).to.equal(true);
    expect(await story.visitor.findings('verify-email-done')).to.deep.equal([]);
  });

  it('AUT-7: a person who signs in another way verifies an address', async () => {
    const vic = await story.installation.register('vic@example.com', 'Vic');
    const { page } = story.visitor;
    const { link } = await linkTo('verify-email', 'vic@example.com');

    await page.goto(link);
    await press('Sign in another way');
    await page.getByLabel('E-mail address').fill('vic@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Sign in');
    await reaches('Address verified');

    // What the account had while anybody might have made it has ended, and the page has signed out.
    expect(await refusalOf(vic.identity.getMe())).to.deep.equal([401, 'auth.session_revoked']);
    const again = await story.installation.client().identity.login({ email: 'vic@example.com', password });
    expect(isSession(again) && again.user.emailVerified).to.equal(true);
  });

  it('AUT-15: opening a link uses nothing up, and leaves no token in the address bar or the history', async () => {
    await story.installation.register('otto@example.com', 'Otto');
    const { page } = story.visitor;
    const { link } = await linkTo('verify-email', 'otto@example.com');

    for (const _ of [1, 2]) {
      const answer = await fetch(link);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
      await page.goto('about:blank');
      await page.goto(link);
      await reaches('Verify your address');
    }
    expect(page.url()).to.not.include('token');
    expect(await page.evaluate('JSON.stringify([history.state, { ...sessionStorage }])')).to.equal(
      '[null,{}]',
    );
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Verify address');
    await reaches('Address verified');

    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Verify address');
    await reaches('This link no longer works');
    expect(await story.visitor.findings('dead-link')).to.deep.equal([]);
    await page.getByLabel('E-mail address').fill('otto@example.com');
    await press('Send a new link');
    await page.getByRole('status').getByText('a new mail is on its way').waitFor();
  });

  it('a page that was opened without its token says what to do', async () => {
    const { page } = story.visitor;
    for (const name of [
      'verify-email',
      'reset-password',
      'confirm-email',
      'revert-email',
      'undo-addition',
      'invitation',
      'factor-reset/cancel',
    ]) {
      await page.goto(`${story.installation.baseUrl}/${name}`);
      await reaches('This link is not complete');
    }
    expect(await story.visitor.findings('incomplete')).to.deep.equal([]);
  });

  it('a link that was cut off is a link that leads nowhere, and no form with faults', async () => {
    const { page } = story.visitor;
    for (const [path, heading] of [
      ['share', 'This link no longer works'],
      ['upload', 'This link no longer works'],
      ['sign', 'This link leads nowhere'],
      ['invitation', 'This link no longer works'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(`${story.installation.baseUrl}/${path}#token=${'A'.repeat(20)}`);
      await reaches(heading);
      await page.getByText(/part of it is missing\. Open it again from the mail/).waitFor();
      expect(await page.getByRole('alert').textContent(), path).to.equal('');
    }
    expect(await story.visitor.findings('cut-off')).to.deep.equal([]);
  });

  it('a person requests the reset of a forgotten password and sets a new one', async () => {
    await story.installation.register('rosa@example.com', 'Rosa');
    const { page } = story.visitor;

    await page.goto(`${story.installation.baseUrl}/forgot-password`);
    await page.getByLabel('E-mail address').fill('rosa');
    await press('Send the link');
    expect(await page.getByText('Enter an e-mail address').isVisible()).to.equal(true);
    expect(await story.visitor.findings('forgot-password')).to.deep.equal([]);
    story.installation.advance(90);
    await page.getByLabel('E-mail address').fill('rosa@example.com');
    await press('Send the link');
    await reaches('Look into your mail');
    expect(await story.visitor.findings('forgot-password-sent')).to.deep.equal([]);

    const { link } = await linkTo('reset-password', 'rosa@example.com');
    await page.goto(link);
    await page.getByLabel('New password').fill('too short');
    await press('Set password');
    await page.getByText('Use at least 15 characters.').waitFor();
    expect(await story.visitor.findings('reset-password-refused')).to.deep.equal([]);
    await page.getByLabel('Show password').check();
    await page.getByLabel('New password').fill('another walk along the sea');
    expect(await story.visitor.findings('reset-password')).to.deep.equal([]);
    await press('Set password');
    await reaches('Password set');
    expect(await page.getByText('One session was ended.').isVisible()).to.equal(true);
    expect(await story.visitor.findings('reset-password-done')).to.deep.equal([]);

    const again = await story.installation
      .client()
      .identity.login({ email: 'rosa@example.com', password: 'another walk along the sea' });
    expect(again.tokenType).to.equal('Bearer');
  });

  it('a change of address is confirmed from the new address and reverted from the old one', async () => {
    const carl = await verified('carl@example.com', 'Carl');
    await carl.identity.requestEmailChange({ newEmail: 'charles@example.com', password });
    const { page } = story.visitor;

    await page.goto((await linkTo('confirm-email', 'charles@example.com')).link);
    await reaches('Confirm your new address');
    expect((await carl.identity.getMe()).user.email).to.equal('carl@example.com');
    expect(await story.visitor.findings('confirm-email')).to.deep.equal([]);
    await press('Confirm the change');
    await reaches('Address changed');
    expect((await carl.identity.getMe()).user.email).to.equal('charles@example.com');

    await page.goto((await linkTo('revert-email', 'carl@example.com')).link);
    await reaches('Take back the change of address');
    expect(await story.visitor.findings('revert-email')).to.deep.equal([]);
    await press('Take back the change');
    await reaches('The change is taken back');
    expect(await page.getByText('carl@example.com again').isVisible()).to.equal(true);
    expect(await story.visitor.findings('revert-email-done')).to.deep.equal([]);
    await linkTo('reset-password', 'carl@example.com');
  });

  it('AUT-11: what somebody else added to an account is removed from the mail about it', async () => {
    const dora = await verified('dora@example.com', 'Dora');
    const { factor, secret } = await dora.identity.beginTotp({});
    await dora.identity.confirmTotp({
      factorId: factor.id,
      code: totpCode(secret, Date.parse(story.installation.now())),
    });
    const { page } = story.visitor;

    const { link } = await linkTo('undo-addition', 'dora@example.com');
    await page.goto(link);
    await reaches('Remove what was added to your account');
    expect(await story.visitor.findings('undo-addition')).to.deep.equal([]);
    expect((await dora.identity.listFactors()).factors).to.have.lengthOf(1);
    await press('Remove it and sign everybody out');
    await reaches('It is removed');
    expect(await story.visitor.findings('undo-addition-done')).to.deep.equal([]);

    await page.goto('about:blank');
    await page.goto(link);
    await press('Remove it and sign everybody out');
    await reaches('This link no longer works');
  });

  it('WSP-4: an invitation is opened, and accepted with the account of the address', async () => {
    const olga = await verified('olga@example.com', 'Olga');
    const mia = await verified('mia@example.com', 'Mia');
    await olga.workspace.createInvitation({ email: 'mia@example.com', role: 'member' });
    const { page } = story.visitor;
    const { link } = await linkTo('invitation', 'mia@example.com');

    await page.goto(link);
    await reaches("Join Olga's workspace");
    expect(await page.getByText('Invited by').isVisible()).to.equal(true);
    expect(await story.visitor.findings('invitation')).to.deep.equal([]);

    await press('Sign in and accept');
    await page.getByLabel('E-mail address').fill('olga@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Sign in');
    await says('The invitation is for another address.');
    expect(await story.visitor.findings('invitation-mismatch')).to.deep.equal([]);

    await page.getByLabel('E-mail address').fill('mia@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Sign in');
    await reaches("Welcome to Olga's workspace");
    expect(await story.visitor.findings('invitation-done')).to.deep.equal([]);
    const { workspaces } = await mia.workspace.listWorkspaces();
    expect(workspaces.map(({ name }) => name)).to.include("Olga's workspace");

    await page.goto('about:blank');
    await page.goto(link);
    await reaches('This link no longer works');
    expect(await page.getByText('It was used already.').isVisible()).to.equal(true);
  });

  it('AUT-13: an invitation is accepted by registering, without another mail', async () => {
    const owen = await verified('owen@example.com', 'Owen');
    await owen.workspace.createInvitation({ email: 'nora@example.com', role: 'guest' });
    const { page } = story.visitor;

    await page.goto((await linkTo('invitation', 'nora@example.com')).link);
    await press('Create an account and accept');
    expect(await page.getByLabel('E-mail address').inputValue()).to.equal('nora@example.com');
    expect(await story.visitor.findings('invitation-register')).to.deep.equal([]);
    await page.getByLabel('Your name').fill('Nora');
    await page.getByLabel('New password').fill('aaaaaaaaaaaaaaaaaaaa');
    await press('Create an account and accept');
    await page
      .getByText(/This password is|easy to guess|too close/)
      .first()
      .waitFor();
    await page.getByLabel('New password').fill(password);
    await press('Create an account and accept');
    await reaches("Welcome to Owen's workspace");

    const session = await story.installation.client().identity.login({ email: 'nora@example.com', password });
    expect(session).to.have.nested.property('user.emailVerified', true);
    expect(session).to.have.nested.property('workspace.name', "Owen's workspace");
  });

  it('a person who has the link declines an invitation, after a second question', async () => {
    const ines = await verified('ines@example.com', 'Ines');
    await ines.workspace.createInvitation({ email: 'dan@example.com', role: 'member' });
    const { page } = story.visitor;

    await page.goto((await linkTo('invitation', 'dan@example.com')).link);
    await press('Decline');
    await reaches('Decline this invitation?');
    expect(await story.visitor.findings('invitation-decline')).to.deep.equal([]);
    await press('Back to the invitation');
    await press('Decline');
    await press('Yes, decline');
    await reaches('Invitation declined');

    const { invitations } = await ines.workspace.listInvitations({ status: 'declined' });
    expect(invitations.map(({ email }) => email)).to.deep.equal(['dan@example.com']);
  });

  it('a German browser is answered in German, by the same pages', async () => {
    await visitAnew('de-DE');
    const { page } = story.visitor;

    await page.goto(`${story.installation.baseUrl}/forgot-password`);
    await reaches('Passwort vergessen?');
    expect(await page.getAttribute('html', 'lang')).to.equal('de');
    expect(await story.visitor.findings('forgot-password-de')).to.deep.equal([]);
    await page.goto(`${story.installation.baseUrl}/reset-password#token=${'x'.repeat(43)}`);
    await page.getByLabel('Neues Passwort').fill(password);
    await press('Passwort festlegen');
    await reaches('Dieser Link gilt nicht mehr');
  });

  it('actions without a page have a guide, and the root page says where it is', async () => {
    const { page } = story.visitor;
    const guides = ['members', 'api-keys', 'webhooks/019aa', 'jobs', 'billing'].map(
      (name) => `settings/${name}`,
    );
    for (const path of ['', ...guides, 'records/audit']) {
      const answer = await page.goto(`${story.installation.baseUrl}/${path}`);
      expect(answer?.status(), path).to.equal(200);
      expect(await story.visitor.findings(`guide-${path.replaceAll('/', '-')}`)).to.deep.equal([]);
    }
  });

  /** A person whose address is verified already. */
});
