/** Those of the fields that were sent, `undefined` being none, and say something else than before. */
export const changesTo = <G extends object>(
  before: object,
  given: G,
): { [F in keyof G]?: Exclude<G[F], undefined> } =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) =>
        value !== undefined && JSON.stringify(before[field as keyof typeof before]) !== JSON.stringify(value),
    ),
    // The names are those of the input, each with the value that was given for it.
  ) as { [F in keyof G]?: Exclude<G[F], undefined> };
