import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anOfficeDocument, aPdf, eicarTestFile, sampleFiles, sha256Of } from '@chancery/core/testing';
import type { ClientUpload, FileRequest, FileRequestTemplate, UploadClientFileResult } from '@chancery/sdk';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { answerOf } from './testing/people.ts';
import { bytesOf, faultOf, openSigningStory, type SigningStory } from './testing/signing-story.ts';

const client = 'grace@example.org';
const mebibyte = 1024 * 1024;
const word = 'wordprocessingml.document';
const wordType = `application/vnd.openxmlformats-officedocument.${word}`;

const passport = { name: 'passport.pdf', bytes: aPdf(30_000, 1), type: 'application/pdf' };
/** What the client sends for each item, and as what it is filed. */
const wanted = {
  Passport: passport,
  'Proof of address': {
    name: 'address.jpg',
    bytes: sampleFiles['image/jpeg']?.bytes ?? Buffer.alloc(0),
    type: 'image/jpeg',
  },
  'Signed mandate': { name: 'mandate.docx', bytes: anOfficeDocument(word), type: wordType },
  'Bank statements': { name: 'statements.pdf', bytes: aPdf(20_000, 2), type: 'application/pdf' },
};
type ItemName = keyof typeof wanted;
const itemNames = Object.keys(wanted) as ItemName[];

describe('documents 12, walk-through 8: client onboarding', () => {
  let story: SigningStory;
  let template: FileRequestTemplate;
  let folderId: string;
  let request: FileRequest;
  let token: string;
  /** What was kept before the client sent anything. */
  let earlier: readonly string[];
  const typeIds = new Map<string, string>();
  before(async () => {
    story = await openSigningStory({}, { inspectionSeconds: 25 });
    // A busy machine takes its time to start the process that looks into files, so that is there before anybody waits for it.
    await story.upload(anOfficeDocument(word), { type: wordType });
    await story.upload();
    earlier = await kept();
  });
  after(() => story?.close());

  const tokenIn = (url: string | null) => /\/upload#token=([\w-]{43})$/.exec(url ?? '')?.[1] ?? '';
  const openLink = () => story.anybody.fileRequests.getClientFileRequest({ token });
  const read = async () => (await story.ada.fileRequests.getFileRequest({ requestId: request.id })).request;
  const itemOf = (name: ItemName) => request.items.find((item) => item.name === name)?.id ?? '';
  const send = (name: ItemName, file: { readonly name: string; readonly bytes: Uint8Array } = wanted[name]) =>
    answerOf<UploadClientFileResult>((facts) =>
      story.anybody.fileRequests.uploadClientFile(
        {
          token,
          itemId: itemOf(name),
          file: { content: new Blob([new Uint8Array(file.bytes)]), name: file.name },
        },
        facts,
      ),
    );
  const uploadsOf = async (): Promise<readonly ClientUpload[]> =>
    (await read()).items.flatMap(({ uploads }) => uploads);
  const waiting = async (name: ItemName) => {
    const found = (await uploadsOf()).find(
      ({ itemId, status }) => itemId === itemOf(name) && status === 'pending_review',
    );
    if (found === undefined) throw new Error(`Nothing waits for ${name}`);
    return found.id;
  };
  const accept = (uploadId: string) =>
    story.ada.fileRequests.reviewClientUpload({ uploadId, decision: 'accept' });
  const subjectsTo = async (address: string) => (await story.mailsTo(address)).map(({ subject }) => subject);
  /** The digests of all objects that are kept of anybody's files. */
  async function kept(): Promise<readonly string[]> {
    const folder = join(story.installation.environment.CHANCERY_DATA_DIR ?? '', 'blobs');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return Promise.all(files.map(async (file) => sha256Of(await readFile(join(file.parentPath, file.name)))));
  }

  it('a template asks for four things, each filed as a type of its own, and a request is made from it', async () => {
    const { lifecycle, documents, fileRequests } = story.ada;
    for (const name of itemNames)
      typeIds.set(name, (await lifecycle.createDocumentType({ name: `${name} of a client` })).type.id);
    const items = itemNames.map((name) => ({ name, documentTypeId: typeIds.get(name) ?? null, maxFiles: 2 }));
    ({ template } = await fileRequests.createFileRequestTemplate({
      name: 'Onboarding',
      title: 'Welcome: what we need from you',
      items,
      dueInDays: 14,
    }));
    folderId = (await documents.createDocumentFolder({ name: 'Grace Hopper' })).folder.id;

    const made = await answerOf((facts) =>
      fileRequests.createFileRequest(
        { templateId: template.id, clientName: 'Grace Hopper', clientEmail: client, folderId },
        facts,
      ),
    );
    ({ request } = made.data);
    expect([made.status, request.status, request.items.map(({ name }) => name)]).to.deep.equal([
      201,
      'draft',
      itemNames,
    ]);
    const sent = await answerOf((facts) =>
      fileRequests.sendFileRequest({ requestId: request.id, delivery: 'link' }, facts),
    );
    token = tokenIn(sent.data.url);
    expect([sent.status, sent.data.request.status]).to.deep.equal([201, 'sent']);
    expect(token).to.have.length(43);
    // The link was handed over, so no mail brings it.
    expect(await story.mailsTo(client)).to.deep.equal([]);
  });

  it('the client opens the link and sends a passport; what is harmful, too large or of another kind has its own code', async () => {
    const seen = await openLink();
    expect([seen.request.title, seen.request.closed, seen.sender.displayName]).to.deep.equal([
      'Welcome: what we need from you',
      false,
      'Ada Agent',
    ]);
    const first = await send('Passport');
    expect([first.status, first.data.upload.status, first.data.requestStatus]).to.deep.equal([
      201,
      'pending_review',
      'in_progress',
    ]);
    expect(await kept()).to.have.members([...earlier, sha256Of(passport.bytes)]);

    const macros = anOfficeDocument(word, [{ name: 'word/vbaProject.bin', content: 'Sub AutoOpen()' }]);
    const bomb = anOfficeDocument(word, [
      { name: 'word/media/image.bin', content: Buffer.alloc(8 * mebibyte), deflated: true },
    ]);
    const pictureAndPdf = Buffer.concat([Buffer.from('GIF89a'), passport.bytes]);
    const large = Buffer.concat([passport.bytes, Buffer.alloc(60 * mebibyte)]);
    for (const [file, ...refusal] of [
      [{ name: 'mandate.docm', bytes: macros }, 415, 'upload.type_not_allowed'],
      [{ name: 'mandate.docx', bytes: bomb }, 409, 'upload.archive_unsafe'],
      [{ name: 'notes.txt', bytes: Buffer.from(eicarTestFile()) }, 409, 'upload.rejected'],
      [{ name: 'scan.pdf', bytes: pictureAndPdf }, 415, 'upload.type_not_allowed'],
      [{ name: 'film.pdf', bytes: large }, 413, 'upload.too_large'],
    ] as const)
      expect(await refusalOf(send('Signed mandate', file)), file.name).to.deep.equal(refusal);

    expect(await kept()).to.have.members([...earlier, sha256Of(passport.bytes)]);
    expect((await uploadsOf()).map(({ fileName }) => fileName)).to.deep.equal(['passport.pdf']);
  });

  it('the rest makes it submitted, which its owner is told once', async () => {
    const statuses: string[] = [];
    for (const name of itemNames.slice(1)) statuses.push((await send(name)).data.requestStatus);

    expect(statuses).to.deep.equal(['in_progress', 'in_progress', 'submitted']);
    expect(await read()).to.deep.include({
      status: 'submitted',
      progress: { required: 4, received: 4, accepted: 0 },
    });
    const there = await subjectsTo('ada@example.com');
    expect(there.filter((subject) => subject.startsWith('Everything is there'))).to.have.length(1);
  });

  it('one that is rejected is asked for again by a fresh link, which says why, and its second try is accepted', async () => {
    const uploadId = await waiting('Bank statements');
    const reason = 'Only every second page is there.';
    const rejected = await answerOf((facts) =>
      story.ada.fileRequests.reviewClientUpload({ uploadId, decision: 'reject', reason }, facts),
    );
    expect([rejected.status, rejected.data.upload.status, rejected.data.request.status]).to.deep.equal([
      201,
      'rejected',
      'in_progress',
    ]);
    const [mail, ...others] = await story.mailsTo(client);
    expect(others).to.deep.equal([]);
    expect(mail?.subject).to.equal('Please send again: Welcome: what we need from you');
    expect(mail?.text).to.include(reason);

    expect(await faultOf(openLink())).to.deep.equal([410, 'link.gone', 'superseded']);
    token = await story.people.mailedToken(client, 'upload');
    const item = (await openLink()).request.items.find(({ name }) => name === 'Bank statements');
    expect(item?.status).to.equal('rejected');
    expect(item?.uploads.map(({ status, reviewReason }) => [status, reviewReason])).to.deep.equal([
      ['rejected', reason],
    ]);

    const again = await send('Bank statements', { name: 'all pages.pdf', bytes: aPdf(40_000, 3) });
    expect([again.status, again.data.requestStatus]).to.deep.equal([201, 'submitted']);
    expect((await accept(again.data.upload.id)).upload.status).to.equal('accepted');
  });

  it('the same file is accepted twice at once and makes one document; with the last one the request is complete', async () => {
    const uploadId = await waiting('Passport');
    const outcomes = await Promise.all([refusalOf(accept(uploadId)), refusalOf(accept(uploadId))]);
    expect(outcomes).to.have.deep.members([
      [null, 'none'],
      [409, 'client_upload.not_reviewable'],
    ]);
    await accept(await waiting('Proof of address'));
    const last = await accept(await waiting('Signed mandate'));

    expect(last.request).to.deep.include({
      status: 'completed',
      progress: { required: 4, received: 4, accepted: 4 },
    });
    const { documents } = await story.ada.documents.listDocuments({ folderId, sort: 'name' });
    expect(documents.map((each) => [each.name, each.mimeType, each.documentTypeId])).to.have.deep.members([
      ['all pages.pdf', 'application/pdf', typeIds.get('Bank statements')],
      ...itemNames.slice(0, 3).map((name) => [wanted[name].name, wanted[name].type, typeIds.get(name)]),
    ]);
    const document = documents.find(({ documentTypeId }) => documentTypeId === typeIds.get('Passport'));
    const content = await bytesOf(story.ada.documents.getDocumentContent({ documentId: document?.id ?? '' }));
    expect(content.equals(passport.bytes)).to.equal(true);
  });

  it('the client is told that nothing is missing, and the link shows what was sent and takes no more', async () => {
    expect((await subjectsTo(client)).slice(1)).to.deep.equal([
      'Thank you, nothing is missing: Welcome: what we need from you',
    ]);
    const { request: seen } = await openLink();
    expect([seen.status, seen.closed]).to.deep.equal(['completed', true]);
    expect(await refusalOf(send('Passport'))).to.deep.equal([409, 'file_request.closed']);

    const { actions, holds } = await story.installation.ledger(story.workspaceId);
    expect(holds).to.equal(true);
    const counts = ['upload_received', 'upload_accepted', 'upload_rejected', 'submitted', 'completed'].map(
      (what) => [what, actions.filter((action) => action === `file_request.${what}`).length],
    );
    expect(Object.fromEntries(counts)).to.deep.equal({
      upload_received: 5,
      upload_accepted: 4,
      upload_rejected: 1,
      submitted: 2,
      completed: 1,
    });
  });
});
