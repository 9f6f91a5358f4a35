import { z } from 'zod';

/**
 * The output of an endpoint that answers with a file instead of JSON: calendar files, tables. Its use case says so with `raw`. A
 * caller who already has the version that `etag` names gets 304.
 */
export const RawAnswer = z.object({
  mediaType: z.string().describe('With its parameters, such as text/csv; charset=utf-8.'),
  /** Null: shown in place, not saved. */
  fileName: z.string().nullable(),
  content: z.union([
    z.string(),
    z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Give the bytes in one piece.'),
  ]),
  /** What tells this version from others, without quotes; null if no two answers are alike. */
  etag: z.string().nullable(),
  /** Null: no cache may keep it. */
  cacheControl: z.string().nullable(),
});
export type RawAnswer = z.output<typeof RawAnswer>;
