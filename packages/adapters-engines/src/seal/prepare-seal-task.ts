import { PDFDocument } from 'pdf-lib';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { savedWhole } from './saved-whole.ts';
import { addSealPlaceholder, type SealPlaceholder } from './seal-placeholder.ts';

/** The task of the pool that gives a PDF, its one source, a placeholder as it is. Null of a file that cannot be read. */
export async function run(
  placeholder: SealPlaceholder,
  { sources: [content] }: TaskSurroundings,
): Promise<{ readonly bytes: Uint8Array; readonly pages: number } | null> {
  // The library warns of what is odd, and nobody reads the output of this process.
  console.warn = () => undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of (await content?.read()) ?? []) pieces.push(piece);
  const document = await PDFDocument.load(Buffer.concat(pieces), { updateMetadata: false }).catch(() => null);
  if (document === null || document.getPageCount() === 0) return null;
  addSealPlaceholder(document, placeholder);
  return { bytes: await savedWhole(document), pages: document.getPageCount() };
}
