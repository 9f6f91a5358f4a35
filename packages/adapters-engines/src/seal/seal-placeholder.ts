import type { Instant } from '@chancery/core';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFString,
} from 'pdf-lib';
import { unsealedStart } from './unsealed-start.ts';

/** The name of the one signature field that a sealed file has. */
export const sealFieldName = 'ChancerySeal';

/** What a viewer shows about a seal before it looks at the certificate. */
export interface SealStatement {
  /** Who seals. */
  readonly name: string;
  readonly reason: string | null;
  readonly location: string | null;
  /** The instant that the seal claims. It is proven only by a time-stamp. */
  readonly at: Instant;
}

export interface SealPlaceholder extends SealStatement {
  /** The room for the signature, in bytes. */
  readonly contentsBytes: number;
}

/**
 * Gives a document the signature dictionary, empty yet, and its invisible field on the last page. Call it last, and
 * save with `updateFieldAppearances: false`. The dictionary is written exactly as it is here, never within an object stream,
 * because the signature is put into the written file.
 */
export function addSealPlaceholder(document: PDFDocument, placeholder: SealPlaceholder): void {
  const { context } = document;
  const page = document.getPages().at(-1);
  if (page === undefined) throw new Error('A document without pages cannot be sealed.');

  const emptyForm = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0], Resources: {} };
  const appearance = context.register(context.stream(new Uint8Array(), emptyForm));
  const field = context.nextRef();
  const signature = context.register(PDFInvalidObject.of(signatureDictionary(placeholder)));
  context.assign(
    field,
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(sealFieldName),
      V: signature,
      P: page.ref,
      Rect: [0, 0, 0, 0],
      // Print and Locked (ISO 32000-1, table 165).
      F: 132,
      AP: { N: appearance },
    }),
  );

  // The page gets a list of its own: two pages of a file may share one.
  const annotations = page.node.lookup(PDFName.of('Annots'));
  const before = annotations instanceof PDFArray ? annotations.asArray() : [];
  page.node.set(PDFName.of('Annots'), context.obj([...before, field]));
  enterField(document, field);
}

type Reference = ReturnType<PDFDocument['context']['nextRef']>;

function enterField({ catalog, context }: PDFDocument, field: Reference): void {
  const existing = catalog.lookup(PDFName.of('AcroForm'));
  const form = existing instanceof PDFDict ? existing : context.obj({});
  const fields = form.lookup(PDFName.of('Fields'));
  form.set(
    PDFName.of('Fields'),
    context.obj([...(fields instanceof PDFArray ? fields.asArray() : []), field]),
  );
  // Signatures exist, and the file may only grow (ISO 32000-1, table 219).
  form.set(PDFName.of('SigFlags'), context.obj(3));
  if (form !== existing) catalog.set(PDFName.of('AcroForm'), context.register(form));
}

function signatureDictionary({ name, reason, location, at, contentsBytes }: SealPlaceholder): Uint8Array {
  const text = (key: string, value: string | null) =>
    value === null ? [] : [`/${key} ${PDFHexString.fromText(value)}`];
  const lines = [
    `${unsealedStart}${'0'.repeat(contentsBytes * 2)}>`,
    `/M ${PDFString.fromDate(new Date(at))}`,
    ...text('Name', name),
    ...text('Reason', reason),
    ...text('Location', location),
    '>>',
  ];
  return Buffer.from(lines.join('\n'), 'latin1');
}
