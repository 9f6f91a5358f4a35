import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { pageStory } from '../testing/page-story.ts';
import { visit } from '../testing/page-visitor.ts';
import { anItem, anUpload, type WantedItem, wantingServer } from '../testing/wanted-files.ts';

const link = `/upload#token=${'a'.repeat(43)}`;
const aFile = (name: string, size = 1000, mimeType = 'application/pdf') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(size, 7),
});
const passport = anItem('passport', 'Passport');
const anything = anItem('anything', 'Anything else', { required: false });

describe('what the page shows that takes the files somebody was asked for', () => {
  const story = pageStory();
  const page = () => story.visitor.page;
  const sees = (text: string | RegExp) => page().getByText(text).first().waitFor();
  const cardOf = (name: string, of: Page = page()) => of.getByRole('region', { name });
  const choose = (name: string, ...files: ReturnType<typeof aFile>[]) =>
    cardOf(name).locator('input').first().setInputFiles(files);

  async function opened(items: readonly WantedItem[], given: object = {}, locale?: string) {
    if (locale !== undefined) await story.visitAnew(locale);
    const server = await wantingServer(page(), items, given);
    await story.open(link);
    await page().locator('h1').waitFor();
    return server;
  }
  /** At the widths of two phones; the pictures are for people to look at. */
  async function findingsOn(name: string) {
    const found: string[] = [];
    for (const width of [390, 320]) {
      await page().setViewportSize({ width, height: 740 });
      found.push(...(await story.visitor.findings(`upload-${name}-${width}`)));
    }
    return found;
  }

  it('says what is wanted and by when, what is missing, what has arrived, and why something was not accepted', async () => {
    const items = [
      { ...passport, description: 'The page with your picture.' },
      anItem('bank', 'Bank statements', {
        status: 'rejected',
        uploads: [
          anUpload('1', 'a-very-long-name-of-a-scan-that-never-ends-2025-12.pdf', {
            status: 'rejected',
            reviewReason: 'Only every second page is there.',
          }),
          anUpload('2', 'January.pdf', { status: 'scanning' }),
        ],
      }),
      anItem('contract', 'Contract', {
        status: 'accepted',
        maxFiles: 1,
        uploads: [anUpload('3', 'contract.pdf', { status: 'accepted' })],
      }),
      { ...anything, acceptedTypes: [] },
    ];
    await opened(items, { status: 'in_progress' });
    await story.reaches('Documents for your tax return');
    for (const text of [
      'Ada Lovelace of Harbour Tax asks you to send files.',
      'Everything that came',
      '1 Dec 2026',
      '2 things are still missing:',
      'Bank statements (please send it again)',
      'Not accepted: Only every second page is there.',
      'Arrived, is being checked',
      'PDF, pictures (JPEG, PNG, HEIC, TIFF); at most 3 files of up to 1 MB.',
      'PDF, pictures and office files; at most 3 files of up to 1 MB.',
    ])
      await sees(text);
    expect(await cardOf('Contract').getByRole('button').count()).to.equal(0);
    expect(page().url()).to.match(/\/upload$/);
    expect(await findingsOn('open')).to.deep.equal([]);

    await page().getByRole('link', { name: 'Bank statements (please send it again)' }).click();
    await page().reload();
    await story.reaches('Documents for your tax return');
  });

  it('is in German for whoever reads German, also when all has arrived and when all is done', async () => {
    await opened([passport, anything], {}, 'de-DE');
    await sees('Ada Lovelace von Harbour Tax bittet Sie um Dateien.');
    await choose('Passport', aFile('Pass.pdf'));
    await sees('Noch nicht gesendet');
    expect(await findingsOn('open-german')).to.deep.equal([]);
    await story.press('Eine Datei senden');
    await story.reaches('Alles Nötige ist angekommen');
    expect(await findingsOn('submitted-german')).to.deep.equal([]);

    await page().unrouteAll();
    await wantingServer(page(), [passport], { status: 'completed', closed: true });
    await page().reload();
    await story.reaches('Alles erledigt');
    expect(await page().getByRole('button').count()).to.equal(0);
    expect(await findingsOn('completed-german')).to.deep.equal([]);
  });

  it('names what cannot be sent before a byte of it is: its kind, its size, or that there are too many', async () => {
    const server = await opened([{ ...passport, maxFiles: 1 }, anything]);
    await choose('Passport', aFile('film.mov', 10, 'video/quicktime'));
    await choose('Passport', aFile('nothing.pdf', 0));
    await choose('Passport', aFile('large.pdf', 1_000_001));
    await choose('Passport', aFile('first.pdf'));
    await choose('Passport', aFile('second.pdf'));
    await choose('Anything else', aFile('scan', 10, ''));
    for (const [name, reason] of [
      ['film.mov', 'This kind of file is not taken here.'],
      ['nothing.pdf', 'This file is empty.'],
      ['large.pdf', 'This file is too large. At most 1 MB are taken.'],
      ['first.pdf', 'Not sent yet'],
      ['second.pdf', 'This is one file too many.'],
      ['scan', 'Not sent yet'],
    ] as const)
      await page().getByRole('listitem').filter({ hasText: name }).getByText(reason).waitFor();
    expect(await findingsOn('refused')).to.deep.equal([]);
    await page().getByRole('button', { name: 'Remove: first.pdf' }).click();
    await story.press('Send one file');
    await cardOf('Anything else').getByText('Arrived', { exact: true }).first().waitFor();
    expect(server.sent.map(({ body }) => /filename="([^"]*)"/.exec(body)?.[1])).to.deep.equal(['scan']);
  });

  it('what was cut is sent again by itself under the same key, and what arrived without an answer is not', async () => {
    const server = await opened([passport, anything]);
    server.fates = ['cut', 'taken without answer', 'taken'];
    await choose('Passport', aFile('one.pdf', 900), aFile('two.pdf', 950));
    await page().getByText('Add your name or a note').click();
    await story.fill('Your name', 'Grace');
    await story.fill('Note about the files', 'Both pages');
    await story.press('Send 2 files');
    await sees('The connection was lost. It is sent again by itself.');
    await sees('2 files are on the way. Leave this page open.');
    expect(await findingsOn('paused')).to.deep.equal([]);
    await story.reaches('Everything that is needed has arrived');
    await sees('If one has to be sent again, you will get a mail that says why, with a new link.');

    const names = server.sent.map(({ body }) => /filename="([^"]*)"/.exec(body)?.[1]);
    expect(names).to.deep.equal(['one.pdf', 'one.pdf', 'two.pdf']);
    expect(new Set(server.sent.map(({ key }) => key)).size).to.equal(2);
    expect(server.sent[0]?.key).to.equal(server.sent[1]?.key);
    for (const { body } of server.sent)
      expect(body)
        .to.match(/name="uploaderName"\r\n\r\nGrace/)
        .and.match(/name="note"\r\n\r\nBoth pages/);
    expect(await cardOf('Passport').getByRole('listitem').count()).to.equal(2);
  });

  it('a file that is on its way can be cancelled, sent again or removed, and the next one goes on', async () => {
    const server = await opened([passport, anything]);
    server.fates = ['silence', 'taken', 'taken'];
    await choose('Passport', aFile('one.pdf', 900), aFile('two.pdf', 950), aFile('three.pdf', 970));
    const onItsWay = page().waitForRequest((request) => request.method() === 'POST');
    await story.press('Send 3 files');
    await page().getByRole('button', { name: 'Cancel: three.pdf' }).click();
    await onItsWay;
    await page().getByRole('button', { name: 'Cancel: one.pdf' }).click();
    await page()
      .getByRole('listitem')
      .filter({ hasText: 'one.pdf' })
      .getByText('Cancelled, not sent')
      .waitFor();
    await page().getByRole('button', { name: 'Remove: three.pdf' }).click();
    await cardOf('Passport').getByText('Arrived', { exact: true }).nth(1).waitFor();
    expect(await findingsOn('cancelled')).to.deep.equal([]);
    await page().getByRole('button', { name: 'Try again: one.pdf' }).click();
    await cardOf('Passport').getByText('Arrived', { exact: true }).nth(2).waitFor();
    const names = server.sent.map(({ body }) => /filename="([^"]*)"/.exec(body)?.[1]);
    expect(names).to.deep.equal(['one.pdf', 'two.pdf', 'one.pdf']);
  });

  it('says in words why the server refused a file, and sends the others', async () => {
    const server = await opened([passport, anything]);
    server.fates = [
      { status: 409, code: 'upload.rejected' },
      { status: 415, code: 'upload.type_not_allowed' },
      { status: 409, code: 'file_request.storage_unavailable' },
    ];
    await choose('Passport', aFile('one.pdf'), aFile('two.pdf'), aFile('three.pdf'));
    await choose('Anything else', aFile('four.pdf'));
    await story.press('Send 4 files');
    await sees('Something harmful was found in this file, so it was not taken.');
    await sees('The content of this file is of a kind that is not taken here, whatever its name says.');
    await sees('No more files can be taken just now. Try again tomorrow.');
    await cardOf('Anything else').getByText('Arrived', { exact: true }).first().waitFor();
    expect(await findingsOn('failed')).to.deep.equal([]);
  });

  it('CFR-13: what was refused takes no place, is told to whoever hears the page, and can be tried again', async () => {
    const server = await opened([{ ...passport, maxFiles: 1 }, anything]);
    const hears = (text: string) =>
      page().getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
    server.fates = [{ status: 409, code: 'upload.rejected' }];
    await choose('Passport', aFile('bad.pdf'));
    await story.press('Send one file');
    await hears('bad.pdf: Something harmful was found in this file, so it was not taken.');
    expect(await findingsOn('failed-alone')).to.deep.equal([]);

    await choose('Passport', aFile('good.pdf'));
    await cardOf('Passport').getByText('Not sent yet').waitFor();
    await story.press('Try again: bad.pdf');
    await hears('bad.pdf: This is one file too many.');
    await choose('Passport', aFile('better.pdf'));
    await hears('better.pdf: This is one file too many.');
    await story.press('Remove: good.pdf');
    await story.press('Try again: better.pdf');
    await cardOf('Passport').getByText('Arrived', { exact: true }).first().waitFor();

    const names = server.sent.map(({ body }) => /filename="([^"]*)"/.exec(body)?.[1]);
    expect(names).to.deep.equal(['bad.pdf', 'better.pdf']);
  });

  it('says why the link has ended, also while files are being sent, and whom to ask', async () => {
    for (const [reason, words] of [
      ['superseded', 'What you have sent is still there.'],
      ['cancelled', 'The files are no longer needed.'],
      ['expired', 'The time in which files could be sent is over.'],
    ] as const) {
      await story.visitAnew();
      const server = await opened([passport]);
      await choose('Passport', aFile('one.pdf'));
      server.gone = reason;
      await story.press('Send one file');
      await story.reaches('This link no longer works');
      await sees(words);
      await sees('Ask Ada Lovelace for a new one.');
      expect(await findingsOn(`ended-${reason}`)).to.deep.equal([]);
    }
    await story.visitAnew();
    await story.open('/upload');
    await story.reaches('This link is not complete');
  });

  it('works by the keyboard alone, and takes what is dropped', async () => {
    const server = await opened([passport]);
    await page().getByText('Missing', { exact: true }).waitFor();
    const pressUntil = async (name: string) => {
      for (let presses = 0; presses < 20; presses += 1) {
        await page().keyboard.press('Tab');
        const label = 'document.activeElement.ariaLabel ?? document.activeElement.textContent';
        if ((await page().evaluate(label)) === name) return;
      }
      throw new Error(`The Tab key never reaches ${name}`);
    };
    // Asked for before any key is pressed, so that the browser knows of it in time.
    const choosing = page().waitForEvent('filechooser');
    await pressUntil('Choose files for Passport');
    await page().keyboard.press('Enter');
    const chooser = await choosing;
    await chooser.setFiles([aFile('one.pdf')]);
    await page().getByRole('button', { name: 'Remove: one.pdf' }).waitFor();

    const dataTransfer = await page().evaluateHandle(`(() => {
      const moved = new DataTransfer();
      moved.items.add(new File(['%PDF-1.7 dropped'], 'dropped.pdf', { type: 'application/pdf' }));
      return moved;
    })()`);
    await cardOf('Passport').dispatchEvent('dragover', { dataTransfer });
    expect(await findingsOn('drop')).to.deep.equal([]);
    await cardOf('Passport').dispatchEvent('drop', { dataTransfer });
    await page().getByRole('button', { name: 'Remove: dropped.pdf' }).waitFor();

    await pressUntil('Send 2 files');
    await page().keyboard.press('Enter');
    await story.reaches('Everything that is needed has arrived');
    expect(await page().evaluate('document.activeElement.id')).to.equal('title');
    expect(server.sent.length).to.equal(2);
  });

  it('offers the camera on a phone, where pictures are taken', async () => {
    const phone = await visit(story.browser, story.installation.baseUrl, 'en-GB', {
      hasTouch: true,
      isMobile: true,
    });
    try {
      await wantingServer(phone.page, [passport, { ...anything, accept: ['application/pdf', '.pdf'] }]);
      await phone.page.goto(story.installation.baseUrl + link);
      const [chooser] = await Promise.all([
        phone.page.waitForEvent('filechooser'),
        phone.page.getByRole('button', { name: 'Take a photo for Passport' }).click(),
      ]);
      const input = chooser.element();
      expect([await input.getAttribute('capture'), await input.getAttribute('accept')]).to.deep.equal([
        'environment',
        'image/*',
      ]);
      await chooser.setFiles([aFile('IMG_0001.jpg', 1000, 'image/jpeg')]);
      await phone.page.getByRole('button', { name: 'Remove: IMG_0001.jpg' }).waitFor();
      expect(await cardOf('Anything else', phone.page).getByRole('button').count()).to.equal(1);
      expect(await phone.findings('upload-camera')).to.deep.equal([]);
      expect(phone.faults).to.deep.equal([]);
    } finally {
      await phone.close();
    }
  });
});
