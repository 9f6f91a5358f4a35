import type { PlacedText } from './lines/placed-text.ts';
import type { GreyImage, Recognition } from './recognition.ts';

/** How often a picture is turned clockwise by a quarter. */
type QuarterTurns = 0 | 1 | 2 | 3;

/** The picture turned clockwise by so many quarters. */
export function turned(image: GreyImage, turns: QuarterTurns): GreyImage {
  if (turns === 0) return image;
  const { width, height, shades } = image;
  const [newWidth, newHeight] = turns === 2 ? [width, height] : [height, width];
  const result = new Uint8Array(shades.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [left, top] =
        turns === 1
          ? [height - 1 - y, x]
          : turns === 2
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x];
      result[top * newWidth + left] = shades[y * width + x] ?? 0;
    }
  return { width: newWidth, height: newHeight, shades: result };
}

/** The picture with its left side on the right. */
export function mirrored({ width, height, shades }: GreyImage): GreyImage {
  const result = new Uint8Array(shades.length);
  for (let row = 0; row < shades.length; row += width)
    result.set(shades.slice(row, row + width).reverse(), row);
  return { width, height, shades: result };
}

const [enough, sure] = [20, 0.6];

const charactersOf = ({ text, confidence }: PlacedText): number =>
  /[\p{L}\p{N}]/u.test(text) ? text.length * (confidence ?? 1) : 0;

/** How much was read, and how surely. */
export const scoreOf = (words: readonly PlacedText[]): number =>
  words.reduce((sum, word) => sum + charactersOf(word), 0);

const lettersOf = (words: readonly PlacedText[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

/** Whether what was read leaves no doubt that the picture stands upright: few of all its letters were guessed, or run up or down. */
export function isReadable({ words, sideways }: Recognition): boolean {
  const letters = lettersOf([...words, ...sideways]);
  return letters >= enough && scoreOf(words) / letters >= sure;
}

/** By how much a picture that cannot be read as it lies is turned, the likelier first: to read it in each direction takes long. */
export const likelyTurns = ({ words, sideways }: Recognition): readonly QuarterTurns[] =>
  lettersOf(sideways) > lettersOf(words) ? [1, 3, 2] : [2, 1, 3];
