import { hexOf } from '../kernel/crypto.ts';
import { canonicalJson } from '../kernel/ledger/index.ts';

/** Whether two values are one and the same JSON, in whatever order their fields stand. */
export const sameJson = (a: unknown, b: unknown): boolean =>
  hexOf(canonicalJson(a ?? null)) === hexOf(canonicalJson(b ?? null));
