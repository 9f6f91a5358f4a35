import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFName, PDFRef } from 'pdf-lib';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { savedWhole } from './saved-whole.ts';
import { sealFieldName } from './seal-placeholder.ts';
import { unsealedStart } from './unsealed-start.ts';

/**
 * The task of the pool that gives a prepared PDF a placeholder with more room; everything else in the dictionary stays.
 */
export async function run(
  { contentsBytes }: { readonly contentsBytes: number },
  { sources: [content] }: TaskSurroundings,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await content?.read()) ?? []) pieces.push(piece);
  const file = Buffer.concat(pieces);
  const at = file.lastIndexOf(unsealedStart, undefined, 'latin1');
  const dictionaryEnd = file.indexOf('\n>>', at, 'latin1') + 3;
  const rest = file.subarray(file.indexOf('>', at + unsealedStart.length, 'latin1'), dictionaryEnd);
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const widened = Buffer.from(
    `${unsealedStart}${'0'.repeat(contentsBytes * 2)}${rest.toString('latin1')}`,
    'latin1',
  );
  document.context.assign(signatureOf(document), PDFInvalidObject.of(widened));
  return savedWhole(document);
}

function signatureOf({ catalog }: PDFDocument): PDFRef {
  const fields = catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray);
  const field = fields.lookup(fields.size() - 1, PDFDict);
  const name = field.lookup(PDFName.of('T'))?.toString();
  const signature = field.get(PDFName.of('V'));
  if (name !== `(${sealFieldName})` || !(signature instanceof PDFRef))
    throw new Error('The prepared file has no field for the seal.');
  return signature;
}
