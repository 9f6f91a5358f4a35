import { hexOf } from '../kernel/crypto.ts';
import { canonicalJson } from '../kernel/ledger/index.ts';

/** Whether two values are the same JSON, whatever the order of their fields. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  hexOf(canonicalJson(a ?? null)) === hexOf(canonicalJson(b ?? null));
