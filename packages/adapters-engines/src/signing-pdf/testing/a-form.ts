import { type PDFDict, PDFDocument, PDFName, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';

type Entries = Record<string, unknown>;

/** A form of which every entry is written by hand, as strange programs write them. */
export class HandmadeForm {
  readonly document: PDFDocument;
  readonly page: PDFPage;
  readonly #widgets: PDFRef[] = [];
  readonly #form: PDFDict;

  constructor(document: PDFDocument, entries: Entries = {}) {
    this.document = document;
    this.page = document.addPage([600, 800]);
    const helvetica = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
    this.#form = this.object({
      DA: PDFString.of('/Helv 0 Tf 0 g'),
      DR: { Font: { Helv: document.context.register(this.object(helvetica)) } },
      Fields: [],
      ...entries,
    });
    document.catalog.set(PDFName.of('AcroForm'), this.#form);
  }

  static async make(entries: Entries = {}): Promise<HandmadeForm> {
    return new HandmadeForm(await PDFDocument.create(), entries);
  }

  object(entries: Entries): PDFDict {
    return this.document.context.obj(entries as never) as unknown as PDFDict;
  }

  /** A field that is its own widget; `null` takes an entry away. */
  widget(entries: Entries): PDFRef {
    const usual: Entries = { Type: 'Annot', Subtype: 'Widget', F: 4, Rect: [100, 700, 300, 720] };
    const all = Object.entries({ ...usual, ...entries }).filter(([, value]) => value !== null);
    const ref = this.document.context.register(this.object(Object.fromEntries(all)));
    this.#widgets.push(ref);
    return ref;
  }

  /** An appearance with this content. */
  appearance(content: string, entries: Entries = {}): PDFRef {
    const { context } = this.document;
    const stream = context.stream(content, { Type: 'XObject', Subtype: 'Form', ...entries } as never);
    return context.register(stream);
  }

  async save(useObjectStreams = false): Promise<Uint8Array> {
    const { context } = this.document;
    this.page.node.set(PDFName.of('Annots'), context.obj(this.#widgets));
    this.#form.set(PDFName.of('Fields'), context.obj(this.#widgets));
    return this.document.save({ useObjectStreams, updateFieldAppearances: false });
  }
}
