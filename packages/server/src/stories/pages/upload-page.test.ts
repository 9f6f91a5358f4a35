import { anOfficeDocument, aPdf, eicarTestFile, sha256Of } from '@chancery/core/testing';
import type { Chancery, FileRequest } from '@chancery/sdk';
import { expect } from 'chai';
import { BadLine } from '../testing/bad-line.ts';
import { openInstallation } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';
import { type People, peopleOf } from '../testing/people.ts';

const client = { clientName: 'Grace Hopper', clientEmail: 'grace@example.org' };
const title = 'Documents for your tax return';
const file = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, mimeType, buffer });

describe('the page by which somebody sends the files that they were asked for', () => {
  const line = new BadLine();
  const story = pageStory(() =>
    openInstallation(
      async (port) => ({
        CHANCERY_BASE_URL: `http://127.0.0.1:${await line.open(port)}`,
        CHANCERY_RATE_LIMIT_SCALE: '10',
      }),
      { inspectionSeconds: 25 },
    ),
  );
  let ada: Chancery;
  let people: People;
  before(async () => {
    people = peopleOf(story.installation);
    ada = await people.registerVerified('ada@example.com', 'Ada Lovelace');
    // A busy machine takes its time to start the process that looks into files, so that is there before anybody waits for it.
    for (const bytes of [anOfficeDocument('wordprocessingml.document'), aPdf(1000)])
      await ada.documents.uploadDocument({ file: new Blob([new Uint8Array(bytes)]), name: 'A file' });
  });
  after(() => line.close());

  const page = () => story.visitor.page;
  const cardOf = (name: string) => page().getByRole('region', { name });
  const sees = (text: string | RegExp) => page().getByText(text).first().waitFor();
  const choose = (name: string, ...files: ReturnType<typeof file>[]) =>
    cardOf(name).locator('input').first().setInputFiles(files);
  const read = async ({ id }: FileRequest) =>
    (await ada.fileRequests.getFileRequest({ requestId: id })).request;
  const uploadsOf = async (request: FileRequest) =>
    (await read(request)).items.flatMap(({ uploads }) => uploads);

  async function asked(
    items: readonly { readonly name: string; readonly required?: boolean; readonly maxFiles?: number }[],
    over = {},
  ) {
    const { request } = await ada.fileRequests.createFileRequest({
      ...client,
      title,
      items: [...items],
      ...over,
    });
    const { url } = await ada.fileRequests.sendFileRequest({ requestId: request.id, delivery: 'link' });
    return { request, path: pathOf(url ?? '') };
  }
  const pathOf = (url: string) => new URL(url).pathname + new URL(url).hash;
  /** At the widths of two phones, in light and dark; the pictures are for people to look at. */
  async function findingsOn(name: string) {
    const found: string[] = [];
    for (const width of [390, 320]) {
      await page().setViewportSize({ width, height: 740 });
      found.push(...(await story.visitor.findings(`upload-real-${name}-${width}`)));
    }
    return found;
  }

  it('three files over a line that is cut ten times arrive once each', async () => {
    const { request, path } = await asked([{ name: 'Bank statements' }]);
    const files = [1, 2, 3].map((seed) => aPdf(1_200_000, seed));
    // The page waits for a second and more after each break.
    await page().addInitScript(`{
      const wait = globalThis.setTimeout;
      globalThis.setTimeout = (act, delay, ...given) => wait(act, [1000, 2000, 4000, 8000].includes(delay) ? 50 : delay, ...given);
    }`);
    await story.open(path);
    await story.reaches(title);
    line.cuts = [
      300_000,
      1_100_000,
      150_000,
      'answer',
      500_000,
      'answer',
      200_000,
      700_000,
      1_000_000,
      'answer',
    ];
    await choose('Bank statements', ...files.map((bytes, index) => file(`part ${index + 1}.pdf`, bytes)));
    await story.press('Send 3 files');
    // Each break takes what was sent of the file with it.
    await page().getByRole('heading', { level: 1, name: 'Everything that is needed has arrived' }).waitFor();

    expect(line.cuts).to.deep.equal([]);
    const uploads = await uploadsOf(request);
    expect(uploads.map(({ fileName, sha256, duplicateOf }) => [fileName, sha256, duplicateOf])).to.deep.equal(
      files.map((bytes, index) => [`part ${index + 1}.pdf`, sha256Of(bytes), null]),
    );
    expect(await cardOf('Bank statements').getByRole('listitem').count()).to.equal(3);
    expect(await findingsOn('arrived')).to.deep.equal([]);
  });

  it('whoever goes away in between finds what has arrived when they open the link again, and sends the rest', async () => {
    const { request, path } = await asked([{ name: 'Passport' }, { name: 'Payslips' }]);
    await story.open(path);
    await choose('Passport', file('passport.pdf', aPdf(5000, 4)));
    await story.press('Send one file');
    await cardOf('Passport').getByText('Arrived', { exact: true }).first().waitFor();
    // The next one never arrives, because its sender leaves the train.
    line.cuts = Array(50).fill(120_000);
    await choose('Payslips', file('january.pdf', aPdf(900_000, 5)));
    await story.press('Send one file');
    await sees('The connection was lost. It is sent again by itself.');
    await story.visitAnew();
    line.cuts = [];

    await story.open(path);
    await sees('One thing is still missing:');
    await cardOf('Passport').getByText('passport.pdf').waitFor();
    expect(await findingsOn('resumed')).to.deep.equal([]);
    await choose('Payslips', file('january.pdf', aPdf(900_000, 5)));
    await story.press('Send one file');
    await story.reaches('Everything that is needed has arrived');
    expect((await uploadsOf(request)).map(({ fileName }) => fileName)).to.deep.equal([
      'passport.pdf',
      'january.pdf',
    ]);
  });

  it('says why something was not accepted, takes it again by the new link, and says when all is done', async () => {
    const { request, path } = await asked([{ name: 'Passport' }]);
    await story.open(path);
    await choose('Passport', file('dark.pdf', aPdf(5000, 6)));
    await story.press('Send one file');
    await story.reaches('Everything that is needed has arrived');
    const [first] = await uploadsOf(request);
    const reason = 'The picture is too dark to read the number.';
    await ada.fileRequests.reviewClientUpload({ uploadId: first?.id ?? '', decision: 'reject', reason });

    await page().reload();
    await story.reaches('This link no longer works');
    await sees('What you have sent is still there.');
    expect(await findingsOn('superseded')).to.deep.equal([]);
    await story.visitAnew();
    await story.open(`/upload#token=${await people.mailedToken(client.clientEmail, 'upload')}`);
    await sees(`Not accepted: ${reason}`);
    await sees('Passport (please send it again)');
    expect(await findingsOn('rejected')).to.deep.equal([]);
    await choose('Passport', file('bright.pdf', aPdf(5000, 7)));
    await story.press('Send one file');
    await story.reaches('Everything that is needed has arrived');

    const second = (await uploadsOf(request)).find(({ status }) => status === 'pending_review');
    await ada.fileRequests.reviewClientUpload({ uploadId: second?.id ?? '', decision: 'accept' });
    await page().reload();
    await story.reaches('All is done');
    expect(await page().getByRole('button').count()).to.equal(0);
    expect(await findingsOn('completed')).to.deep.equal([]);
  });

  it('says in words why the server took a file not, in German too, and keeps what it took', async () => {
    const { request, path } = await asked([{ name: 'Vollmacht', required: false }], { language: 'de' });
    await story.visitAnew('de-DE');
    await story.open(path);
    await sees('Senden Sie, was Sie davon haben.');
    const kind = 'wordprocessingml.document';
    const macros = anOfficeDocument(kind, [{ name: 'word/vbaProject.bin', content: 'Sub AutoOpen()' }]);
    const bomb = anOfficeDocument(kind, [
      { name: 'word/media/image.bin', content: Buffer.alloc(8 * 1024 * 1024), deflated: true },
    ]);
    const wordType = `application/vnd.openxmlformats-officedocument.${kind}`;
    await choose(
      'Vollmacht',
      file('makros.docx', macros, wordType),
      file('bombe.docx', bomb, wordType),
      file('notiz.txt', Buffer.from(eicarTestFile()), 'text/plain'),
      file('vollmacht.pdf', aPdf(5000, 8)),
    );
    await story.press('4 Dateien senden');
    for (const words of [
      'Was in dieser Datei ist, wird hier nicht angenommen, wie auch immer sie heißt.',
      'Diese Datei lässt sich nicht prüfen: Sie ist mit einem Passwort geschützt oder enthält zu viel.',
      'In dieser Datei wurde etwas Schädliches gefunden, darum wurde sie nicht angenommen.',
    ])
      await sees(words);
    await story.reaches('Alles Nötige ist angekommen');
    expect(await findingsOn('refused-german')).to.deep.equal([]);
    expect((await uploadsOf(request)).map(({ fileName }) => fileName)).to.deep.equal(['vollmacht.pdf']);
  });

  it('CFR-13: a file that the server refuses is named aloud, and another is taken in its place', async () => {
    const { request, path } = await asked([{ name: 'Passport', maxFiles: 1 }]);
    await story.open(path);
    await choose('Passport', file('passport.txt', Buffer.from(eicarTestFile()), 'text/plain'));
    await story.press('Send one file');
    const words = 'passport.txt: Something harmful was found in this file, so it was not taken.';
    await page().getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });
    await page().getByRole('button', { name: 'Try again: passport.txt' }).waitFor();

    await choose('Passport', file('passport.pdf', aPdf(5000, 10)));
    await story.press('Send one file');
    await story.reaches('Everything that is needed has arrived');
    expect((await uploadsOf(request)).map(({ fileName }) => fileName)).to.deep.equal(['passport.pdf']);
  });

  it('works by the keyboard alone, from the first file to the last sentence', async () => {
    const { request, path } = await asked([{ name: 'Passport' }], { message: 'Both sides, please.' });
    await story.open(path);
    await sees('Both sides, please.');
    expect(await findingsOn('open')).to.deep.equal([]);
    const { keyboard } = page();
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 20; presses += 1) {
        await keyboard.press('Tab');
        const label = 'document.activeElement.ariaLabel ?? document.activeElement.textContent';
        if ((await page().evaluate(label)) === name) return;
      }
      throw new Error(`The Tab key never reaches ${name}`);
    };
    // Asked for before any key is pressed, so that the browser knows of it in time.
    const choosing = page().waitForEvent('filechooser');
    await tabTo('Choose files for Passport');
    await keyboard.press('Enter');
    const chooser = await choosing;
    await chooser.setFiles([file('passport.pdf', aPdf(5000, 9))]);
    await page().getByRole('button', { name: 'Remove: passport.pdf' }).waitFor();
    await tabTo('Add your name or a note');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.type('Grace');
    await keyboard.press('Tab');
    await keyboard.type('Both sides');
    await tabTo('Send one file');
    await keyboard.press('Enter');
    await story.reaches('Everything that is needed has arrived');

    const uploads = await uploadsOf(request);
    expect(uploads.map(({ uploaderName, note }) => [uploaderName, note])).to.deep.equal([
      ['Grace', 'Both sides'],
    ]);
  });
});
