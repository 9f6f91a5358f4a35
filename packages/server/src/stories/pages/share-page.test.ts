import { crc32, deflateSync } from 'node:zlib';
import { type Chancery, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { sharedChromium } from '../testing/chromium.ts';
import { type Installation, openInstallation, storyPassword } from '../testing/installation.ts';
import { type Visitor, visit } from '../testing/page-visitor.ts';
import { aContract } from '../testing/signing-samples.ts';

const passcode = 'harbour-42';
const pdf = new Blob(['%PDF-1.7\n%%EOF'], { type: 'application/pdf' });
const contract = new Blob([new Uint8Array(aContract(12))], { type: 'application/pdf' });

describe('the page of a shared document', () => {
  let installation: Installation;
  let browser: Browser;
  let owner: Chancery;
  const visitors: Visitor[] = [];
  before(async () => {
    [browser, installation] = await Promise.all([sharedChromium(), openInstallation()]);
    const session = memorySession();
    owner = installation.client({ session });
    await session.save(
      await owner.identity.registerAccount({
        email: 'ada@example.com',
        displayName: 'Ada',
        password: storyPassword,
      }),
    );
  });
  after(async () => {
    for (const visitor of visitors) await visitor.close();
    await installation?.close();
  });

  async function shared(file: Blob, fileName: string, input = {}) {
    const { document } = await owner.documents.uploadDocument({ file: { content: file, name: fileName } });
    const made = await owner.documents.createDocumentShare({ documentId: document.id, ...input });
    return { ...made, documentId: document.id, path: new URL(made.url).pathname + new URL(made.url).hash };
  }
  async function opened(path: string, locale?: string) {
    const visitor = await visit(browser, installation.baseUrl, locale);
    visitors.push(visitor);
    await visitor.page.goto(installation.baseUrl + path);
    return visitor;
  }

  it('asks for the passcode and names nothing before, then shows what it is and saves it', async () => {
    const { path } = await shared(pdf, 'Annual report.pdf', { passcode });
    const { page, findings, faults } = await opened(path);
    await page.getByRole('heading', { name: 'A document is shared with you' }).waitFor();
    expect(page.url()).to.equal(`${installation.baseUrl}/share`);
    expect(await page.content()).to.not.include('Annual report');
    expect(await findings('share-locked')).to.deep.equal([]);

    const field = page.getByLabel('Passcode');
    await field.fill('wrong-one');
    await page.getByRole('button', { name: 'Open the document' }).click();
    await page.getByText('This passcode is wrong.').waitFor();
    expect(await field.inputValue()).to.equal('wrong-one');
    expect(await findings('share-wrong-passcode')).to.deep.equal([]);

    await field.fill(passcode);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Annual report.pdf' }).waitFor();
    await page.getByText('PDF', { exact: true }).waitFor();
    expect(await findings('share-open')).to.deep.equal([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).to.equal('Annual report.pdf');
    expect(faults).to.deep.equal([]);
  });

  it('keeps the link for a reload of the tab, and shows a text on the page, in German', async () => {
    const text = new Blob(['Grüße an alle,\ndie das lesen.'], { type: 'text/plain' });
    const { path } = await shared(text, 'Brief.txt', { allowDownload: false });
    const { page, findings, faults } = await opened(path, 'de-DE');
    await page.getByRole('heading', { name: 'Brief.txt' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Brief.txt' }).waitFor();
    await page.getByRole('button', { name: 'Anzeigen' }).click();
    await page.getByText('Grüße an alle,').waitFor();
    expect(await page.getByRole('button', { name: 'Herunterladen' }).count()).to.equal(0);
    expect(await findings('share-text')).to.deep.equal([]);
    expect(faults).to.deep.equal([]);
  });

  it('shows a picture on the page', async () => {
    const { path } = await shared(new Blob([aPng(40, 30)], { type: 'image/png' }), 'Plan.png');
    const { page, findings, faults } = await opened(path);
    await page.getByRole('button', { name: 'Show it' }).click();
    const picture = page.getByAltText('The shared picture Plan.png');
    await picture.waitFor();
    await page.waitForFunction("document.querySelector('img.shared').naturalWidth === 40");
    expect(await findings('share-picture')).to.deep.equal([]);
    // It is shown out of the memory of the page.
    expect(faults.filter((fault) => !fault.startsWith('asked blob:'))).to.deep.equal([]);
  });

  it('draws a PDF on the page, as far as one comes, and names the file that it drew', async () => {
    const { path, documentId } = await shared(contract, 'Contract.pdf', { allowDownload: false });
    const { page, findings, faults } = await opened(path);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('group', { name: 'Page 1 of 12' }).waitFor();
    await page.locator('.textLayer').getByText('Rental agreement, page 1').waitFor({ state: 'attached' });
    expect(await page.locator('.sheet canvas').count()).to.be.within(1, 6);
    expect(await findings('share-pdf')).to.deep.equal([]);
    // It is shown once, because each delivery is a view, and offered in no other way.
    for (const name of ['Show it', 'Download'])
      expect(await page.getByRole('button', { name }).count(), name).to.equal(0);
    const { shares } = await owner.documents.getDocument({ documentId });
    expect(shares?.[0]?.viewCount).to.equal(1);

    await page.getByRole('group', { name: 'Page 12 of 12' }).scrollIntoViewIfNeeded();
    await page.locator('.textLayer').getByText('Rental agreement, page 12').waitFor({ state: 'attached' });
    expect(await page.locator('.sheet canvas').count()).to.be.below(12);
    await page.getByRole('button', { name: 'Larger' }).click();
    expect(faults.filter((fault) => !fault.startsWith('asked blob:'))).to.deep.equal([]);
  });

  it('draws no other file than the one that it names, and says when one cannot be drawn', async () => {
    const { path } = await shared(contract, 'Contract.pdf');
    const { page } = await opened(path);
    for (const [body, sentence] of [
      [aContract(1), 'The file that arrived is not the one that is named here.'],
      [Buffer.from('%PDF-1.7 nothing'), 'This document cannot be shown here.'],
    ] as const) {
      await page.route('**/content?**', (route) => route.fulfill({ contentType: 'application/pdf', body }), {
        times: 1,
      });
      await page.getByRole('button', { name: 'Show it' }).click();
      await page.getByRole('alert').getByText(sentence).waitFor();
      expect(await page.locator('.sheet').count()).to.equal(0);
    }
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('group', { name: 'Page 1 of 12' }).waitFor();
  });

  it('says why a link has ended, and whom to ask', async () => {
    const [revoked, trashed] = [await shared(pdf, 'a.pdf'), await shared(pdf, 'b.pdf')];
    await owner.documents.revokeDocumentShare({ documentId: revoked.documentId, shareId: revoked.share.id });
    await owner.documents.trashDocument({ documentId: trashed.documentId });
    for (const [name, { path }, reason] of [
      ['revoked', revoked, 'Whoever sent it has withdrawn it.'],
      ['trashed', trashed, 'The document was put into the trash, and the link ended with it.'],
    ] as const) {
      const { page, findings, faults } = await opened(path);
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await page.getByText(reason).waitFor();
      await page.getByText('Ask whoever sent you the link for a new one.').waitFor();
      expect(await findings(`share-${name}`)).to.deep.equal([]);
      expect(faults).to.deep.equal([]);
    }
    const { page } = await opened('/share');
    await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
  });

  it('a link that is revoked while its page is open says so at the next press', async () => {
    const { path, documentId, share } = await shared(pdf, 'c.pdf');
    const { page } = await opened(path);
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await owner.documents.revokeDocumentShare({ documentId, shareId: share.id });
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('Whoever sent it has withdrawn it.').waitFor();
  });
});

/** A grey picture of this size (PNG, RFC 2083). */
function aPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, code] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    code.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, code]);
  };
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]));
}
