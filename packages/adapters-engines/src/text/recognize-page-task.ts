import type { lifecycle } from '@chancery/core';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { wholeOf } from '../signing-pdf/documents.ts';
import { greyPdfPage, greyPicture } from './grey-page.ts';
import { greyHeic } from './heic-picture.ts';
import { pageLines } from './lines/page-lines.ts';
import type { PageSize, PlacedText } from './lines/placed-text.ts';
import { namedDatesIn } from './named-dates.ts';
import { openedPdf } from './pdf-document.ts';
import { freshRecognizer, type GreyImage, type LanguageData } from './recognition.ts';
import { greyTiffFrame } from './tiff-frames.ts';
import { isReadable, likelyTurns, scoreOf, turned } from './turned-images.ts';

export interface PageToRecognize {
  readonly form: 'pdf' | 'picture' | 'tiff' | 'heic';
  readonly page: number;
  readonly data: readonly LanguageData[];
  readonly languages: readonly string[];
  readonly reference: string;
}

/** The task of the pool that recognizes the text of one page, with a recognizer of its own. */
export async function run(
  { form, page, data, languages, reference }: PageToRecognize,
  { sources: [content] }: TaskSurroundings,
): Promise<{ readonly lines: lifecycle.ReadLine[] }> {
  const file = await wholeOf(content);
  const image = await greyPageOf[form](file, page);
  const { words, size } = await recognized(image, data);
  const lines = pageLines(words, size);
  return {
    lines: lines.map((line) => ({ ...line, namedDates: namedDatesIn(line.text, languages, reference) })),
  };
}

const greyPageOf: Readonly<
  Record<PageToRecognize['form'], (file: Buffer, page: number) => GreyImage | Promise<GreyImage>>
> = { pdf: greyPdf, picture: greyPicture, tiff: greyTiffFrame, heic: greyHeic };

async function greyPdf(file: Uint8Array, number: number): Promise<GreyImage> {
  const document = await openedPdf(file);
  const image = await greyPdfPage(await document.getPage(number));
  await document.loadingTask.destroy();
  return image;
}

/** The words of a picture in the direction in which it stands, and its size in that direction. */
interface StandingPicture {
  readonly words: readonly PlacedText[];
  readonly size: PageSize;
}

/** What stands upright is read at once; anything else in each direction, and the one in which most can be read counts. */
async function recognized(image: GreyImage, data: readonly LanguageData[]): Promise<StandingPicture> {
  const read = await freshRecognizer(data);
  const asItLies = read(image);
  let best: StandingPicture = { words: asItLies.words, size: image };
  if (isReadable(asItLies)) return best;
  for (const turns of likelyTurns(asItLies)) {
    const upright = turned(image, turns);
    const recognition = read(upright);
    const { words } = recognition;
    if (scoreOf(words) > scoreOf(best.words)) best = { words, size: upright };
    if (isReadable(recognition)) break;
  }
  return best;
}
