import {
  aClient,
  aFile,
  endingOf,
  failureOf,
  faultsOf,
  fileRequestWorld,
  theClient,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const nowhere = '01900000-0000-7000-8000-00000000000a';

/** A request with one file that waits for somebody to look at it. */
async function received(options: Parameters<typeof fileRequestWorld>[0] = {}) {
  const here = await fileRequestWorld(options);
  const { request, token } = await here.sent();
  const { upload } = await here.sendIn(token);
  type Decision = Parameters<typeof here.requests.reviewClientUpload>[0];
  const review = (decision: Decision['decision'], more: Partial<Decision> = {}, as = here.owner.session) =>
    here.requests.reviewClientUpload({ uploadId: upload.id, decision, ...more }, as);
  return { ...here, request, token, uploadId: upload.id, review };
}

describe('looking at files that clients sent', () => {
  it('CFR-6: accepting makes a document of whoever owns the request, in one transaction, and completes the request', async () => {
    const here = await received();
    const { review, owner, person, requests, request, folder, documents, worker, subjectsTo, open, token } =
      here;
    const [member, place] = [await person('member'), await folder('Clients')];
    await requests.updateFileRequest(
      { requestId: request.id, ownerUserId: member.id, folderId: place.id },
      owner.session,
    );

    const {
      upload,
      document,
      request: after,
    } = await review('accept', { documentName: 'Passport of Grace' });
    await worker.drain();

    expect(upload).to.deep.include({
      status: 'accepted',
      documentId: document?.id,
      reviewedByUserId: owner.id,
    });
    expect(document).to.deep.include({
      name: 'Passport of Grace',
      fileName: 'passport.pdf',
      ownerUserId: member.id,
      folderId: place.id,
      visibility: 'workspace',
      pageCount: 1,
      scan: 'clean',
    });
    expect(after).to.deep.include({
      status: 'completed',
      progress: { required: 1, received: 1, accepted: 1 },
    });
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Thank you, nothing is missing: Tax return']);
    expect((await open(token)).request).to.deep.include({ closed: true, status: 'completed' });
    const read = await documents.getDocumentContent({ documentId: document?.id ?? '' }, owner.session);
    expect('stored' in read && read.stored.sizeBytes).to.equal(14);
  });

  it('CFR-6: what accepting fails at leaves no document: a folder or a type that is not there', async () => {
    const { review, requests, owner, request, documents, folder, storage } = await received();
    const place = await folder('Clients');
    await documents.archiveDocumentFolder({ folderId: place.id }, owner.session);

    expect(await failureOf(review('accept', { folderId: place.id }))).to.equal('folder.archived');
    expect(await failureOf(review('accept', { folderId: nowhere }))).to.equal('folder.not_found');
    expect(await failureOf(review('accept', { documentTypeId: nowhere }))).to.equal('type.not_found');
    expect((await documents.listDocuments({}, owner.session)).documents).to.deep.equal([]);
    expect(await storage()).to.deep.equal({ used: 0, reserved: 14 });
    const { request: read } = await requests.getFileRequest({ requestId: request.id }, owner.session);
    expect(read.items[0]?.uploads[0]?.status).to.equal('pending_review');
  });

  it('a file is not decided on for a version of its request that is not the current one', async () => {
    const { review, requests, owner, request } = await received();
    const { version } = (await requests.getFileRequest({ requestId: request.id }, owner.session)).request;

    expect(await failureOf(review('accept', { expectedVersion: version - 1 }))).to.equal('version_conflict');
    expect((await review('accept', { expectedVersion: version })).upload.status).to.equal('accepted');
  });

  it('CFR-15: storage that was held since the file came is in use when it is accepted, and given back when it is destroyed', async () => {
    const { review, storage, sendIn, token, later, worker, requests, open } = await received();
    const second = (await sendIn(token, 'Payslips')).upload.id;
    expect(await storage()).to.deep.equal({ used: 0, reserved: 28 });

    await requests.reviewClientUpload(
      { uploadId: second, decision: 'reject', reason: 'Not this year.', notifyClient: false },
      await later({ seconds: 1 }),
    );
    expect(await storage()).to.deep.equal({ used: 0, reserved: 28 });
    await review('accept', {}, await later({ seconds: 1 }));
    expect(await storage()).to.deep.equal({ used: 14, reserved: 14 });
    expect((await open(token)).request.items[1]?.uploads[0]).to.deep.include({
      status: 'rejected',
      reviewReason: 'Not this year.',
    });
    await later({ days: 30 });
    await worker.run('file_requests.destroy_rejected');
    expect(await storage()).to.deep.equal({ used: 14, reserved: 0 });
  });

  it('CFR-15: the nightly count agrees with what is held and in use', async () => {
    const { review, storage, sendIn, token, worker, happened } = await received();
    await sendIn(token, 'Payslips');
    await review('accept');

    await worker.run('usage.reconcile');

    expect(await storage()).to.deep.equal({ used: 14, reserved: 14 });
    expect((await happened()).filter(({ type }) => type === 'usage.corrected')).to.deep.equal([]);
  });

  it('CFR-7: rejecting needs a reason, tells the client item and reason by a fresh link, and not who', async () => {
    const here = await received();
    const { review, worker, ports, subjectsTo, open, token, tokenOf, sendIn, owner, read, request } = here;

    expect(await faultsOf(review('reject'))).to.deep.equal(['/reason file_request.reason_required']);
    const answer = await review('reject', { reason: 'The second page is missing.' });
    await worker.drain();

    expect(answer.request).to.deep.include({ status: 'in_progress', submittedAt: null });
    expect(answer.request.items[0]?.status).to.equal('rejected');
    expect(await endingOf(open(token))).to.equal('link.gone superseded');
    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Please send again: Tax return']);
    const mail = ports.mail.sent.at(-1);
    expect(mail?.text).to.include('Passport (passport.pdf): The second page is missing.');
    const fresh = tokenOf(theClient.clientEmail);
    const seen = await open(fresh);
    expect(seen.request.items[0]?.uploads[0]?.reviewReason).to.equal('The second page is missing.');
    expect(JSON.stringify(seen)).to.not.include(owner.id);
    expect((await sendIn(fresh)).requestStatus).to.equal('submitted');
    expect((await read(request.id)).items[0]?.uploads).to.have.length(2);
  });

  it('CFR-7: of several rejections one mail leaves, which names all files that are wanted again', async () => {
    const { review, requests, owner, sendIn, token, worker, ports, subjectsTo } = await received();
    const second = (await sendIn(token, 'Payslips')).upload.id;
    await review('reject', { reason: 'It is blurred.' });
    await requests.reviewClientUpload(
      { uploadId: second, decision: 'reject', reason: 'It is of last year.' },
      owner.session,
    );

    await worker.drain();

    expect(subjectsTo(theClient.clientEmail)).to.deep.equal(['Please send again: Tax return']);
    expect(ports.mail.sent.at(-1)?.text).to.include('It is blurred.').and.include('It is of last year.');
  });

  it('CFR-7: the bytes of a rejected file are there for thirty days, and not destroyed while they are held', async () => {
    const here = await received();
    const { review, requests, later, worker, objects, holds, uploadId, told, sql } = here;
    await review('reject', { reason: 'No.' });
    const content = (as = here.owner.session) => failureOf(requests.getClientUploadContent({ uploadId }, as));
    expect(await content()).to.equal('none');

    // Whoever holds it takes the lock on its row; a file is no document yet, so it is held as it is.
    holds.mark(uploadId);
    let session = await later({ days: 31 });
    await worker.run('file_requests.destroy_rejected');
    expect(await content(session)).to.equal('none');
    expect(await objects()).to.have.length(1);
    holds.lift(uploadId);
    session = await later({ days: 1 });
    await worker.run('file_requests.destroy_rejected');

    expect([await content(session), await objects()]).to.deep.equal(['client_upload.gone', []]);
    expect(await told()).to.include('client_upload.destroyed');
    expect(await failureOf(review('reset', {}, session))).to.equal('client_upload.not_reviewable');
    expect(
      await sql('select from client_uploads where id = $1 and blob_key is null', [uploadId]),
    ).to.have.length(1);
  });

  it('a decision is taken back: what was rejected waits again, and its bytes stay', async () => {
    const { review, later, worker, objects } = await received();
    await review('reject', { reason: 'No.', notifyClient: false });

    const { upload, request } = await review('reset');

    expect(upload).to.deep.include({ status: 'pending_review', reviewedByUserId: null, reviewReason: null });
    expect(request.status).to.equal('submitted');
    await later({ days: 31 });
    await worker.run('file_requests.destroy_rejected');
    expect(await objects()).to.have.length(1);
  });

  it('an accepted file is reset while nobody has touched its document, which goes to the trash and comes back', async () => {
    const { review, documents, owner, requests, request, storage, objects } = await received();
    const { document } = await review('accept');
    const documentId = document?.id ?? '';
    const statusOf = async () => (await documents.getDocument({ documentId }, owner.session)).document.status;

    const { upload } = await review('reset');
    expect([upload.status, upload.documentId, await statusOf()]).to.deep.equal([
      'pending_review',
      documentId,
      'trashed',
    ]);
    await requests.updateFileRequest(
      { requestId: request.id, status: 'reopened', expiresAt: '2027-01-01T00:00:00Z' },
      owner.session,
    );
    const again = await review('accept');

    expect([again.document?.id, await statusOf(), again.request.status]).to.deep.equal([
      documentId,
      'active',
      'completed',
    ]);
    expect(await storage()).to.deep.equal({ used: 14, reserved: 0 });
    expect(await objects()).to.have.length(1);
  });

  it('an accepted file is neither reset nor rejected once its document was touched or is held', async () => {
    const { review, documents, owner, holds } = await received();
    const { document } = await review('accept');
    const documentId = document?.id ?? '';
    holds.mark(documentId);
    expect(await failureOf(review('reset'))).to.equal('document.legal_hold');
    holds.lift(documentId);

    await documents.updateDocument({ documentId, name: 'Ours' }, owner.session);

    expect(await failureOf(review('reset'))).to.equal('client_upload.not_reviewable');
    expect(await failureOf(review('reject', { reason: 'No.' }))).to.equal('client_upload.not_reviewable');
    expect(await failureOf(review('accept'))).to.equal('client_upload.not_reviewable');
  });

  it('an accepted file that is rejected leaves a document in the trash, and is no file of the request any more', async () => {
    const { review, documents, owner, worker, later, uploadId, requests, token } = await received();
    const { document } = await review('accept');
    const documentId = document?.id ?? '';

    const { upload } = await review('reject', { reason: 'Of somebody else.' });
    expect([upload.status, upload.documentId]).to.deep.equal(['rejected', documentId]);
    expect(
      (await documents.listDocuments({ scope: 'trash' }, owner.session)).documents.map(({ id }) => id),
    ).to.deep.equal([documentId]);
    const session = await later({ days: 31 });
    await worker.run('documents.purge');

    expect(await failureOf(requests.getClientUploadContent({ uploadId }, session))).to.equal(
      'client_upload.gone',
    );
    expect(await failureOf(requests.getClientFileContent({ token, uploadId }, aClient))).to.equal(
      'client_upload.gone',
    );
  });

  it('what is being scanned or locked away is not decided on', async () => {
    const { review, requests, owner, sql, uploadId } = await received();
    await sql(`update client_uploads set status = 'scanning' where id = $1`, [uploadId]);
    expect(await failureOf(review('accept'))).to.equal('client_upload.not_reviewable');
    await sql(`update client_uploads set status = 'quarantined' where id = $1`, [uploadId]);

    expect(await failureOf(review('accept'))).to.equal('client_upload.quarantined');
    expect(
      await failureOf(requests.reviewClientUpload({ uploadId: nowhere, decision: 'accept' }, owner.session)),
    ).to.equal('client_upload.not_found');
  });

  it('the document that is made for a case is restricted, so that other members do not see it', async () => {
    const { requests, documents, owner, person, sent, sendIn, cases } = await fileRequestWorld();
    const other = await person('member');
    cases.set(nowhere, [owner.id]);
    const { token } = await sent({ caseId: nowhere });
    const { upload } = await sendIn(token);

    const { document } = await requests.reviewClientUpload(
      { uploadId: upload.id, decision: 'accept' },
      owner.session,
    );

    expect(document?.visibility).to.equal('restricted');
    const documentId = document?.id ?? '';
    expect(await failureOf(documents.getDocument({ documentId }, other.session))).to.equal(
      'document.not_found',
    );
  });

  it('a request in which nothing is required is answered when there is something for every item', async () => {
    const { requests, owner, sent, sendIn } = await fileRequestWorld();
    const { token } = await sent({
      items: [
        { name: 'One', required: false },
        { name: 'Two', required: false },
      ],
    });
    const first = await sendIn(token, 'One');
    expect(first.requestStatus).to.equal('in_progress');
    const second = await sendIn(token, 'Two', { file: aFile('two.csv', 'a,b') });
    expect(second.requestStatus).to.equal('submitted');

    const accept = (uploadId: string) =>
      requests.reviewClientUpload({ uploadId, decision: 'accept' }, owner.session);
    expect((await accept(first.upload.id)).request.status).to.equal('submitted');
    expect((await accept(second.upload.id)).request.status).to.equal('completed');
  });
});
