import { z } from 'zod';
import { base64urlOf, sha256, utf8 } from './crypto.ts';
import type { FailureDetail } from './errors.ts';
import { canonicalJson } from './ledger/index.ts';
import { date, id, instant, isStreamSafe } from './shapes.ts';
import type { WrittenRows } from './written-rows.ts';

/** What each part of a list's key is. What is not of the form that its column takes never reaches the database. */
const partForms = {
  text: z
    .string()
    .max(400)
    .refine((part) => !part.includes('\u0000') && isStreamSafe(part) && !/\p{Surrogate}/u.test(part)),
  instant: z.string().max(40).pipe(instant()),
  date: z.string().max(10).pipe(date()),
  id: z.string().max(36).pipe(id()),
  /** A count or a position. */
  integer: z
    .string()
    .max(16)
    .regex(/^(?:0|[1-9]\d*)$/)
    .refine((part) => Number(part) <= 2_147_483_647),
  /** A number that only grows, such as that of a ledger line. */
  sequence: z
    .string()
    .max(16)
    .regex(/^(?:0|[1-9]\d*)$/)
    .refine((part) => Number.isSafeInteger(Number(part))),
};
type PartForm = keyof typeof partForms;
/** `or null` where the column may be empty: its rows come first or last, as the list says. */
export type CursorPart = PartForm | `${PartForm} or null`;

/** Where a page starts: the sort key of the last row before it. */
export type CursorKey<P extends readonly CursorPart[] = readonly PartForm[]> = {
  readonly [N in keyof P]: P[N] extends `${PartForm} or null` ? string | null : string;
};
type AnyKey = readonly (string | null)[];

/** The parts of the cursors that a field takes, for tests that forge each of them. */
export const cursorParts = z.registry<{ readonly parts: readonly CursorPart[] }>();
/** The walk that a cursor was made for. */
const walks = new WeakMap<AnyKey, unknown>();

/** Longer than a key of three parts with the longest name in any script. */
const longestCursor = 2048;
const invalidCursor = 'Use the nextCursor of the page before, unchanged and with the same filters.';

/** Input fields of a list that continues by cursor (conventions, "Lists"); `parts` say what its sort key consists of. */
export const pageFields = <const P extends readonly CursorPart[]>(
  parts: P,
  { most = 200, usual = 50 }: { most?: number; usual?: number } = {},
) => ({
  limit: z.int().min(1).max(most).default(usual).describe(`How many to return, at most ${most}.`),
  cursor: z
    .string()
    .max(longestCursor, { abort: true })
    .transform((cursor, context): CursorKey<P> => {
      const key = keyIn(cursor, parts);
      // Each part was compared with its form, so that the key is one of these parts.
      if (key !== null) return key as CursorKey<P>;
      context.issues.push({
        code: 'custom',
        input: cursor,
        message: invalidCursor,
        params: { code: 'cursor.invalid' },
      });
      return z.NEVER;
    })
    .register(cursorParts, { parts })
    .optional()
    .describe('The nextCursor of the page before.'),
});

function keyIn(cursor: string, parts: readonly CursorPart[]): AnyKey | null {
  const read = parsed(cursor);
  if (!Array.isArray(read)) return null;
  const [walk, ...key] = read;
  const fits = key.length === parts.length && parts.every((part, position) => fitsPart(part, key[position]));
  if (!fits) return null;
  walks.set(key, walk);
  return key;
}

function fitsPart(part: CursorPart, value: unknown): boolean {
  // The type of a part says that what stands before "or null" is a form.
  const form = part.replace(/ or null$/, '') as PartForm;
  return (value === null && form !== part) || partForms[form].safeParse(value).success;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** The list that is walked through: its name, and what it was asked for beside the place and the size of the page. */
export interface Walk {
  readonly name: string;
  readonly input: unknown;
}

/** A digest of the list and its filters, so that a cursor of another walk is refused and never means another page. */
function digestOf({ name, input }: Walk): string {
  const { cursor: _, limit: __, ...filters } = input as Record<string, unknown>;
  const asked = canonicalJson(JSON.parse(JSON.stringify([name, filters])));
  return base64urlOf(sha256(asked)).slice(0, 12);
}

/** What is wrong with the cursor of an input: it was made by another list, or by this one with other filters. */
export function faultsOfWalk(walk: Walk): readonly FailureDetail[] {
  const { cursor } = walk.input as { cursor?: unknown };
  if (!Array.isArray(cursor) || !walks.has(cursor) || walks.get(cursor) === digestOf(walk)) return [];
  return [{ path: '/cursor', code: 'cursor.invalid', message: invalidCursor }];
}

/** The cursor of a key, for the list that the key was read from. */
export const cursorOf = (walk: Walk, key: AnyKey): string => encoded([digestOf(walk), ...key]);

/** The answer of a list, with its cursor bound to what the list was asked for. */
export function withWalk(data: unknown, walk: Walk): unknown {
  const { nextCursor } = data as { nextCursor?: unknown };
  if (typeof nextCursor !== 'string') return data;
  const key = parsed(nextCursor);
  return { ...(data as object), nextCursor: cursorOf(walk, key as AnyKey) };
}

const encoded = (value: readonly unknown[]): string => base64urlOf(utf8(JSON.stringify(value)));

/** The cursor that goes on behind rows that their store has written; null if these are the last. */
export const cursorBehind = <T>({ last }: WrittenRows<T>, key: (row: T) => AnyKey): string | null =>
  // The pipeline makes it a cursor of this walk.
  last === null ? null : encoded(key(last));

/** One page out of `limit + 1` rows read: the rows, and the key of the last one when there is more. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  key: (row: T) => AnyKey,
): { rows: readonly T[]; count: number; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    count: page.length,
    // The pipeline makes it a cursor of this walk.
    nextCursor: rows.length > limit && last !== undefined ? encoded(key(last)) : null,
  };
}
