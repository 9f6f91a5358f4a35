/** Left, bottom, right and top. */
export type Rectangle = readonly [number, number, number, number];
/** The six numbers of `cm`. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const normalised = ([a, b, c, d]: Rectangle): Rectangle => [
  Math.min(a, c),
  Math.min(b, d),
  Math.max(a, c),
  Math.max(b, d),
];

/**
 * What puts an appearance into the rectangle of its annotation: its box, turned by its own matrix, fills the rectangle
 * (ISO 32000-2, 12.5.5). Null if one of them is empty.
 */
export function appearancePlace(box: Rectangle, matrix: Matrix, rectangle: Rectangle): Matrix | null {
  const turned = turnedBox(normalised(box), matrix);
  const [left, bottom, right, top] = normalised(rectangle);
  const [wide, high] = [turned[2] - turned[0], turned[3] - turned[1]];
  if (!(wide > 0 && high > 0 && right > left && top > bottom)) return null;
  const [scaleX, scaleY] = [(right - left) / wide, (top - bottom) / high];
  return [scaleX, 0, 0, scaleY, left - turned[0] * scaleX, bottom - turned[1] * scaleY];
}

/** The upright rectangle around a box that a matrix has turned. */
function turnedBox([left, bottom, right, top]: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** What is upright in a rectangle for somebody who looks at a widget that is turned by so many degrees, counter-clockwise. */
export function uprightPlace(
  rectangle: Rectangle,
  degrees: number,
): { readonly matrix: Matrix; readonly width: number; readonly height: number } {
  const [left, bottom, right, top] = normalised(rectangle);
  const [width, height] = [right - left, top - bottom];
  if (degrees === 90) return { matrix: [0, 1, -1, 0, right, bottom], width: height, height: width };
  if (degrees === 180) return { matrix: [-1, 0, 0, -1, right, top], width, height };
  if (degrees === 270) return { matrix: [0, -1, 1, 0, left, top], width: height, height: width };
  return { matrix: [1, 0, 0, 1, left, bottom], width, height };
}
