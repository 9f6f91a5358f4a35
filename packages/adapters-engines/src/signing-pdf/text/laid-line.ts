import type { GlyphRun } from '@cantoo/fontkit';
import { written } from '../content.ts';
import type { EmbeddedFace } from './embedded-face.ts';

/** Glyphs of one face that follow each other on the page, from the left. */
export interface LaidRun {
  readonly face: EmbeddedFace;
  readonly glyphs: GlyphRun;
}

/** One line of text whose glyphs are chosen and placed; it can be shown in any size. */
export class LaidLine {
  readonly direction: 'ltr' | 'rtl';
  /** In parts of the size. */
  readonly width: number;
  readonly #runs: readonly LaidRun[];

  constructor(runs: readonly LaidRun[], direction: 'ltr' | 'rtl') {
    [this.#runs, this.direction] = [runs, direction];
    this.width = runs.reduce((sum, run) => sum + widthOf(run), 0);
  }

  /** The operators that show it from this point of the baseline on; narrowed if `squeeze` is less than 1. */
  shown(x: number, y: number, size: number, squeeze = 1): string {
    const operators = squeeze === 1 ? ['BT'] : ['BT', `${written(squeeze * 100)} Tz`];
    let at = x;
    for (const run of this.#runs) {
      operators.push(`/${run.face.name} ${written(size)} Tf`, `1 0 0 1 ${written(at)} ${written(y)} Tm`);
      let isRaised = false;
      for (const { operands, rise } of run.face.shown(run.glyphs)) {
        if (isRaised || rise !== 0) operators.push(`${written(rise * size)} Ts`);
        isRaised = rise !== 0;
        operators.push(`[${operands}] TJ`);
      }
      if (isRaised) operators.push('0 Ts');
      at += widthOf(run) * size * squeeze;
    }
    return [...operators, 'ET'].join('\n');
  }
}

const widthOf = ({ face, glyphs }: LaidRun): number => {
  const units = (glyphs.positions ?? []).reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return units / face.face.unitsPerEm;
};
