import { canonicalText } from './ledger/index.ts';

/** Whether two values are the same JSON, whatever the order of their fields. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  canonicalText(a ?? null) === canonicalText(b ?? null);
