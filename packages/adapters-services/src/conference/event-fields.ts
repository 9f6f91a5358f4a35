import type { Instant } from '@chancery/core';

/** Reads a field of an event that is authentic and may still contain anything. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const latest = 8_640_000_000_000;
/** Seconds since 1970, as a number or, like all 64-bit numbers of protobuf's JSON, as text. */
export function momentOf(value: unknown): Instant | null {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return seconds > 0 && seconds < latest ? new Date(seconds * 1000).toISOString() : null;
}
