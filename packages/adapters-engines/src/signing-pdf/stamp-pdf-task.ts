import type { TaskSurroundings } from '../pool/engine-task.ts';
import { loadedPdf, pageNodes, savedPdf, wholeOf } from './documents.ts';
import { documentImages } from './images/document-images.ts';
import { drawMarks } from './marks/draw-marks.ts';
import type { PlacedMark } from './marks/placed-mark.ts';
import { DocumentFonts } from './text/document-fonts.ts';

export interface StampInput {
  readonly marks: readonly PlacedMark[];
  readonly furtherFaces: readonly string[];
}

/** The task of the pool that draws marks into a copy, its source. */
export async function run(
  { marks, furtherFaces }: StampInput,
  { sources: [copy] }: TaskSurroundings,
): Promise<{ readonly bytes: Uint8Array }> {
  const bytes = await wholeOf(copy);
  const document = await loadedPdf(bytes);
  const fonts = new DocumentFonts(document.context, furtherFaces);
  const drawing = { fonts, images: documentImages(document) };
  const pages = (pageNodes(document) ?? []).map(({ dict }) => dict);
  drawMarks(document, pages, marks, drawing);
  fonts.finish();
  return { bytes: await savedPdf(document, [bytes, Buffer.from(JSON.stringify(marks))]) };
}
