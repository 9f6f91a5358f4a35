import { sameJson } from './same-json.ts';

/** Those of the fields that were sent, `undefined` being none, and say something else than before. */
export const changesTo = <G extends object>(
  before: object,
  given: G,
): { [F in keyof G]?: Exclude<G[F], undefined> } =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && !sameJson(before[field as keyof typeof before], value),
    ),
    // The names are those of the input, each with the value that was given for it.
  ) as { [F in keyof G]?: Exclude<G[F], undefined> };
