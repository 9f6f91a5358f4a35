import { aFile, failureOf, faultsOf, library, uploadingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { cleanFileName, typedFileName } from './file-names.ts';
import { inspectionJobs } from './jobs.ts';

const usageOf = async ({
  sql,
  workspaceId,
}: Pick<Awaited<ReturnType<typeof library>>, 'sql' | 'workspaceId'>) =>
  (
    await sql<{ used: number }>(
      `select used::int used from usage_counters where workspace_id = $1 and code = 'storage_bytes'`,
      [workspaceId],
    )
  )[0]?.used ?? 0;

describe('uploading a document', () => {
  it('makes a document of the file, with its bytes as the first version', async () => {
    const { documents, upload, owner, workspaceId, happened } = await library();
    const document = await upload({ description: 'Draft', tags: ['a'], visibility: 'restricted' });

    const { createdAt: _, updatedAt: __, ...kept } = document;
    const sha256 = 'd5db70fbccdd8ccc6a553604b79a09cd33083b401340d546efa08a52142c972e';
    expect(kept).to.deep.equal({
      id: document.id,
      workspaceId,
      name: 'letter.pdf',
      description: 'Draft',
      fileName: 'letter.pdf',
      folderId: null,
      inArchivedFolder: false,
      documentTypeId: null,
      ownerUserId: owner.id,
      tags: ['a'],
      visibility: 'restricted',
      accessList: [],
      status: 'active',
      signatureStatus: 'none',
      mimeType: 'application/pdf',
      sizeBytes: 14,
      sha256,
      pageCount: 1,
      originalSha256: sha256,
      sealedSha256: null,
      contentFlags: [],
      scan: 'clean',
      lifecycle: { typeId: null, ownerUserId: null, status: null, expiresOn: null, held: false },
      shareCount: 0,
      trashedAt: null,
      trashedByUserId: null,
      purgeAfter: null,
      permissions: { view: true, edit: true, manage: true },
      version: 1,
    });
    const { versions } = await documents.getDocument({ documentId: document.id }, owner.session);
    expect(versions.map(({ kind, sizeBytes, pageCount }) => ({ kind, sizeBytes, pageCount }))).to.deep.equal([
      { kind: 'original', sizeBytes: 14, pageCount: 1 },
    ]);
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'document.created',
      facts: { mimeType: 'application/pdf', scan: 'clean', sha256, sizeBytes: 14, visibility: 'restricted' },
      target: { kind: 'document', id: document.id },
    });
  });

  it('CNT-1: the name gets the extension of what the bytes are', () => {
    expect(typedFileName('report.exe', 'application/pdf')).to.equal('report.exe.pdf');
    expect(typedFileName('Report.PDF', 'application/pdf')).to.equal('Report.PDF');
    expect(typedFileName('scan', 'image/tiff')).to.equal('scan.tif');
    expect(typedFileName('photo.JPEG', 'image/jpeg')).to.equal('photo.JPEG');
    expect(typedFileName(`${'ü'.repeat(255)}`, 'text/csv')).to.equal(`${'ü'.repeat(251)}.csv`);
  });

  it('CNT-11: takes out of a name what separates folders, controls a terminal or turns the direction of writing', () => {
    const names = [
      ['../../etc/passwd', '....etcpasswd'],
      ['C:\\Users\\x\\a.pdf', 'C:Usersxa.pdf'],
      ['a\u0000b\u001b[31m\n.pdf', 'ab[31m.pdf'],
      ['invoice\u202efdp.exe', 'invoicefdp.exe'],
      ['..', 'document'],
      ['\u200b\u2800 ', 'document'],
      ['\ud800x', 'x'],
      ['', 'document'],
      ['x'.repeat(400), 'x'.repeat(255)],
    ] as const;
    for (const [given, clean] of names) expect(cleanFileName(given), JSON.stringify(given)).to.equal(clean);
    expect(cleanFileName(null)).to.equal('document');
  });

  it('CNT-11: stores the clean name, and no path', async () => {
    const { upload, ports, workspaceId } = await library();
    const document = await upload({ file: aFile('../secret/\u202ereport.exe') });

    expect(document).to.include({ name: '..secretreport.exe', fileName: '..secretreport.exe.pdf' });
    const keys = [];
    for await (const key of ports.blobs.list(`ws/${workspaceId}/`)) keys.push(key);
    expect(keys.filter((key) => key.includes('secret'))).to.deep.equal([]);
  });

  it('CNT-8: refuses malware and keeps nothing of it', async () => {
    const here = await library();
    here.ports.scanner.answer = 'infected';

    expect(await failureOf(here.upload())).to.equal('upload.rejected');
    expect(await nothingIsLeft(here)).to.equal(true);
  });

  it('CNT-8: with the scanner away a file is refused where scanning is required, and taken as skipped elsewhere', async () => {
    const strict = await library({ settings: { scanPolicy: 'require' } });
    strict.ports.scanner.answer = 'skipped';
    expect(await failureOf(strict.upload())).to.equal('dependency.unavailable');
    expect(await nothingIsLeft(strict)).to.equal(true);

    const open = await library();
    open.ports.scanner.answer = 'skipped';
    expect((await open.upload()).scan).to.equal('skipped');
  });

  it('CNT-9: refuses a file without bytes', async () => {
    const here = await library();
    expect(await failureOf(here.upload({ file: aFile('empty.pdf', '') }))).to.equal('upload.empty');
    expect(await nothingIsLeft(here)).to.equal(true);
  });

  it('CNT-12: leaves to a job what takes too long to inspect, and shows that nobody has looked yet', async () => {
    const { documents, upload, ports, worker, owner } = await library({
      settings: { inspectionSeconds: 0.02 },
    });
    ports.pdfInspector.before = (signal) =>
      new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)));
    const { id: documentId, ...before } = await upload();
    expect(before).to.deep.include({ pageCount: null, contentFlags: ['uninspected'] });

    ports.pdfInspector.before = async () => undefined;
    ports.pdfInspector.answer = { pages: ports.pdfInspector.answer.pages, flags: ['javascript'] };
    await worker.drain();
    const { document, versions } = await documents.getDocument({ documentId }, owner.session);
    expect(document).to.deep.include({ pageCount: 1, contentFlags: ['javascript'], version: 2 });
    expect(versions[0]?.pageCount).to.equal(1);
  });

  it('CNT-12: a file whose inspection fails at every attempt counts as damaged', async () => {
    const { documents, upload, ports, worker, clock, owner } = await library({
      settings: { inspectionSeconds: 0.02 },
    });
    ports.pdfInspector.before = () => Promise.reject(new Error('the process ended'));
    const { id: documentId } = await upload();
    const flags = async () =>
      (await documents.getDocument({ documentId }, owner.session)).document.contentFlags;

    for (let attempt = 1; attempt < inspectionJobs.maxAttempts; attempt += 1) {
      await worker.drain();
      clock.advance({ seconds: 40 * 3 ** (attempt - 1) });
    }
    expect(await flags()).to.deep.equal(['uninspected']);
    await worker.drain();
    expect(await flags()).to.deep.equal(['damaged']);
  });

  it('CNT-12: a file whose inspection ended the whole process at its last attempt counts as damaged', async () => {
    const { documents, upload, ports, worker, clock, owner, sql } = await library({
      settings: { inspectionSeconds: 0.02 },
    });
    ports.pdfInspector.before = () => Promise.reject(new Error('the process ended'));
    const { id: documentId } = await upload();
    await sql(
      `update jobs set status = 'running', attempts = $2, lease_expires_at = $1 where topic = 'documents.inspect'`,
      [clock.now(), inspectionJobs.maxAttempts],
    );

    clock.advance({ seconds: 1 });
    await worker.drain();

    const { document } = await documents.getDocument({ documentId }, owner.session);
    expect(document.contentFlags).to.deep.equal(['damaged']);
    const [job] = await sql(
      `select status, last_error_code code from jobs where topic = 'documents.inspect'`,
    );
    expect(job).to.deep.equal({ status: 'dead', code: 'job.worker_lost' });
  });

  it('CNT-12: content that nobody has looked into goes as attachment only', async () => {
    const { documents, upload, ports, owner } = await library({ settings: { inspectionSeconds: 0.02 } });
    ports.pdfInspector.before = () => Promise.reject(new Error('no process is free'));
    const { id: documentId } = await upload();

    const file = await documents.getDocumentContent({ documentId, disposition: 'inline' }, owner.session);
    expect(file.disposition).to.equal('attachment');
  });

  it('LIB-15: names documents with the same bytes, except those that the caller does not see', async () => {
    const { documents, upload, owner, person } = await library();
    const bo = await person('member', 'Bo');
    const open = await upload({ name: 'open' });
    const restricted = await upload({ name: 'restricted', visibility: 'restricted' });
    const trashed = await upload({ name: 'trashed' });
    await documents.trashDocument({ documentId: trashed.id }, owner.session);
    const duplicatesFor = async (as: typeof owner) =>
      (await documents.uploadDocument({ file: aFile('again.pdf'), visibility: 'restricted' }, as.session))
        .duplicates;

    expect(await duplicatesFor(bo)).to.deep.equal([{ documentId: open.id, name: 'open' }]);
    expect((await duplicatesFor(owner)).map(({ name }) => name)).to.deep.equal([
      'again.pdf',
      'restricted',
      'open',
    ]);
    expect(restricted.id).not.to.equal(open.id);
  });

  it('LIB-15: names at most ten', async () => {
    const { documents, upload, owner } = await library();
    for (let count = 0; count < 11; count += 1) await upload();
    const { duplicates } = await documents.uploadDocument({ file: aFile('x.pdf') }, owner.session);
    expect(duplicates).to.have.length(10);
  });

  it('LIB-16: storage rises with each document, the same bytes counted twice, and falls when they are destroyed', async () => {
    const here = await library();
    const { documents, owner, upload } = here;
    const { id: documentId } = await upload();
    await upload();
    expect(await usageOf(here)).to.equal(28);

    await documents.trashDocument({ documentId }, owner.session);
    expect(await usageOf(here)).to.equal(28);
    await documents.purgeDocument({ documentId }, owner.session);
    expect(await usageOf(here)).to.equal(14);
  });

  it('LIB-16: the nightly recount finds what documents and completed uploads hold, and corrects nothing', async () => {
    const here = await library();
    const { documents, owner, upload, worker, happened } = here;
    const { id: documentId } = await upload();
    await upload();
    await documents.trashDocument({ documentId }, owner.session);
    await documents.purgeDocument({ documentId }, owner.session);
    const before = await usageOf(here);
    await worker.run('usage.reconcile');

    expect([before, await usageOf(here)]).to.deep.equal([14, 14]);
    expect((await happened()).map(({ type }) => type)).to.not.include('usage.corrected');
  });

  it('LIB-18: what is refused at any step leaves no document, no object and no count', async () => {
    const here = await library();
    const { upload, ports, holds: _ } = here;
    const missing = ports.ids.uuid7();
    expect(await failureOf(upload({ folderId: missing }))).to.equal('folder.not_found');
    expect(await failureOf(upload({ documentTypeId: missing }))).to.equal('type.not_found');
    expect(await failureOf(upload({ file: aFile('a.bin', '\x7fELF') }))).to.equal('upload.type_not_allowed');
    expect(await faultsOf(upload({ tags: ['a', 'A'] }))).to.deep.equal(['/tags field.duplicate']);
    expect(await faultsOf(upload({ name: ' ' }))).to.deep.equal(['/name field.length']);
    expect(ports.pdfInspector.inspected).to.equal(0);
    expect(await nothingIsLeft(here)).to.equal(true);
  });

  it('LIB-18: an upload session makes one document, and stays completed when that fails', async () => {
    const { chancery, owner, ports, completed, read, sql, workspaceId, usage } = await uploadingWorld();
    const uploadSessionId = await completed();
    const make = (input: object = {}) =>
      chancery.documents.createDocumentFromUpload({ uploadSessionId, ...input }, owner.session);
    expect(await failureOf(make({ folderId: ports.ids.uuid7() }))).to.equal('folder.not_found');
    expect((await read(uploadSessionId)).status).to.equal('completed');

    const { document } = await make({ name: 'Report' });
    expect(document).to.include({
      name: 'Report',
      fileName: 'Annual report.pdf',
      sizeBytes: 600_000,
      pageCount: 1,
    });
    expect((await read(uploadSessionId)).consumedBy).to.deep.equal({ kind: 'document', id: document.id });
    expect(await failureOf(make())).to.equal('upload.already_consumed');
    expect(await usage()).to.deep.equal({ used: 600_000, reserved: 0 });
    expect(await sql('select from documents where workspace_id = $1', [workspaceId])).to.have.length(1);
  });

  it('LIB-18: of two that use the same upload session at once, one gets the document', async () => {
    const { chancery, owner, completed, sql, workspaceId } = await uploadingWorld();
    const uploadSessionId = await completed();
    const make = () =>
      failureOf(chancery.documents.createDocumentFromUpload({ uploadSessionId }, owner.session));

    expect((await Promise.all([make(), make()])).sort()).to.deep.equal(['none', 'upload.already_consumed']);
    expect(await sql('select from documents where workspace_id = $1', [workspaceId])).to.have.length(1);
  });

  it('is for members, and not for guests', async () => {
    const { documents, person } = await library();
    const gil = await person('guest', 'Gil');
    expect(await failureOf(documents.uploadDocument({ file: aFile('a.pdf') }, gil.session))).to.equal(
      'permission.denied',
    );
  });
});

/** Whether neither a document nor an object nor a count is there. */
async function nothingIsLeft(here: Awaited<ReturnType<typeof library>>): Promise<boolean> {
  const { sql, workspaceId, ports } = here;
  const rows = await sql('select from documents where workspace_id = $1', [workspaceId]);
  const keys = [];
  for await (const key of ports.blobs.list(`ws/${workspaceId}/`)) keys.push(key);
  return rows.length === 0 && keys.length === 0 && (await usageOf(here)) === 0;
}
