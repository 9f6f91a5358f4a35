import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Glyph, GlyphRun } from '@cantoo/fontkit';
import { type PDFContext, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import type { Face } from './faces.ts';
import type { FaceSubset } from './true-type-subset.ts';
import { unicodeMap } from './unicode-map.ts';

const firstLetter = 65;
const lettersOfTag = 6;

/** A face in one document: only the glyphs that are shown are put into the file (SEA-14). */
export class EmbeddedFace {
  readonly face: Face;
  /** How the content of a page names it. */
  readonly name: string;
  readonly ref: PDFRef;
  readonly #subset: FaceSubset;
  /** By their number in the subset. */
  readonly #glyphs = new Map<number, Glyph>();

  constructor(face: Face, name: string, context: PDFContext) {
    [this.face, this.name] = [face, name];
    this.ref = context.nextRef();
    this.#subset = face.newSubset();
  }

  /** The operands of `TJ` that show these glyphs, split where a glyph is raised: text, and how far it is raised in parts of the size. */
  shown({ glyphs, positions }: GlyphRun): readonly { readonly operands: string; readonly rise: number }[] {
    const parts: { operands: string; rise: number }[] = [];
    const { unitsPerEm } = this.face;
    const thousandths = 1000 / unitsPerEm;
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions?.[index] ?? {
        xAdvance: glyph.advanceWidth,
        xOffset: 0,
        yOffset: 0,
      };
      const rise = yOffset / unitsPerEm;
      if (parts.at(-1)?.rise !== rise) parts.push({ operands: '', rise });
      const before = moved(-xOffset * thousandths);
      const after = moved((glyph.advanceWidth + xOffset - xAdvance) * thousandths);
      const part = parts.at(-1) as { operands: string };
      part.operands += `${before}<${this.#numberOf(glyph)}>${after}`;
    }
    // Glyphs that simply follow each other are one string.
    for (const part of parts) part.operands = part.operands.replaceAll('><', '');
    return parts;
  }

  #numberOf(glyph: Glyph): string {
    const number = this.#subset.includeGlyph(glyph.id);
    if (!this.#glyphs.has(number)) this.#glyphs.set(number, glyph);
    return number.toString(16).padStart(4, '0');
  }

  /** Writes what the content of the pages refers to, once all of it is known. */
  finish(context: PDFContext): void {
    const { font } = this.face;
    const used = [...this.#glyphs].sort(([one], [other]) => one - other);
    const isPostscript = Boolean((this.#subset as { readonly cff?: unknown }).cff);
    const tag = subsetTag(`${font.postscriptName} ${used.map(([, { id }]) => id).join(' ')}`);
    const baseFont = PDFName.of(`${tag}+${font.postscriptName || 'Font'}`);
    const scale = 1000 / font.unitsPerEm;
    const { minX, minY, maxX, maxY } = font.bbox;
    const file = deflated(context, this.#subset.encode(), isPostscript ? { Subtype: 'CIDFontType0C' } : {});
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: baseFont,
        // The glyphs have numbers of their own, which is what “symbolic” means.
        Flags: 4,
        FontBBox: [minX, minY, maxX, maxY].map((each) => Math.round(each * scale)),
        ItalicAngle: font.italicAngle,
        Ascent: Math.round(font.ascent * scale),
        Descent: Math.round(font.descent * scale),
        CapHeight: Math.round((font.capHeight || font.ascent) * scale),
        StemV: 80,
        [isPostscript ? 'FontFile3' : 'FontFile2']: file,
      }),
    );
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: isPostscript ? 'CIDFontType0' : 'CIDFontType2',
        ...(isPostscript ? {} : { CIDToGIDMap: 'Identity' }),
        BaseFont: baseFont,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        W: used.flatMap(([number, { advanceWidth }]) => [number, [advanceWidth * scale]]),
      }),
    );
    const map = unicodeMap(used.map(([number, { codePoints }]) => [number, codePoints] as const));
    const type0 = { Type: 'Font', Subtype: 'Type0', BaseFont: baseFont, Encoding: 'Identity-H' };
    context.assign(
      this.ref,
      context.obj({ ...type0, DescendantFonts: [descendant], ToUnicode: deflated(context, map) }),
    );
  }
}

function moved(thousandths: number): string {
  const rounded = Math.round(thousandths * 100) / 100;
  return rounded === 0 ? '' : ` ${rounded} `;
}

function deflated(context: PDFContext, bytes: Uint8Array, entries: Record<string, string> = {}): PDFRef {
  return context.register(
    context.stream(deflateSync(bytes), { ...entries, Filter: 'FlateDecode', Length1: bytes.byteLength }),
  );
}

/** Six letters that say which subset it is; the same for the same glyphs (SEA-6). */
function subsetTag(of: string): string {
  const digest = createHash('sha256').update(of).digest();
  return String.fromCharCode(
    ...[...digest.subarray(0, lettersOfTag)].map((byte) => firstLetter + (byte % 26)),
  );
}
