import { z } from 'zod';
import { invalidField } from './validation.ts';

/** Input fields of a list that continues by cursor (conventions, "Lists"). */
export const pageFields = ({ most = 200, usual = 50 }: { most?: number; usual?: number } = {}) => ({
  limit: z.int().min(1).max(most).default(usual).describe(`How many to return, at most ${most}.`),
  cursor: z.string().max(500).optional().describe('The nextCursor of the page before.'),
});

/** Where a page starts: the sort key of the last row before it. */
export type CursorKey = readonly string[];

/** What each part of a list's key is, so that a cursor of another list never reaches the database. */
const partForms = {
  text: z
    .string()
    .max(400)
    .refine((part) => !part.includes('\u0000')),
  instant: z.iso.datetime(),
  id: z.guid(),
};
export type CursorPart = keyof typeof partForms;

export const encodeCursor = (key: CursorKey): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** The key in a cursor, null if there is none; anything that this list did not give is refused at `/cursor`. */
export function decodeCursor(cursor: string | undefined, parts: readonly CursorPart[]): CursorKey | null {
  if (cursor === undefined) return null;
  const key = parsed(cursor);
  if (
    Array.isArray(key) &&
    key.length === parts.length &&
    parts.every((part, index) => partForms[part].safeParse(key[index]).success)
  )
    return key;
  throw invalidField('/cursor', 'cursor.invalid', 'Use the nextCursor of the page before, unchanged.');
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** One page out of `limit + 1` rows read: the rows, and the cursor when there is more. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  key: (row: T) => CursorKey,
): { rows: readonly T[]; count: number; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    count: page.length,
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(key(last)) : null,
  };
}
