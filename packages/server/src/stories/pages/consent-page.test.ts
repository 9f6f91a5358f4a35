import { createHash } from 'node:crypto';
import type { Chancery, CreateRecordConsentInput } from '@chancery/sdk';
import { expect } from 'chai';
import { pageStory } from '../testing/page-story.ts';
import { peopleOf } from '../testing/people.ts';

const statementText =
  'I agree that my progress notes go to Harbour Insurance.\n\n  They may be kept for one year.\n  They may not be passed on.';
const sha256 = createHash('sha256').update(statementText).digest('hex');

describe('the page of a requested consent', () => {
  const story = pageStory();
  const { open, press, reaches, fill, visitAnew } = story;
  let ada: Chancery;
  let subjectId: string;
  let asked = 0;
  before(async () => {
    ada = await peopleOf(story.installation).registerVerified('ada@example.com', 'Ada');
    subjectId = (await ada.records.createSubject({ displayName: 'Ann Smith' })).subject.id;
  });

  /** Asks somebody for a consent, and finds the link in the mail about it. */
  async function request(input: Partial<CreateRecordConsentInput> = {}) {
    asked += 1;
    const email = `ann-${asked}@example.com`;
    const { consent } = await ada.governance.createRecordConsent({
      subjectId,
      category: 'disclosure',
      method: 'portal',
      grantedBy: { kind: 'subject', name: 'Ann Smith' },
      statementText,
      requestSignature: { email, expiresInDays: 2 },
      ...input,
    });
    const token = await peopleOf(story.installation).mailedToken(email, 'consent');
    return { consentId: consent.id, path: `/consent#token=${token}` };
  }
  const recorded = async (consentId: string) =>
    (await ada.governance.getRecordConsent({ consentId })).consent;
  const findings = (name: string) => story.visitor.findings(name);
  const shown = (text: string | RegExp) => story.visitor.page.getByText(text).first().waitFor();

  it('PORT-12, GOV-1: the link of the mail shows the whole text, and takes the agreement and its withdrawal', async () => {
    const { consentId, path } = await request({
      scope: {
        purposes: ['legal_proceedings', 'emergency'],
        recipients: [{ name: 'Harbour Insurance', organization: null, email: 'claims@harbour.example' }],
        entryTypes: ['progress_note'],
        labels: ['psychotherapy'],
        dataFrom: '2026-01-01',
        dataTo: '2026-06-30',
      },
    });
    const { page } = story.visitor;
    await page.setViewportSize({ width: 390, height: 844 });

    await open(path);
    await reaches('You are asked for your consent');
    expect(page.url()).to.equal(`${story.installation.baseUrl}/consent`);
    for (const text of ["Ada's workspace", 'Ann Smith', 'Ann Smith, for themselves', 'progress note'])
      expect(await page.getByRole('definition').filter({ hasText: text }).count(), text).to.be.above(0);
    await shown('legal proceedings and emergencies');
    await shown('Harbour Insurance (claims@harbour.example)');
    await shown('from 1 Jan 2026 to 30 Jun 2026');
    await shown('entries of psychotherapy');
    const onPage = (await page.locator('blockquote').textContent()) ?? '';
    expect(createHash('sha256').update(onPage).digest('hex')).to.equal(sha256);
    expect(await findings('consent-asked')).to.deep.equal([]);

    await press('I agree');
    await shown('Fill in this field.');
    await shown('Please tick this box.');
    expect(await findings('consent-missing')).to.deep.equal([]);
    await fill('Your full name', 'Ann Smith');
    await page.getByLabel('I agree to decide in electronic form.').check();
    await press('I agree');
    await reaches('You have agreed');
    expect(await page.evaluate('document.activeElement.id')).to.equal('title');
    const agreed = await recorded(consentId);
    expect([agreed.status, agreed.statementSha256]).to.deep.equal(['active', sha256]);
    expect(agreed.signature).to.include({
      signerName: 'Ann Smith',
      relationship: 'self',
      typedSignature: 'Ann Smith',
      hasDrawing: false,
    });
    for (const text of [String(agreed.signature?.auditSeq), sha256])
      expect(await page.getByRole('definition').filter({ hasText: text }).count(), text).to.be.above(0);
    expect(await findings('consent-agreed')).to.deep.equal([]);

    await page.reload();
    await reaches('You have agreed');
    await press('Withdraw my consent');
    await page.getByRole('dialog').getByLabel('Your full name').fill('Ann Smith');
    expect(await findings('consent-withdraw')).to.deep.equal([]);
    await press('Yes, withdraw');
    await reaches('You have withdrawn your consent');
    expect((await recorded(consentId)).status).to.equal('revoked');
    expect(await findings('consent-withdrawn')).to.deep.equal([]);

    await page.reload();
    await reaches('This link no longer works');
    await shown('The decision was made, and this link can change nothing more.');
    expect(await findings('consent-over')).to.deep.equal([]);
  });

  it('PORT-12: a request is declined in German, and a declined one cannot be taken up again by its link', async () => {
    const { consentId, path } = await request({
      grantedBy: { kind: 'other', name: 'Bo Smith', relationship: 'sister' },
    });
    await visitAnew('de-DE');
    const { page } = story.visitor;
    await page.setViewportSize({ width: 320, height: 640 });

    await open(path);
    await reaches('Sie werden um Ihre Einwilligung gebeten');
    await shown('Bo Smith, sister');
    expect(await findings('consent-asked-de')).to.deep.equal([]);
    await fill('Ihr voller Name', 'Bo Smith');
    await press('Ich stimme nicht zu');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Ihr voller Name').inputValue()).to.equal('Bo Smith');
    await press('Ja, ablehnen');
    await dialog.getByText('Bitte wählen Sie.').waitFor();
    expect(await findings('consent-decline-de')).to.deep.equal([]);
    await dialog.getByLabel('Ich vertrete sie gesetzlich').check();
    await press('Ja, ablehnen');
    await reaches('Sie haben abgelehnt');
    expect(await findings('consent-declined-de')).to.deep.equal([]);

    const { status, signature } = await recorded(consentId);
    expect([status, signature?.relationship]).to.deep.equal(['rejected', 'legal_representative']);
    await page.reload();
    await reaches('Dieser Link gilt nicht mehr');
    await shown('Es wurde entschieden, und dieser Link kann daran nichts mehr ändern.');
  });

  it('is decided by keyboard alone, and going back from a question loses nothing', async () => {
    const { consentId, path } = await request();
    const { page } = story.visitor;
    const { keyboard } = page;
    /** Presses Tab until the focus is on what has this name. */
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 30; presses += 1) {
        await keyboard.press('Tab');
        const focused = await page.evaluate(
          '(document.activeElement.labels?.[0] ?? document.activeElement).textContent',
        );
        if (focused === name) return;
      }
      throw new Error(`Nothing called ${name} takes the focus`);
    };

    await open(path);
    await reaches('You are asked for your consent');
    await tabTo('Your full name');
    await keyboard.type('Ann Smith');
    await tabTo('I agree to decide in electronic form.');
    await keyboard.press('Space');
    await tabTo('I do not agree');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await reaches('You have agreed');
    expect((await recorded(consentId)).status).to.equal('active');
  });

  it('takes a signature that is drawn, beside the name', async () => {
    const { consentId, path } = await request();
    const { page } = story.visitor;
    await open(path);
    await fill('Your full name', 'Ann Smith');
    await page.getByText('Sign by hand as well').click();
    const box = await page.locator('canvas').boundingBox();
    if (box === null) throw new Error('There is no place to draw in');
    await page.mouse.move(box.x + 30, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 40, { steps: 5 });
    await page.mouse.up();
    expect(await findings('consent-drawn')).to.deep.equal([]);
    await page.getByLabel('I agree to decide in electronic form.').check();
    await press('I agree');
    await reaches('You have agreed');
    expect((await recorded(consentId)).signature).to.include({ hasDrawing: true });
  });

  it('PORT-11: what was decided otherwise in another tab is not decided anew, and the page says so', async () => {
    const { path } = await request();
    const { page } = story.visitor;
    await open(path);
    await reaches('You are asked for your consent');
    const other = await page.context().newPage();
    await other.goto(story.installation.baseUrl + path);
    await other.getByLabel('Your full name').fill('Ann Smith');
    await other.getByLabel('I agree to decide in electronic form.').check();
    await other.getByRole('button', { name: 'I agree', exact: true }).click();
    await other.getByRole('heading', { name: 'You have agreed' }).waitFor();

    await press('I do not agree');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your full name').fill('Ann Smith');
    await press('Yes, decline');
    await dialog.getByText('It was decided otherwise before.').waitFor();
    expect(await dialog.getByLabel('Your full name').inputValue()).to.equal('Ann Smith');
  });

  it('a text that is not the one of its SHA-256 is not agreed to', async () => {
    const { consentId, path } = await request();
    const { page } = story.visitor;
    await page.route('**/public/records/portal', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('may not be passed on', 'may be passed on');
      await route.fulfill({ response, body });
    });
    await open(path);
    await fill('Your full name', 'Ann Smith');
    await page.getByLabel('I agree to decide in electronic form.').check();
    await press('I agree');
    await story.alerts('The text did not arrive as it was sent.');
    expect((await recorded(consentId)).status).to.equal('requested');
  });

  it('PORT-12: a link whose request was taken back or is over says so and what to do; one that is cut short says that', async () => {
    const revoked = await request();
    await ada.governance.revokeRecordConsent({ consentId: revoked.consentId, reason: 'Asked by mistake' });
    await open(revoked.path);
    await reaches('This link no longer works');
    await shown('Whoever asked has taken the request back.');
    await shown('write to whoever sent you the link');
    expect(await findings('consent-revoked')).to.deep.equal([]);

    const late = await request();
    story.installation.advance(3 * 24 * 3600);
    await visitAnew();
    await open(late.path);
    await reaches('This link no longer works');
    await shown('The time to decide is over.');

    for (const path of ['/consent', `/consent#token=${'a'.repeat(43)}`, '/consent#token=short']) {
      await visitAnew();
      await open(path);
      await reaches('This link is not complete');
    }
  });
});
