import type { DocumentPage } from '../documents/index.ts';

/** A rectangle on a page as it is shown, in fractions of the page; the origin is the top left corner (documents 7). */
export interface FieldRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The same rectangle in the coordinates of the page itself, in points. */
export interface PlacedField {
  /** The corner that is at the lower left for somebody who looks at the page. */
  readonly anchor: readonly [number, number];
  /** As somebody who looks at the page sees them. */
  readonly width: number;
  readonly height: number;
  /** Counter-clockwise, about the anchor, so that what is drawn is upright. */
  readonly rotateDegrees: number;
}

/** Where a field lies on its page (documents 7); `rotation` and crop box are those that an inspection found. */
export function placedField(
  { rotation, cropBox }: Pick<DocumentPage, 'rotation' | 'cropBox'>,
  { x, y, width, height }: FieldRectangle,
): PlacedField {
  const [left, bottom, right, top] = cropBox;
  const [across, up] = [right - left, top - bottom];
  const at = (alongX: number, alongY: number): PlacedField['anchor'] => [
    left + alongX * across,
    bottom + alongY * up,
  ];
  if (rotation === 90)
    return { anchor: at(y + height, x), width: width * up, height: height * across, rotateDegrees: 90 };
  if (rotation === 180)
    return { anchor: at(1 - x, y + height), width: width * across, height: height * up, rotateDegrees: 180 };
  if (rotation === 270)
    return {
      anchor: at(1 - y - height, 1 - x),
      width: width * up,
      height: height * across,
      rotateDegrees: 270,
    };
  return { anchor: at(x, 1 - y - height), width: width * across, height: height * up, rotateDegrees: 0 };
}
