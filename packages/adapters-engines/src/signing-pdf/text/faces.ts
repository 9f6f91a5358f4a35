import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from '@cantoo/fontkit';

/** The faces that are always there; every other one is named by its file. */
const bundled = {
  sans: 'DejaVuSans.ttf',
  sansBold: 'DejaVuSans-Bold.ttf',
  serif: 'DejaVuSerif.ttf',
  serifItalic: 'DejaVuSerif-Italic.ttf',
  mono: 'DejaVuSansMono.ttf',
} as const;
export type BundledFace = keyof typeof bundled;

/** A face of a font, read and parsed once for the life of the process. */
export interface Face {
  readonly file: string;
  readonly font: Font;
  /** Above and below the baseline, in parts of the size (hhea); the descender is negative. */
  readonly ascender: number;
  readonly descender: number;
  covers(codePoint: number): boolean;
}

const parsed = new Map<string, Face>();

/** Throws if the file is not there or is no font. */
export function faceOfFile(file: string): Face {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const font = create(readFileSync(file));
  // A collection has several faces, and nothing says which is meant.
  if (!('layout' in font)) throw new Error('A collection of fonts is no face');
  // The types leave the tables of the file out.
  const { ascent, descent } = (font as unknown as { readonly hhea: Record<'ascent' | 'descent', number> }).hhea;
  const face: Face = {
    file,
    font,
    ascender: ascent / font.unitsPerEm,
    descender: descent / font.unitsPerEm,
    covers: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
  parsed.set(file, face);
  return face;
}

export const bundledFace = (name: BundledFace): Face =>
  faceOfFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${bundled[name]}`));
