/** Whether two values say the same. The order of fields says nothing: a database may give them back in another one. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, byName) === JSON.stringify(other, byName);

const byName = (_: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
