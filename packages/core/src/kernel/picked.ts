/** These properties of it, and no others. */
export const picked = <T extends object, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): Pick<T, Name> =>
  // Each name has its own value, which `fromEntries` cannot say.
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
