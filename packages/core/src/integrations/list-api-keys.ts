import { z } from 'zod';
import { type CursorKey, decodeCursor, pageFields, pageOf } from '../kernel/pages.ts';
import { shown } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import { query } from './ports.ts';
import { ApiKeyView, apiKeyView } from './views.ts';

const place = z.tuple([shown.instant(), shown.id()]);

export const listApiKeys = query({
  summary: 'List API keys',
  description: 'Newest first; never with a secret.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  input: z.strictObject({
    status: z.enum(['active', 'expired', 'revoked']).default('active').describe('Which keys to list.'),
    ...pageFields(),
  }),
  output: z.object({ apiKeys: z.array(ApiKeyView), count: z.int(), nextCursor: z.string().nullable() }),

  async run({ status, limit, cursor }, { now, apiKeys }) {
    const found = await apiKeys.list(status, now, placeOf(cursor), limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ createdAt, id }) => [createdAt, id]);
    return { apiKeys: rows.map((key) => apiKeyView(key, now)), count, nextCursor };
  },
});

/** A cursor of another list would otherwise reach the database as no instant and no id. */
function placeOf(cursor: string | undefined): CursorKey | null {
  const key = decodeCursor(cursor, 2);
  if (key === null || place.safeParse(key).success) return key;
  throw invalidField('/cursor', 'cursor.invalid', 'Use the nextCursor of the page before, unchanged.');
}
