import type { lifecycle } from '@chancery/core';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { wholeOf } from '../signing-pdf/documents.ts';
import { docxLines, plainLines } from './document-lines.ts';
import type { PlainLine } from './lines/page-lines.ts';
import { namedDatesIn } from './named-dates.ts';
import { odtLines } from './odt-lines.ts';
import { openedPdf } from './pdf-document.ts';
import { pdfLines } from './pdf-lines.ts';
import { rtfLines } from './rtf-lines.ts';
import { framesOf } from './tiff-frames.ts';

/** Forms of text that has no pages until somebody prints it. */
export type PagelessForm = 'docx' | 'odt' | 'rtf' | 'plain';

export interface TextToRead {
  readonly form: 'pdf' | 'tiff' | PagelessForm;
  readonly from: number;
  readonly to: number;
  readonly languages: readonly string[];
  readonly reference: string;
}

interface TextOfPage {
  readonly page: number | null;
  readonly lines: lifecycle.ReadLine[];
}

/** What a file says; `encrypted` if nobody can read it without a password. */
export interface TextOfFile {
  pageCount: number | null;
  encrypted: boolean;
  readonly pages: TextOfPage[];
  readonly failed: number[];
}

/** The task of the pool that reads the text of a file, its one source. */
export async function run(
  { form, from, to, languages, reference }: TextToRead,
  { sources: [content] }: TaskSurroundings,
): Promise<TextOfFile> {
  const file = await wholeOf(content);
  const dated = (lines: readonly PlainLine[]) =>
    lines.map((line) => ({ ...line, namedDates: namedDatesIn(line.text, languages, reference) }));
  if (form === 'pdf') return pdfText(file, from, to, dated);
  if (form === 'tiff') return emptyFrames(framesOf(file).length, from, to);
  const lines = await linesOf[form](file);
  if (lines === null) return { pageCount: null, encrypted: true, pages: [], failed: [] };
  return { pageCount: null, encrypted: false, pages: [{ page: null, lines: dated(lines) }], failed: [] };
}

/** How each of these forms is read; null if it takes a password. */
const linesOf: Readonly<
  Record<PagelessForm, (file: Buffer) => PlainLine[] | null | Promise<PlainLine[] | null>>
> = { docx: docxLines, odt: odtLines, rtf: rtfLines, plain: plainLines };

/** The frames of a TIFF say nothing by themselves. */
const emptyFrames = (pageCount: number, from: number, to: number): TextOfFile => ({
  pageCount,
  encrypted: false,
  pages: Array.from({ length: Math.max(0, Math.min(to, pageCount) - from + 1) }, (_, at) => ({
    page: from + at,
    lines: [],
  })),
  failed: [],
});

async function pdfText(
  file: Uint8Array,
  from: number,
  to: number,
  dated: (lines: readonly PlainLine[]) => lifecycle.ReadLine[],
): Promise<TextOfFile> {
  const document = await openedPdf(file).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'PasswordException') return null;
    throw error;
  });
  if (document === null) return { pageCount: null, encrypted: true, pages: [], failed: [] };
  const text: TextOfFile = { pageCount: document.numPages, encrypted: false, pages: [], failed: [] };
  for (let number = from; number <= Math.min(to, document.numPages); number += 1)
    try {
      const page = await document.getPage(number);
      text.pages.push({ page: number, lines: dated(await pdfLines(page)) });
      page.cleanup();
    } catch {
      // A page that cannot be read is skipped, and the others are not (EXT-6).
      text.failed.push(number);
    }
  await document.loadingTask.destroy();
  return text;
}
