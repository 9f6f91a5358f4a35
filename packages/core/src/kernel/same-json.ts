/** Whether two values are the same JSON. The order of fields says nothing: a database may give them back in another one. */
export const sameJson = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string => JSON.stringify(value ?? null, byName);

const byName = (_: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
