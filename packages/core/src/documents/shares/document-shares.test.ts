import {
  aFile,
  endingOf,
  failureOf,
  faultsOf,
  placesWith,
  sharing,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const sealed = (documentId: string) =>
  [
    `with made as (insert into document_versions (id, workspace_id, document_id, ordinal, kind, sha256, size_bytes, mime_type, blob_key, created_at)
       select gen_random_uuid(), workspace_id, document_id, 2, 'sealed', repeat('5', 64), size_bytes, mime_type, blob_key, created_at
       from document_versions where document_id = $1 and ordinal = 1)
     update documents set sealed_sha256 = repeat('5', 64), signature_status = 'sealed' where id = $1`,
    [documentId],
  ] as const;

describe('shares of documents', () => {
  it('makes a link that anyone can open, and shows the share in the detail of its document', async () => {
    const { upload, share, open, read, told, owner, workspaceId } = await sharing();
    const { id: documentId, sha256 } = await upload();
    const { share: made, url, token, warnings } = await share({ documentId, label: 'For the auditor' });
    expect(url).to.equal(`http://127.0.0.1:8080/share#token=${token}`);
    expect(warnings).to.deep.equal([]);
    const { id, ...rest } = made;
    expect(rest).to.deep.equal({
      workspaceId,
      documentId,
      label: 'For the auditor',
      recipientEmail: null,
      recipientName: null,
      variant: 'current',
      allowDownload: true,
      passcodeRequired: false,
      maxViews: null,
      viewCount: 0,
      expiresAt: '2026-12-23T12:00:00.000Z',
      status: 'active',
      lastViewedAt: null,
      revokedAt: null,
      revokedByUserId: null,
      revokeReason: null,
      createdByUserId: owner.id,
      createdAt: '2026-11-23T12:00:00.000Z',
      updatedAt: '2026-11-23T12:00:00.000Z',
      version: 1,
    });
    const { contentUrl, ...shown } = await open(token);
    expect(shown).to.deep.equal({
      locked: false,
      workspace: { name: "Ada's workspace", logoUrl: null },
      document: {
        name: 'letter.pdf',
        mimeType: 'application/pdf',
        sizeBytes: 14,
        pageCount: 1,
        sha256,
        inline: true,
      },
      allowDownload: true,
      expiresAt: '2026-12-23T12:00:00.000Z',
    });
    expect(contentUrl).to.match(
      /^http:\/\/127\.0\.0\.1:8080\/api\/v1\/document-shares\/[\w-]{43}\/content\?grant=[\w-]{86}$/,
    );
    const { document, shares } = await read(documentId);
    expect(document.shareCount).to.equal(1);
    expect(shares.map((each) => each.id)).to.deep.equal([id]);
    expect(await told()).to.deep.equal([
      [
        'share.created',
        {
          variant: 'current',
          allowDownload: true,
          passcodeRequired: false,
          maxViews: null,
          expiresAt: '2026-12-23T12:00:00.000Z',
        },
      ],
      ['share.viewed', { action: 'opened', variant: null, sha256: null }],
    ]);
  });

  it('SHR-1: the secret is in the answer of its creation alone: no row, event, job or log holds it', async () => {
    const made = await sharing();
    const { upload, share, open, read, content, grant, worker } = made;
    const { id: documentId } = await upload();
    const { token } = await share({
      documentId,
      recipientEmail: 'bo@client.example',
      passcode: 'harbour-42',
    });
    await content(token, { grant: await grant(token, 'harbour-42') });
    expect(await placesWith([token, 'harbour-42'], made)).to.deep.equal([]);
    expect(JSON.stringify(await read(documentId))).to.not.include(token);
    expect(await failureOf(open(token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))))).to.equal(
      'link.not_found',
    );
    await worker.drain();
    expect(await placesWith([token], made)).to.deep.equal([]);
  });

  it('PLT-4: a repeat with the same idempotency key gets the same link, and makes no second share', async () => {
    const { chancery, upload, owner, read } = await sharing();
    const { id: documentId } = await upload();
    const again = () =>
      chancery.documents.createDocumentShare({ documentId }, { ...owner.session, idempotencyKey: 'one' });
    expect((await again()).url).to.equal((await again()).url);
    expect((await read(documentId)).document.shareCount).to.equal(1);
  });

  it('LIB-4: answers as if there were no document to who may not see it; only who manages it may share, revoke and see its shares', async () => {
    const { documents, upload, share, read, person, stranger, owner, chancery } = await sharing();
    const [bo, cy] = [await person('member', 'Bo'), await person('member', 'Cy')];
    const guest = await person('guest', 'Gil');
    const { id: documentId } = await upload({ visibility: 'restricted' }, bo);
    const { share: made } = await share({ documentId }, bo);
    const revoke = (as = cy) =>
      failureOf(documents.revokeDocumentShare({ documentId, shareId: made.id }, as.session));
    const outsider = await stranger();
    for (const who of [cy, guest, outsider]) {
      expect(await failureOf(share({ documentId }, who))).to.equal('document.not_found');
      expect(await revoke(who)).to.equal('document.not_found');
    }
    await documents.updateDocument(
      {
        documentId,
        accessList: [
          { userId: cy.id, level: 'edit' },
          { userId: guest.id, level: 'view' },
        ],
      },
      bo.session,
    );
    for (const who of [cy, guest]) {
      expect(await failureOf(share({ documentId }, who))).to.equal('permission.denied');
      expect(await revoke(who)).to.equal('permission.denied');
      expect((await read(documentId, who)).shares).to.deep.equal([]);
    }
    expect((await read(documentId, owner)).shares).to.have.length(1);
    expect((await read(documentId, bo)).shares).to.have.length(1);

    const { document: own } = await chancery.documents.uploadDocument(
      { file: aFile('own.pdf') },
      outsider.session,
    );
    expect(
      await failureOf(
        documents.revokeDocumentShare({ documentId: own.id, shareId: made.id }, outsider.session),
      ),
    ).to.equal('share.not_found');
    const { id: other } = await upload({}, bo);
    expect(
      await failureOf(documents.revokeDocumentShare({ documentId: other, shareId: made.id }, bo.session)),
    ).to.equal('share.not_found');
  });

  it('LIB-1: the scope shared lists what has an active share and is the caller’s to manage', async () => {
    const { documents, upload, share, person, owner } = await sharing();
    const bo = await person('member', 'Bo');
    const [mine, his] = [await upload(), await upload({}, bo)];
    await upload();
    const { share: made } = await share({ documentId: mine.id });
    await share({ documentId: his.id }, bo);
    const shared = async (as = owner, search = '') =>
      (await documents.listDocuments({ scope: 'shared', search }, as.session)).documents
        .map(({ id, shareCount }) => `${id} ${shareCount}`)
        .sort();
    for (const search of ['', 'letter']) {
      expect(await shared(owner, search)).to.deep.equal([`${mine.id} 1`, `${his.id} 1`].sort());
      expect(await shared(bo, search)).to.deep.equal([`${his.id} 1`]);
    }
    await documents.revokeDocumentShare({ documentId: mine.id, shareId: made.id }, owner.session);
    expect(await shared()).to.deep.equal([`${his.id} 1`]);
  });

  it('refuses what cannot be shared: another state, a variant that is not there, a type that no browser shows, a message without a mail', async () => {
    const { upload, share, ports, sql } = await sharing();
    const { id: documentId } = await upload();
    const refusal = (input: object = {}, id = documentId) => failureOf(share({ documentId: id, ...input }));
    expect(await refusal({ variant: 'sealed' })).to.equal('document.variant_not_found');
    expect(await refusal({ variant: 'original' })).to.equal('none');
    ports.pdfInspector.answer = { pages: null, flags: ['javascript'] };
    const { id: active } = await upload();
    expect(await refusal({ allowDownload: false }, active)).to.equal('share.download_required');
    expect(await refusal({ allowDownload: false })).to.equal('none');
    expect(await faultsOf(share({ documentId, message: 'Hello' }))).to.deep.equal([
      '/message field.not_an_option',
    ]);
    expect(
      await faultsOf(
        share({ documentId, message: 'Hello', recipientEmail: 'bo@client.example', notify: false }),
      ),
    ).to.deep.equal(['/message field.not_an_option']);
    for (const status of ['quarantined', 'disposed']) {
      await sql('update documents set status = $2 where id = $1', [active, status]);
      expect(await refusal({}, active)).to.equal('document.invalid_state');
    }
  });

  it('SHR-2, SHR-3, SHR-4: holds the bounds of its end, its views and its passcode, and names the field that is wrong', async () => {
    const { upload, share } = await sharing();
    const { id: documentId } = await upload();
    const faults = (input: object) => faultsOf(share({ documentId, ...input }));
    expect(await faults({ passcode: '12345' })).to.deep.equal(['/passcode passcode.too_weak']);
    expect(await faults({ passcode: '111111' })).to.deep.equal(['/passcode passcode.too_weak']);
    expect((await faults({ passcode: 'x y z 1 2 3' }))[0]).to.equal('/passcode field.invalid');
    expect((await faults({ maxViews: 0 }))[0]).to.equal('/maxViews field.out_of_range');
    expect((await faults({ maxViews: 10_001 }))[0]).to.equal('/maxViews field.out_of_range');
    for (const expiresAt of ['2026-11-23T12:59:59.999Z', '2027-11-23T12:00:00.001Z'])
      expect(await faults({ expiresAt })).to.deep.equal(['/expiresAt field.out_of_range']);
    for (const expiresAt of ['2026-11-23T13:00:00.000Z', '2027-11-23T12:00:00.000Z'])
      expect((await share({ documentId, expiresAt })).share.expiresAt).to.equal(expiresAt);
  });

  it('a document has at most 100 active shares; those that have ended do not count', async () => {
    const { upload, share, documents, owner, clock } = await sharing();
    const { id: documentId } = await upload();
    const soon = '2026-11-23T13:00:00.000Z';
    const first = await share({ documentId });
    for (let made = 1; made < 100; made += 1) await share({ documentId, expiresAt: soon });
    expect(await failureOf(share({ documentId }))).to.equal('share.too_many');
    await documents.revokeDocumentShare({ documentId, shareId: first.share.id }, owner.session);
    await share({ documentId });
    expect(await failureOf(share({ documentId }))).to.equal('share.too_many');
    clock.advance({ hours: 1 });
    expect(await failureOf(share({ documentId }))).to.equal('none');
  });

  it('SHR-2: a share that was revoked, or whose time is over, is gone on both endpoints, with the reason', async () => {
    const { upload, share, open, content, grant, documents, owner, clock, worker, read, told } =
      await sharing();
    const { id: documentId } = await upload();
    const [one, other] = [
      await share({ documentId }),
      await share({ documentId, expiresAt: '2026-11-23T13:00:00.000Z' }),
    ];
    const grants = [await grant(one.token), await grant(other.token)];
    const revoke = () => documents.revokeDocumentShare({ documentId, shareId: one.share.id }, owner.session);
    const { share: revoked } = await revoke();
    expect(revoked).to.include({
      status: 'revoked',
      revokedAt: '2026-11-23T12:00:00.000Z',
      revokedByUserId: owner.id,
      revokeReason: 'user',
    });
    expect((await revoke()).share).to.deep.equal(revoked);
    const ends = async (token: string, ofGrant = '') => [
      await endingOf(open(token)),
      await endingOf(content(token)),
      await endingOf(content(token, { grant: ofGrant })),
    ];
    expect(await ends(one.token, grants[0])).to.deep.equal(Array(3).fill('link.gone revoked'));
    clock.advance({ minutes: 60 });
    expect(await ends(other.token, grants[1])).to.deep.equal(Array(3).fill('link.gone expired'));
    const statuses = async () => {
      const { document, shares } = await read(documentId);
      return [document.shareCount, ...shares.map(({ status }) => status)];
    };
    expect(await statuses()).to.deep.equal([1, 'expired', 'revoked']);

    await worker.run('shares.expire');
    expect(await statuses()).to.deep.equal([0, 'expired', 'revoked']);
    expect((await told()).slice(-2)).to.deep.equal([
      ['share.revoked', { reason: 'user' }],
      ['share.expired', {}],
    ]);
    await worker.run('shares.expire');
    expect((await told()).filter(([type]) => type === 'share.expired')).to.have.length(1);
  });

  it('SHR-1, SHR-2: the mail of a share that was revoked before it left never leaves, and nothing is left to be done', async () => {
    const { documents, upload, share, owner, worker, ports, sql } = await sharing();
    const { id: documentId } = await upload();
    const { share: made } = await share({ documentId, recipientEmail: 'bo@client.example' });
    await documents.revokeDocumentShare({ documentId, shareId: made.id }, owner.session);
    await worker.drain();

    expect(ports.mail.sent.filter(({ to }) => to.address === 'bo@client.example')).to.deep.equal([]);
    const left = await sql<{ status: string; error: string | null }>(
      `select status, last_error_code error from jobs
       where workspace_id = $1 and topic = 'shares.mail_invitation' and (last_error_code is not null or status not in ('succeeded', 'cancelled'))`,
      [made.workspaceId],
    );
    expect(left).to.deep.equal([]);
  });

  it('LIB-8: trashing ends all shares for good in the same transaction, and restoring revives none', async () => {
    const { upload, share, open, content, documents, owner, read, told, holds } = await sharing();
    const { id: documentId } = await upload();
    const { token } = await share({ documentId });
    await share({ documentId });
    await holds.place(documentId);
    expect(await failureOf(documents.trashDocument({ documentId }, owner.session))).to.equal(
      'document.legal_hold',
    );
    expect(await endingOf(open(token))).to.equal('none');
    holds.lift(documentId);

    const { document } = await documents.trashDocument({ documentId }, owner.session);
    expect(document.shareCount).to.equal(0);
    expect((await told()).slice(-2)).to.deep.equal(
      Array(2).fill(['share.revoked', { reason: 'document_trashed' }]),
    );
    const restored = await documents.restoreDocument({ documentId }, owner.session);
    expect(restored.document.shareCount).to.equal(0);
    expect([await endingOf(open(token)), await endingOf(content(token))]).to.deep.equal(
      Array(2).fill('link.gone document_trashed'),
    );
    const { shares } = await read(documentId);
    expect(shares.map(({ status, revokedByUserId }) => [status, revokedByUserId])).to.deep.equal(
      Array(2).fill(['revoked', owner.id]),
    );
    expect((await share({ documentId })).share.status).to.equal('active');
  });

  it('LIB-8: quarantine and destruction end shares as well, with their own reasons', async () => {
    const { upload, share, open, documents, owner, ports, worker, clock, sql, workspaceId } = await sharing();
    ports.scanner.answer = 'skipped';
    const [infected, destroyed] = [await upload(), await upload()];
    await sql(`update documents set scan = 'clean' where id = $1`, [destroyed.id]);
    const tokens = [
      (await share({ documentId: infected.id })).token,
      (await share({ documentId: destroyed.id })).token,
    ];
    // The bytes of other tests are in stores of their own.
    await sql(`update documents set scan = 'clean' where workspace_id <> $1`, [workspaceId]);
    ports.scanner.answer = 'infected';
    clock.advance({ days: 1 });
    await worker.run('documents.rescan');
    // A document whose shares are active is trashed first; another context may destroy it without.
    await sql(`update documents set status = 'quarantined' where id = $1`, [destroyed.id]);
    await documents.purgeDocument({ documentId: destroyed.id }, owner.session);
    expect(await Promise.all(tokens.map((token) => endingOf(open(token))))).to.deep.equal([
      'link.gone document_quarantined',
      'link.gone document_disposed',
    ]);
  });

  it('SHR-7: a document on hold can be shared and unshared, and a share keeps no document from the trash', async () => {
    const { upload, share, documents, owner, holds } = await sharing();
    const { id: documentId } = await upload();
    await holds.place(documentId);
    const { share: made } = await share({ documentId });
    const { share: ended } = await documents.revokeDocumentShare(
      { documentId, shareId: made.id },
      owner.session,
    );
    expect(ended.status).to.equal('revoked');
    holds.lift(documentId);
    await share({ documentId });
    const { document } = await documents.trashDocument({ documentId }, owner.session);
    expect(document.purgeAfter).to.equal('2026-12-23T12:00:00.000Z');
  });

  it('SHR-8: after a round was voided the document can be shared again, with a warning', async () => {
    const { upload, share, sql } = await sharing();
    const { id: documentId } = await upload();
    await sql(`update documents set signature_status = 'voided' where id = $1`, [documentId]);
    for (const variant of ['current', 'original'] as const)
      expect((await share({ documentId, variant })).warnings.map(({ code }) => code)).to.deep.equal([
        'document_voided',
      ]);
  });

  it('SHR-5: current follows the document, original and sealed stay what they are', async () => {
    const { upload, share, open, sql } = await sharing();
    const { id: documentId, sha256 } = await upload();
    const [current, original] = [
      await share({ documentId }),
      await share({ documentId, variant: 'original' }),
    ];
    const digest = async ({ token }: { token: string }) => (await open(token)).document?.sha256;
    expect([await digest(current), await digest(original)]).to.deep.equal([sha256, sha256]);
    await sql(...sealed(documentId));
    const ofSeal = await share({ documentId, variant: 'sealed' });
    expect([await digest(current), await digest(original), await digest(ofSeal)]).to.deep.equal([
      '5'.repeat(64),
      sha256,
      '5'.repeat(64),
    ]);
  });

  it('412: refuses to revoke a share that has changed since it was read', async () => {
    const { upload, share, content, documents, owner } = await sharing();
    const { id: documentId } = await upload();
    const { share: made, token } = await share({ documentId });
    await content(token);
    const revoke = (expectedVersion: number) =>
      failureOf(
        documents.revokeDocumentShare({ documentId, shareId: made.id, expectedVersion }, owner.session),
      );
    expect([await revoke(1), await revoke(2)]).to.deep.equal(['version_conflict', 'none']);
  });
});
