/**
 * Where fields lie: in fractions of the page as it is shown, from its upper left corner (documents 7). Whatever is computed here
 * stays on its page.
 * @typedef {import('./prepare-round.js').PlacedField['kind']} FieldKind
 * @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number }} Place
 * @typedef {{ readonly width: number, readonly height: number }} Size of a page, in points as it is shown
 * @typedef {{ readonly x: number, readonly y: number }} Point in fractions of the page
 * @typedef {'nw' | 'ne' | 'sw' | 'se'} Corner
 */

/** How large a field is that nobody has drawn, in points. @type {Record<FieldKind, readonly [number, number]>} */
const usual = {
  signature: [170, 42],
  initials: [64, 32],
  date: [90, 18],
  text: [160, 18],
  checkbox: [14, 14],
  name: [160, 18],
  email: [180, 18],
};
/** What is smaller cannot be grasped, in points; and the least fraction that the API takes. */
const leastPoints = 8;
const leastFraction = 0.005;

/** A millionth of a page is far below what anybody sees, and keeps numbers short. @param {number} value */
const rounded = (value) => Math.round(value * 1e6) / 1e6;
/** @param {number} value @param {number} least @param {number} most */
const between = (value, least, most) => Math.min(Math.max(value, least), most);

/** @param {Size} page @returns {Size} in fractions */
const leastOn = ({ width, height }) => ({
  width: Math.max(leastFraction, leastPoints / width),
  height: Math.max(leastFraction, leastPoints / height),
});

/** The same place, moved and made smaller until it lies on the page. @param {Place} place @param {Size} page @returns {Place} */
export function onPage({ x, y, width, height }, page) {
  const least = leastOn(page);
  const size = {
    width: rounded(between(width, least.width, 1)),
    height: rounded(between(height, least.height, 1)),
  };
  return {
    x: rounded(between(x, 0, 1 - size.width)),
    y: rounded(between(y, 0, 1 - size.height)),
    ...size,
  };
}

/** A field of the usual size with its middle at a point. @param {FieldKind} kind @param {Point} middle @param {Size} page */
export function usualPlace(kind, { x, y }, page) {
  const [points, high] = usual[kind];
  const [width, height] = [points / page.width, high / page.height];
  return onPage({ x: x - width / 2, y: y - height / 2, width, height }, page);
}

/**
 * What was drawn from one point to another. A line that is hardly higher than a stroke is what one signs on: the field is put
 * upon it in its usual height. Less than that is a point.
 * @param {FieldKind} kind
 * @param {Point} from
 * @param {Point} to
 * @param {Size} page
 */
export function drawnPlace(kind, from, to, page) {
  const [x, width] = [Math.min(from.x, to.x), Math.abs(from.x - to.x)];
  const [y, height] = [Math.min(from.y, to.y), Math.abs(from.y - to.y)];
  if (width * page.width < leastPoints) return usualPlace(kind, from, page);
  if (height * page.height >= leastPoints) return onPage({ x, y, width, height }, page);
  const high = usual[kind][1] / page.height;
  return onPage({ x, y: y + height - high, width, height: high }, page);
}

/** @param {Place} place @param {Point} by @param {Size} page */
export const movedPlace = (place, by, page) =>
  onPage({ ...place, x: place.x + by.x, y: place.y + by.y }, page);

/**
 * With one corner drawn elsewhere; the corner on the other side stays where it is.
 * @param {Place} place
 * @param {Corner} corner
 * @param {Point} by
 * @param {Size} page
 */
export function resizedPlace({ x, y, width, height }, corner, by, page) {
  const least = leastOn(page);
  const isWest = corner === 'nw' || corner === 'sw';
  const isNorth = corner === 'nw' || corner === 'ne';
  const [right, bottom] = [x + width, y + height];
  const wide = isWest ? between(width - by.x, least.width, right) : between(width + by.x, least.width, 1 - x);
  const high = isNorth
    ? between(height - by.y, least.height, bottom)
    : between(height + by.y, least.height, 1 - y);
  return onPage(
    { x: isWest ? right - wide : x, y: isNorth ? bottom - high : y, width: wide, height: high },
    page,
  );
}

/** As large in points on a page of another size. @param {Place} place @param {Size} from @param {Size} to */
export const placeOnOther = (place, from, to) =>
  onPage(
    {
      ...place,
      width: (place.width * from.width) / to.width,
      height: (place.height * from.height) / to.height,
    },
    to,
  );
