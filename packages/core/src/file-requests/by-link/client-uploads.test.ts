import {
  aClient,
  aFile,
  endingOf,
  failureOf,
  fileRequestWorld,
  overridePlan,
  theClient,
  WindowThrottle,
  webhookTestContext,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { inParts } from '../../testing/index.ts';

const pdf = (text: string) => `%PDF-1.7\n${text}\n%%EOF`;

describe('files that clients send', () => {
  it('CFR-3: are typed, scanned and kept in quarantine, and make the request go on', async () => {
    const { sent, sendIn, open, read, told, storage, objects, worker, subjectsTo, owner } =
      await fileRequestWorld();
    const { request, token } = await sent();

    const answer = await sendIn(token, 'Payslips', { note: 'January', uploaderName: 'Alan' });

    expect(answer.upload).to.deep.include({
      fileName: 'passport.pdf',
      sizeBytes: 14,
      status: 'pending_review',
    });
    expect([answer.item.name, answer.item.status, answer.requestStatus]).to.deep.equal([
      'Payslips',
      'received',
      'in_progress',
    ]);
    await sendIn(token);
    await worker.drain();

    const after = await read(request.id);
    expect(after).to.deep.include({
      status: 'submitted',
      progress: { required: 1, received: 1, accepted: 0 },
    });
    expect(after.nextReminderAt).to.equal(null);
    expect(after.items[1]?.uploads[0]).to.deep.include({
      fileName: 'passport.pdf',
      mimeType: 'application/pdf',
      uploaderName: 'Alan',
      note: 'January',
      documentId: null,
    });
    expect(after.items[0]?.uploads[0]?.duplicateOf).to.equal(answer.upload.id);
    expect(await storage()).to.deep.equal({ used: 0, reserved: 28 });
    expect(await objects()).to.have.length(2);
    expect(subjectsTo(owner.email)).to.deep.equal(['Everything is there: Tax return']);
    expect((await told()).slice(2)).to.deep.equal([
      'file_request.opened',
      'file_request.upload_received',
      'file_request.upload_received',
      'file_request.submitted',
    ]);
    const seen = await open(token);
    expect(seen.request.closed).to.equal(false);
    expect(seen.limits).to.deep.equal({ maxFileSizeBytes: 52_428_800, maxFiles: 200, remainingFiles: 198 });
  });

  it('CFR-3: one that arrived damaged, or that is not taken, leaves no byte and no row', async () => {
    const { sent, sendIn, objects, storage, ports, read, sql } = await fileRequestWorld();
    const { request, token } = await sent({
      items: [{ name: 'Passport', acceptedTypes: ['image', 'pdf'], maxFileSizeBytes: 40 }],
    });
    const refused = async (over: Parameters<typeof sendIn>[2]) => failureOf(sendIn(token, 'Passport', over));

    expect(await refused({ sha256: 'ab'.repeat(32) })).to.equal('upload.checksum_mismatch');
    expect(await refused({ file: aFile('a.pdf', 'PK\u0003\u0004') })).to.equal('upload.type_not_allowed');
    expect(await refused({ file: aFile('a.pdf', '\x7fELF') })).to.equal('upload.type_not_allowed');
    expect(await refused({ file: aFile('a.txt', 'words') })).to.equal('upload.type_not_allowed');
    expect(await refused({ file: aFile('a.pdf', pdf('x'.repeat(40))) })).to.equal('upload.too_large');
    expect(await refused({ file: aFile('a.pdf', '') })).to.equal('upload.empty');
    expect(await refused({ itemId: request.id } as never)).to.equal('file_request.item_not_found');
    ports.scanner.answer = 'infected';
    expect(await refused({})).to.equal('upload.rejected');

    expect(await objects()).to.deep.equal([]);
    expect(await storage()).to.deep.equal({ used: 0, reserved: 0 });
    expect((await read(request.id)).items[0]?.uploads).to.deep.equal([]);
    expect(
      await sql('select from incoming_files where blob_key like $1', [`%${request.workspaceId}%`]),
    ).to.have.length(0);
  });

  it('CFR-13: one that is refused takes no place of those that its item may have', async () => {
    const { sent, sendIn, open, ports } = await fileRequestWorld();
    const { token } = await sent({
      items: [{ name: 'Passport', acceptedTypes: ['pdf'], maxFiles: 1, maxFileSizeBytes: 40 }],
    });
    const remaining = async () => (await open(token)).limits.remainingFiles;
    const before = await remaining();
    await failureOf(sendIn(token, 'Passport', { file: aFile('a.txt', 'words') }));
    await failureOf(sendIn(token, 'Passport', { file: aFile('a.pdf', pdf('x'.repeat(40))) }));
    ports.scanner.answer = 'infected';
    await failureOf(sendIn(token));
    expect(await remaining()).to.equal(before);
    ports.scanner.answer = 'clean';

    expect(await failureOf(sendIn(token))).to.equal('none');
    expect(await failureOf(sendIn(token))).to.equal('file_request.item_full');
  });

  it('CFR-3: the right digest is taken, whatever the case of its letters', async () => {
    const { sent, sendIn } = await fileRequestWorld();
    const { token } = await sent();
    const first = await sendIn(token);
    const sha256 = first.upload.sha256.toUpperCase();

    expect((await sendIn(token, 'Passport', { sha256 })).upload.sha256).to.equal(first.upload.sha256);
  });

  it('CFR-4: a request takes 200 files, those that were rejected included', async () => {
    const { sent, sendIn, sql } = await fileRequestWorld({ settings: { rateLimitScale: 0 } });
    const { request, token } = await sent({ items: [{ name: 'Passport', maxFiles: 20 }] });
    await sendIn(token);
    await sql(
      `insert into client_uploads (id, workspace_id, request_id, item_id, file_name, mime_type, size_bytes, sha256, status, uploaded_at,
         blob_key, scan, content_flags)
       select gen_random_uuid(), workspace_id, request_id, item_id, file_name, mime_type, size_bytes, sha256,
         case when n < 199 then 'rejected' else 'quarantined' end, uploaded_at, blob_key, scan, content_flags
       from client_uploads, generate_series(1, 250) n where request_id = $1`,
      [request.id],
    );

    expect(await failureOf(sendIn(token))).to.equal('none');
    expect(await failureOf(sendIn(token))).to.equal('file_request.full');
  });

  it('CFR-5: a client gets the bytes of this request alone, and the sender too', async () => {
    const { requests, sent, sendIn, owner, person, ports } = await fileRequestWorld();
    const [first, second] = [await sent(), await sent()];
    const { upload: kept } = await sendIn(first.token);
    const content = (token: string) => requests.getClientFileContent({ token, uploadId: kept.id }, aClient);

    const file = await content(first.token);
    if (!('stored' in file)) throw new Error('It is not a stored file');
    expect([file.disposition, file.fileName, file.mediaType]).to.deep.equal([
      'attachment',
      'passport.pdf',
      'application/pdf',
    ]);
    expect(await ports.blobs.head(file.stored.blobKey)).to.deep.equal({ sizeBytes: 14 });
    expect(await failureOf(content(second.token))).to.equal('client_upload.not_found');
    const ours = (disposition: 'inline' | 'attachment', as = owner) =>
      requests.getClientUploadContent({ uploadId: kept.id, disposition }, as.session);
    expect((await ours('inline')).disposition).to.equal('inline');
    expect(await failureOf(ours('inline', await person('member')))).to.equal('client_upload.not_found');
  });

  it('CFR-13, LIB-21: a download under way may go on until something is found in the file', async () => {
    const { requests, sent, sendIn, owner, sql } = await fileRequestWorld();
    const { token } = await sent();
    const { upload } = await sendIn(token);
    const files = [
      await requests.getClientFileContent({ token, uploadId: upload.id }, aClient),
      await requests.getClientUploadContent({ uploadId: upload.id }, owner.session),
    ];
    const stillServed = () =>
      Promise.all(files.map((file) => ('stored' in file ? file.stored.isStillServed?.() : undefined)));

    expect(await stillServed()).to.deep.equal([true, true]);
    await sql(`update client_uploads set status = 'quarantined' where id = $1`, [upload.id]);
    expect(await stillServed()).to.deep.equal([false, false]);
  });

  it('CFR-2: a download under way ends with the link that it came by, and nobody else’s does', async () => {
    const { requests, sent, sendIn, owner, clock } = await fileRequestWorld();
    const { request, token } = await sent();
    const { upload } = await sendIn(token);
    const client = await requests.getClientFileContent({ token, uploadId: upload.id }, aClient);
    const sender = await requests.getClientUploadContent({ uploadId: upload.id }, owner.session);
    const stillServed = () =>
      Promise.all(
        [client, sender].map((file) => ('stored' in file ? file.stored.isStillServed?.() : undefined)),
      );

    expect(await stillServed()).to.deep.equal([true, true]);
    clock.advance({ minutes: 1 });
    await requests.sendFileRequest({ requestId: request.id, delivery: 'link' }, owner.session);
    expect(await stillServed()).to.deep.equal([false, true]);
  });

  it('CFR-8: without storage the client hears nothing of plans, and the owner once a day', async () => {
    const throttle = new WindowThrottle();
    const here = await fileRequestWorld({ ports: { throttle: throttle as never } });
    const { sent, sendIn, worker, subjectsTo, owner, objects, later, clock } = here;
    throttle.clock = clock;
    await overridePlan(here, { storage_bytes: 20 });
    const { token } = await sent();
    await sendIn(token);

    const refusal = await sendIn(token).catch((error: Error) => error);
    expect(refusal).to.deep.include({ code: 'file_request.storage_unavailable' });
    expect(String((refusal as Error).message)).to.not.match(/plan|limit|bytes/);
    await failureOf(sendIn(token));
    await worker.drain();
    expect(subjectsTo(owner.email)).to.deep.equal([
      'Everything is there: Tax return',
      'No storage left: Tax return',
    ]);
    expect(await objects()).to.have.length(1);
    await later({ days: 1, minutes: 1 });
    await failureOf(sendIn(token));
    await worker.drain();
    expect(subjectsTo(owner.email)).to.have.length(3);
  });

  it('CFR-9: one whose first byte came before the end is taken, one that comes after it is not', async () => {
    const { requests, sent, sendIn, owner, clock, read, open } = await fileRequestWorld();
    const [cancelled, completed] = [await sent(), await sent()];
    const { id: itemId = '' } = (await open(cancelled.token)).request.items[0] ?? {};
    const file = {
      ...aFile('late.pdf'),
      // The request is cancelled while the bytes are on their way.
      content: (async function* () {
        clock.advance({ seconds: 5 });
        await requests.updateFileRequest(
          { requestId: cancelled.request.id, status: 'cancelled' },
          owner.session,
        );
        yield* inParts(Buffer.from(pdf('late')));
      })(),
    };

    const late = await requests.uploadClientFile({ token: cancelled.token, itemId, file }, aClient);
    expect(late.requestStatus).to.equal('cancelled');
    expect((await read(cancelled.request.id)).items[0]).to.deep.include({ status: 'received' });
    clock.advance({ seconds: 1 });
    const tooLate = { token: cancelled.token, itemId, file: aFile('a.pdf') };
    expect(await endingOf(requests.uploadClientFile(tooLate, aClient))).to.equal('link.gone cancelled');

    await requests.updateFileRequest(
      { requestId: completed.request.id, status: 'completed', reason: 'By post' },
      owner.session,
    );
    clock.advance({ seconds: 1 });
    expect(await failureOf(sendIn(completed.token))).to.equal('file_request.closed');
  });

  it('CFR-9: before a byte is read it is known whether the link takes files', async () => {
    const { requests, sent, owner, objects, open } = await fileRequestWorld();
    const { request, token } = await sent();
    const { id: itemId = '' } = (await open(token)).request.items[0] ?? {};
    await requests.updateFileRequest({ requestId: request.id, status: 'cancelled' }, owner.session);
    let read = false;
    const file = {
      ...aFile('a.pdf'),
      content: (async function* () {
        read = true;
        yield Buffer.from('%PDF');
      })(),
    };

    expect(await failureOf(requests.uploadClientFile({ token, itemId, file }, aClient))).to.equal(
      'link.gone',
    );
    expect(
      await failureOf(requests.uploadClientFile({ token: 'A'.repeat(43), itemId, file }, aClient)),
    ).to.equal('link.not_found');
    expect([read, await objects()]).to.deep.equal([false, []]);
  });

  it('CFR-11: nobody is reminded of what they have sent', async () => {
    const { sent, sendIn, later, worker, subjectsTo } = await fileRequestWorld();
    const { token } = await sent();
    await sendIn(token);

    await later({ days: 10 });
    await worker.run('file_requests.reminders');

    expect(subjectsTo(theClient.clientEmail)).to.deep.equal([]);
  });

  it('CFR-13: what takes too long is answered as scanning, and a job finds out the rest', async () => {
    const here = await fileRequestWorld({ settings: { inspectionSeconds: 0.05 } });
    const { requests, sent, sendIn, worker, read, ports, owner } = here;
    const { request, token } = await sent();
    const scan = ports.scanner.scan.bind(ports.scanner);
    ports.scanner.scan = () => new Promise(() => undefined);

    const slow = await sendIn(token);
    expect([slow.upload.status, slow.item.status]).to.deep.equal(['scanning', 'received']);
    const content = () => requests.getClientUploadContent({ uploadId: slow.upload.id }, owner.session);
    const refusal = await content().catch((error: Error) => error);
    expect(refusal).to.deep.include({ code: 'client_upload.scanning', retryAfterSeconds: 5 });

    ports.scanner.scan = scan;
    await worker.drain();
    expect((await read(request.id)).items[0]?.uploads[0]).to.deep.include({
      status: 'pending_review',
      mimeType: 'application/pdf',
    });
    expect((await content()).mediaType).to.equal('application/pdf');
  });

  it('CFR-13: a late verdict opens the item again, tells both sides and counts for nothing', async () => {
    const here = await fileRequestWorld({ settings: { inspectionSeconds: 0.05, rateLimitScale: 0 } });
    const { requests, sent, sendIn, worker, read, ports, owner, subjectsTo, tokenOf, open, told, objects } =
      here;
    const { later, storage, clock } = here;
    const { request, token } = await sent({ items: [{ name: 'Passport', maxFiles: 1 }] });
    const scan = ports.scanner.scan.bind(ports.scanner);
    ports.scanner.scan = () => new Promise(() => undefined);
    const { upload: slow } = await sendIn(token);
    expect((await read(request.id)).status).to.equal('submitted');
    ports.scanner.scan = scan;
    ports.scanner.answer = 'infected';
    clock.advance({ minutes: 1 });

    await worker.drain();

    const after = await read(request.id);
    expect(after).to.deep.include({
      status: 'in_progress',
      progress: { required: 1, received: 0, accepted: 0 },
    });
    expect(after.items[0]).to.deep.include({ status: 'open' });
    expect(subjectsTo(owner.email).at(-1)).to.equal('File locked away: Tax return');
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Please send again: Tax return']);
    expect(await endingOf(open(token))).to.equal('link.gone superseded');
    const fresh = tokenOf(theClient.clientEmail);
    expect((await open(fresh)).limits.remainingFiles).to.equal(200);
    expect(
      await failureOf(requests.getClientFileContent({ token: fresh, uploadId: slow.id }, aClient)),
    ).to.equal('client_upload.not_found');
    expect(await failureOf(requests.getClientUploadContent({ uploadId: slow.id }, owner.session))).to.equal(
      'client_upload.quarantined',
    );
    ports.scanner.answer = 'clean';
    expect((await sendIn(fresh)).requestStatus).to.equal('submitted');
    // The same bytes: what is locked away is nothing that a file could repeat.
    expect((await read(request.id)).items[0]?.uploads.map(({ duplicateOf }) => duplicateOf)).to.deep.equal([
      null,
      null,
    ]);
    expect(await told()).to.include('file_request.upload_quarantined');

    // Its bytes are destroyed a week later.
    expect(await objects()).to.have.length(2);
    await later({ days: 7 });
    await worker.run('file_requests.destroy_rejected');
    expect(await objects()).to.have.length(1);
    expect(await storage()).to.deep.equal({ used: 0, reserved: 14 });
    expect(await told()).to.include('client_upload.destroyed');
  });

  it('CFR-14: what came by earlier links is shown and counts after a fresh one', async () => {
    const { requests, sent, sendIn, owner, open } = await fileRequestWorld();
    const { request, token } = await sent({ items: [{ name: 'Passport', maxFiles: 1 }] });
    await sendIn(token);

    const { url } = await requests.sendFileRequest(
      { requestId: request.id, delivery: 'link' },
      owner.session,
    );
    const fresh = url?.split('#token=')[1] ?? '';

    expect((await open(fresh)).request.items[0]?.uploads).to.have.length(1);
    expect(await failureOf(sendIn(fresh))).to.equal('file_request.item_full');
    expect(JSON.stringify(await open(fresh))).to.not.include(owner.id);
  });

  it('are taken sixty times an hour by one link', async () => {
    const throttle = new WindowThrottle();
    const { requests, sent, open, clock } = await fileRequestWorld({
      ports: { throttle: throttle as never },
    });
    throttle.clock = clock;
    const { token } = await sent();
    const { id: itemId = '' } = (await open(token)).request.items[0] ?? {};
    const send = () =>
      failureOf(requests.uploadClientFile({ token, itemId, file: aFile('a.txt', 'words') }, aClient));
    for (let file = 0; file < 60; file += 1) {
      if (file % 20 === 0) clock.advance({ minutes: 2 });
      expect(await send()).to.equal('upload.type_not_allowed');
    }

    clock.advance({ minutes: 2 });
    expect(await send()).to.equal('rate_limited');
    clock.advance({ hours: 1 });
    expect(await send()).to.equal('upload.type_not_allowed');
  });

  it('a call that is repeated with its key makes one upload, and its second file is deleted', async () => {
    const { requests, sent, open, objects, read } = await fileRequestWorld();
    const { request, token } = await sent();
    const { id: itemId = '' } = (await open(token)).request.items[0] ?? {};
    const send = () =>
      requests.uploadClientFile(
        { token, itemId, file: aFile('a.pdf') },
        { ...aClient, idempotencyKey: 'one' },
      );

    const [first, second] = [await send(), await send()];

    expect(second.upload.id).to.equal(first.upload.id);
    expect((await read(request.id)).items[0]?.uploads).to.have.length(1);
    expect(await objects()).to.have.length(1);
  });

  it('leave as webhooks with ids and states alone', async () => {
    const here = await fileRequestWorld();
    const { sent, sendIn, sql, workspaceId } = here;
    await webhookTestContext(here).register();
    const { request, token } = await sent();
    await sendIn(token);

    const rows = await sql<{ type: string; data: object }>(
      'select event_type type, data from webhook_deliveries where workspace_id = $1 order by id',
      [workspaceId],
    );
    expect(rows.map(({ type, data }) => [type, data]).slice(1)).to.deep.equal([
      ['file_request.upload_received', { requestId: request.id, status: 'submitted', version: 3 }],
      ['file_request.submitted', { requestId: request.id, status: 'submitted', version: 3 }],
    ]);
  });

  it('go with their workspace, rows and objects', async () => {
    const { chancery, owner, sent, sendIn, worker, sql, workspaceId, objects, later } =
      await fileRequestWorld();
    const { token } = await sent();
    await sendIn(token);
    const { workspace } = await chancery.workspace.getWorkspace({}, owner.session);
    await chancery.workspace.closeWorkspace({ confirmSlug: workspace.slug }, owner.session);

    await later({ days: 40 });
    await worker.run('workspace.finalise_closure');

    expect(await sql('select from file_requests where workspace_id = $1', [workspaceId])).to.have.length(0);
    expect(await sql('select from client_uploads where workspace_id = $1', [workspaceId])).to.have.length(0);
    expect(await objects()).to.deep.equal([]);
  });
});
