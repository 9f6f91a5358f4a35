import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph, type GlyphRun } from '@cantoo/fontkit';
import { type FaceSubset, TrueTypeSubset, trueTypeTables } from './true-type-subset.ts';

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
  readonly unitsPerEm: number;
  /** Above and below the baseline, in parts of the size (hhea); the descender is negative. */
  readonly ascender: number;
  readonly descender: number;
  covers(codePoint: number): boolean;
  /** The glyphs of a text of one direction, from the left. Those of short texts are kept, because labels come again. */
  glyphs(text: string, direction: 'ltr' | 'rtl'): GlyphRun;
  /** A subset with no glyph but the one for what is missing. */
  newSubset(): FaceSubset;
}

const mostKept = 1024;
const longestKept = 64;
const mostCovered = 65_536;

const parsed = new Map<string, Face>();

/** Throws if the file is not there or is no font. */
function faceOfFile(file: string): Face {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(file);
  const font = create(bytes);
  const tables = trueTypeTables(bytes);
  // A collection has several faces, and nothing says which is meant.
  if (!('layout' in font)) throw new Error('A collection of fonts is no face');
  // The types leave the tables of the file out.
  const { ascent, descent } = (font as unknown as { readonly hhea: Record<'ascent' | 'descent', number> })
    .hhea;
  keepGlyphsByCharacters(font);
  const kept = new Map<string, GlyphRun>();
  const covered = new Map<number, boolean>();
  const face: Face = {
    file,
    font,
    ascender: ascent / font.unitsPerEm,
    descender: descent / font.unitsPerEm,
    unitsPerEm: font.unitsPerEm,
    covers(codePoint) {
      const known = covered.get(codePoint);
      if (known !== undefined) return known;
      const isCovered = font.hasGlyphForCodePoint(codePoint);
      if (covered.size < mostCovered) covered.set(codePoint, isCovered);
      return isCovered;
    },
    glyphs(text, direction) {
      const key = `${direction} ${text}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const run = font.layout(text, undefined, undefined, undefined, direction);
      if (kept.size < mostKept && text.length <= longestKept) kept.set(key, run);
      return run;
    },
    newSubset: () => (tables === null ? font.createSubset() : new TrueTypeSubset(tables)),
  };
  parsed.set(file, face);
  return face;
}

const unreadable = new Set<string>();

/** A face that an operator has added; null if its file cannot be read, because a bad font is no reason to draw nothing. */
export function addedFace(file: string): Face | null {
  if (unreadable.has(file)) return null;
  try {
    return faceOfFile(file);
  } catch {
    unreadable.add(file);
    return null;
  }
}

const mostGlyphs = 20_000;

/** What the types leave out: the glyphs that the library keeps, by number. */
interface KeepsGlyphs {
  _glyphs: Record<number, Glyph>;
  getGlyph(id: number, characters?: readonly number[]): Glyph | null;
}

/**
 * The library keeps each glyph with the characters for which it was first asked, which are none if it was a part of another
 * glyph. What a text consists of would then depend on what was drawn before. So we keep glyphs, with their outlines and widths,
 * by number and characters.
 */
function keepGlyphsByCharacters(font: Font): void {
  const known = new Map<string, Glyph | null>();
  const keeper = font as unknown as KeepsGlyphs;
  const made = keeper.getGlyph.bind(font);
  keeper.getGlyph = (id, characters = []) => {
    const key = `${id} ${characters.join(' ')}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    keeper._glyphs = {};
    const glyph = made(id, characters);
    if (known.size >= mostGlyphs) known.clear();
    known.set(key, glyph);
    return glyph;
  };
}

const places = new Map<BundledFace, string>();

export function bundledFace(name: BundledFace): Face {
  const known = places.get(name);
  if (known !== undefined) return faceOfFile(known);
  const place = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${bundled[name]}`);
  places.set(name, place);
  return faceOfFile(place);
}
