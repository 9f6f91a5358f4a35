import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { pageStory } from '../testing/page-story.ts';
import { findingsOf } from '../testing/page-visitor.ts';

const stored = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../verify/src/testing/${name}`, import.meta.url), 'utf8'));
const { exportFile, mainLog, tampering, checkpoints, proofsWithEvent } = stored('audit-chain.json');
const { release, signingKey, certificate } = stored('releases.json');
const exported: string = exportFile.text;
const keptCheckpoint: string = tampering[0].pinnedCheckpoints.at(-1);

const copy = Buffer.from('%PDF-1.7\nwhat was signed\n');
const digest = createHash('sha256').update(copy).digest('hex');
/** In the form that is hashed: members in their order, nothing between them. */
const evidence = (documentSha256 = digest) =>
  JSON.stringify({
    document: { name: 'Agreement' },
    original: { sha256: '0'.repeat(64) },
    recipients: [{ documentSha256, name: 'Ada Byron' }],
    schema: 'chancery.signing-evidence.v1',
    signingCopy: { sha256: digest },
  });

interface Words {
  readonly choose: string;
  readonly keys: string;
  readonly label: string;
}
const english: Words = {
  choose: 'Choose a file',
  keys: 'Keys that you know',
  label: 'Keys, one on each line',
};
const german: Words = {
  choose: 'Datei wählen',
  keys: 'Schlüssel, die Sie kennen',
  label: 'Schlüssel, einer je Zeile',
};

describe('the page that checks what proves itself', () => {
  const story = pageStory();
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-page-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const choose = (page: Page, name: string, content: string | Buffer, { choose: label } = english) =>
    page
      .getByLabel(label)
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  async function enterKeys(page: Page, words = english, ...keys: readonly string[]) {
    await page.getByText(words.keys).click();
    await page.getByLabel(words.label).fill(keys.join('\n'));
  }

  /** Every kind, and what is said of it. */
  async function checksAll(page: Page, name: string) {
    await choose(page, 'ledger.ndjson', exported);
    await sees(page, 'What could be checked holds');
    await sees(page, /The keys are those in the file/);

    await enterKeys(page, english, mainLog.vkey, checkpoints.key.vkey, signingKey);
    await choose(page, 'kept.txt', keptCheckpoint);
    await sees(page, 'The checkpoint is kept for this page');
    await choose(page, 'ledger.ndjson', exported);
    await sees(page, 'Yes, all of it holds');
    expect(await findingsOf(page, `${name}-export`)).to.deep.equal([]);

    await choose(page, 'changed.ndjson', exported.replace('emergency', 'treatment'));
    await sees(page, 'No, this does not hold');
    await sees(page, 'hash_mismatch');
    expect(await findingsOf(page, `${name}-changed`)).to.deep.equal([]);

    await choose(page, 'proof.txt', proofsWithEvent[0].text);
    await sees(page, 'Yes, all of it holds');
    await sees(page, 'A proof that an event is in an audit ledger');

    await choose(page, 'certificate.json', JSON.stringify(certificate));
    await sees(page, 'DC-2026-000001');
    await choose(page, 'certificate.json', JSON.stringify({ ...certificate, singlePerson: true }));
    await sees(page, 'wrong_digest');

    await choose(page, 'release.json', JSON.stringify(release));
    await sees(page, 'An attachment is not in the file, so it was not checked.');
    await sees(page, 'Shown, but proved by nothing: Entry 1, subjective, part 2');
    expect(await findingsOf(page, `${name}-release`)).to.deep.equal([]);
    const withAnother = JSON.stringify(release).replace('Session 3","entryType', 'Session 4","entryType');
    await choose(page, 'release.json', withAnother);
    await sees(page, 'Contents, entry 1: shown_differs');

    await choose(page, 'broken.ndjson', exported.slice(0, 900));
    await sees(page, 'This file could not be read to its end');
  }

  it('SEA-18, REC-70, GOV-41: checks an export, a proof, a release and a certificate, and sends nothing', async () => {
    const { page } = story.visitor;
    await story.open('/verify');
    await story.reaches('Is this file genuine?');
    await sees(page, 'Save this page as a file');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!/\/pages\//.test(request.url())) asked.push(request.url());
    });
    await checksAll(page, 'verify');
    await choose(page, 'chancery-evidence.json', evidence());
    await sees(page, 'The evidence of a signing');
    await choose(page, 'chancery-evidence.json', evidence('1'.repeat(64)));
    await sees(page, /It does not say the same everywhere/);
    expect(asked).to.deep.equal([]);
  });

  it('takes a file that is dropped on it', async () => {
    const { page } = story.visitor;
    await story.open('/verify');
    await story.reaches('Is this file genuine?');
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(exported)}], 'ledger.ndjson'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await sees(page, 'What could be checked holds');
  });

  /** The page as somebody saves it, opened from the disk without any network. */
  async function saved(locale: string, width: number) {
    const answer = await fetch(`${story.installation.baseUrl}/verify/offline.html`);
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="chancery-verify.html"');
    const file = join(folder, 'chancery-verify.html');
    writeFileSync(file, await answer.text());
    const context = await story.browser.newContext({
      locale,
      viewport: { width, height: 740 },
      offline: true,
    });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (request.url() !== pathToFileURL(file).href) faults.push(`asked ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    return { page, faults, close: () => context.close() };
  }

  it('saved as one file it checks the same, offline', async () => {
    const { page, faults, close } = await saved('en-GB', 320);
    await page.getByRole('heading', { level: 1, name: 'Does this hold?' }).waitFor();
    expect(await findingsOf(page, 'verify-saved')).to.deep.equal([]);
    await checksAll(page, 'verify-saved');

    await choose(page, 'agreement.pdf', copy);
    await sees(page, digest);
    await choose(page, 'chancery-evidence.json', evidence());
    await sees(page, /is the one that was put before the signers/);
    expect(await findingsOf(page, 'verify-saved-evidence')).to.deep.equal([]);
    expect(faults).to.deep.equal([]);
    await close();
  });

  it('saved as one file it cannot send anything, whoever asks it to', async () => {
    const { page, close } = await saved('en-GB', 390);
    const reached = await page.evaluate(`new Promise((resolve) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
      fetch('https://collector.example/').then(() => resolve('sent'), () => setTimeout(resolve, 5000, 'offline'));
    })`);
    expect(reached).to.equal('connect-src');
    await close();
  });

  it('speaks German, at the server and from the disk', async () => {
    await story.visitAnew('de-DE');
    await story.open('/verify');
    await story.reaches('Ist diese Datei echt?');
    await enterKeys(story.visitor.page, german, mainLog.vkey);
    await choose(story.visitor.page, 'ledger.ndjson', exported, german);
    await sees(story.visitor.page, 'Ja, alles stimmt');
    expect(await story.visitor.findings('verify-german')).to.deep.equal([]);

    const { page, faults, close } = await saved('de-DE', 390);
    await page.getByRole('heading', { level: 1, name: 'Stimmt das?' }).waitFor();
    await enterKeys(page, german, mainLog.vkey);
    await choose(page, 'ledger.ndjson', exported.replace('emergency', 'treatment'), german);
    await sees(page, 'Nein, das stimmt nicht');
    await sees(page, 'Ein Ereignis wurde geändert, verschoben oder eingefügt.');
    expect(await findingsOf(page, 'verify-saved-german')).to.deep.equal([]);
    expect(faults).to.deep.equal([]);
    await close();
  });
});
