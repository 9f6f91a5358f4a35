import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type FieldRectangle, placedField } from './field-geometry.ts';

interface Case {
  readonly id: string;
  /** Left, bottom, width and height. */
  readonly cropBox: readonly [number, number, number, number];
  readonly rotate: number;
  readonly field: FieldRectangle;
  readonly expect: {
    readonly anchor: readonly [number, number];
    readonly width: number;
    readonly height: number;
    readonly rotateDegrees: number;
  };
}

const { cases, tolerance } = JSON.parse(
  readFileSync(new URL('./testing/field-geometry.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Case[]; readonly tolerance: number };

describe('the place of a field', () => {
  for (const { id, cropBox, rotate, field, expect: wanted } of cases)
    it(`SEA-5: agrees with the vector ${id}`, () => {
      const [left, bottom, width, height] = cropBox;

      const placed = placedField(
        { rotation: rotate, cropBox: [left, bottom, left + width, bottom + height] },
        field,
      );

      expect(placed.rotateDegrees).to.equal(wanted.rotateDegrees);
      const numbers = [...placed.anchor, placed.width, placed.height];
      for (const [index, number] of [...wanted.anchor, wanted.width, wanted.height].entries())
        expect(numbers[index]).to.be.closeTo(number, tolerance);
    });
});
