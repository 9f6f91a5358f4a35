import { type ComposedCopy, type DrawnMark, type Mark, type PlacedField, placedField } from '@chancery/core';

/** A mark in the coordinates of its page, which is counted from 0. */
export interface PlacedMark extends PlacedField {
  readonly pageIndex: number;
  readonly drawing: DrawnMark;
}

/** Throws for a page that the copy does not have. */
export const placedMarks = (copy: ComposedCopy, marks: readonly Mark[]): readonly PlacedMark[] =>
  marks.map(({ page, x, y, width, height, ...drawing }) => {
    const on = copy.pages[page - 1];
    if (on === undefined) throw new RangeError(`There is no page ${page} in this copy`);
    return { ...placedField(on, { x, y, width, height }), pageIndex: page - 1, drawing };
  });
