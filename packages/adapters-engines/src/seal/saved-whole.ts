import { type PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';

const containers: ReadonlySet<string> = new Set(['/XRef', '/ObjStm']);

/**
 * Writes a document that was read from a file, without object streams. The streams that held objects and their places
 * in the file before are left out, and numbers end where the objects do: otherwise `qpdf --check` warns.
 */
export function savedWhole(document: PDFDocument): Promise<Uint8Array> {
  const { context } = document;
  let largest = 0;
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    const type = object instanceof PDFRawStream ? object.dict.lookup(PDFName.of('Type')) : undefined;
    if (type !== undefined && containers.has(type.toString())) context.delete(reference);
    else largest = Math.max(largest, reference.objectNumber);
  }
  context.largestObjectNumber = largest;
  return document.save({ useObjectStreams: false, updateFieldAppearances: false, addDefaultPage: false });
}
