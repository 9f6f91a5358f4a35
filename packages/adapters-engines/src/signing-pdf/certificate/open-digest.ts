import { grouped } from './grouped.ts';

// Apart from what draws, so that the process that asks for a certificate loads no library for PDFs.

/** What is drawn for a digest that is not known yet. It has every digit, so that the face in the file has each of them. */
export const openDigest = '0123456789abcdef'.repeat(4);
const digitsOfGlyph = 4;
const shownText = grouped(openDigest);
/** How long the numbers of the glyphs of an open digest are. */
export const glyphsLength = shownText.length * digitsOfGlyph;

/** The open digests of a file. */
export interface OpenDigests {
  /** Where each of them begins. */
  readonly places: readonly number[];
  /** The numbers of the glyphs that are there. */
  readonly glyphs: string;
}

/** A copy of the file with these digests in the places of its open ones, in their order. */
export function withDigests(
  file: Uint8Array,
  { places, glyphs }: OpenDigests,
  digests: readonly string[],
): Uint8Array {
  const bytes = Buffer.from(file);
  const glyphOf = (character: string) => {
    const at = shownText.indexOf(character) * digitsOfGlyph;
    return glyphs.slice(at, at + digitsOfGlyph);
  };
  for (const [index, digest] of digests.entries())
    bytes.write(Array.from(grouped(digest), glyphOf).join(''), places[index] ?? file.byteLength, 'latin1');
  return bytes;
}
