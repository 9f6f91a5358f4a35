import { isCount } from './merkle-tree.ts';

/**
 * What a value of a file must be: an object with these members and no other, a list in brackets, an object or null in two.
 * A letter is a type: `t` a text, `n` null or a text, `c` a count, `b` yes or no, `o` an object, `*` anything.
 */
export type Shape = string | readonly [Shape] | readonly [Shape, ''] | { readonly [name: string]: Shape };

/** The members by one text: their names, each behind the letter of its type and a colon where it is no text. */
export const members = (names: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    names.split(' ').map((name) => (name[1] === ':' ? [name.slice(2), name.slice(0, 1)] : [name, 't'])),
  );

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  t: (value) => typeof value === 'string',
  n: (value) => value === null || typeof value === 'string',
  c: isCount,
  b: (value) => typeof value === 'boolean',
  o: isObject,
  '*': () => true,
};

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return types[shape]?.(value) ?? false;
  if (Array.isArray(shape)) {
    const [of, ...orNull]: readonly Shape[] = shape;
    if (of === undefined) return false;
    if (orNull.length > 0) return value === null || fits(value, of);
    return Array.isArray(value) && value.every((each) => fits(each, of));
  }
  const of = Object.entries(shape);
  return (
    isObject(value) &&
    Object.keys(value).length === of.length &&
    of.every(([name, each]) => Object.hasOwn(value, name) && fits(value[name], each))
  );
}
