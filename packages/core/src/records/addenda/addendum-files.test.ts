import { aFile, delivered, failureOf, faultsOf, noteOffice } from '@chancery/adapters-persistence/testing';
import { aPdf, chunkOf, declared, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { entrySeal } from '../entries/content.ts';
import { addendumHash, openedAddendum } from './addendum.ts';

const chunkSizeBytes = 262_144;

/** An office with an entry that was signed, and with uploads and documents to add to it. */
async function addingOffice(over: Parameters<typeof noteOffice>[0] = {}) {
  const here = await noteOffice(over);
  const { records, chancery, cy, signed, workspaceId, sql } = here;
  const { id: artifactId } = await signed();
  const uploaded = async (bytes: Buffer, as = cy) => {
    const asked = declared(bytes, { purpose: 'record_attachment', chunkSizeBytes });
    const { id } = (await chancery.uploads.createUploadSession(asked, as.session)).uploadSession;
    const chunk = { uploadSessionId: id, ...chunkOf(bytes, chunkSizeBytes, 0) };
    await chancery.uploads.storeUploadChunk(chunk, as.session);
    await chancery.uploads.completeUploadSession({ uploadSessionId: id }, as.session);
    return id;
  };
  const aDocument = async (bytes: Uint8Array) =>
    (await chancery.documents.uploadDocument({ file: aFile('deed.pdf', bytes) }, cy.session)).document.id;
  const content = async (attachmentId: string) => {
    const { stored } = await delivered(
      records.getEntryAttachmentContent({ artifactId, attachmentId }, cy.session),
    );
    const parts: Uint8Array[] = [];
    for await (const part of (await stored.opened?.()) ?? []) parts.push(part);
    return Buffer.concat(parts);
  };
  const used = async () =>
    (
      await sql<{ used: number }>(
        `select used::int used from usage_counters where workspace_id = $1 and code = 'storage_bytes'`,
        [workspaceId],
      )
    )[0]?.used ?? 0;
  return { ...here, artifactId, uploaded, aDocument, content, used };
}

/** What was hashed of the addendum, as only whoever holds the key reads it. */
async function hashedOf({ sql, workspaceId, ports }: Awaited<ReturnType<typeof addingOffice>>, id: string) {
  const [row] = await sql<{ sealed: Uint8Array; key: string }>(
    `select a.document_sealed sealed, k.key_id key from record_addenda a join record_entries e on e.id = a.entry_id
     join record_keys k on k.scope_id = e.case_id where a.id = $1`,
    [id],
  );
  const bytes = await ports.keyVault.open(workspaceId, row?.key ?? '');
  const seal = entrySeal(workspaceId, bytes && { id: row?.key ?? '', bytes }, ports.recordCipher);
  return openedAddendum({ id, documentSealed: row?.sealed ?? null }, seal);
}

describe('files of addenda', () => {
  it('REC-41: a signed entry takes files with an addendum, whose signature covers them', async () => {
    const here = await addingOffice();
    const { artifactId, addTo, uploaded, aDocument, content, read, happened, used } = here;
    const [scan, deed] = [aPdf(1_000), aPdf(2_000)];
    const [uploadSessionId, documentId] = [await uploaded(scan), await aDocument(deed)];
    const before = await read(artifactId);
    const bytes = await used();

    const { addendum, entry } = await addTo(artifactId, undefined, {
      attachments: [
        { uploadSessionId, fileName: 'scan.pdf', caption: 'From the court' },
        { documentId, caption: null },
      ],
    });

    const shown = addendum.attachments.map(
      ({ addendumId, fileName, caption, sha256, status, source, sourceId }) => [
        ...[addendumId, fileName, caption, sha256, status, source, sourceId],
      ],
    );
    expect(shown).to.deep.equal([
      [addendum.id, 'scan.pdf', 'From the court', sha256Of(scan), 'clean', 'resumable', null],
      [addendum.id, 'deed.pdf', null, sha256Of(deed), 'clean', 'document', documentId],
    ]);
    expect([entry.attachments, entry.addenda]).to.deep.equal([addendum.attachments, [addendum]]);
    expect([entry.contentHash, entry.versions]).to.deep.equal([before.contentHash, before.versions]);
    const hashed = await hashedOf(here, addendum.id);
    expect(hashed?.document.attachments).to.deep.equal(
      addendum.attachments.map(({ id, fileName, contentType, sizeBytes, sha256 }) => ({
        ...{ id, fileName, contentType, sizeBytes, sha256 },
      })),
    );
    if (hashed === null) throw new Error('The addendum is to be readable');
    expect(addendumHash(hashed.document, hashed.salt)).to.equal(addendum.contentHash);
    expect(addendumHash({ ...hashed.document, attachments: [] }, hashed.salt)).to.not.equal(
      addendum.contentHash,
    );
    const [first, second] = addendum.attachments.map(({ id }) => id);
    expect([await content(first ?? ''), await content(second ?? '')]).to.deep.equal([scan, deed]);
    expect((await used()) - bytes).to.equal(deed.length);
    const told = (await happened()).map(({ type }) => type).slice(-6);
    expect(told.filter((type) => type.startsWith('entry.'))).to.deep.equal([
      ...['entry.addendum_added', 'entry.attachment_added', 'entry.attachment_added'],
      ...['entry.attachment_read', 'entry.attachment_read'],
    ]);
  });

  it('REC-41: files of an addendum stay, and are of no later version', async () => {
    const { artifactId, addTo, aDocument, records, cy, bo, ask, decide, read, submit, approve, sign } =
      await addingOffice();
    const attachments = [{ documentId: await aDocument(aPdf(1_000)) }];
    const [file] = (await addTo(artifactId, undefined, { attachments })).addendum.attachments;

    const remove = records.removeEntryAttachment({ artifactId, attachmentId: file?.id ?? '' }, cy.session);
    expect(await failureOf(remove)).to.equal('entry.locked');
    await decide((await ask(artifactId)).id, 'accept', bo);
    await submit(artifactId);
    await approve(artifactId);
    await sign(artifactId);
    const amended = await read(artifactId);
    expect([amended.currentVersion, amended.addenda[0]?.attachments]).to.deep.equal([2, [file]]);
    const again = addTo(artifactId, undefined, { attachments });
    expect(await failureOf(again), 'REC-56').to.equal('attachment.duplicate');
  });

  it('REC-41, REC-94: when the call fails, the upload can still be used and nothing is added', async () => {
    const { artifactId, addTo, begin, uploaded, attestingTo, read } = await addingOffice();
    const attachments = [{ uploadSessionId: await uploaded(aPdf(1_000)) }];
    const reauthentication = { method: 'password' as const, value: 'wrong' };
    const attestation = { ...attestingTo('attest.addendum.v1'), reauthentication };
    const { id: draft } = await begin();

    const add = (id: string, input: object) => failureOf(addTo(id, undefined, { attachments, ...input }));
    expect(await add(artifactId, { attestation })).to.equal('attestation.reauthentication_failed');
    expect(await add(draft, {})).to.equal('entry.invalid_state');
    expect(await add(artifactId, { attachments: [...attachments, ...attachments] })).to.equal(
      'upload.already_consumed',
    );
    expect((await read(artifactId)).addenda).to.deep.equal([]);
    expect(await add(artifactId, {})).to.equal('none');
    expect(await add(artifactId, {})).to.equal('upload.already_consumed');
  });

  it('REC-41: what the scanner could not look at is not signed', async () => {
    const { artifactId, addTo, ports, aDocument, read, sql } = await addingOffice({
      settings: { scanPolicy: 'require' },
    });
    const documentId = await aDocument(aPdf(1_000));
    await sql("update documents set scan = 'skipped' where id = $1", [documentId]);
    const add = () => failureOf(addTo(artifactId, undefined, { attachments: [{ documentId }] }));

    ports.scanner.answer = 'skipped';
    expect(await add()).to.equal('attachment.not_clean');
    ports.scanner.answer = 'infected';
    expect(await add()).to.equal('upload.rejected');
    expect((await read(artifactId)).addenda).to.deep.equal([]);
    ports.scanner.answer = 'clean';
    expect(await add()).to.equal('none');
  });

  it('6.2: each file is one upload or one document, and there are at most twenty', async () => {
    const { artifactId, addTo, aDocument } = await addingOffice();
    const documentId = await aDocument(aPdf(1_000));
    const faults = (attachments: readonly object[]) =>
      faultsOf(addTo(artifactId, undefined, { attachments }));

    expect(await faults([{ documentId }, {}])).to.deep.equal(['/attachments/1 field.invalid']);
    expect(await faults([{ documentId, uploadSessionId: documentId }])).to.deep.equal([
      '/attachments/0 field.invalid',
    ]);
    const many = Array.from({ length: 21 }, () => ({ documentId }));
    expect(await failureOf(addTo(artifactId, undefined, { attachments: many }))).to.equal('request.invalid');
  });
});
