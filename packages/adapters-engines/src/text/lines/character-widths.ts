/** Widths of characters beside each other, as common fonts draw them; what is not listed is as wide as a small letter. */
const kinds: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|!’‘]/, 0.26],
  [/[\sftrI()[\]/\\-]/, 0.32],
  [/[mwMW@%—]/, 0.88],
  [/[A-Z&]/, 0.68],
  [/[\u1100-\uffdc]/, 1],
];
const usual = 0.54;

const widthOf = (character: string): number =>
  kinds.find(([pattern]) => pattern.test(character))?.[1] ?? usual;

/**
 * Where each character of a piece of text begins and the last one ends, as fractions of its width. A text layer says only how
 * wide the whole piece is.
 */
export function characterEdges(text: string): readonly number[] {
  const edges = [0];
  for (let at = 0; at < text.length; at += 1) edges.push((edges[at] ?? 0) + widthOf(text.charAt(at)));
  const whole = edges.at(-1) ?? 0;
  return whole === 0 ? edges : edges.map((edge) => edge / whole);
}
