import type { z } from 'zod';

/** Under this name the declaration of a list says how many entries the lists inside of it may have together, by their paths. */
export const togetherKeyword = 'x-most-together';

/**
 * A list of things that have lists inside of them. Each of these has its bound, and all that stand at one path, such as
 * `sections.options`, have another one together: otherwise a body of valid lists could hold more values than a body may
 * (PLT-28).
 */
export function boundedTogether<S extends z.ZodArray<z.ZodObject>>(
  things: S,
  most: Readonly<Record<string, number>>,
): S {
  return Object.entries(most)
    .reduce(
      (bounded, [path, atMost]) =>
        bounded.refine((given) => entriesAt(given, path.split('.')) <= atMost, {
          error: `Put at most ${atMost} of ${path} into the whole list, or divide it.`,
          params: { code: 'field.length' },
        }),
      things,
    )
    .meta({ [togetherKeyword]: most });
}

function entriesAt(things: readonly unknown[], [name = '', ...deeper]: readonly string[]): number {
  const inner = things.flatMap((thing): readonly unknown[] => {
    const found = (thing as Readonly<Record<string, unknown>> | null)?.[name];
    return Array.isArray(found) ? found : [];
  });
  return deeper.length === 0 ? inner.length : entriesAt(inner, deeper);
}
