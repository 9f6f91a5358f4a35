import { expect } from 'chai';
import { refusalOf, storyPassword } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';
import { patienceMs } from '../testing/page-visitor.ts';
import { peopleOf } from '../testing/people.ts';

/** What a page could give away to whoever runs script on it. */
const readable = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';

describe('the start page and what it leads to', () => {
  const story = pageStory();
  const { open, press, fill, reaches, notes, visitAnew } = story;

  /** Signs in on the page for that, and so reaches the start page. */
  async function signIn(email: string, name: string): Promise<void> {
    await open('/sign-in');
    await fill('E-mail address', email);
    await fill('Password', storyPassword);
    await press('Sign in');
    await reaches(`Hello, ${name}`);
  }
  const verified = (email: string, name: string) =>
    peopleOf(story.installation).registerVerified(email, name);

  it('a newcomer registers, verifies the address, and is still signed in when the page is loaded again', async () => {
    const { page } = story.visitor;
    await open('/');
    await reaches('Welcome');
    expect(await story.visitor.findings('welcome')).to.deep.equal([]);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await reaches('Create your account');
    await press('Create account');
    expect(await page.getByText('Fill in this field.').count()).to.equal(3);
    expect(await story.visitor.findings('register-missing')).to.deep.equal([]);
    await fill('E-mail address', 'nell@example.com');
    await fill('Your name', 'Nell');
    await fill('Name of your workspace (optional)', 'Harbour practice');
    await fill('Password', 'short');
    await press('Create account');
    await page.getByText('Use at least 15 characters.').waitFor();
    await fill('Password', storyPassword);
    await press('Create account');
    await reaches('Hello, Nell');
    expect(await page.getByText('Harbour practice', { exact: true }).isVisible()).to.equal(true);
    expect(await story.visitor.findings('home-new')).to.deep.equal([]);

    await page.reload();
    await reaches('Hello, Nell');

    await open(
      `/verify-email#token=${await peopleOf(story.installation).mailedToken('nell@example.com', 'verify-email')}`,
    );
    await page.getByText('You are signed in here as nell@example.com.').waitFor();
    expect(await story.visitor.findings('verify-email-signed-in')).to.deep.equal([]);
    await press('Verify address');
    await reaches('Address verified');
    await page.getByRole('link', { name: 'Go to your start page' }).click();
    await reaches('Hello, Nell');
    expect(await page.getByText('Verify your address').count()).to.equal(0);
  });

  it('the refresh token is in no reach of script, and the cookie goes to the session addresses of the pages alone', async () => {
    await verified('cora@example.com', 'Cora');
    await signIn('cora@example.com', 'Cora');
    const { page } = story.visitor;

    const [cookie, ...others] = await page.context().cookies(`${story.installation.baseUrl}/session/refresh`);
    expect(others).to.deep.equal([]);
    expect(cookie).to.include({ httpOnly: true, sameSite: 'Strict', path: '/session', secure: false });
    expect(await page.context().cookies(`${story.installation.baseUrl}/api/v1/auth/refresh`)).to.deep.equal(
      [],
    );
    expect(await page.evaluate(readable)).to.not.match(/chr_|eyJ/);
  });

  it('SES-9: who signs out on one page is signed out in every tab, and the cookie opens nothing any more', async () => {
    await verified('ted@example.com', 'Ted');
    await signIn('ted@example.com', 'Ted');
    const { page } = story.visitor;
    const [cookie] = await page.context().cookies(`${story.installation.baseUrl}/session/refresh`);
    const other = await page.context().newPage();
    await other.goto(`${story.installation.baseUrl}/settings/security`);
    await other.getByRole('heading', { level: 1, name: 'Sessions and security' }).waitFor();

    await press('Sign out');

    await reaches('You are signed out');
    expect(await story.visitor.findings('signed-out')).to.deep.equal([]);
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.context().cookies(`${story.installation.baseUrl}/session/refresh`)).to.deep.equal([]);
    const refreshToken = cookie?.value ?? '';
    expect(
      await refusalOf(story.installation.client().identity.refreshSession({ refreshToken })),
    ).to.deep.equal([401, 'auth.refresh_invalid']);
    await other.close();
  });

  it('SES-2: two tabs that are loaded again and again at once stay signed in', async () => {
    const tom = await verified('tom@example.com', 'Tom');
    await signIn('tom@example.com', 'Tom');
    const { page } = story.visitor;
    const other = await page.context().newPage();
    await other.goto(`${story.installation.baseUrl}/`);

    for (const _ of [1, 2, 3, 4])
      await Promise.all(
        [page, other].map(async (tab) => {
          await tab.reload();
          await tab.getByRole('heading', { level: 1, name: 'Hello, Tom' }).waitFor();
        }),
      );
    // Beyond the time in which a superseded token is forgiven (SES-3).
    story.installation.advance(3600);
    await page.reload();
    await reaches('Hello, Tom');
    await other.reload();
    await other.getByRole('heading', { level: 1, name: 'Hello, Tom' }).waitFor();

    expect((await tom.identity.listSessions()).sessions).to.have.length(2);
    await other.close();
  });

  it('SES-3: a tab that loads while another one renews the session waits for it, so that no older token overwrites a newer', async () => {
    await verified('lena@example.com', 'Lena');
    await signIn('lena@example.com', 'Lena');
    const { page } = story.visitor;
    const other = await page.context().newPage();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route('**/session/refresh', async (route) => {
      await released;
      await route.continue();
    });
    /** Asked anew each time: a promise that the browser is given to poll is true before it is kept. */
    const turns = async (held: number, pending: number) => {
      const found = () =>
        page.evaluate(
          'navigator.locks.query().then(({ held, pending }) => [held.length, pending.length].join())',
        );
      const latest = Date.now() + patienceMs;
      while ((await found()) !== `${held},${pending}`)
        expect(Date.now(), `${held} held and ${pending} waiting`).to.be.below(latest);
    };

    await other.goto(`${story.installation.baseUrl}/`);
    await turns(1, 0);
    await page.reload();
    await turns(1, 1);
    release();

    await other.getByRole('heading', { level: 1, name: 'Hello, Lena' }).waitFor();
    await reaches('Hello, Lena');
    await other.close();
  });

  it('the start page shows the next meetings, and a host starts one from there', async () => {
    const hanna = await verified('hanna@example.com', 'Hanna');
    const soon = new Date(
      Math.ceil(Date.parse(story.installation.now()) / 60_000 + 5) * 60_000,
    ).toISOString();
    await hanna.meetings.createMeeting({
      title: 'Budget round',
      scheduledStartAt: soon,
      timeZone: 'Europe/Berlin',
    });
    await signIn('hanna@example.com', 'Hanna');
    const { page } = story.visitor;
    await page.getByText('you host it').waitFor();
    expect(await story.visitor.findings('home-meetings')).to.deep.equal([]);

    await page.getByRole('link', { name: 'Start as host: Budget round' }).click();
    await reaches('Budget round');
    await page.getByText('You enter as Hanna.').waitFor();
    await press('Enter');
    await reaches('You are the host');
    await press('Start the meeting');
    await reaches('You are in');

    await open('/');
    await reaches('Hello, Hanna');
    expect(await page.getByText('Live now').isVisible()).to.equal(true);
    expect(await page.getByRole('link', { name: 'Enter as host: Budget round' }).isVisible()).to.equal(true);
    expect(await story.visitor.findings('home-live')).to.deep.equal([]);
  });

  it('WSP-4: who is signed in accepts an invitation by one press, and finds the workspace on the start page', async () => {
    const olga = await verified('olga@example.com', 'Olga');
    await verified('mia@example.com', 'Mia');
    await olga.workspace.createInvitation({ email: 'mia@example.com', role: 'member' });
    await signIn('mia@example.com', 'Mia');
    const { page } = story.visitor;

    await open(
      `/invitation#token=${await peopleOf(story.installation).mailedToken('mia@example.com', 'invitation')}`,
    );
    await reaches("Join Olga's workspace");
    expect(await story.visitor.findings('invitation-signed-in')).to.deep.equal([]);
    await press('Accept as mia@example.com');
    await reaches("Welcome to Olga's workspace");
    await page.getByRole('link', { name: 'Go to your start page' }).click();
    await reaches('Hello, Mia');
    const current = page.getByRole('listitem').filter({ hasText: 'Current' });
    expect(await current.getByRole('strong').textContent()).to.equal("Olga's workspace");
    expect(await story.visitor.findings('home-workspaces')).to.deep.equal([]);
    // A member manages no keys.
    expect(await page.getByRole('link', { name: 'API keys' }).count()).to.equal(0);
    await open('/settings/api-keys');
    await page.getByText('API keys are for owners and admins').waitFor();

    await open('/');
    await press("Open Mia's workspace");
    await notes("You are in Mia's workspace now.");
    await page.reload();
    await reaches('Hello, Mia');
    expect(await current.getByRole('strong').textContent()).to.equal("Mia's workspace");
  });

  it('KEY-8: the mail about a new API key leads to the page where an owner revokes it', async () => {
    const kim = await verified('kim@example.com', 'Kim');
    const { apiKey, secret } = await kim.integrations.createApiKey({
      name: 'Booking page',
      scopes: ['meetings.read'],
    });
    await kim.workspace.createWorkspace({ name: 'Second office' });
    const mail = (await story.installation.mails()).find(({ subject }) => subject.includes('New API key'));
    const link = /\S+\/settings\/api-keys\S*/.exec(mail?.text ?? '')?.[0] ?? '';
    const { page } = story.visitor;

    await page.goto(link);
    await reaches('Sign in');
    await fill('E-mail address', 'kim@example.com');
    await fill('Password', storyPassword);
    await press('Sign in');
    await reaches('API keys');
    expect(await page.getByText(`Begins with ${apiKey.keyPrefix}…`).isVisible()).to.equal(true);
    expect(await story.visitor.findings('api-keys')).to.deep.equal([]);
    await press('Revoke Booking page');
    await page.getByRole('heading', { name: 'Revoke “Booking page”?' }).waitFor();
    expect(await story.visitor.findings('api-keys-revoke')).to.deep.equal([]);
    await press('Keep it');
    await press('Revoke Booking page');
    await press('Yes, revoke it');
    await notes('“Booking page” is revoked.');
    expect(await page.getByText('This workspace has no key.').isVisible()).to.equal(true);

    expect(
      await refusalOf(story.installation.client({ apiKey: secret }).meetings.listIntegrationMeetings()),
    ).to.deep.equal([401, 'auth.key_revoked']);
  });

  it('KEY-1, KEY-8: an owner makes an API key on the page, after a fresh proof, and sees its secret this once', async () => {
    await verified('kai@example.com', 'Kai');
    await signIn('kai@example.com', 'Kai');
    const { page } = story.visitor;
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await reaches('API keys');
    await press('Make a new key');
    await reaches('New API key');
    await press('Make the key');
    expect(await page.getByText('Fill in this field.').count()).to.equal(1);
    expect(await page.getByText('Please choose.').count()).to.equal(1);
    expect(await story.visitor.findings('api-keys-new')).to.deep.equal([]);
    await fill('What is it for?', 'Booking page');
    await page.getByLabel('Read the meetings').check();
    await page.getByLabel('Make meetings').check();
    expect(await page.getByLabel('In 90 days').isChecked()).to.equal(true);
    await page.getByLabel('In 30 days').check();
    story.installation.advance(3600);
    await press('Make the key');
    await fill('Password of your account', storyPassword);
    await press('Confirm');

    await reaches('The key of “Booking page”');
    const secret = (await page.locator('code.key').textContent()) ?? '';
    expect(await story.visitor.findings('api-keys-secret')).to.deep.equal([]);
    // A browser with a window asks nobody whether a press may copy; one without has nobody whom it could ask.
    await page.context().grantPermissions(['clipboard-write']);
    await press('Copy');
    await notes('The key is copied.');
    const application = story.installation.client({ apiKey: secret });
    expect((await application.meetings.listIntegrationMeetings()).meetings).to.deep.equal([]);
    expect(await refusalOf(application.workspace.listIntegrationMembers())).to.deep.equal([
      403,
      'scope.missing',
    ]);
    await press('I have stored it');
    await reaches('API keys');
    await page.getByText('May: meetings.read, meetings.write').waitFor();
    await page.getByText(/never used · ends on/).waitFor();
    expect(await page.content()).to.not.include(secret);
    expect(await page.getByText(`Begins with ${secret.slice(0, 18)}…`).isVisible()).to.equal(true);
  });

  it('SES-13: a proof that has become old is asked for again, in front of the page', async () => {
    await verified('petra@example.com', 'Petra');
    await signIn('petra@example.com', 'Petra');
    const { page } = story.visitor;
    story.installation.advance(3600);
    await open('/settings/security');
    await reaches('Sessions and security');

    await press('Add an authenticator app');
    await page.getByRole('dialog').waitFor();
    expect(await story.visitor.findings('step-up')).to.deep.equal([]);
    await fill('Password of your account', 'not the password');
    await press('Confirm');
    await page.getByRole('dialog').getByText('The password is wrong').waitFor();
    expect(await story.visitor.findings('step-up-refused')).to.deep.equal([]);
    await fill('Password of your account', storyPassword);
    await press('Confirm');
    await reaches('Add an authenticator app');
  });

  it('SES-6: a session that is ended elsewhere asks to sign in at the next step', async () => {
    const uma = await verified('uma@example.com', 'Uma');
    await signIn('uma@example.com', 'Uma');
    await uma.identity.logoutAll();

    await press('Meet now');

    await reaches('Sign in');
    await story.visitor.page.getByRole('alert').getByText('signed out').waitFor();
    await story.visitor.page.reload();
    await reaches('Welcome');
  });

  it('by another name of the same server a page says where to sign in', async () => {
    const { page } = story.visitor;
    const { host, port } = new URL(story.installation.baseUrl);
    await page.goto(`http://localhost:${port}/sign-in`);
    await fill('E-mail address', 'ted@example.com');
    await fill('Password', storyPassword);
    await press('Sign in');
    await page.getByRole('alert').getByText(`You can sign in only at ${host}.`).waitFor();
    await visitAnew();
  });

  it('a German browser has the start page and its neighbours in German', async () => {
    await verified('greta@example.com', 'Greta');
    await visitAnew('de-DE');
    await open('/sign-in');
    await fill('E-Mail-Adresse', 'greta@example.com');
    await fill('Passwort', storyPassword);
    await press('Anmelden');
    await reaches('Hallo, Greta');
    expect(await story.visitor.findings('home-de')).to.deep.equal([]);
    // What only the server can find wrong with a field is said in German too.
    await open('/settings/api-keys');
    await press('Neuen Schlüssel anlegen');
    await fill('Wofür ist er?', '\u2800');
    await story.visitor.page.getByLabel('Die Termine lesen').check();
    await press('Schlüssel anlegen');
    await story.visitor.page.getByText('Geben Sie einen Namen an, den man sehen kann.').waitFor();
    expect(await story.visitor.findings('api-keys-new-de')).to.deep.equal([]);
    for (const [path, heading] of [
      ['/settings/api-keys', 'API-Schlüssel'],
      ['/settings/webhooks', 'Webhooks'],
      ['/settings/security', 'Sitzungen und Sicherheit'],
    ]) {
      await open(path ?? '');
      await reaches(heading ?? '');
      expect(await story.visitor.findings(`${path?.slice(10)}-de`)).to.deep.equal([]);
    }
  });
});
