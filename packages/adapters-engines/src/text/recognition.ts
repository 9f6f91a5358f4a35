import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { PlacedText } from './lines/placed-text.ts';

/** A picture in shades of grey. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly shades: Uint8Array;
}

/** What of the library is used; it has no types of its own. */
interface Recognizer {
  Init(folder: null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  End(): void;
}
interface Library {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
  readonly TessBaseAPI: new () => Recognizer;
}
interface Bounds {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}
interface Recognized {
  readonly blocks:
    | readonly {
        readonly paragraphs: readonly {
          readonly lines: readonly {
            readonly baseline: Bounds;
            readonly rowAttributes: { readonly rowHeight: number };
            readonly words: readonly {
              readonly text: string;
              readonly confidence: number;
              readonly bbox: Bounds;
            }[];
          }[];
        }[];
      }[]
    | null;
}

/** What was read in a picture as it stands. */
export interface Recognition {
  readonly words: readonly PlacedText[];
  /** Words that run up or down the picture. They have no place in its lines, but show that it may lie on its side. */
  readonly sideways: readonly PlacedText[];
}

/** The engine of long short-term memory alone: the older one is not among its data (EXT-11). */
const lstmOnly = 1;
const [anyLayout, dotsPerInch] = ['3', '200'];

/** Data of a language: its code in the words of the engine, and the file that has it. */
export interface LanguageData {
  readonly code: string;
  readonly file: string;
}

/**
 * A recognizer that has read nothing yet (EXT-11). The plain build of the engine is used everywhere: the faster one rounds as
 * each processor likes, so the same page would not read the same on every machine (EXT-1).
 */
export async function freshRecognizer(
  languages: readonly LanguageData[],
): Promise<(image: GreyImage) => Recognition> {
  const make: (options: object) => Promise<Library> = createRequire(import.meta.url)(
    'tesseract.js-core/tesseract-core-simd-lstm.js',
  );
  const quiet = () => undefined;
  const library = await make({ print: quiet, printErr: quiet });
  for (const { code, file } of languages)
    library.FS.writeFile(`./${code}.traineddata`, gunzipSync(readFileSync(file)));
  const codes = languages.map(({ code }) => code).join('+');

  return (image) => {
    const recognizer = new library.TessBaseAPI();
    if (recognizer.Init(null, codes, lstmOnly) !== 0)
      throw new Error('The data of a language cannot be read');
    recognizer.SetVariable('tessedit_pageseg_mode', anyLayout);
    recognizer.SetVariable('user_defined_dpi', dotsPerInch);
    library.FS.writeFile('/input', greyMap(image));
    if (recognizer.SetImageFile(1, 0) !== 0) throw new Error('The picture cannot be read');
    recognizer.Recognize(null);
    // Only the library writes there.
    const read = JSON.parse(recognizer.GetJSONText()) as Recognized;
    recognizer.End();
    return recognitionOf(read);
  };
}

/** The picture as a portable grey map, which takes no compression. */
const greyMap = ({ width, height, shades }: GreyImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), shades]);

const fewestLetters = 3;

/** The engine also reads lines that run up or down the page, and says so only by the shape of their words. */
const isUpright = ({ text, bbox }: { readonly text: string; readonly bbox: Bounds }): boolean =>
  text.length < fewestLetters || bbox.x1 - bbox.x0 > bbox.y1 - bbox.y0;

function recognitionOf({ blocks }: Recognized): Recognition {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph) => paragraph.lines),
  );
  const read = lines.flatMap(({ baseline, words, rowAttributes }) =>
    words.map((word) => ({
      isUpright: isUpright(word),
      placed: {
        text: word.text,
        left: word.bbox.x0,
        // All words of a line stand on one baseline, even if the page lies askew.
        baseline: (baseline.y0 + baseline.y1) / 2,
        width: word.bbox.x1 - word.bbox.x0,
        height: Math.max(1, rowAttributes.rowHeight),
        confidence: word.confidence / 100,
      },
    })),
  );
  const placed = (upright: boolean) =>
    read.filter((word) => word.isUpright === upright).map((word) => word.placed);
  return { words: placed(true), sideways: placed(false) };
}
