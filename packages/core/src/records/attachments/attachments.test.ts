import {
  aFile,
  delivered,
  failureOf,
  type MemoryKeyVault,
  noteOffice,
} from '@chancery/adapters-persistence/testing';
import { aPdf, chunkOf, declared, sha256Of } from '@chancery/core/testing';
import { contentHash, hashedNow } from '@chancery/verify';
import { expect } from 'chai';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { entrySeal } from '../entries/content.ts';

type Office = Awaited<ReturnType<typeof noteOffice>>;
type Range = { readonly start: number; readonly end: number };

async function fileOffice(over: Parameters<typeof noteOffice>[0] = {}) {
  const here: Office = await noteOffice(over);
  const { records, cy, chancery, ports: services, workspaceId } = here;
  const attach = async (
    artifactId: string,
    content: string | Uint8Array = 'one',
    input: object = {},
    as = cy,
  ) =>
    (
      await records.uploadEntryAttachment(
        { artifactId, file: aFile('letter.txt', content), ...input },
        as.session,
      )
    ).attachment;
  const content = async (artifactId: string, attachmentId: string, range?: Range, as = cy) => {
    const { stored } = await delivered(
      records.getEntryAttachmentContent({ artifactId, attachmentId }, as.session),
    );
    const parts: Uint8Array[] = [];
    for await (const part of (await stored.opened?.(range)) ?? []) parts.push(part);
    return Buffer.concat(parts);
  };
  const remove = async (artifactId: string, attachmentId: string, as = cy) =>
    (await records.removeEntryAttachment({ artifactId, attachmentId }, as.session)).entry;
  /** A completed upload of such bytes. */
  const uploaded = async (bytes: Buffer, as = cy) => {
    const asked = declared(bytes, { purpose: 'record_attachment', chunkSizeBytes: 262_144 });
    const { id } = (await chancery.uploads.createUploadSession(asked, as.session)).uploadSession;
    for (let index = 0; index * 262_144 < bytes.length; index += 1)
      await chancery.uploads.storeUploadChunk(
        { uploadSessionId: id, ...chunkOf(bytes, 262_144, index) },
        as.session,
      );
    await chancery.uploads.completeUploadSession({ uploadSessionId: id }, as.session);
    return id;
  };
  const keys = async () => {
    const found: string[] = [];
    for await (const key of services.blobs.list(`ws/${workspaceId}/`)) found.push(key.split('/')[2] ?? '');
    return found.sort();
  };
  const used = async () =>
    (
      await here.sql<{ used: number }>(
        `select used::int used from usage_counters where workspace_id = $1 and code = 'storage_bytes'`,
        [workspaceId],
      )
    )[0]?.used ?? 0;
  return { ...here, attach, content, remove, uploaded, keys, used };
}

describe('attachments of entries', () => {
  it('are shown with their entry, read by whoever reads it, and noted in the ledger', async () => {
    const { begin, attach, content, read, happened, guest, records, cy, aCase } = await fileOffice();
    const { id } = await begin();

    const attachment = await attach(id, 'three', { caption: 'From the court' });

    const { createdAt: _, ...shown } = attachment;
    expect(shown).to.deep.equal({
      id: attachment.id,
      artifactId: id,
      addendumId: null,
      fileName: 'letter.txt',
      contentType: 'text/plain',
      sizeBytes: 5,
      sha256: sha256Of(Buffer.from('three')),
      source: 'upload',
      sourceId: null,
      sourceVersion: null,
      caption: 'From the court',
      status: 'clean',
      scan: 'clean',
      removedAt: null,
    });
    expect((await read(id, guest)).attachments).to.deep.equal([attachment]);
    expect((await content(id, attachment.id, undefined, guest)).toString()).to.equal('three');
    const { entries } = await records.listCaseEntries({ caseId: aCase.id }, cy.session);
    expect(entries.map(({ attachmentsCount }) => attachmentsCount)).to.deep.equal([1]);
    const said = (await happened()).filter(({ type }) => type.startsWith('entry.attachment'));
    expect(said.map(({ type, facts, target }) => [type, facts, target.id])).to.deep.equal(
      ['entry.attachment_added', 'entry.attachment_read'].map((type) => [
        type,
        { attachmentId: attachment.id, sha256: attachment.sha256 },
        id,
      ]),
    );
  });

  it('REC-99: lie sealed under the key of their case, and of a part only its segments are read', async () => {
    const { begin, attach, content, worker, keys, ports: services, workspaceId } = await fileOffice();
    const { id } = await begin();
    const bytes = aPdf(2_500_000);

    const attachment = await attach(id, bytes);
    expect(await keys()).to.deep.equal(['in', 'rec']);
    await worker.drain();
    expect(await keys()).to.deep.equal(['rec']);

    const asked: (Range | undefined)[] = [];
    const { get } = services.blobs;
    services.blobs.get = (key, range) => {
      asked.push(range);
      return get.call(services.blobs, key, range);
    };
    const part = await content(id, attachment.id, { start: 1_100_000, end: 1_100_010 });

    expect(part).to.deep.equal(bytes.subarray(1_100_000, 1_100_010));
    const header = 4 + 2 + 36 + 4 + 16;
    expect(asked).to.deep.equal([
      { start: 0, end: header },
      { start: header + 1_048_592, end: header + 2 * 1_048_592 },
    ]);
    const stored = await get.call(services.blobs, `ws/${workspaceId}/rec/${attachment.id}`);
    const parts: Uint8Array[] = [];
    for await (const each of stored ?? []) parts.push(each);
    expect(Buffer.concat(parts).subarray(0, 4).toString()).to.equal('CHSB');
    expect(Buffer.concat(parts).includes(bytes.subarray(100_000, 100_064))).to.equal(false);
    expect(await content(id, attachment.id)).to.deep.equal(bytes);
  });

  it('REC-99: of an upload are sealed when it is used up, and nothing leads to its plain bytes from then on', async () => {
    const { begin, uploaded, records, chancery, cy, content, worker, keys, used } = await fileOffice();
    const { id } = await begin();
    const bytes = aPdf(600_000);
    const uploadSessionId = await uploaded(bytes);

    const { attachment } = await records.attachUploadToEntry(
      { artifactId: id, uploadSessionId, fileName: 'Report.pdf' },
      cy.session,
    );

    expect([attachment.source, attachment.fileName]).to.deep.equal(['resumable', 'Report.pdf']);
    expect(
      await failureOf(records.attachUploadToEntry({ artifactId: id, uploadSessionId }, cy.session)),
    ).to.equal('upload.already_consumed');
    expect(
      await failureOf(chancery.documents.createDocumentFromUpload({ uploadSessionId }, cy.session)),
    ).to.equal('upload.purpose_mismatch');
    expect(await content(id, attachment.id)).to.deep.equal(bytes);
    await worker.drain();
    expect(await keys()).to.deep.equal(['rec']);
    expect(await used()).to.equal(600_000);
  });

  it('REC-56: are not attached twice, and the refusal names the first', async () => {
    const { begin, attach, records, cy } = await fileOffice();
    const { id } = await begin();
    const first = await attach(id, 'the same');

    const refused = await records
      .uploadEntryAttachment({ artifactId: id, file: aFile('other.txt', 'the same') }, cy.session)
      .catch((error: unknown) => error as { code: string; details: { message: string }[] });

    expect(refused).to.deep.include({ code: 'attachment.duplicate' });
    expect((refused as { details: { message: string }[] }).details[0]?.message).to.contain(first.id);
    const another = await begin();
    expect((await attach(another.id, 'the same')).sha256).to.equal(first.sha256);
  });

  it('REC-41: come and go only while the entry can be written in', async () => {
    const { begin, attach, remove, submit, sendBack, approve, sign, keys } = await fileOffice();
    const { id } = await begin();
    const kept = await attach(id, 'kept');
    await submit(id);
    expect(await failureOf(attach(id, 'late'))).to.equal('entry.locked');
    expect(await failureOf(remove(id, kept.id))).to.equal('entry.locked');

    await sendBack(id);
    const other = await attach(id, 'other');
    await submit(id);
    await approve(id);
    expect(await failureOf(attach(id, 'late'))).to.equal('entry.locked');
    const { entry } = await sign(id);

    expect(entry.attachments.map((each) => each.id)).to.deep.equal([kept.id, other.id]);
    expect(await failureOf(attach(id, 'late'))).to.equal('entry.locked');
    expect(await failureOf(remove(id, kept.id))).to.equal('entry.locked');
    expect((await keys()).filter((key) => key === 'rec')).to.have.length(2);
  });

  it('REC-41: that were removed keep their bytes while something submitted names them, and lose them otherwise', async () => {
    const { begin, attach, remove, submit, sendBack, content, worker, keys, used, read } = await fileOffice();
    const { id } = await begin();
    const pinned = await attach(id, 'pinned');
    await submit(id);
    await sendBack(id);
    const loose = await attach(id, 'loose');

    await remove(id, pinned.id);
    const entry = await remove(id, loose.id);
    await worker.drain();

    expect(entry.attachments.map((each) => [each.id, each.removedAt !== null])).to.deep.equal([
      [pinned.id, true],
    ]);
    expect((await content(id, pinned.id)).toString()).to.equal('pinned');
    expect(await failureOf(content(id, loose.id))).to.equal('attachment.not_found');
    expect(await failureOf(remove(id, pinned.id))).to.equal('attachment.not_found');
    expect(await keys()).to.deep.equal(['rec']);
    expect(await used()).to.equal(6);
    const again = await attach(id, 'pinned');
    expect((await read(id)).attachments.map((each) => each.id)).to.deep.equal([pinned.id, again.id]);
  });

  it('are hashed and signed with the version, each as a part of its own (records 7.6)', async () => {
    const here = await fileOffice();
    const { begin, attach, submit, approve, sign } = here;
    const { id } = await begin();
    const { id: attachmentId, sha256: digest } = await attach(id, 'signed');
    await submit(id);
    await approve(id);
    const { entry, signature } = await sign(id);

    const part = {
      id: attachmentId,
      fileName: 'letter.txt',
      contentType: 'text/plain',
      sizeBytes: 6,
      sha256: digest,
    };
    const document = {
      format: 'chancery.entry/1',
      artifactId: id,
      versionNumber: 1,
      caseId: entry.caseId,
      subjectId: entry.subjectId,
      encounterId: null,
      entryType: entry.entryType,
      title: entry.title,
      occurredAt: entry.occurredAt,
      template: null,
      sections: entry.content?.sections ?? [],
      attachments: [part],
    };
    const salt = await saltOf(here, id);
    expect(hexOf(hashedNow(contentHash(document, salt), sha256))).to.equal(signature.contentHash);
    const other = { ...document, attachments: [{ ...part, sha256: sha256Of(Buffer.from('x')) }] };
    expect(hexOf(hashedNow(contentHash(other, salt), sha256))).not.to.equal(signature.contentHash);
  });

  it('are refused by what they are, whatever they are called', async () => {
    const { begin, attach, records, cy, ports: services, keys, worker } = await fileOffice();
    const { id } = await begin();

    expect(await failureOf(attach(id, '\x7fELF'))).to.equal('upload.type_not_allowed');
    services.scanner.answer = 'infected';
    expect(await failureOf(attach(id, 'bad'))).to.equal('upload.rejected');
    expect(
      await failureOf(
        records.uploadEntryAttachment({ artifactId: id, file: aFile('a.txt', '') }, cy.session),
      ),
    ).to.equal('upload.empty');
    await worker.drain();

    expect(await keys()).to.deep.equal([]);
  });

  it('wait for a scanner that has to be asked first, and block submitting until it has answered', async () => {
    const {
      begin,
      attach,
      submit,
      content,
      ports: services,
      worker,
      clock,
      read,
    } = await fileOffice({
      settings: { scanPolicy: 'require' },
    });
    const { id } = await begin();
    services.scanner.answer = 'skipped';
    const attachment = await attach(id, 'unknown');
    expect([attachment.status, attachment.scan]).to.deep.equal(['scanning', null]);
    expect(await failureOf(submit(id))).to.equal('attachment.not_clean');
    expect(await failureOf(content(id, attachment.id))).to.equal('attachment.not_clean');

    await worker.drain();
    services.scanner.answer = 'clean';
    clock.advance({ minutes: 2 });
    await worker.drain();

    expect((await read(id)).attachments[0]?.status).to.equal('clean');
    expect((await submit(id)).status).to.equal('in_review');
  });

  it('that no scanner has looked at are looked at every six hours, and quarantined if it finds something', async () => {
    const {
      begin,
      attach,
      approve,
      submit,
      sign,
      content,
      ports: services,
      worker,
      happened,
    } = await fileOffice();
    const { id } = await begin();
    services.scanner.answer = 'skipped';
    const attachment = await attach(id, 'unknown');
    expect([attachment.status, attachment.scan]).to.deep.equal(['clean', 'skipped']);
    await submit(id);
    await approve(id);

    services.scanner.answer = 'infected';
    await worker.run('attachment.rescan');

    expect(await failureOf(sign(id))).to.equal('attachment.not_clean');
    expect(await failureOf(content(id, attachment.id))).to.equal('attachment.quarantined');
    expect((await happened()).map(({ type }) => type)).to.include('entry.attachment_quarantined');
  });

  it('are erased with the key of their case', async () => {
    const { begin, attach, content, read, ports: services, workspaceId, sql } = await fileOffice();
    const { id } = await begin();
    const attachment = await attach(id, 'gone', { caption: 'Secret' });
    const [row] = await sql<{ key: string }>('select key_id key from record_attachments where id = $1', [
      attachment.id,
    ]);

    await (services.keyVault as MemoryKeyVault).destroy(workspaceId, row?.key ?? '');

    expect(await failureOf(content(id, attachment.id))).to.equal('attachment.erased');
    const [shown] = (await read(id)).attachments;
    expect([shown?.status, shown?.caption]).to.deep.equal(['erased', null]);
  });

  it('are taken of documents of the library as they are, and stay when those change', async () => {
    const { begin, records, cy, chancery, content, owner } = await fileOffice();
    const { id } = await begin();
    const { document } = await chancery.documents.uploadDocument(
      { file: aFile('deed.pdf', '%PDF-1.7 deed') },
      owner.session,
    );
    const link = (input: object) => records.linkEntryAttachment({ artifactId: id, ...input }, cy.session);

    const { attachment } = await link({ documentId: document.id });
    await chancery.documents.trashDocument({ documentId: document.id }, owner.session);

    expect([
      attachment.source,
      attachment.sourceId,
      attachment.sourceVersion,
      attachment.sha256,
    ]).to.deep.equal(['document', document.id, '1', document.sha256]);
    expect((await content(id, attachment.id)).toString()).to.equal('%PDF-1.7 deed');
    expect(await failureOf(link({ documentId: document.id }))).to.equal('attachment.source_not_ready');
    const { document: hidden } = await chancery.documents.uploadDocument(
      { file: aFile('private.pdf', '%PDF-1.7 private'), visibility: 'restricted' },
      owner.session,
    );
    expect(await failureOf(link({ documentId: hidden.id }))).to.equal('document.not_found');
    expect(await failureOf(link({}))).to.equal('request.invalid');
  });

  it('have their text read, and kept where it can be opened by the key of the case alone', async () => {
    const { begin, attach, worker, ports: services, sql } = await fileOffice();
    const { id } = await begin();
    services.textExtractor.says(['The lease ends in May.']);

    const { id: attachmentId } = await attach(id, '%PDF-1.7 lease');
    await worker.drain();

    const [row] = await sql<{ sealed: Uint8Array }>(
      'select text_sealed sealed from record_attachment_texts where attachment_id = $1',
      [attachmentId],
    );
    expect(row?.sealed.length).to.be.greaterThan(40);
    expect(Buffer.from(row?.sealed ?? []).includes('lease')).to.equal(false);
  });

  it('REC-90: are at most 200 for each entry', async () => {
    const { begin, attach, sql, workspaceId } = await fileOffice();
    const { id } = await begin();
    const { id: first } = await attach(id, 'first');
    await sql(
      `insert into record_attachments
       select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'sha256', n::text))).*
       from record_attachments a, generate_series(1, 199) n where a.id = $1 and a.workspace_id = $2`,
      [first, workspaceId],
    );

    expect(await failureOf(attach(id, 'one more'))).to.equal('attachment.limit');
  });
});

/** The salt of what was submitted, as only whoever holds the key reads it. */
async function saltOf(
  { sql, workspaceId, ports: { keyVault, recordCipher } }: Awaited<ReturnType<typeof fileOffice>>,
  entryId: string,
): Promise<Uint8Array> {
  const [row] = await sql<{ sealed: Uint8Array; id: string }>(
    `select s.document_sealed sealed, k.key_id id from record_entry_submissions s
     join record_entries e on e.id = s.entry_id join record_keys k on k.scope_id = e.case_id where s.entry_id = $1`,
    [entryId],
  );
  const { sealed: documentSealed = null, id = '' } = row ?? {};
  const bytes = await keyVault.open(workspaceId, id);
  const seal = entrySeal(workspaceId, bytes && { id, bytes }, recordCipher);
  const snapshot = seal.openSnapshot({ entryId, number: 1, submission: 1, documentSealed });
  return snapshot?.salt ?? new Uint8Array();
}
