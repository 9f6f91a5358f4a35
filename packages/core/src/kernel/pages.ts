import { z } from 'zod';
import { Failure, requestInvalid } from './errors.ts';

/** Input fields of a list that continues by cursor (conventions, "Lists"). */
export const pageFields = ({ most = 200, usual = 50 }: { most?: number; usual?: number } = {}) => ({
  limit: z.int().min(1).max(most).default(usual).describe(`How many to return, at most ${most}.`),
  cursor: z.string().max(500).optional().describe('The nextCursor of the page before.'),
});

/** Where a page starts: the sort key of the last row before it. */
export type CursorKey = readonly (string | number | null)[];

export const encodeCursor = (key: CursorKey): string => Buffer.from(JSON.stringify(key)).toString('base64url');

export function decodeCursor(cursor: string | undefined, length: number): CursorKey | null {
  if (cursor === undefined) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const valid = Array.isArray(key) && key.length === length && key.every((part) => part === null || ['string', 'number'].includes(typeof part));
    if (valid && JSON.stringify(key).indexOf('\\u0000') < 0) return key;
  } catch (error) {
    if (error instanceof Failure) throw error;
  }
  throw requestInvalid({ details: [{ path: '/cursor', code: 'cursor.invalid', message: 'Use the nextCursor of the page before, unchanged.' }] });
}

/** One page out of `limit + 1` rows read: the rows, and the cursor when there is more. */
export function pageOf<T>(rows: readonly T[], limit: number, key: (row: T) => CursorKey): { rows: readonly T[]; count: number; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, count: page.length, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(key(last)) : null };
}
