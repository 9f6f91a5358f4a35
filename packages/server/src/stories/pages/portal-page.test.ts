import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifyRelease } from '@chancery/verify';
import { expect } from 'chai';
import { openDisclosingPractice } from '../testing/disclosing-practice.ts';
import { pageStory } from '../testing/page-story.ts';

describe('story: governance 15, walk-throughs 1 and 4, on the page of the portal', () => {
  const story = pageStory();
  const { open, press, reaches, fill, visitAnew } = story;
  let practice: Awaited<ReturnType<typeof openDisclosingPractice>>;
  let folder: string;
  before(async () => {
    practice = await openDisclosingPractice(story.installation);
    folder = mkdtempSync(join(tmpdir(), 'chancery-portal-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const findings = (name: string) => story.visitor.findings(name);
  const shown = (text: string | RegExp) => story.visitor.page.getByText(text).first().waitFor();
  const wordsOf = async () => (await story.visitor.page.locator('main').textContent()) ?? '';
  /** What the browser saves when a button is pressed. */
  const saved = async (button: string, name: string) => {
    const [download] = await Promise.all([story.visitor.page.waitForEvent('download'), press(button)]);
    const path = join(folder, name);
    await download.saveAs(path);
    return { path, suggested: download.suggestedFilename() };
  };

  it('PORT-2, PORT-9: terms come first, then the entries without what was taken out, and a page to keep that checks itself offline', async () => {
    const artifactId = await practice.signedNote('First interview', 'She called.\n\nHer aunt Eve drinks.');
    const { path, packageNumber } = await practice.release([
      {
        artifactId,
        redactions: [{ part: 'section', key: 'body', start: 22, end: 25, code: 'THIRD_PARTY' }],
      },
    ]);
    const { page } = story.visitor;
    await page.setViewportSize({ width: 320, height: 640 });

    await open(path);
    await reaches('Records were released to you');
    expect(page.url()).to.equal(`${story.installation.baseUrl}/portal`);
    expect(await wordsOf()).not.to.match(/Notes of spring|First interview|Ann Smith|As you have asked/);
    expect(await findings('portal-terms')).to.deep.equal([]);
    await press('I accept');
    await shown('Fill in this field.');
    await fill('Your full name', 'Cleo Clerk');
    await page.getByLabel('I agree to decide in electronic form.').check();
    await press('I accept');
    await reaches('Notes of spring');
    await shown('As you have asked for.');
    expect(await findings('portal-open')).to.deep.equal([]);
    await press('First interview');
    await reaches('First interview');
    await shown('Her aunt [redacted: THIRD_PARTY] drinks.');
    expect(await wordsOf()).not.to.include('Eve');
    expect(await findings('portal-entry')).to.deep.equal([]);
    await press('Ask for a correction');
    await page.getByRole('dialog').getByLabel('What should be corrected').fill('It was Tuesday.');
    expect(await findings('portal-correction')).to.deep.equal([]);
    await press('Send');
    await story.notes('Your request was sent.');
    await press('Back to the list');
    await press('Ask a question');
    await page.getByRole('dialog').getByLabel('Your question').fill('Who called?');
    await press('Send');
    await story.notes('Your question was sent.');

    const file = await saved('Save as a file', 'release.json');
    expect(file.suggested).to.equal(`release-${packageNumber}.json`);
    expect((await verifyRelease(readFileSync(file.path, 'utf8'))).faults).to.deep.equal([]);
    const kept = await saved('Save as a page', 'release.html');
    const offline = await story.browser.newContext({ offline: true, viewport: { width: 320, height: 640 } });
    try {
      const keptPage = await offline.newPage();
      await keptPage.goto(pathToFileURL(kept.path).href);
      await keptPage.getByRole('heading', { name: 'Notes of spring' }).waitFor();
      await keptPage.getByText('What could be checked holds').first().waitFor();
      await keptPage.getByText('Her aunt [redacted: THIRD_PARTY] drinks.').first().waitFor();
    } finally {
      await offline.close();
    }
    await page.getByText('Check this release').first().click();
    await page.getByRole('button', { name: 'Check this release' }).click();
    await shown('The key of the log is the one that the operator publishes at this address.');
    await shown('What could be checked holds');
    expect(await findings('portal-checked')).to.deep.equal([]);
  });

  it('PORT-3, PORT-8: asks for the code in German, counts the tries, and declining shows nothing', async () => {
    const artifactId = await practice.signedNote('Second interview', 'She called again.');
    const { path } = await practice.release([{ artifactId }], {
      accessCode: '482913',
      requiresConsent: false,
    });
    await visitAnew('de-DE');
    const { page } = story.visitor;
    await page.setViewportSize({ width: 320, height: 640 });

    await open(path);
    await reaches('Geben Sie den Zugangscode ein');
    expect(await findings('portal-code-de')).to.deep.equal([]);
    await fill('Zugangscode', '000000');
    await press('Weiter');
    await story.alerts('Sie haben noch 4 Versuche.');
    await fill('Zugangscode', '482913');
    await press('Weiter');
    await reaches('Notes of spring');
    expect(await findings('portal-open-de')).to.deep.equal([]);
    await press('Ich lehne ab');
    expect(await findings('portal-decline-de')).to.deep.equal([]);
    await press('Ja, ablehnen');
    await reaches('Sie haben abgelehnt');
    await page.reload();
    await reaches('Ihnen wurden Unterlagen überlassen');
    expect(await wordsOf()).not.to.include('Notes of spring');
  });

  it('PORT-4: a link that was replaced or revoked, one that is locked, and one that is cut short say so', async () => {
    const artifactId = await practice.signedNote('Third interview', 'She called once more.');
    const locked = await practice.release([{ artifactId }], { accessCode: '482913', requiresConsent: false });
    await open(locked.path);
    for (let tries = 0; tries < 5; tries += 1) {
      await fill('Access code', `00000${tries}`);
      await press('Go on');
      if (tries < 4)
        await story.alerts(tries === 3 ? 'One more try is left.' : `${4 - tries} more tries are left.`);
    }
    await reaches('This is locked');
    expect(await findings('portal-locked')).to.deep.equal([]);

    await practice.cy.governance.createPortalLink({ packageId: locked.packageId, reason: 'Locked' });
    await visitAnew();
    await open(locked.path);
    await reaches('This link no longer works');
    await shown('A newer link replaced it');
    const revoked = await practice.release([{ artifactId }]);
    await practice.cy.governance.revokeReleasePackage({
      packageId: revoked.packageId,
      reason: 'Wrong person',
    });
    await visitAnew();
    await open(revoked.path);
    await shown('Whoever released the records has taken them back.');
    expect(await findings('portal-revoked')).to.deep.equal([]);
    for (const path of ['/portal', `/portal#token=${'a'.repeat(43)}`]) {
      await visitAnew();
      await open(path);
      await reaches('This link is not complete');
    }
  });

  it('the subject reads by keyboard alone, and sees who read their file', async () => {
    const artifactId = await practice.signedNote('Fourth interview', 'She called at last.');
    const { path } = await practice.release(
      [{ artifactId }],
      { requiresConsent: false },
      { kind: 'subject', name: 'Ann Smith', email: 'ann@home.example' },
    );
    const { page } = story.visitor;
    await open(path);
    await reaches('Notes of spring');
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent')) === name) return;
      }
      throw new Error(`Nothing called ${name} takes the focus`);
    };
    await tabTo('Fourth interview');
    await page.keyboard.press('Enter');
    await reaches('Fourth interview');
    expect(await page.evaluate('document.activeElement.id')).to.equal('title');
    await tabTo('Back to the list');
    await page.keyboard.press('Enter');
    await reaches('Notes of spring');
    await tabTo('Who read my file');
    await page.keyboard.press('Enter');
    await shown(/released, somebody of the practice/);
    expect(await findings('portal-accesses')).to.deep.equal([]);
  });
});
