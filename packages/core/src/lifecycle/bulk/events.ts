import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { bulkActions } from './bulk-fields.ts';

const bulk = {
  bulkId: id(),
  action: z.enum(bulkActions),
  matched: z.int(),
  applied: z.int(),
  skipped: z.int(),
  failed: z.int(),
  reason: z.string().nullable(),
};
type AboutBulk = z.output<z.ZodObject<typeof bulk>>;

/** What changed is in the lines of each document; a reason may tell of a matter, so that it can be erased. */
export const lifecycleBulkApplied = event('lifecycle.bulk_applied', z.strictObject(bulk), {
  target: ({ bulkId }: AboutBulk) => ({ kind: 'lifecycle_bulk', id: bulkId }),
  facts: ({ action, matched, applied, skipped, failed }: AboutBulk) => ({
    ...{ action, matched, applied, skipped, failed },
  }),
  detail: ({ reason }: AboutBulk) => ({ reason }),
});
