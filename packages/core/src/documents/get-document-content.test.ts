import { aFile, delivered, failureOf, library } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { ContentFlag } from './pdf-inspector.ts';

async function reading() {
  const here = await library({ settings: { accessTokenSeconds: 24 * 3600 } });
  const content = (documentId: string, over: object = {}, as = here.owner) =>
    delivered(here.documents.getDocumentContent({ documentId, ...over }, as.session));
  const reads = async () => (await here.happened()).filter(({ type }) => type === 'document.content_read');
  return { ...here, content, reads };
}

describe('reading the content of a document', () => {
  it('LIB-14: leaves a line in the ledger once for each person, document and hour', async () => {
    const { upload, content, reads, person, clock } = await reading();
    const bo = await person('member', 'Bo');
    const [one, other] = [await upload(), await upload()];
    await Promise.all([content(one.id), content(one.id), content(one.id)]);
    expect(await reads()).to.deep.equal([
      {
        type: 'document.content_read',
        facts: { variant: 'original', sha256: one.sha256 },
        target: { kind: 'document', id: one.id },
      },
    ]);

    await content(other.id);
    await content(one.id, {}, bo);
    expect(await reads()).to.have.length(3);
    clock.advance({ minutes: 59, seconds: 59 });
    await content(one.id);
    expect(await reads()).to.have.length(3);
    clock.advance({ seconds: 1 });
    await content(one.id);
    expect(await reads()).to.have.length(4);
  });

  it('LIB-11: shows inline what does nothing by itself, and everything else goes as attachment', async () => {
    const { upload, content, ports } = await reading();
    const disposition = async (mimeType: string, flags: readonly ContentFlag[] = []) => {
      ports.types.detect = async () => ({ kind: 'known', mimeType });
      ports.pdfInspector.answer = { pages: null, flags };
      const { id } = await upload({ file: aFile('file') });
      const asked = await content(id, { disposition: 'inline' });
      expect((await content(id)).disposition).to.equal('attachment');
      return asked.disposition;
    };
    for (const type of ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'])
      expect(await disposition(type), type).to.equal('inline');
    for (const type of ['text/csv', 'image/tiff', 'image/heic', 'application/rtf'])
      expect(await disposition(type), type).to.equal('attachment');
    for (const flag of ['acroform', 'signed', 'encrypted'] as const)
      expect(await disposition('application/pdf', [flag]), flag).to.equal('inline');
    for (const flag of [
      'javascript',
      'launch',
      'open_action',
      'embedded_files',
      'rich_media',
      'xfa',
      'external_reference',
      'damaged',
      'uninspected',
    ] as const)
      expect(await disposition('application/pdf', [flag]), flag).to.equal('attachment');
  });

  it('answers with the bytes that are asked for, and says which variants there are not', async () => {
    const { upload, content } = await reading();
    const { id, sha256 } = await upload();
    const file = await content(id);
    expect(file).to.deep.include({
      mediaType: 'application/pdf',
      fileName: 'letter.pdf',
      etag: `sha256-${sha256}`,
      cacheControl: 'private, no-store',
    });
    expect((await content(id, { variant: 'original' })).stored).to.deep.include({ sizeBytes: 14 });
    for (const variant of ['sealed', 'signing_copy'])
      expect(await failureOf(content(id, { variant }))).to.equal('document.variant_not_found');
  });

  it('LIB-21: an answer under way may not go on once the document is quarantined or destroyed', async () => {
    const { upload, content, sql } = await reading();
    const { id } = await upload();
    const { stored } = await content(id);
    expect(await stored.isStillServed?.()).to.equal(true);
    await sql(`update documents set status = 'quarantined' where id = $1`, [id]);
    expect(await stored.isStillServed?.()).to.equal(false);
    expect(await failureOf(content(id))).to.equal('document.quarantined');
    await sql(`update documents set status = 'disposed' where id = $1`, [id]);
    expect(await stored.isStillServed?.()).to.equal(false);
    expect(await failureOf(content(id))).to.equal('document.disposed');
  });
});
