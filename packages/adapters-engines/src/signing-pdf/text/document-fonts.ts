import type { PDFContext, PDFRef } from 'pdf-lib';
import { directionalRuns } from './directional-runs.ts';
import { EmbeddedFace } from './embedded-face.ts';
import { addedFace, type BundledFace, bundledFace, type Face } from './faces.ts';
import { LaidLine, type LaidRun } from './laid-line.ts';

const substitute = 0x25a1; // □
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
/** Unicode has no combining mark before it. */
const firstMark = 0x300;
const mostKept = 4096;

/** The fonts of one document. What no face has is shown as □ (SIG-27), or as its number (REC-64). */
export class DocumentFonts {
  readonly #context: PDFContext;
  readonly #further: readonly string[];
  readonly #uncovered: 'box' | 'code';
  readonly #embedded = new Map<Face, EmbeddedFace>();
  readonly #lines = new Map<string, LaidLine>();

  /** `further` are files of faces for characters that the bundled ones lack, in the order in which they are asked. */
  constructor(context: PDFContext, further: readonly string[], uncovered: 'box' | 'code' = 'box') {
    [this.#context, this.#further, this.#uncovered] = [context, further, uncovered];
  }

  /** Of a paragraph, as its first strong character decides. */
  directionOf(text: string): 'ltr' | 'rtl' {
    return directionalRuns(text).direction;
  }

  /** One line of text, laid out; a paragraph of several lines gives its direction. */
  line(text: string, base: BundledFace, direction?: 'ltr' | 'rtl'): LaidLine {
    const key = `${base} ${direction ?? ''} ${text}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const directed = directionalRuns(text.replace(/\s/gu, ' '), direction);
    const runs: LaidRun[] = [];
    for (const run of directed.runs) {
      const parts = this.#partsByFace(run.text, bundledFace(base));
      for (const part of run.direction === 'rtl' ? parts.reverse() : parts)
        runs.push({
          face: this.#embeddedFace(part.face),
          glyphs: part.face.glyphs(part.text, run.direction),
        });
    }
    const line = new LaidLine(runs, directed.direction);
    if (this.#lines.size < mostKept) this.#lines.set(key, line);
    return line;
  }

  /** The entry `Font` of resources, for everything that has been laid out. */
  resources(): Record<string, PDFRef> {
    return Object.fromEntries([...this.#embedded.values()].map(({ name, ref }) => [name, ref]));
  }

  /** Puts the fonts into the document, after everything is drawn. */
  finish(): void {
    for (const face of this.#embedded.values()) face.finish(this.#context);
  }

  #partsByFace(text: string, base: Face): { readonly face: Face; text: string }[] {
    const parts: { readonly face: Face; text: string }[] = [];
    for (const character of text) {
      const face = this.#faceFor(character.codePointAt(0) ?? 0, base, parts.at(-1)?.face);
      if (face === null && ignorable.test(character)) continue;
      const [shownBy, shown] =
        face === null ? [bundledFace('sans'), this.#substituteOf(character)] : [face, character];
      const last = parts.at(-1);
      if (last?.face === shownBy) last.text += shown;
      else parts.push({ face: shownBy, text: shown });
    }
    return parts;
  }

  #substituteOf(character: string): string {
    if (this.#uncovered === 'box') return String.fromCodePoint(substitute);
    return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  }

  /** A mark that combines with a letter comes from the face of the letter, if that has it. */
  #faceFor(codePoint: number, base: Face, previous: Face | undefined): Face | null {
    const mayCombine = previous !== base && codePoint >= firstMark && previous?.covers(codePoint);
    if (mayCombine && /^\p{M}$/u.test(String.fromCodePoint(codePoint))) return previous ?? base;
    if (base.covers(codePoint)) return base;
    const sans = bundledFace('sans');
    if (sans.covers(codePoint)) return sans;
    for (const file of this.#further) {
      const face = addedFace(file);
      if (face?.covers(codePoint)) return face;
    }
    return null;
  }

  #embeddedFace(face: Face): EmbeddedFace {
    const known = this.#embedded.get(face);
    if (known !== undefined) return known;
    const made = new EmbeddedFace(face, `F${this.#embedded.size + 1}`, this.#context);
    this.#embedded.set(face, made);
    return made;
  }
}
