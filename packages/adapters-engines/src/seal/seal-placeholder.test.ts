import { expect } from 'chai';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber } from 'pdf-lib';
import { addSealPlaceholder } from './seal-placeholder.ts';
import { byteRangePlace, unsealedStart } from './unsealed-start.ts';

const placeholder = {
  name: 'Žofie & Söhne 株式会社',
  reason: 'Sealed after all have signed',
  location: null,
  at: '2026-05-04T09:30:00.000Z',
  contentsBytes: 64,
};

async function prepared(useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.addPage();
  document.addPage();
  addSealPlaceholder(document, placeholder);
  return Buffer.from(await document.save({ useObjectStreams, updateFieldAppearances: false }));
}

describe('the placeholder of a seal', () => {
  for (const useObjectStreams of [false, true])
    it(`is in the file exactly as it was written, with object streams: ${useObjectStreams}`, async () => {
      const bytes = await prepared(useObjectStreams);

      const at = bytes.indexOf(unsealedStart);
      const contents = bytes.indexOf('<', at + byteRangePlace.offset + byteRangePlace.length);
      const name = Buffer.from(placeholder.name, 'utf16le').swap16().toString('hex').toUpperCase();
      expect(bytes.subarray(contents, contents + 130).toString()).to.equal(`<${'0'.repeat(128)}>`);
      expect(bytes.includes(`/Name <FEFF${name}>`)).to.equal(true);
      expect(bytes.includes('/M (D:20260504093000Z)')).to.equal(true);
      expect(bytes.includes('/Location')).to.equal(false);
    });

  it('has one invisible field on the last page', async () => {
    const document = await PDFDocument.load(await prepared(true));
    const form = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    const field = form.lookup(PDFName.of('Fields'), PDFArray).lookup(0, PDFDict);

    expect(
      document
        .getForm()
        .getFields()
        .map((each) => each.getName()),
    ).to.deep.equal(['ChancerySeal']);
    expect(form.lookup(PDFName.of('SigFlags'), PDFNumber).asNumber()).to.equal(3);
    expect(field.lookup(PDFName.of('F'), PDFNumber).asNumber()).to.equal(132);
    expect(field.lookup(PDFName.of('Rect'), PDFArray).toString()).to.equal('[ 0 0 0 0 ]');
    expect(field.get(PDFName.of('P'))).to.equal(document.getPage(1).ref);
    expect(document.getPage(1).node.Annots()?.lookup(0)).to.equal(field);
    expect(document.getPage(0).node.Annots()).to.equal(undefined);
    const signature = field.lookup(PDFName.of('V'), PDFDict);
    expect(signature.lookup(PDFName.of('Contents'), PDFHexString).asBytes().length).to.equal(64);
  });

  it('keeps the fields and annotations that were there, and another page does not get the new one', async () => {
    const document = await PDFDocument.create();
    const [first, second] = [document.addPage(), document.addPage()];
    document.getForm().createTextField('motion').addToPage(second);
    const shared = second.node.get(PDFName.of('Annots'));
    if (shared !== undefined) first.node.set(PDFName.of('Annots'), shared);

    addSealPlaceholder(document, placeholder);

    const loaded = await PDFDocument.load(await document.save({ updateFieldAppearances: false }));
    expect(
      loaded
        .getForm()
        .getFields()
        .map((each) => each.getName()),
    ).to.deep.equal(['motion', 'ChancerySeal']);
    expect(loaded.getPages().map((page) => page.node.Annots()?.size())).to.deep.equal([1, 2]);
  });

  it('refuses a document without pages', async () => {
    const document = await PDFDocument.create();

    expect(() => addSealPlaceholder(document, placeholder)).to.throw('without pages');
  });
});
